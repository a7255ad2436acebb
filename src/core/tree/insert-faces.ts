// Puts faces that have come into the tree, each into the leaf of a face that it shares an edge or a vertex with: there its box is no
// larger than it must be, and no positions are needed. Beside a full leaf comes a new one, or the leaf becomes a node with two leaves.
import type { Topology } from '../mesh/topology.ts';
import { EMPTY } from './object-trees.ts';

/** A deeper tree is better built anew: it takes faces that all came in one spot. */
const DEEPEST = 48;

/** Children as in object-trees.ts, with room for two more nodes a new face. */
export interface GrowingTree {
  readonly children: Int32Array;
  nodeCount: number;
  depth: number;
}

/** False if some faces have no neighbour in the tree, however far: then it should be built anew. */
export function insertFaces(
  tree: GrowingTree,
  topology: Topology,
  faceOf: Uint32Array,
  placeOf: Uint32Array,
  first: number,
): boolean {
  const { leafOf, parentOf, depthOf } = survey(tree, faceOf.length);
  let waiting: number[] = [];
  for (let place = first; place < faceOf.length; place++) waiting.push(place);
  while (waiting.length > 0) {
    // A face all of whose neighbours have come with it waits until they are in.
    const left: number[] = [];
    for (const place of waiting) {
      const host = hostOf(topology, faceOf[place], placeOf, leafOf, tree.children);
      if (host >= 0 && depthOf[host] >= DEEPEST) return false;
      if (host < 0) left.push(place);
      else leafOf[place] = fill(tree, host, place, { leafOf, parentOf, depthOf });
    }
    if (left.length === waiting.length) return false;
    waiting = left;
  }
  return true;
}

interface Survey {
  /** The leaf of every place, −1 for none. */
  readonly leafOf: Int32Array;
  /** Of every node, with room for those to come. */
  readonly parentOf: Int32Array;
  readonly depthOf: Uint8Array;
}

function survey({ children, nodeCount }: GrowingTree, placeCount: number): Survey {
  const leafOf = new Int32Array(placeCount).fill(-1);
  const parentOf = new Int32Array(children.length / 4).fill(-1);
  const depthOf = new Uint8Array(children.length / 4);
  for (let node = 0; node < nodeCount; node++) {
    for (let i = 4 * node; i < 4 * node + 4; i++) {
      const child = children[i];
      if (child < 0) leafOf[~child] = node;
      else if (child !== EMPTY) {
        parentOf[child] = node;
        depthOf[child] = depthOf[node] + 1;
      }
    }
  }
  return { leafOf, parentOf, depthOf };
}

/** The leaf of a face around this one: across an edge if there is one, with room if there is. −1 if no face around has a leaf. */
function hostOf(
  { triangles, faceEdges, edgeFaceStart, edgeFaces, starStart, starFaces }: Topology,
  face: number,
  placeOf: Uint32Array,
  leafOf: Int32Array,
  children: Int32Array,
): number {
  let host = -1;
  for (let k = 3 * face; k < 3 * face + 3; k++) {
    const e = faceEdges[k];
    for (let i = edgeFaceStart[e]; i < edgeFaceStart[e + 1]; i++) {
      const leaf = leafOf[placeOf[edgeFaces[i]]];
      if (leaf < 0) continue;
      if (children[4 * leaf + 3] === EMPTY) return leaf;
      host = leaf;
    }
  }
  for (let k = 3 * face; k < 3 * face + 3 && host < 0; k++) {
    const v = triangles[k];
    for (let i = starStart[v]; i < starStart[v + 1] && host < 0; i++) host = leafOf[placeOf[starFaces[i]]];
  }
  return host;
}

/** Returns the leaf that the place is in now. */
function fill(tree: GrowingTree, host: number, place: number, around: Survey): number {
  const { children } = tree;
  const free = freeSlot(children, host);
  if (free >= 0) {
    children[free] = ~place;
    return host;
  }
  const parent = around.parentOf[host];
  if (parent >= 0 && freeSlot(children, parent) >= 0) return addLeaf(tree, parent, place, around);
  const old = addNode(tree, host, around);
  children.copyWithin(4 * old, 4 * host, 4 * host + 4);
  for (let i = 4 * old; i < 4 * old + 4; i++) around.leafOf[~children[i]] = old;
  children.fill(EMPTY, 4 * host + 1, 4 * host + 4);
  children[4 * host] = old;
  return addLeaf(tree, host, place, around);
}

function addLeaf(tree: GrowingTree, parent: number, place: number, around: Survey): number {
  const slot = freeSlot(tree.children, parent);
  const leaf = addNode(tree, parent, around);
  tree.children[slot] = leaf;
  tree.children[4 * leaf] = ~place;
  return leaf;
}

/** An empty node that stands below `parent`, though not yet among its children. */
function addNode(tree: GrowingTree, parent: number, { parentOf, depthOf }: Survey): number {
  const node = tree.nodeCount++;
  tree.children.fill(EMPTY, 4 * node, 4 * node + 4);
  parentOf[node] = parent;
  depthOf[node] = depthOf[parent] + 1;
  tree.depth = Math.max(tree.depth, depthOf[node] + 1);
  return node;
}

/** Where a node has room for a child, −1 if nowhere. */
function freeSlot(children: Int32Array, node: number): number {
  for (let i = 4 * node; i < 4 * node + 4; i++) if (children[i] === EMPTY) return i;
  return -1;
}
