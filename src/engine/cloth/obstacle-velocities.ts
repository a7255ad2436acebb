// Velocities of obstacles over a sub-step. Most of a body is near no cloth: only those vertices have one that rows ask for, until someone wants all.
import type { ContactRows } from './contact-rows.ts';

export class ObstacleVelocities {
  /** The first vertex of the obstacles, which are the last ones. */
  readonly first: number;
  private readonly velocities: Float64Array;
  /** By vertex: the last sub-step that asked for it. */
  private readonly asked: Uint32Array;
  private step = 0;
  private x0: Float64Array = new Float64Array(0);
  private x1: Float64Array = new Float64Array(0);
  private rate = 0;

  /** `velocities` are those of all vertices. */
  constructor(first: number, velocities: Float64Array) {
    this.first = first;
    this.velocities = velocities;
    this.asked = new Uint32Array(velocities.length / 3);
  }

  /** The obstacles go from x0 to x1 in the time h. Both must stay as long as velocities are asked for. */
  begin(x0: Float64Array, x1: Float64Array, h: number): void {
    this.step++;
    this.x0 = x0;
    this.x1 = x1;
    this.rate = 1 / h;
  }

  /** Velocities for rows from one up to another, without it; also where the kernels have theirs. */
  ask({ vertices, velocities: ofKernels }: ContactRows, from: number, to: number): void {
    const { first, asked, step, x0, x1, rate, velocities } = this;
    for (let k = 4 * from; k < 4 * to; k++) {
      const v = vertices[k];
      if (v < first || asked[v] === step) continue;
      asked[v] = step;
      for (let i = 3 * v; i < 3 * v + 3; i++) {
        const velocity = rate * (x1[i] - x0[i]);
        velocities[i] = velocity;
        ofKernels[i] = velocity;
      }
    }
  }

  /** All of them. */
  askAll(): void {
    const { velocities, x0, x1, rate } = this;
    for (let i = 3 * this.first; i < x0.length; i++) velocities[i] = rate * (x1[i] - x0[i]);
  }

  /** The velocities are given from elsewhere. */
  forget(): void {
    this.x0 = new Float64Array(0);
  }

  /** Only this share of the step has been made: x1 is there. */
  cut(share: number): void {
    this.rate /= share;
  }
}
