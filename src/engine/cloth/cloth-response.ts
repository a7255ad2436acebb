// What the solver respects before anything collides: a particle that comes near an obstacle is constrained along the direction to the
// nearest point, to a speed that leaves the minimum distance; where friction held it, in all directions. [Mezger §7]
//
// Departs from the paper: a filter holds one particle against the world, so only pairs of a cloth's vertex and an obstacle's face become
// filters. Pairs of cloths, of edges and of a cloth's face exchange momentum between several particles; `Impulses` does that after the
// solve. The paper gives all particles of such faces a speed of their own, which stops a folded cloth in mid-air.
import type { ContactRows } from './contact-rows.ts';
import type { ImplicitSolver } from './implicit-solver.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

/** How a particle came out of the last step: friction held it, or forces drag it away from the obstacle. */
const STICKS = 1;
const PULLED = 2;

/** Friction that is used up to this share, squared, holds no longer. */
const USED_UP = 0.99;

/** Three numbers from k on are axis k, in some order. */
const AXES = [1, 0, 0, 1, 0];

export class ClothResponse {
  private readonly particleCount: number;
  private readonly gravity: Float64Array;
  /** The minimum distance, d_min. */
  private readonly thickness: number;
  /** Rows that become constraints, the nearest first; then only the first of each particle, which decides how it holds on. */
  private filtered: Uint32Array = new Uint32Array(0);
  /** By row: the distance after the step if nothing is done. */
  private estimate: Float64Array = new Float64Array(0);
  private count = 0;
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

  /** Constrains the particles whose rows would come nearer than the minimum distance, the nearest first. */
  constrain(rows: ContactRows, velocities: Float64Array, h: number, constraints: VelocityConstraints): void {
    this.choose(rows, velocities, h, constraints);
    let leading = 0;
    for (let i = 0; i < this.count; i++) {
      const row = this.filtered[i];
      const particle = rows.vertices[4 * row];
      if (constraints.taken[particle] === 0) this.filtered[leading++] = row;
      const approach = Math.abs(this.estimate[row] - rows.distance[row]);
      // γ (d_min − d) / Δt, where γ = v_rel Δt / d_min: at rest it hardly pushes.
      const gamma = Math.min(1, approach / this.thickness);
      this.demand(rows, row, (gamma * (this.thickness - rows.distance[row])) / h, velocities, constraints);
      this.after[particle] = this.before[particle];
    }
    this.count = leading;
  }

  private choose(rows: ContactRows, velocities: Float64Array, h: number, constraints: VelocityConstraints): void {
    const { particleCount, before, gravity, thickness } = this;
    const { vertices, shares, normal, distance } = rows;
    if (this.filtered.length < rows.count) {
      this.filtered = new Uint32Array(2 * rows.count);
      this.estimate = new Float64Array(2 * rows.count);
    }
    this.count = 0;
    for (let row = 0; row < rows.count; row++) {
      const particle = vertices[4 * row];
      if (shares[4 * row] !== 1 || particle >= particleCount || vertices[4 * row + 1] < particleCount) continue;
      if (before[particle] === PULLED || constraints.taken[particle] > 0) continue;
      const n = 3 * row;
      const pull = normal[n] * gravity[0] + normal[n + 1] * gravity[1] + normal[n + 2] * gravity[2];
      this.estimate[row] = distance[row] + h * (rows.along(row, velocities) + h * pull);
      if (!(this.estimate[row] < thickness || before[particle] === STICKS)) continue;
      if (rows.isContact(row)) this.filtered[this.count++] = row;
    }
    const { estimate } = this;
    this.filtered.subarray(0, this.count).sort((a, b) => estimate[a] - estimate[b] || a - b);
    this.after.fill(0);
  }

  /** The obstacle's speed and `speed` away from it; all three directions for a particle that sticks. */
  private demand(
    rows: ContactRows,
    row: number,
    speed: number,
    velocities: Float64Array,
    constraints: VelocityConstraints,
  ): void {
    const { vertices, shares, normal } = rows;
    const particle = vertices[4 * row];
    const n = 3 * row;
    let vx = speed * normal[n];
    let vy = speed * normal[n + 1];
    let vz = speed * normal[n + 2];
    for (let k = 4 * row + 1; k < 4 * row + 4; k++) {
      const at = 3 * vertices[k];
      vx -= shares[k] * velocities[at];
      vy -= shares[k] * velocities[at + 1];
      vz -= shares[k] * velocities[at + 2];
    }
    if (this.before[particle] === STICKS) {
      if (constraints.taken[particle] === 0) constraints.pin(particle, vx, vy, vz);
      return;
    }
    const along = vx * normal[n] + vy * normal[n + 1] + vz * normal[n + 2];
    constraints.add(particle, normal[n], normal[n + 1], normal[n + 2], along);
  }

  /** After the solve: what the constraints held, for friction, and which of them held back instead. */
  judge(rows: ContactRows, solver: ImplicitSolver, h: number): void {
    const { after } = this;
    for (let i = 0; i < this.count; i++) {
      const row = this.filtered[i];
      const particle = rows.vertices[4 * row];
      const n = 3 * row;
      const along = solver.constraintForce(particle, rows.normal[n], rows.normal[n + 1], rows.normal[n + 2]);
      let square = 0;
      for (let k = 0; k < 3; k++) square += solver.constraintForce(particle, AXES[k], AXES[k + 1], AXES[k + 2]) ** 2;
      if (along <= 0) after[particle] = PULLED;
      else if (after[particle] === STICKS && square - along * along > (rows.friction[row] * along) ** 2)
        after[particle] = 0;
      rows.held[row] = h * along;
    }
  }

  /** After the impulses: friction that is not used up holds the particle in the next step. */
  remember(rows: ContactRows): void {
    const { before, after } = this;
    const { drag, friction, push, held, vertices } = rows;
    for (let i = 0; i < this.count; i++) {
      const row = this.filtered[i];
      const particle = vertices[4 * row];
      if (after[particle] !== 0 || before[particle] === STICKS) continue;
      const most = friction[row] * (push[row] + held[row]);
      const used = drag[3 * row] ** 2 + drag[3 * row + 1] ** 2 + drag[3 * row + 2] ** 2;
      if (used < USED_UP * most * most) after[particle] = STICKS;
    }
    this.before = after;
    this.after = before;
  }
}
