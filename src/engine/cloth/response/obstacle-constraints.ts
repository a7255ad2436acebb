// Constrains particles on obstacles, for the solver: each along the direction to the nearest point,
// to a speed that leaves the minimum distance. [Mezger §7]
// Departs from the paper: only pairs of a cloth's vertex and an obstacle's face become filters. The
// impulse solver and warm-started contacts treat all other pairs, since these exchange momentum
// between several particles. Filters for all particles of such faces, as in the paper, stop a
// folded cloth in mid-air.
import type { ImplicitSolver } from '../solver/implicit-solver.ts';
import type { VelocityConstraints } from '../solver/velocity-constraints.ts';
import type { ContactRows } from './contact-rows.ts';

/**
 * Chooses the filters of each step. A particle gets a filter if it is in contact with an obstacle,
 * or would come too near at its present speed. The contact begins with a filter or with a normal
 * impulse of the impulse solver, and ends when the filter would have to pull. Gravity does not
 * count for the start of a filter. If it did, filters would pull down particles that the cloth
 * around them supports, and release them again, in every other step.
 */
export class ObstacleConstraints {
  /** By row: 1 if its normal is the first constrained direction of its particle. */
  isFilter: Uint8Array = new Uint8Array(0);
  /** By particle: 1 if it was in contact with an obstacle at the end of the last step. */
  readonly isInContact: Uint8Array;
  private readonly particleCount: number;
  private readonly gravity: Float64Array;
  /** The minimum distance, d_min. */
  private readonly thickness: number;
  /**
   * Rows that become constraints, the nearest first; after `constrain` only the first of each
   * particle.
   */
  private constrained: Uint32Array = new Uint32Array(0);
  private constrainedCount = 0;
  /** Rows of particles that get no filter. */
  private free: Uint32Array = new Uint32Array(0);
  private freeCount = 0;
  /** By row: the distance after the step if nothing is done. */
  private predicted: Float64Array = new Float64Array(0);

  /** Thickness in m, gravity in m/s². */
  constructor(particleCount: number, thickness: number, gravity: Float64Array) {
    this.particleCount = particleCount;
    this.thickness = thickness;
    this.gravity = gravity;
    this.isInContact = new Uint8Array(particleCount);
  }

  /** Constrains the particles in contact with obstacles, along their nearest rows first. */
  constrain(rows: ContactRows, velocities: Float64Array, h: number, constraints: VelocityConstraints): void {
    this.select(rows, velocities, h, constraints);
    let filterCount = 0;
    for (let i = 0; i < this.constrainedCount; i++) {
      const row = this.constrained[i];
      if (constraints.rank[rows.vertices[4 * row]] === 0) {
        this.constrained[filterCount++] = row;
        this.isFilter[row] = 1;
      }
      const approach = Math.abs(this.predicted[row] - rows.distance[row]);
      // γ (d_min − d) / Δt, where γ = v_rel Δt / d_min: at rest the distance is restored slowly.
      const gamma = Math.min(1, approach / this.thickness);
      const speed = (gamma * (this.thickness - rows.distance[row])) / h;
      this.addConstraint(rows, row, speed, velocities, constraints);
    }
    this.constrainedCount = filterCount;
  }

  /**
   * Collects the rows that become constraints, the nearest after the step first, and the free rows.
   */
  private select(rows: ContactRows, velocities: Float64Array, h: number, constraints: VelocityConstraints): void {
    const { isInContact, gravity } = this;
    const { vertices, normal, distance } = rows;
    if (this.constrained.length < rows.count) {
      this.constrained = new Uint32Array(2 * rows.count);
      this.free = new Uint32Array(2 * rows.count);
      this.predicted = new Float64Array(2 * rows.count);
      this.isFilter = new Uint8Array(2 * rows.count);
    }
    this.isFilter.fill(0, 0, rows.count);
    this.constrainedCount = 0;
    this.freeCount = 0;
    for (let row = 0; row < rows.count; row++) {
      const particle = vertices[4 * row];
      if (!rows.isOnObstacle(row, this.particleCount) || constraints.rank[particle] > 0) continue;
      if (isInContact[particle] === 0 && !(distance[row] + h * rows.along(row, velocities) < this.thickness)) {
        this.free[this.freeCount++] = row;
        continue;
      }
      if (!rows.isContact(row)) continue;
      const n = 3 * row;
      const fall = normal[n] * gravity[0] + normal[n + 1] * gravity[1] + normal[n + 2] * gravity[2];
      this.predicted[row] = distance[row] + h * (rows.along(row, velocities) + h * fall);
      this.constrained[this.constrainedCount++] = row;
    }
    const { predicted } = this;
    this.constrained.subarray(0, this.constrainedCount).sort((a, b) => predicted[a] - predicted[b] || a - b);
  }

  /** Demands the obstacle's speed along the normal, and `speed` more. */
  private addConstraint(
    { vertices, weights, normal }: ContactRows,
    row: number,
    speed: number,
    velocities: Float64Array,
    constraints: VelocityConstraints,
  ): void {
    const n = 3 * row;
    let along = speed;
    for (let k = 4 * row + 1; k < 4 * row + 4; k++) {
      const at = 3 * vertices[k];
      const of = normal[n] * velocities[at] + normal[n + 1] * velocities[at + 1] + normal[n + 2] * velocities[at + 2];
      along -= weights[k] * of;
    }
    constraints.add(vertices[4 * row], normal[n], normal[n + 1], normal[n + 2], along);
  }

  /**
   * After the solve: sets `solverImpulse` of the filters' rows, which friction needs. The contact
   * of a particle whose filter pulled ends.
   */
  evaluate(rows: ContactRows, solver: ImplicitSolver, h: number): void {
    this.isInContact.fill(0);
    for (let i = 0; i < this.constrainedCount; i++) {
      const row = this.constrained[i];
      const particle = rows.vertices[4 * row];
      const n = 3 * row;
      const along = solver.constraintForce(particle, rows.normal[n], rows.normal[n + 1], rows.normal[n + 2]);
      if (along > 0) this.isInContact[particle] = 1;
      rows.solverImpulse[row] = h * Math.max(0, along);
    }
  }

  /** After the impulses: a particle without a filter that got a normal impulse is in contact. */
  endStep({ normalImpulse, vertices }: ContactRows): void {
    const { isInContact, free } = this;
    for (let i = 0; i < this.freeCount; i++) if (normalImpulse[free[i]] > 0) isInContact[vertices[4 * free[i]]] = 1;
  }
}
