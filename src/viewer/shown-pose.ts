// The positions of the vertices at a moment of the current step: on the straight paths between its
// ends.
import type { Placed } from './protocol.ts';

/** The positions at the current moment. */
export class ShownPose {
  /** Three numbers per vertex. */
  positions: Float32Array<ArrayBuffer> = new Float32Array(0);
  private x0 = new Float32Array(0);
  private x1 = new Float32Array(0);

  /**
   * Sets the ends of the step. Returns true if the number of vertices has changed; `positions` is
   * then another array.
   */
  setStep({ x0, x1 }: Placed): boolean {
    this.x0 = x0;
    this.x1 = x1;
    if (x0.length === this.positions.length) return false;
    this.positions = new Float32Array(x0.length);
    return true;
  }

  /** Moves to a time within the step, from 0 to 1. */
  setTime(time: number): void {
    const { x0, x1, positions } = this;
    for (let i = 0; i < positions.length; i++) positions[i] = x0[i] + time * (x1[i] - x0[i]);
  }
}
