// The lower level of the two-level hierarchy: a tree for each object, or for each of other groups
// of faces. kernels/tree-build.ts builds them.
//
// Departs from the paper [ICCD §VI-A]: the trees are spatial; connected patches are a hierarchy of
// their own (papers/iccd).
import type { Block } from '../memory/block.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import { TreeBuilder } from '../wasm/mesh.generated.ts';

/**
 * No child. The four children of a node are numbers of nodes, or ~places of faces; empty slots come
 * last.
 */
export const EMPTY = 0x7fffffff;

/** Numbers and roots of the trees; their nodes are in linear memory. */
export interface ObjectTrees {
  /** How many nodes, the first ones, are left free for the tree over the objects. */
  readonly topCount: number;
  /** The most nodes from a root to a leaf. */
  readonly depth: number;
  /** The root of each tree. */
  readonly roots: Uint32Array;
}

/** A partition of the faces into groups. */
export interface FaceGroups {
  /** The group of each face, numbered from 0. */
  readonly groupOf: Uint32Array;
  /** Number of groups. */
  readonly count: number;
}

/**
 * Builds a tree for each group, by default for each object, from the positions of the present step.
 * The faces get places in the order of the leaves. Nodes go to `children` and their number into the
 * context.
 */
export function buildObjectTrees(motion: VertexMotion, children: Block, groups?: FaceGroups): ObjectTrees {
  const { memory, mesh, context } = motion;
  const { triangles, faceCount, topology } = mesh;
  const { groupOf, count } = groups ?? { groupOf: topology.componentOf, count: topology.componentCount };
  const sizes = [
    TreeBuilder.BYTES,
    12 * faceCount,
    4 * groupOf.length,
    4 * count,
    12 * faceCount + 16,
    4 * faceCount,
    // Nodes: there are fewer than faces, and another sixty-fourth of that above the objects.
    17 * faceCount + 32,
    4 * count + 16,
  ];
  return memory.borrow(sizes, ([address, ofTriangles, ofGroups, ofSizes, centres, order, nodes, roots]) => {
    const builder = new TreeBuilder(memory, address);
    builder.triangles = ofTriangles;
    builder.faceCount = faceCount;
    builder.groups = ofGroups;
    builder.groupCount = count;
    builder.groupsOfVertices = groups === undefined;
    builder.sizes = ofSizes;
    builder.centres = centres;
    builder.order = order;
    builder.children = nodes;
    builder.roots = roots;
    memory.u32(ofTriangles, triangles.length).set(triangles);
    memory.u32(ofGroups, groupOf.length).set(groupOf);
    memory.kernels.buildTrees(context.address, builder.address);
    motion.orderFaces(order, ofTriangles);
    const { nodeCount, topCount, treeCount, depth } = builder;
    context.nodeCount = nodeCount;
    // Reserve first: growing the memory detaches views.
    children.reserve(16 * nodeCount).put(memory.i32(nodes, 4 * nodeCount));
    return { topCount, depth, roots: memory.u32(roots, treeCount).slice() };
  });
}
