// Collects the frames that the report may show, for `fitFrames`. Its memory is bounded however long
// the sequence is: at the limit, every other frame without contacts is dropped, repeatedly, and
// only then every other frame with contacts. The first and the last frame always stay.
import type { TriMesh } from '../../index.ts';

/**
 * The default limit in bytes: a hundred frames of 50K triangles. More would not fit into the report
 * anyway.
 */
const SPOOL_BYTES = 32 << 20;

/** A frame that may be stored. */
export interface SpooledFrame {
  /** The number of the frame in the sequence. */
  readonly index: number;
  /** Relative to the origin of the spool; single precision is finer than what the report stores. */
  readonly positions: Float32Array;
  /** Whether a step that begins or ends here has contacts. */
  touches: boolean;
  /** Whether a clash is shown in this frame. */
  hasClash: boolean;
}

/** The frames kept so far. */
export class FrameSpool {
  /** The mesh of the sequence. */
  readonly mesh: TriMesh;
  /** A vertex of the first frame. */
  readonly origin: [number, number, number] = [0, 0, 0];
  private readonly room: number;
  private kept: SpooledFrame[] = [];
  private latest: SpooledFrame | undefined;
  /**
   * Of the frames without contacts, only those whose number is a multiple of this are kept.
   * `touchingStride` does the same for frames with contacts.
   */
  private quietStride = 1;
  private touchingStride = 1;

  /** `room` is the limit in bytes. */
  constructor(mesh: TriMesh, room: number = SPOOL_BYTES) {
    this.mesh = mesh;
    this.room = room;
  }

  /** Steps arrive in order, and each begins where the last one ended. */
  addStep(index: number, x0: Float64Array, x1: Float64Array, touches: boolean): void {
    this.latest ??= this.begin(index, x0);
    if (touches) this.latest.touches = true;
    if (this.kept.at(-1) !== this.latest && this.isWanted(this.latest)) this.kept.push(this.latest);
    this.latest = this.frame(index + 1, x1);
    this.latest.touches = touches;
    if (this.isWanted(this.latest)) this.kept.push(this.latest);
    this.thin();
  }

  /**
   * Keeps a frame in which a clash is shown, after the last step. The first ones that are given are
   * kept: no more than would double the memory.
   */
  keepClash(index: number, x: Float64Array): void {
    if (this.latest !== undefined) this.kept = this.frames();
    const known = this.kept.find((frame) => frame.index === index);
    if (known === undefined && this.kept.length >= 2 * this.mostFrames) return;
    const frame = known ?? (this.latest === undefined ? this.begin(index, x) : this.frame(index, x));
    frame.hasClash = true;
    if (this.kept.includes(frame)) return;
    this.kept.push(frame);
    this.kept.sort((p, q) => p.index - q.index);
  }

  /** Returns the frames kept, ascending; the last frame is always among them. */
  frames(): SpooledFrame[] {
    const { kept, latest } = this;
    return latest === undefined || kept.includes(latest) ? kept : [...kept, latest];
  }

  /** The first frame, whose first vertex becomes the origin. */
  private begin(index: number, x: Float64Array): SpooledFrame {
    const at = 3 * (this.mesh.triangles[0] ?? 0);
    for (let axis = 0; axis < 3; axis++) this.origin[axis] = x[at + axis] ?? 0;
    this.latest = this.frame(index, x);
    this.kept.push(this.latest);
    return this.latest;
  }

  private get mostFrames(): number {
    return Math.max(2, Math.floor(this.room / (12 * this.mesh.vertexCount + 1)));
  }

  private frame(index: number, x: Float64Array): SpooledFrame {
    const positions = new Float32Array(x.length);
    for (let i = 0; i < x.length; i++) positions[i] = x[i] - this.origin[i % 3];
    return { index, positions, touches: false, hasClash: false };
  }

  private isWanted({ index, touches }: SpooledFrame): boolean {
    return index % (touches ? this.touchingStride : this.quietStride) === 0;
  }

  private thin(): void {
    const most = this.mostFrames;
    while (this.kept.length > most) {
      if (this.kept.some(({ touches }, i) => i > 0 && !touches)) this.quietStride *= 2;
      else this.touchingStride *= 2;
      this.kept = this.kept.filter((frame, i) => i === 0 || this.isWanted(frame));
    }
  }
}
