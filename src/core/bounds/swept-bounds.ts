// Bounds of vertices and faces over a step: slabs along nine directions (18-DOPs) at both of its
// ends. Two volumes that are apart in one direction, in the same order, at both ends are apart
// throughout. At one instant, coarse bounds replace most slabs once the tree has its boxes.
// kernels/slabs.ts says why a comparison is a proof.
import { Block } from '../memory/block.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';

/**
 * More than rounding to f32 can bring two corners nearer to each other, as a share of the largest
 * coordinate.
 */
const CORNER_ROUNDING = 2 ** -20;

/** More than rounding to f32 changes the smallest numbers; a length. */
const F32_UNDERFLOW = 2 ** -140;

/** The largest pad; a length. No two bounds are farther apart. */
const MAX_PAD = 2 ** 127;

/** Bounds of the vertices and faces of one motion. */
export class SweptBounds {
  private readonly motion: VertexMotion;
  private readonly ofVertices: Block;
  private readonly ofFaces: Block;
  /**
   * One byte per vertex and per place, all zero between calls: the kernel that sets bytes clears
   * them again.
   */
  private readonly marks: Block;

  constructor(motion: VertexMotion) {
    const { memory, context } = motion;
    this.motion = motion;
    this.ofVertices = Block.forField(memory, context, 'projected');
    this.ofFaces = Block.forField(memory, context, 'slabs');
    this.marks = new Block(memory);
  }

  /**
   * Computes bounds over [0, until]. Safe direction: bounds of features that come within the
   * separation in that time are never apart.
   */
  sweep(until: number, minSeparation: number): void {
    const { memory, mesh, context, isStatic, inRange } = this.motion;
    const { kernels } = memory;
    this.ofVertices.reserve(80 * mesh.vertexCount);
    this.ofFaces.reserve(160 * context.placeCount);
    const pad = padOf(minSeparation, context.largest, until);
    context.until = until;
    context.pad = pad;
    context.halfPad = pad / 2;
    // Beyond the range of f32, stored values keep their order but not their distance.
    context.reach = inRange ? Math.max(pad, CORNER_ROUNDING * context.largest) : Infinity;
    kernels.projectVertices(context.address);
    if (!isStatic) kernels.boundFaces(context.address);
  }

  /**
   * Computes bounds over the whole step for the faces of these pairs alone; the bounds of all other
   * faces are then invalid.
   */
  sweepPairs(pairs: PairBuffer): void {
    const { memory, mesh, context } = this.motion;
    const marks = this.marks.reserve(mesh.vertexCount + context.placeCount).pointer;
    // Also if nothing moves: these are bounds of a step, not coarse ones.
    context.isStatic = false;
    context.pad = 0;
    context.halfPad = 0;
    memory.kernels.boundPairs(context.address, pairs.pointer, pairs.count, marks);
  }
}

/**
 * By how much bounds are widened; a length. Pairs within 1.001 times the separation may be
 * reported, and bounds and the pad itself are rounded to f32, by a few units in the last place of
 * the largest coordinate. Without a separation, bounds at the ends of the step need no pad:
 * rounding does not change their order.
 */
function padOf(minSeparation: number, largest: number, until: number): number {
  if (minSeparation === 0 && until === 1) return 0;
  return Math.min(
    Math.fround(1.0012 * minSeparation + CORNER_ROUNDING * largest + F32_UNDERFLOW) * (1 + 2 ** -22),
    MAX_PAD,
  );
}
