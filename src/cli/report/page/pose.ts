// Where the vertices are at a moment of the sequence: on the straight path between the two stored frames around it.
import type { Summary } from '../summary.ts';
import type { Model } from './decode.ts';

export interface Moment {
  /** Stored frames around the moment, by their numbers in the sequence. */
  readonly before: number;
  readonly after: number;
  /** Whether both ends of the step are stored, so that the path shown is the one that was checked. */
  readonly isChecked: boolean;
}

export class Pose {
  /** Three numbers a vertex, relative to the origin of the grid. */
  readonly positions: Float32Array<ArrayBuffer>;
  private readonly stored: Summary['stored'];
  private readonly frames: Model['frames'];

  constructor({ stored, vertexCount }: Summary, { frames }: Model) {
    this.stored = stored;
    this.frames = frames;
    this.positions = new Float32Array(3 * vertexCount);
  }

  set(step: number, within: number): Moment {
    const { frames: numbers, size } = this.stored;
    const moment = step + within;
    let i = numbers.length - 2;
    while (i > 0 && numbers[i] > step) i--;
    const [before, after] = [numbers[i], numbers[i + 1]];
    const share = Math.min(1, Math.max(0, (moment - before) / (after - before)));
    const [p, q] = [this.frames[i], this.frames[i + 1]];
    const { positions } = this;
    const count = positions.length / 3;
    for (let axis = 0; axis < 3; axis++)
      for (let v = 0, at = axis * count; v < count; v++, at++)
        positions[3 * v + axis] = size * (p[at] + share * (q[at] - p[at]));
    return { before, after, isChecked: before === step && after === step + 1 };
  }
}
