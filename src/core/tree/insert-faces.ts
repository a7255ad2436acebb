// Inserts added faces into the tree. It needs no positions: each face goes into the leaf of a face
// with which it shares an edge or a vertex, where boxes grow little. If that leaf is full, the face
// gets a new leaf beside it, or the full leaf becomes a node with two leaves.
import type { Topology } from '../mesh/topology.ts';
import { EMPTY } from './object-trees.ts';

/** Depth beyond which the tree is built anew. Only many faces added in one spot make it so deep. */
const MAX_DEPTH = 48;

/** A tree into which faces are inserted. */
export interface GrowingTree {
  /** Child ids as in object-trees.ts, with room for two more nodes per added face. */
  readonly children: Int32Array;
  /** Number of nodes. */
  nodeCount: number;
  /** The most nodes from a root to a leaf. */
  depth: number;
}

/**
 * Inserts the faces at the places from `first` on. False if the tree has to be built anew: it got
 * too deep, or some faces are connected to none in the tree.
 */
export function insertFaces(
  tree: GrowingTree,
  topology: Topology,
  faceOf: Uint32Array,
  placeOf: Uint32Array,
  first: number,
): boolean {
  const nodes = survey(tree, faceOf.length);
  let waiting: number[] = [];
  for (let place = first; place < faceOf.length; place++) waiting.push(place);
  while (waiting.length > 0) {
    // A face whose neighbours are all new waits until one of them is in the tree.
    const left: number[] = [];
    for (const place of waiting) {
      const host = hostOf(topology, faceOf[place], placeOf, nodes.leafOf, tree.children);
      if (host >= 0 && nodes.depthOf[host] >= MAX_DEPTH) return false;
      if (host < 0) left.push(place);
      else nodes.leafOf[place] = insert(tree, host, place, nodes);
    }
    if (left.length === waiting.length) return false;
    waiting = left;
  }
  return true;
}

/** Tables from places and nodes to the nodes above them. */
interface Survey {
  /** The leaf of every place, −1 for none. */
  readonly leafOf: Int32Array;
  /** The parent of every node, −1 for a root. Has room for new nodes. */
  readonly parentOf: Int32Array;
  /** The number of nodes above every node. */
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

/**
 * The leaf of a neighbour: preferably of one across an edge, and of these a leaf with room. −1 if
 * no neighbour is in the tree.
 */
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

/** Inserts a place into the leaf `host` or beside it. Returns the leaf that has it. */
function insert(tree: GrowingTree, host: number, place: number, nodes: Survey): number {
  const { children } = tree;
  const free = freeSlot(children, host);
  if (free >= 0) {
    children[free] = ~place;
    return host;
  }
  const parent = nodes.parentOf[host];
  if (parent >= 0 && freeSlot(children, parent) >= 0) return addLeaf(tree, parent, place, nodes);
  const old = addNode(tree, host, nodes);
  children.copyWithin(4 * old, 4 * host, 4 * host + 4);
  for (let i = 4 * old; i < 4 * old + 4; i++) nodes.leafOf[~children[i]] = old;
  children.fill(EMPTY, 4 * host + 1, 4 * host + 4);
  children[4 * host] = old;
  return addLeaf(tree, host, place, nodes);
}

/** Adds a leaf with one place below `parent`, which has room. */
function addLeaf(tree: GrowingTree, parent: number, place: number, nodes: Survey): number {
  const slot = freeSlot(tree.children, parent);
  const leaf = addNode(tree, parent, nodes);
  tree.children[slot] = leaf;
  tree.children[4 * leaf] = ~place;
  return leaf;
}

/** An empty node below `parent`; the caller makes it one of its children. */
function addNode(tree: GrowingTree, parent: number, { parentOf, depthOf }: Survey): number {
  const node = tree.nodeCount++;
  tree.children.fill(EMPTY, 4 * node, 4 * node + 4);
  parentOf[node] = parent;
  depthOf[node] = depthOf[parent] + 1;
  tree.depth = Math.max(tree.depth, depthOf[node] + 1);
  return node;
}

/** The index of a node's first empty slot, −1 if there is none. */
function freeSlot(children: Int32Array, node: number): number {
  for (let i = 4 * node; i < 4 * node + 4; i++) if (children[i] === EMPTY) return i;
  return -1;
}
