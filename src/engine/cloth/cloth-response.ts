// What the solver respects before anything collides: a particle that lies on an obstacle is constrained along the direction to the nearest
// point, to a speed that leaves the minimum distance. [Mezger §7]
//
// Departs from the paper: a filter holds one particle against the world, so only pairs of a cloth's vertex and an obstacle's face become
// filters. Pairs of cloths, of edges and of a cloth's face exchange momentum between several particles; `Impulses` does that after the
// solve, and `Braces` within it. The paper gives all particles of such faces a speed of their own, which stops a folded cloth in mid-air.
// A filter begins where a particle comes too near at its own speed, or impulses pushed it, and ends where it would hold back: one that began
// wherever gravity could take a particle would pull down what the cloth around it holds up, and let it go again, in every other step.
import type { ContactRows } from './contact-rows.ts';
import type { ImplicitSolver } from './implicit-solver.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

/** How a particle came out of the last step: it lies on an obstacle. */
const HELD = 1;

export class ClothResponse {
  /** By row: 1 where it decides how its particle is held. */
  leads: Uint8Array = new Uint8Array(0);
  private readonly particleCount: number;
  private readonly gravity: Float64Array;
  /** The minimum distance, d_min. */
  private readonly thickness: number;
  /** Rows that become constraints, the nearest first; then only the first of each particle. */
  private filtered: Uint32Array = new Uint32Array(0);
  private count = 0;
  /** Rows of particles that are not held. */
  private loose: Uint32Array = new Uint32Array(0);
  private looseCount = 0;
  /** By row: the distance after the step if nothing is done. */
  private estimate: Float64Array = new Float64Array(0);
  /** By particle, after the last step and after this one. */
  private before: Uint8Array;
  private after: Uint8Array;

  constructor(particleCount: number, thickness: number, gravity: Float64Array) {
    this.particleCount = particleCount;
    this.thickness = thickness;
    this.gravity = gravity;
    this.before = new Uint8Array(particleCount);
    this.after = new Uint8Array(particleCount);
  }

  /** By particle: how it came out of the last step. */
  get grips(): Uint8Array {
    return this.before.slice();
  }

  set grips(grips: Uint8Array) {
    this.before.set(grips);
  }

  /** Constrains the particles that are held, along their nearest rows first. */
  constrain(rows: ContactRows, velocities: Float64Array, h: number, constraints: VelocityConstraints): void {
    this.choose(rows, velocities, h, constraints);
    let leading = 0;
    for (let i = 0; i < this.count; i++) {
      const row = this.filtered[i];
      if (constraints.taken[rows.vertices[4 * row]] === 0) {
        this.filtered[leading++] = row;
        this.leads[row] = 1;
      }
      const approach = Math.abs(this.estimate[row] - rows.distance[row]);
      // γ (d_min − d) / Δt, where γ = v_rel Δt / d_min: at rest it hardly pushes.
      const gamma = Math.min(1, approach / this.thickness);
      this.demand(rows, row, (gamma * (this.thickness - rows.distance[row])) / h, velocities, constraints);
    }
    this.count = leading;
  }

  private choose(rows: ContactRows, velocities: Float64Array, h: number, constraints: VelocityConstraints): void {
    const { before, gravity } = this;
    const { vertices, normal, distance } = rows;
    if (this.filtered.length < rows.count) {
      this.filtered = new Uint32Array(2 * rows.count);
      this.loose = new Uint32Array(2 * rows.count);
      this.estimate = new Float64Array(2 * rows.count);
      this.leads = new Uint8Array(2 * rows.count);
    }
    this.leads.fill(0, 0, rows.count);
    this.count = 0;
    this.looseCount = 0;
    for (let row = 0; row < rows.count; row++) {
      const particle = vertices[4 * row];
      if (!rows.isOver(row, this.particleCount) || constraints.taken[particle] > 0) continue;
      if (before[particle] !== HELD && !(distance[row] + h * rows.along(row, velocities) < this.thickness)) {
        this.loose[this.looseCount++] = row;
        continue;
      }
      if (!rows.isContact(row)) continue;
      const n = 3 * row;
      const pull = normal[n] * gravity[0] + normal[n + 1] * gravity[1] + normal[n + 2] * gravity[2];
      this.estimate[row] = distance[row] + h * (rows.along(row, velocities) + h * pull);
      this.filtered[this.count++] = row;
    }
    const { estimate } = this;
    this.filtered.subarray(0, this.count).sort((a, b) => estimate[a] - estimate[b] || a - b);
  }

  /** The obstacle's speed and `speed` away from it. */
  private demand(
    rows: ContactRows,
    row: number,
    speed: number,
    velocities: Float64Array,
    constraints: VelocityConstraints,
  ): void {
    const { vertices, shares, normal } = rows;
    const n = 3 * row;
    let along = speed;
    for (let k = 4 * row + 1; k < 4 * row + 4; k++) {
      const at = 3 * vertices[k];
      const of = normal[n] * velocities[at] + normal[n + 1] * velocities[at + 1] + normal[n + 2] * velocities[at + 2];
      along -= shares[k] * of;
    }
    constraints.add(vertices[4 * row], normal[n], normal[n + 1], normal[n + 2], along);
  }

  /** After the solve: what the constraints held, for friction, and which of them held back instead. */
  judge(rows: ContactRows, solver: ImplicitSolver, h: number): void {
    this.after.fill(0);
    for (let i = 0; i < this.count; i++) {
      const row = this.filtered[i];
      const particle = rows.vertices[4 * row];
      const n = 3 * row;
      const along = solver.constraintForce(particle, rows.normal[n], rows.normal[n + 1], rows.normal[n + 2]);
      if (along > 0) this.after[particle] = HELD;
      rows.held[row] = h * Math.max(0, along);
    }
  }

  /** After the impulses: what they pushed lies on its obstacle. */
  remember({ push, vertices }: ContactRows): void {
    const { before, after, loose } = this;
    for (let i = 0; i < this.looseCount; i++) if (push[loose[i]] > 0) after[vertices[4 * loose[i]]] = HELD;
    this.before = after;
    this.after = before;
  }
}
