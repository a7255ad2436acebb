// The lower level of the two-level hierarchy: a tree for each object, or for each of other groups of faces that belong together.
// assembly/tree-build.ts builds them.
// Departs from the paper [ICCD §VI-A]: the trees are spatial; connected patches are a hierarchy of their own (papers/iccd).
import { type IdleMemory, layOut } from '../memory/idle-memory.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';

/** No child. The four children of a node are numbers of nodes, or ~places of faces, or this, which fills up the end. */
export const EMPTY = 0x7fffffff;

export interface ObjectTrees {
  /** In linear memory until the next sweep. The first `topCount` nodes are left to the tree over the objects. */
  readonly children: number;
  readonly nodeCount: number;
  readonly topCount: number;
  /** The most nodes from a root to a leaf. */
  readonly depth: number;
  /** The root of each tree. */
  readonly roots: Uint32Array;
}

/** The group of each face, numbered from 0. */
export interface FaceGroups {
  readonly groupOf: Uint32Array;
  readonly count: number;
}

/** Over the step as the motion has it, whose faces stand in the order of the leaves then. Without groups, those are the objects. */
export function buildObjectTrees(motion: VertexMotion, scratch: IdleMemory, groups?: FaceGroups): ObjectTrees {
  const { memory, mesh } = motion;
  const { triangles, faceCount, topology } = mesh;
  const { groupOf, count } = groups ?? { groupOf: topology.componentOf, count: topology.componentCount };
  // Of nodes there are fewer than faces, and a sixty-fourth above them.
  const sizes = [
    12 * faceCount,
    4 * groupOf.length,
    4 * count,
    12 * faceCount + 16,
    4 * faceCount,
    17 * faceCount + 32,
  ];
  const [ofTriangles, ofGroups, ofSizes, ofCentres, ofOrder, ofChildren, out] = layOut(scratch, [
    ...sizes,
    4 * count + 32,
  ]);
  memory.u32(ofTriangles, triangles.length).set(triangles);
  memory.u32(ofGroups, groupOf.length).set(groupOf);
  memory.kernels.buildTrees(
    ofTriangles,
    faceCount,
    motion.points,
    ofGroups,
    count,
    groups === undefined,
    ofSizes,
    ofCentres,
    ofOrder,
    ofChildren,
    out,
  );
  motion.orderFaces(ofOrder, ofTriangles);
  const [treeCount, topCount, nodeCount, depth] = memory.u32(out, 4);
  return { children: ofChildren, nodeCount, topCount, depth, roots: memory.u32(out + 16, treeCount).slice() };
}
