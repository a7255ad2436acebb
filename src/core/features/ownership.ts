// Who tests a feature: every vertex and every edge belongs to one of its faces, so that a pair of features is met once, where both
// owners meet. [R-Triangles §4: a greedy, fixed assignment.] Owners that share a vertex are neighbours for ever, so their
// pairs are listed once instead of being found anew in every step.
import { PairList } from './pair-list.ts';

/** The faces in the order of the tree, their edges, and the two vertices of each edge; any mesh, non-manifold ones included. */
export interface FaceTables {
  readonly triangles: Uint32Array;
  readonly faceEdges: Uint32Array;
  readonly edges: Uint32Array;
  readonly vertexCount: number;
}

/** Pairs of features that do not touch by index, but whose owners share a vertex; two ids each. */
export interface Neighbours {
  readonly vf: Uint32Array;
  readonly ee: Uint32Array;
}

/** The most squares of valences a corner, on average: beyond it (hubs of fans) the lists would outgrow the mesh. */
const MOST_MEETINGS = 48;

/** One byte a face: bits 0–2 its own corners, bits 3–5 its own edges. */
export function assignOwners({ triangles, faceEdges, edges, vertexCount }: FaceTables): Uint8Array {
  const owned = new Uint8Array(triangles.length / 3);
  const vertices = firstUses(triangles, vertexCount);
  const ownEdges = firstUses(faceEdges, edges.length / 2);
  for (let f = 0; f < owned.length; f++) {
    for (let k = 0; k < 3; k++) owned[f] |= (vertices[3 * f + k] << k) | (ownEdges[3 * f + k] << (3 + k));
  }
  return owned;
}

/** Null if there are too many. */
export function listNeighbours({ triangles, faceEdges, edges, vertexCount }: FaceTables): Neighbours | null {
  const faceCount = triangles.length / 3;
  const { start, star } = stars(triangles, vertexCount);
  let meetings = 0;
  for (let v = 0; v < vertexCount; v++) meetings += (start[v + 1] - start[v]) ** 2;
  if (meetings > MOST_MEETINGS * triangles.length) return null;
  const vertices = firstUses(triangles, vertexCount);
  const ownEdges = firstUses(faceEdges, edges.length / 2);
  const vf = new PairList(4 * faceCount);
  const ee = new PairList(8 * faceCount);
  const seen = new Int32Array(faceCount).fill(-1);
  for (let f = 0; f < faceCount; f++) {
    seen[f] = f;
    for (let k = 0; k < 3; k++) {
      const v = triangles[3 * f + k];
      for (let i = start[v]; i < start[v + 1]; i++) {
        const g = star[i];
        if (seen[g] === f) continue;
        seen[g] = f;
        listVertices(triangles, vertices, g, f, vf);
        if (g > f) listEdges(faceEdges, ownEdges, edges, f, g, ee);
      }
    }
  }
  return { vf: vf.ids(), ee: ee.ids() };
}

/** 1 where an id stands for the first time. */
function firstUses(ids: Uint32Array, count: number): Uint8Array {
  const taken = new Uint8Array(count);
  const first = new Uint8Array(ids.length);
  for (let i = 0; i < ids.length; i++) {
    first[i] = 1 - taken[ids[i]];
    taken[ids[i]] = 1;
  }
  return first;
}

/** Faces around each vertex. */
function stars(triangles: Uint32Array, vertexCount: number): { start: Uint32Array; star: Uint32Array } {
  const start = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < triangles.length; i++) start[triangles[i] + 1]++;
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const star = new Uint32Array(triangles.length);
  const next = start.slice();
  for (let f = 0; f < triangles.length / 3; f++) {
    for (let k = 0; k < 3; k++) star[next[triangles[3 * f + k]]++] = f;
  }
  return { start, star };
}

/** The vertices that g owns against its neighbour f. */
function listVertices(triangles: Uint32Array, own: Uint8Array, g: number, f: number, vf: PairList): void {
  const a = triangles[3 * f];
  const b = triangles[3 * f + 1];
  const c = triangles[3 * f + 2];
  for (let i = 3 * g; i < 3 * g + 3; i++) {
    const v = triangles[i];
    if (own[i] === 1 && v !== a && v !== b && v !== c) vf.push(v, f);
  }
}

/** The edges that f owns against those that its neighbour g owns. */
function listEdges(
  faceEdges: Uint32Array,
  own: Uint8Array,
  edges: Uint32Array,
  f: number,
  g: number,
  ee: PairList,
): void {
  for (let i = 3 * f; i < 3 * f + 3; i++) {
    if (own[i] === 0) continue;
    const a = faceEdges[i];
    const p = edges[2 * a];
    const q = edges[2 * a + 1];
    for (let j = 3 * g; j < 3 * g + 3; j++) {
      if (own[j] === 0) continue;
      const b = faceEdges[j];
      const r = edges[2 * b];
      const s = edges[2 * b + 1];
      if (p === r || p === s || q === r || q === s) continue;
      if (a < b) ee.push(a, b);
      else ee.push(b, a);
    }
  }
}
