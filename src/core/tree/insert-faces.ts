// Puts faces that have come into the tree, each into the leaf of a face that it shares an edge or a vertex with: there its box is no
// larger than it must be, and no positions are needed. A full leaf becomes a node with two leaves.
import type { Topology } from '../mesh/topology.ts';
import { EMPTY } from './build-tree.ts';

/** A deeper tree is better built anew: it takes faces that all came in one spot. */
const DEEPEST = 48;

/** Children as in build-tree.ts, with room for two more nodes a new face. */
export interface GrowingTree {
  readonly children: Int32Array;
  nodeCount: number;
  depth: number;
}

/** False if there is no good place for a face: then the tree should be built anew. */
export function insertFaces(
  tree: GrowingTree,
  topology: Topology,
  faceOf: Uint32Array,
  placeOf: Uint32Array,
  first: number,
): boolean {
  const { leafOf, depthOf } = survey(tree, faceOf.length);
  for (let place = first; place < faceOf.length; place++) {
    const host = hostOf(topology, faceOf[place], placeOf, leafOf, tree.children);
    if (host < 0 || depthOf[host] >= DEEPEST) return false;
    const leaf = fill(tree, host, place, depthOf, leafOf);
    leafOf[place] = leaf;
    tree.depth = Math.max(tree.depth, depthOf[leaf] + 1);
  }
  return true;
}

/** The leaf of every place, −1 for none, and the depth of every node, with room for the nodes to come. */
function survey({ children, nodeCount }: GrowingTree, placeCount: number): { leafOf: Int32Array; depthOf: Uint8Array } {
  const leafOf = new Int32Array(placeCount).fill(-1);
  const depthOf = new Uint8Array(children.length / 4);
  for (let node = 0; node < nodeCount; node++) {
    for (let i = 4 * node; i < 4 * node + 4; i++) {
      const child = children[i];
      if (child < 0) leafOf[~child] = node;
      else if (child !== EMPTY) depthOf[child] = depthOf[node] + 1;
    }
  }
  return { leafOf, depthOf };
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
function fill(tree: GrowingTree, host: number, place: number, depthOf: Uint8Array, leafOf: Int32Array): number {
  const { children } = tree;
  const free = children.subarray(4 * host, 4 * host + 4).indexOf(EMPTY);
  if (free >= 0) {
    children[4 * host + free] = ~place;
    return host;
  }
  const old = tree.nodeCount++;
  const leaf = tree.nodeCount++;
  children.copyWithin(4 * old, 4 * host, 4 * host + 4);
  for (let i = 4 * old; i < 4 * old + 4; i++) leafOf[~children[i]] = old;
  children.fill(EMPTY, 4 * host, 4 * host + 4);
  children.fill(EMPTY, 4 * leaf, 4 * leaf + 4);
  children[4 * host] = old;
  children[4 * host + 1] = leaf;
  children[4 * leaf] = ~place;
  depthOf[old] = depthOf[host] + 1;
  depthOf[leaf] = depthOf[host] + 1;
  return leaf;
}
