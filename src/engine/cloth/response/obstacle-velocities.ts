// Velocities of obstacles over a sub-step. Most of an obstacle is near no cloth: velocities are
// computed for the vertices of rows, and for all others only when they are read.
import type { ContactRows } from './contact-rows.ts';

/** Velocities of the vertices from `first` on. */
export class ObstacleVelocities {
  /** The first vertex of the obstacles, which are the last ones. */
  readonly first: number;
  private readonly velocities: Float64Array;
  /** By vertex: the last sub-step in which its velocity was computed. */
  private readonly computedAt: Uint32Array;
  private step = 0;
  private x0: Float64Array = new Float64Array(0);
  private x1: Float64Array = new Float64Array(0);
  private rate = 0;

  /** `velocities` are those of all vertices, three numbers each; they are written in place. */
  constructor(first: number, velocities: Float64Array) {
    this.first = first;
    this.velocities = velocities;
    this.computedAt = new Uint32Array(velocities.length / 3);
  }

  /**
   * Begins a sub-step in which the obstacles move from x0 to x1 in h seconds. Both arrays are read
   * until the next one.
   */
  begin(x0: Float64Array, x1: Float64Array, h: number): void {
    this.step++;
    this.x0 = x0;
    this.x1 = x1;
    this.rate = 1 / h;
  }

  /** Computes the velocities for the rows [from, to), in the rows' own column too. */
  compute({ vertices, velocities: ofRows }: ContactRows, from: number, to: number): void {
    const { first, computedAt, step, x0, x1, rate, velocities } = this;
    for (let k = 4 * from; k < 4 * to; k++) {
      const v = vertices[k];
      if (v < first || computedAt[v] === step) continue;
      computedAt[v] = step;
      for (let i = 3 * v; i < 3 * v + 3; i++) {
        const velocity = rate * (x1[i] - x0[i]);
        velocities[i] = velocity;
        ofRows[i] = velocity;
      }
    }
  }

  /** Computes all velocities. */
  computeAll(): void {
    const { velocities, x0, x1, rate } = this;
    for (let i = 3 * this.first; i < x0.length; i++) velocities[i] = rate * (x1[i] - x0[i]);
  }

  /**
   * Ends the sub-step: until the next one begins, `computeAll` leaves the velocities as they are.
   */
  end(): void {
    this.x0 = new Float64Array(0);
  }

  /** Shortens the sub-step to this share; x1 already holds its end. */
  cut(share: number): void {
    this.rate /= share;
  }
}
