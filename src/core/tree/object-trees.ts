// The lower level of the two-level hierarchy: a tree for each object, which moves with it and keeps its shape when objects pass each
// other, or for each of other groups of faces that belong together. [ICCD §VI-A] Crumbs, too small for a tree of their own, share one.
// Departs from the paper: the trees are spatial; connected patches are a hierarchy of their own (papers/iccd).
import { NONE } from '../mesh/topology.ts';
import type { Positions, TriMesh } from '../mesh/tri-mesh.ts';
import { countNodes, EMPTY, type TreeBuilder } from './build-tree.ts';

/** Objects and groups of fewer faces are crumbs. */
const CRUMB = 64;

export interface ObjectTrees {
  /** As in build-tree.ts. The first `topCount` nodes are left to the tree over the objects. */
  readonly children: Int32Array;
  readonly topCount: number;
  /** The root of each tree. */
  readonly roots: Uint32Array;
  readonly depth: number;
  /** The face at each place. */
  readonly order: Uint32Array;
}

/** The group of each face, numbered from 0. */
export interface FaceGroups {
  readonly groupOf: Uint32Array;
  readonly count: number;
}

/** `builder` has room for all faces. */
export function buildObjectTrees(
  mesh: TriMesh,
  x0: Positions,
  x1: Positions,
  builder: TreeBuilder,
  groups: FaceGroups = objectsOf(mesh),
): ObjectTrees {
  const { faces, start } = sortFaces(groups);
  const treeCount = start.length - 1;
  const topCount = treeCount > 1 ? countNodes(treeCount) : 0;
  const roots = new Uint32Array(treeCount);
  const order = new Uint32Array(faces.length);
  const children = new Int32Array(4 * (topCount + faces.length)).fill(EMPTY);
  let nodeCount = topCount;
  let depth = 0;
  for (let i = 0; i < treeCount; i++) {
    const own = faces.subarray(start[i], start[i + 1]);
    putCentres(mesh.triangles, own, x0, x1, builder.centres(own.length));
    const tree = builder.build(own.length);
    putOrdered(own, tree.order, order.subarray(start[i], start[i + 1]));
    roots[i] = nodeCount;
    putMoved(tree.children, nodeCount, start[i], children);
    nodeCount += tree.nodeCount;
    depth = Math.max(depth, tree.depth);
  }
  return { children: children.subarray(0, 4 * nodeCount), topCount, roots, depth, order };
}

function objectsOf({ triangles, faceCount, topology }: TriMesh): FaceGroups {
  const { componentOf, componentCount } = topology;
  const groupOf = new Uint32Array(faceCount);
  for (let f = 0; f < faceCount; f++) groupOf[f] = componentOf[triangles[3 * f]];
  return { groupOf, count: componentCount };
}

/** The faces of each group that is no crumb, then those of all crumbs. */
function sortFaces({ groupOf, count }: FaceGroups): { faces: Uint32Array; start: Uint32Array } {
  const sizes = new Uint32Array(count);
  for (let f = 0; f < groupOf.length; f++) sizes[groupOf[f]]++;
  const treeOf = new Uint32Array(count).fill(NONE);
  const counts: number[] = [];
  for (let group = 0; group < count; group++) {
    if (sizes[group] >= CRUMB) treeOf[group] = counts.push(sizes[group]) - 1;
  }
  const crumbs = groupOf.length - counts.reduce((sum, size) => sum + size, 0);
  if (crumbs > 0) counts.push(crumbs);
  const start = new Uint32Array(counts.length + 1);
  counts.forEach((size, tree) => {
    start[tree + 1] = start[tree] + size;
  });
  const next = start.slice();
  const faces = new Uint32Array(groupOf.length);
  for (let f = 0; f < groupOf.length; f++) {
    const tree = treeOf[groupOf[f]];
    faces[next[tree === NONE ? counts.length - 1 : tree]++] = f;
  }
  return { faces, start };
}

function putOrdered(faces: Uint32Array, order: Uint32Array, to: Uint32Array): void {
  for (let j = 0; j < to.length; j++) to[j] = faces[order[j]];
}

/** Puts the children of a tree whose nodes stand behind `node` others and whose faces behind `place` others. */
function putMoved(children: Int32Array, node: number, place: number, to: Int32Array): void {
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    to[4 * node + i] = child < 0 ? child - place : child === EMPTY ? EMPTY : child + node;
  }
}

/** Mean of the corners at both ends, for each of the faces. */
function putCentres(
  triangles: Uint32Array,
  faces: Uint32Array,
  x0: Positions,
  x1: Positions,
  centres: Float32Array,
): void {
  for (let i = 0; i < faces.length; i++) {
    const f = 3 * faces[i];
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let j = 0; j < 3; j++) sum += x0[3 * triangles[f + j] + k] / 6 + x1[3 * triangles[f + j] + k] / 6;
      centres[3 * i + k] = sum;
    }
  }
}
