// Bounds of vertices and faces over a step: slabs along nine directions (18-DOPs) at both of its
// ends. Two volumes that are apart in one direction, in the same order, at both ends are apart
// throughout. At one instant, coarse bounds replace most slabs once the tree has its boxes.
// kernels/slabs.ts says why a comparison is a proof.
import { Block } from '../memory/block.ts';
import type { TriMesh } from '../mesh/tri-mesh.ts';
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

/** Bytes of the bounds of a vertex and of a face, by place. */
interface BoundBytes {
  readonly ofVertex: number;
  readonly ofFace: number;
}

const STATIC_BYTES: BoundBytes = { ofVertex: 32, ofFace: 32 };
const QUANTIZED_BYTES: BoundBytes = { ofVertex: 64, ofFace: 64 };
const FLOAT_BYTES: BoundBytes = { ofVertex: 80, ofFace: 160 };

/** Which bounds over a step are read; any if nothing is said. */
export interface BoundForm {
  /** f32 at both ends of the step, never quantized. */
  readonly readsFloatBounds?: boolean;
  /** f32 swept over the step: one slab for the whole of it, which separates less. */
  readonly readsSweptBounds?: boolean;
}

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
  /** See `usedVertices`; `usedOf` is the mesh that it was computed for. */
  private readonly used: Block;
  private usedOf: TriMesh | null = null;
  private hasUnused = false;
  private readonly form: BoundForm;

  /** In the form that is read; quantized if any serves. */
  constructor(motion: VertexMotion, form: BoundForm = {}) {
    const { memory, context } = motion;
    this.motion = motion;
    this.ofVertices = Block.forField(memory, context, 'projected');
    this.ofFaces = Block.forField(memory, context, 'slabs');
    this.marks = new Block(memory);
    this.used = new Block(memory);
    this.form = form;
  }

  /**
   * Sets what bounds over [0, until] depend on; tree/tree-fit.ts then computes them. Safe
   * direction: bounds of features that come within the separation in that time are never apart.
   */
  begin(until: number, minSeparation: number): void {
    const { context, inRange, isStatic } = this.motion;
    const pad = padOf(minSeparation, context.largest, until);
    context.until = until;
    context.pad = pad;
    context.halfPad = pad / 2;
    // Beyond the range of f32, stored values keep their order but not their distance.
    context.reach = inRange ? Math.max(pad, CORNER_ROUNDING * context.largest) : Infinity;
    context.isQuantized = false;
    context.isSwept = this.form.readsSweptBounds === true && !isStatic;
  }

  /** Whether quantized bounds may serve for the present step. */
  get mayQuantize(): boolean {
    const { readsFloatBounds = false, readsSweptBounds = false } = this.form;
    return !(readsFloatBounds || readsSweptBounds || this.motion.isStatic);
  }

  /** Makes room for the bounds of the present step. */
  reserveBounds(isQuantized: boolean): void {
    if (this.motion.isStatic) this.reserve(STATIC_BYTES);
    else this.reserve(isQuantized ? QUANTIZED_BYTES : FLOAT_BYTES);
  }

  /** Projects the vertices where nothing moves, for stages that need no tree. */
  projectInstant(minSeparation: number): void {
    const { memory, mesh, context } = this.motion;
    this.begin(1, minSeparation);
    this.reserveBounds(false);
    memory.kernels.projectVertices(context.address, 0, mesh.vertexCount);
  }

  /** Leaves the memory of the bounds to a thread that may still write to it. */
  abandon(): void {
    const { memory } = this.motion;
    memory.abandon(this.ofVertices.leave());
    memory.abandon(this.ofFaces.leave());
  }

  private reserve({ ofVertex, ofFace }: BoundBytes): void {
    const { mesh, context } = this.motion;
    this.ofVertices.reserve(ofVertex * mesh.vertexCount);
    this.ofFaces.reserve(ofFace * context.placeCount);
  }

  /**
   * A byte per vertex that tells whether a face has it; 0 if all vertices are used. Others may be
   * anywhere, and must not spoil the range of quantized bounds.
   */
  usedVertices(): number {
    const { mesh } = this.motion;
    if (mesh !== this.usedOf) {
      this.usedOf = mesh;
      const { starStart } = mesh.topology;
      const used = new Uint8Array(mesh.vertexCount);
      for (let v = 0; v < used.length; v++) used[v] = starStart[v + 1] > starStart[v] ? 1 : 0;
      this.hasUnused = used.includes(0);
      if (this.hasUnused) this.used.putBytes(used);
    }
    return this.hasUnused ? this.used.pointer : 0;
  }

  /**
   * Computes bounds over the whole step for the faces of these pairs alone; the bounds of all other
   * faces are then invalid.
   */
  sweepPairs(pairs: PairBuffer): void {
    const { memory, mesh, context } = this.motion;
    this.reserve(FLOAT_BYTES);
    context.isQuantized = false;
    context.isSwept = false;
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
