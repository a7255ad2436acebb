// Builds the hierarchy of connected patches [ICCD §VI-A]: the sets of faces for which
// `QuietPatches` asks whether they touch themselves. A patch is oriented and connected across good
// edges (`patch-seams.ts`). Its faces around each vertex form one fan or one ring. Holes are
// allowed.
// Departs from the paper: the hierarchy is separate from the spatial tree. Only the labels of
// `QuietPatches` connect the two.
import { groupByKey } from '../../core/mesh/group-by-key.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { growBasePatches } from './patch-growing.ts';
import { mergePatches, type PatchMerging } from './patch-merging.ts';
import { findSeams } from './patch-seams.ts';
import { roughCones } from './rough-cones.ts';

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
 * Builds the patches of a mesh. The shape in the current step of the motion decides which patches
 * are joined first.
 */
export function buildPatches(motion: VertexMotion): Patches {
  const { mesh } = motion;
  const seams = findSeams(mesh.topology);
  const base = growBasePatches(seams);
  const merged = mergePatches(seams, base, roughCones(motion, base));
  const nodes = preorder(merged);
  const order = orderFaces(base.patchOf, merged, nodes);
  return { ...layOutNodes(merged, nodes), order, ...layOutLoops(mesh, merged, nodes) };
}

/** The nodes of all trees with two faces or more, in preorder. */
function preorder({ leafCount, nodeCount, first, second, parent, faceCount }: PatchMerging): Uint32Array {
  const nodes = new Uint32Array(nodeCount);
  const stack: number[] = [];
  let count = 0;
  for (let root = nodeCount - 1; root >= 0; root--) {
    if (parent[root] !== NONE || faceCount[root] < 2) continue;
    stack.push(root);
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      nodes[count++] = node;
      if (node >= leafCount) stack.push(second[node], first[node]);
    }
  }
  return nodes.slice(0, count);
}

/** The columns of the nodes in preorder. */
function layOutNodes(
  merged: PatchMerging,
  nodes: Uint32Array,
): Omit<Patches, 'order' | 'loopStart' | 'loopVertexStart' | 'loopVertices'> {
  const nodeCount = nodes.length;
  const second = new Uint32Array(nodeCount);
  const end = new Uint32Array(nodeCount);
  // Backwards, both children of a node are complete before the node.
  for (let i = nodeCount - 1; i >= 0; i--) {
    if (nodes[i] < merged.leafCount) end[i] = i + 1;
    else {
      second[i] = end[i + 1];
      end[i] = end[second[i]];
    }
  }
  const firstLeaf = new Uint32Array(nodeCount);
  const firstFace = new Uint32Array(nodeCount);
  let leafCount = 0;
  let faces = 0;
  for (let i = 0; i < nodeCount; i++) {
    firstLeaf[i] = leafCount;
    firstFace[i] = faces;
    if (second[i] !== 0) continue;
    leafCount++;
    faces += merged.faceCount[nodes[i]];
  }
  return { nodeCount, leafCount, second, end, firstLeaf, firstFace, faceCount: nodes.map((n) => merged.faceCount[n]) };
}

/**
 * The faces of all base patches in the order of the nodes, then the faces of trees of a single
 * face.
 */
function orderFaces(patchOf: Uint32Array, merged: PatchMerging, nodes: Uint32Array): Uint32Array {
  const { start, items: faces } = groupByKey(patchOf, merged.leafCount);
  const order = new Uint32Array(patchOf.length);
  let count = 0;
  for (const node of nodes) {
    if (node >= merged.leafCount) continue;
    for (let i = start[node]; i < start[node + 1]; i++) order[count++] = faces[i];
  }
  const { parent, faceCount } = merged;
  for (let f = 0; f < patchOf.length; f++) {
    if (parent[patchOf[f]] === NONE && faceCount[patchOf[f]] < 2) order[count++] = f;
  }
  return order;
}

/** The boundary loops of the nodes in preorder, as vertices. */
function layOutLoops(
  { triangles }: TriMesh,
  { loops }: PatchMerging,
  nodes: Uint32Array,
): Pick<Patches, 'loopStart' | 'loopVertexStart' | 'loopVertices'> {
  const loopStart = new Uint32Array(nodes.length + 1);
  let sideCount = 0;
  nodes.forEach((node, i) => {
    loopStart[i + 1] = loopStart[i] + loops.loopStart[node + 1] - loops.loopStart[node];
    sideCount += loops.sideCount(node);
  });
  const loopVertexStart = new Uint32Array(loopStart[nodes.length] + 1);
  const loopVertices = new Uint32Array(sideCount);
  let at = 0;
  let loop = 0;
  for (const node of nodes) {
    for (let l = loops.loopStart[node]; l < loops.loopStart[node + 1]; l++) {
      for (let i = loops.start[l]; i < loops.start[l + 1]; i++) loopVertices[at++] = triangles[loops.sides[i]];
      loopVertexStart[++loop] = at;
    }
  }
  return { loopStart, loopVertexStart, loopVertices };
}
