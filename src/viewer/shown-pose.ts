// Where the vertices are at a moment of the step that is shown: on their straight paths between its ends.
import type { Placed } from './protocol.ts';

export class ShownPose {
  positions: Float32Array<ArrayBuffer> = new Float32Array(0);
  private x0 = new Float32Array(0);
  private x1 = new Float32Array(0);

  /** True where the number of vertices is another one, and `positions` another array. */
  setStep({ x0, x1 }: Placed): boolean {
    this.x0 = x0;
    this.x1 = x1;
    if (x0.length === this.positions.length) return false;
    this.positions = new Float32Array(x0.length);
    return true;
  }

  setTime(time: number): void {
    const { x0, x1, positions } = this;
    for (let i = 0; i < positions.length; i++) positions[i] = x0[i] + time * (x1[i] - x0[i]);
  }
}
