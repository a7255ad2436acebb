// The positions of the vertices at a moment of the sequence: on the straight paths between the two
// stored frames around it.
import type { Summary } from '../summary.ts';
import type { Model } from './decode.ts';

/** The stored frames around a moment of the sequence. */
export interface Moment {
  /** The stored frame before the moment, by its number in the sequence. */
  readonly before: number;
  /** The stored frame after the moment, by its number in the sequence. */
  readonly after: number;
  /**
   * Whether both ends of the step are stored, so that the paths shown are those that were checked.
   */
  readonly isChecked: boolean;
}

/** The positions at the current moment. */
export class StoredPose {
  /** Three numbers per vertex, relative to the origin of the grid. */
  readonly positions: Float32Array<ArrayBuffer>;
  private readonly stored: Summary['stored'];
  private readonly frames: Model['frames'];

  /** The positions are undefined until `set`. */
  constructor({ stored, vertexCount }: Summary, { frames }: Model) {
    this.stored = stored;
    this.frames = frames;
    this.positions = new Float32Array(3 * vertexCount);
  }

  /** Moves to a moment in frames. */
  setMoment(moment: number): Moment {
    return this.set(Math.floor(moment), moment % 1);
  }

  /** Moves to the time `within` a step, from 0 to 1. */
  set(step: number, within: number): Moment {
    const { frames: numbers, size } = this.stored;
    const moment = step + within;
    let i = Math.max(0, numbers.length - 2);
    while (i > 0 && numbers[i] > step) i--;
    // A still scene has one frame.
    const j = Math.min(i + 1, numbers.length - 1);
    const [before, after] = [numbers[i], numbers[j]];
    const share = Math.min(1, Math.max(0, (moment - before) / (after - before || 1)));
    const [p, q] = [this.frames[i], this.frames[j]];
    const { positions } = this;
    const count = positions.length / 3;
    for (let axis = 0; axis < 3; axis++)
      for (let v = 0, at = axis * count; v < count; v++, at++)
        positions[3 * v + axis] = size * (p[at] + share * (q[at] - p[at]));
    return { before, after, isChecked: before === step && after === step + 1 };
  }
}
