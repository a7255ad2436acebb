// The hierarchy of connected patches [ICCD §VI-A]: the sets of faces for which `QuietPatches` asks
// whether they touch themselves. A patch is oriented and connected across good edges
// (kernels/patch-seams.ts). Its faces around each vertex form one fan or one ring. Holes are
// allowed.
// Departs from the paper: the hierarchy is separate from the spatial tree. Only the labels of
// `QuietPatches` connect the two.
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { NO_LIMIT, PatchBuilding } from './patch-building.ts';

/**
 * A forest of binary trees in preorder. The first child of an inner node i is node i + 1. The nodes
 * below node i are i + 1 … end[i] − 1, and the next tree begins at end[root]. The leaves are the
 * base patches, numbered in the same order; (end[i] − i + 1) / 2 of them belong to node i.
 */
export interface Patches {
  /** Number of nodes. */
  readonly nodeCount: number;
  /** Number of base patches. */
  readonly leafCount: number;
  /** Second child of each node, 0 for a leaf. */
  readonly second: Uint32Array;
  /** The node behind the subtree of each node. */
  readonly end: Uint32Array;
  /** Number of the first base patch of each node. */
  readonly firstLeaf: Uint32Array;
  /** The faces of node i are `order` at [firstFace[i], firstFace[i] + faceCount[i]). */
  readonly firstFace: Uint32Array;
  /** Number of faces of each node. */
  readonly faceCount: Uint32Array;
  /** All faces, base patch by base patch. Faces whose patch is a single face come last. */
  readonly order: Uint32Array;
  /** The boundary loops of node i are [loopStart[i], loopStart[i + 1]). */
  readonly loopStart: Uint32Array;
  /** The vertices of loop l are `loopVertices` at [loopVertexStart[l], loopVertexStart[l + 1]). */
  readonly loopVertexStart: Uint32Array;
  /** Vertices of all loops, in the direction in which the faces are wound. */
  readonly loopVertices: Uint32Array;
}

/**
 * Builds the patches of a mesh at once. The shape in the current step of the motion decides which
 * patches are joined first. Throws `RangeError` if there is no memory for them.
 */
export function buildPatches(motion: VertexMotion): Patches {
  const building = new PatchBuilding(motion);
  let patches = building.advance(NO_LIMIT);
  while (patches === null) patches = building.advance(NO_LIMIT);
  building.dispose();
  return patches;
}
