// The hierarchy of connected patches [ICCD §VI-A]: which sets of faces are worth asking whether they
// touch themselves. A patch is oriented, connected across good edges, and around each vertex one fan or one ring of faces;
// holes are allowed. It stands beside the spatial tree: the two meet in the labels of `QuietPatches`.
import { NONE } from '../../core/mesh/topology.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { growBasePatches } from './patch-growing.ts';
import { facesByPatch } from './patch-loops.ts';
import { type Merged, mergePatches } from './patch-merging.ts';
import { findSeams } from './patch-seams.ts';
import { roughCones } from './rough-cones.ts';

/**
 * A forest in preorder: the first child of a node is the next node, the nodes below node i are i + 1 … end[i] − 1, the next tree
 * begins at end[root]. Base patches are the leaves, numbered in the same order; a node has (end[i] − i + 1) / 2 of them.
 */
export interface Patches {
  readonly nodeCount: number;
  readonly leafCount: number;
  /** Second child, 0 for a leaf. */
  readonly second: Uint32Array;
  readonly end: Uint32Array;
  readonly firstLeaf: Uint32Array;
  /** Faces of node i: `order` from firstFace[i], faceCount[i] of them. */
  readonly firstFace: Uint32Array;
  readonly faceCount: Uint32Array;
  /** All faces, patch by patch; those in no patch of two faces or more come last. */
  readonly order: Uint32Array;
  /** Boundary loops of node i: from loopStart[i] to loopStart[i + 1]; vertices of a loop l: `loopVertices` from
   * loopVertexStart[l] to loopVertexStart[l + 1], in the direction of the faces. */
  readonly loopStart: Uint32Array;
  readonly loopVertexStart: Uint32Array;
}

export interface BuiltPatches extends Patches {
  /** Apart, because only the kernels need them. */
  readonly loopVertices: Uint32Array;
}

/** For the mesh, and with regard to the shape that it has in the step that the motion is set to. */
export function buildPatches(motion: VertexMotion): BuiltPatches {
  const { mesh } = motion;
  const seams = findSeams(mesh.topology);
  const base = growBasePatches(seams);
  const merged = mergePatches(seams, base, roughCones(motion, base));
  const nodes = preorder(merged);
  const shape = layOutNodes(merged, nodes);
  return { ...shape, order: orderFaces(base.patchOf, merged, nodes), ...layOutLoops(mesh, merged, nodes) };
}

/** The nodes of all trees of two faces or more. */
function preorder({ leafCount, nodeCount, first, second, parent, faceCount }: Merged): Uint32Array {
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

type Shape = Pick<Patches, 'nodeCount' | 'leafCount' | 'second' | 'end' | 'firstLeaf' | 'firstFace' | 'faceCount'>;

function layOutNodes(merged: Merged, nodes: Uint32Array): Shape {
  const nodeCount = nodes.length;
  const second = new Uint32Array(nodeCount);
  const end = new Uint32Array(nodeCount);
  // Backwards both children of a node are complete before it.
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

function orderFaces(patchOf: Uint32Array, merged: Merged, nodes: Uint32Array): Uint32Array {
  const { start, faces } = facesByPatch(patchOf, merged.leafCount);
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

function layOutLoops(
  { triangles }: TriMesh,
  { loops }: Merged,
  nodes: Uint32Array,
): Pick<BuiltPatches, 'loopStart' | 'loopVertexStart' | 'loopVertices'> {
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
