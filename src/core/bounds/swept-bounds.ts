// Where vertices and faces are over a step: slabs along nine directions (18-DOPs) at both of its ends. Two volumes that are apart in
// one direction, in the same order, at both ends are apart throughout. At one instant bounds are coarser. kernels/slabs.ts says why a
// comparison is a proof.
import { Block } from '../memory/block.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';

/** As a share of the largest coordinate: more than corners of two faces come nearer when they are rounded to f32. */
const ROUNDING = 2 ** -20;

/** More than what f32 round off where everything is tiny. */
const UNDERFLOW = 2 ** -140;

/** No two bounds are farther apart. */
const WIDEST = 2 ** 127;

/** Bounds of the vertices and faces of one motion. */
export class SweptBounds {
  private readonly motion: VertexMotion;
  private readonly ofVertices: Block;
  private readonly ofFaces: Block;
  /** One byte per vertex and per place: new memory is zero, and what marks it clears it. */
  private readonly marks: Block;

  constructor(motion: VertexMotion) {
    const { memory, context } = motion;
    this.motion = motion;
    this.ofVertices = new Block(memory, 0, (pointer) => {
      context.projected = pointer;
    });
    this.ofFaces = new Block(memory, 0, (pointer) => {
      context.slabs = pointer;
    });
    this.marks = new Block(memory);
  }

  /** Bounds over [0, until] that are never apart for features that come within the separation in that time. */
  sweep(until: number, minSeparation: number): void {
    const { memory, mesh, context, isStatic } = this.motion;
    const { kernels } = memory;
    this.ofVertices.reserve(80 * mesh.vertexCount);
    this.ofFaces.reserve(160 * context.placeCount);
    const pad = padOf(minSeparation, context.largest, until);
    context.until = until;
    context.pad = pad;
    context.halfPad = pad / 2;
    context.reach = this.reachOf(pad);
    kernels.projectVertices(context.address);
    if (!isStatic) kernels.boundFaces(context.address);
  }

  /** At one instant, once the tree has its boxes: bounds of vertices and faces. */
  coarsen(): void {
    const { memory, context } = this.motion;
    memory.kernels.boundCoarsely(context.address);
  }

  /** Bounds over the whole step of the faces of these pairs, after a sweep of another motion; those of others are of no use then. */
  sweepPairs(pairs: PairBuffer): void {
    const { memory, mesh, context } = this.motion;
    const marks = this.marks.reserve(mesh.vertexCount + context.placeCount).pointer;
    // The bounds are those of a step, whatever the last ones were.
    context.isStatic = false;
    context.pad = 0;
    context.halfPad = 0;
    memory.kernels.boundPairs(context.address, pairs.pointer, pairs.count, marks);
  }

  /**
   * How far apart features may be, at one instant, that are kept, where bounds are calculated with and not only compared: corners come
   * nearer when they are rounded to f32, and what is beyond its range keeps its order, not its place.
   */
  private reachOf(pad: number): number {
    const { largest, inRange } = this.motion;
    return inRange ? Math.max(pad, ROUNDING * largest) : Infinity;
  }
}

/**
 * Up to 1.001 times the separation may be reported; bounds are rounded to f32, and so is the pad itself: a few units in the last place
 * of the largest coordinate. At the ends of the step bounds are exact, and without a separation no pad is needed.
 */
function padOf(minSeparation: number, largest: number, until: number): number {
  if (minSeparation === 0 && until === 1) return 0;
  return Math.min(Math.fround(1.0012 * minSeparation + ROUNDING * largest + UNDERFLOW) * (1 + 2 ** -22), WIDEST);
}
