// Who tests a feature: every vertex and every edge belongs to one of its faces, so that a pair of features is met once, where both
// owners meet. [R-Triangles §4: a greedy, fixed assignment.] Owners that share a vertex are neighbours for ever, so their
// pairs are listed once instead of being found anew in every step.
import { IdList } from './id-list.ts';

export interface Ownership {
  /** One byte a face: bits 0–2 its own corners, bits 3–5 its own edges. */
  readonly owned: Uint8Array;
  /** Vertex and face whose owners share a vertex, but which do not touch by index; two ids each. Null if there are too many. */
  readonly vf: Uint32Array | null;
  /** Two edges alike. */
  readonly ee: Uint32Array | null;
}

/** Neighbours a face may have on average before the lists would outgrow the mesh: hubs of fans make them quadratic. */
const MOST_NEIGHBOURS = 48;

/** `triangles` and `faceEdges` in the order of the tree; `edges` two vertices each; any meshes, non-manifold ones included. */
export function assignOwners(
  triangles: Uint32Array,
  faceEdges: Uint32Array,
  edges: Uint32Array,
  vertexCount: number,
): Ownership {
  const owned = ownedFeatures(triangles, faceEdges, edges.length / 2, vertexCount);
  const { start, star } = stars(triangles, vertexCount);
  let meetings = 0;
  for (let v = 0; v < vertexCount; v++) meetings += (start[v + 1] - start[v]) ** 2;
  if (meetings > MOST_NEIGHBOURS * triangles.length) return { owned, vf: null, ee: null };
  const vf = new IdList();
  const ee = new IdList();
  const faceCount = triangles.length / 3;
  const seen = new Int32Array(faceCount).fill(-1);
  for (let f = 0; f < faceCount; f++) {
    seen[f] = f;
    for (let k = 0; k < 3; k++) {
      const v = triangles[3 * f + k];
      for (let i = start[v]; i < start[v + 1]; i++) {
        const g = star[i];
        if (seen[g] === f) continue;
        seen[g] = f;
        listVertices(triangles, owned, g, f, vf);
        if (g > f) listEdges(faceEdges, edges, owned, f, g, ee);
      }
    }
  }
  return { owned, vf: vf.ids(), ee: ee.ids() };
}

function ownedFeatures(
  triangles: Uint32Array,
  faceEdges: Uint32Array,
  edgeCount: number,
  vertexCount: number,
): Uint8Array {
  const owned = new Uint8Array(triangles.length / 3);
  const vertexTaken = new Uint8Array(vertexCount);
  const edgeTaken = new Uint8Array(edgeCount);
  for (let i = 0; i < triangles.length; i++) {
    const f = Math.floor(i / 3);
    const k = i - 3 * f;
    if (vertexTaken[triangles[i]] === 0) owned[f] |= 1 << k;
    if (edgeTaken[faceEdges[i]] === 0) owned[f] |= 8 << k;
    vertexTaken[triangles[i]] = 1;
    edgeTaken[faceEdges[i]] = 1;
  }
  return owned;
}

/** Faces around each vertex. */
function stars(triangles: Uint32Array, vertexCount: number): { start: Uint32Array; star: Uint32Array } {
  const start = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < triangles.length; i++) start[triangles[i] + 1]++;
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const star = new Uint32Array(triangles.length);
  const next = start.slice();
  for (let i = 0; i < triangles.length; i++) star[next[triangles[i]]++] = Math.floor(i / 3);
  return { start, star };
}

/** The vertices that g owns against its neighbour f. */
function listVertices(triangles: Uint32Array, owned: Uint8Array, g: number, f: number, vf: IdList): void {
  for (let k = 0; k < 3; k++) {
    const v = triangles[3 * g + k];
    if ((owned[g] >> k) & 1 && v !== triangles[3 * f] && v !== triangles[3 * f + 1] && v !== triangles[3 * f + 2]) {
      vf.push(v, f);
    }
  }
}

/** The edges that f owns against those that its neighbour g owns. */
function listEdges(
  faceEdges: Uint32Array,
  edges: Uint32Array,
  owned: Uint8Array,
  f: number,
  g: number,
  ee: IdList,
): void {
  for (let j = 0; j < 3; j++) {
    if (!((owned[f] >> (3 + j)) & 1)) continue;
    const a = faceEdges[3 * f + j];
    for (let k = 0; k < 3; k++) {
      if (!((owned[g] >> (3 + k)) & 1)) continue;
      const b = faceEdges[3 * g + k];
      if (!shareEnd(edges, a, b)) ee.push(Math.min(a, b), Math.max(a, b));
    }
  }
}

function shareEnd(edges: Uint32Array, a: number, b: number): boolean {
  const p = edges[2 * a];
  const q = edges[2 * a + 1];
  const r = edges[2 * b];
  const s = edges[2 * b + 1];
  return p === r || p === s || q === r || q === s;
}
