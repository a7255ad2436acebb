// Fits bounds and tree to a step, in passes: the range of the vertices, their projections, then
// slabs of faces and boxes of nodes branch by branch, and last what is above the branches. Pieces
// of a pass may be done in any order, by any thread and more than once, because what they write
// depends on earlier passes alone.
import type { SweptBounds } from '../bounds/swept-bounds.ts';
import { Block } from '../memory/block.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import { BoundsPart, type MeshKernels } from '../wasm/mesh.generated.ts';
import type { FaceTree } from './face-tree.ts';

/** The passes. */
export const PASS = {
  /** The range of the vertices, which quantized bounds need. */
  measure: 1,
  /** Quantized values of the vertices. */
  quantize: 2,
  /** Projections of the vertices. */
  project: 3,
  /** Slabs of faces and boxes of nodes, by branches. */
  fit: 4,
} as const;

/** Which pass, and pointers to what it needs besides the context. */
export interface PassTables {
  /** A value of `PASS`. */
  readonly pass: number;
  /** A byte per vertex that tells whether a face has it, or 0. */
  readonly used: number;
  /** The branches. */
  readonly branches: number;
  /** Where pieces leave what they found: a `BoundsPart` each. */
  readonly parts: number;
}

/** One piece of a pass: some of its vertices or branches. */
export interface Piece {
  /** The number of the piece. */
  readonly part: number;
  /** The first vertex or branch. */
  readonly first: number;
  /** The one behind the last. */
  readonly end: number;
}

/** Runs one piece of a pass. `scratch` is that of the thread. */
export function runPiece(
  kernels: MeshKernels,
  context: number,
  scratch: number,
  tables: PassTables,
  { part, first, end }: Piece,
): void {
  const to = tables.parts + BoundsPart.BYTES * part;
  if (tables.pass === PASS.measure) kernels.measureVertices(context, tables.used, first, end, to);
  else if (tables.pass === PASS.quantize) kernels.quantizeVertices(context, first, end);
  else if (tables.pass === PASS.project) kernels.projectVertices(context, first, end);
  else kernels.fitBranches(context, scratch, tables.branches, first, end, to);
}

/** Several threads that run passes. */
export interface ThreadedPasses {
  /** Whether that pays in the present step. */
  readonly isDue: boolean;
  /** The most pieces of a pass. */
  readonly maxPieces: number;
  /**
   * Runs a pass over this many vertices or branches and returns the number of its pieces; 0 if one
   * thread has to do it. Throws `WriterLost` if a thread may still write to the results.
   */
  run(tables: PassTables, count: number): number;
}

/** A thread that was given up may still write to the results of a pass. */
export class WriterLost extends Error {}

/** Fits the bounds and the tree of one collider. */
export class TreeFit {
  private readonly motion: VertexMotion;
  private readonly bounds: SweptBounds;
  private readonly tree: FaceTree;
  private readonly threads: ThreadedPasses | null;
  private readonly parts: Block;

  constructor(motion: VertexMotion, bounds: SweptBounds, tree: FaceTree, threads: ThreadedPasses | null) {
    this.motion = motion;
    this.bounds = bounds;
    this.tree = tree;
    this.threads = threads;
    this.parts = new Block(motion.memory);
  }

  /** Computes bounds over [0, until] and the boxes of the tree. */
  run(until: number, minSeparation: number): void {
    const { bounds, tree, parts, motion } = this;
    bounds.begin(until, minSeparation);
    try {
      this.fit(this.threads?.isDue ? this.threads : null);
    } catch (error) {
      if (!(error instanceof WriterLost)) throw error;
      bounds.abandon();
      tree.abandonBoxes();
      motion.memory.abandon(parts.leave());
      this.fit(null);
    }
  }

  private fit(threads: ThreadedPasses | null): void {
    const { motion, bounds, tree, parts } = this;
    const { vertexCount } = motion.mesh;
    parts.reserve(BoundsPart.BYTES * (threads?.maxPieces ?? 1));
    if (!(bounds.mayQuantize && this.fitQuantized(threads))) {
      motion.context.isQuantized = false;
      bounds.reserveBounds(false);
      tree.reserveBoxes();
      this.pass(PASS.project, vertexCount, threads);
      this.pass(PASS.fit, tree.branchCount, threads);
    }
    tree.fitAbove();
  }

  /** False if quantized bounds do not serve. */
  private fitQuantized(threads: ThreadedPasses | null): boolean {
    const { motion, bounds, tree, parts } = this;
    const { context, mesh } = motion;
    const { kernels } = motion.memory;
    bounds.reserveBounds(true);
    const measured = this.pass(PASS.measure, mesh.vertexCount, threads);
    if (!kernels.scaleBounds(context.address, parts.pointer, measured)) return false;
    context.isQuantized = true;
    tree.reserveBoxes();
    this.pass(PASS.quantize, mesh.vertexCount, threads);
    const fitted = this.pass(PASS.fit, tree.branchCount, threads);
    return kernels.judgeBounds(context.address, parts.pointer, fitted) !== 0;
  }

  /** Runs a pass over all vertices or branches; returns the number of its pieces. */
  private pass(pass: number, count: number, threads: ThreadedPasses | null): number {
    const { motion, bounds, tree, parts } = this;
    const { memory, context } = motion;
    const used = pass === PASS.measure ? bounds.usedVertices() : 0;
    const tables = { pass, used, branches: tree.branches, parts: parts.pointer };
    const pieces = threads?.run(tables, count) ?? 0;
    if (pieces > 0) return pieces;
    runPiece(memory.kernels, context.address, memory.scratch, tables, { part: 0, first: 0, end: count });
    return 1;
  }
}
