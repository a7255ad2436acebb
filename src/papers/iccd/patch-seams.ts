// Decides where two faces may belong to one patch, from the connectivity alone [ICCD §VI-A]: across
// good edges. An edge is good if it has exactly two faces, wound consistently. The first step of
// `buildPatches`. A side is a half-edge: side 3f + k runs from corner k to corner (k + 1) % 3 of
// face f.
import { NONE, type Topology } from '../../core/mesh/topology.ts';

/**
 * Entry of `Seams.across` for an edge with several faces that is not good. No patch holds two faces
 * of such an edge.
 */
export const BAD_EDGE = 0xfffffffe;

/** Which faces may be joined across which sides. */
export interface Seams {
  /** Faces, edges and stars of the mesh. */
  readonly topology: Topology;
  /**
   * Per side: the face beyond a good edge, `NONE` on the boundary of the mesh, `BAD_EDGE` if the
   * edge is not good.
   */
  readonly across: Uint32Array;
  /** Per vertex: 1 if its faces do not form one fan or one ring across good edges. */
  readonly isSingular: Uint8Array;
}

/** Finds the good edges and the singular vertices of a mesh. */
export function findSeams(topology: Topology): Seams {
  const across = facesAcross(topology);
  return { topology, across, isSingular: findSingular(topology, across) };
}

/** The next side of the same face. */
export const nextSide = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);

/** The previous side of the same face. */
export const previousSide = (side: number): number => (side % 3 === 0 ? side + 2 : side - 1);

/** The column `Seams.across`. */
function facesAcross(topology: Topology): Uint32Array {
  const { triangles, edgeCount, edges, edgeFaceStart, edgeFaces, faceEdges } = topology;
  const across = new Uint32Array(triangles.length).fill(NONE);
  for (let e = 0; e < edgeCount; e++) {
    const first = edgeFaceStart[e];
    const end = edgeFaceStart[e + 1];
    if (end - first === 1) continue;
    const s = sideOf(faceEdges, edgeFaces[first], e);
    const r = sideOf(faceEdges, edgeFaces[first + 1], e);
    const low = edges[2 * e];
    // Two faces that run along the edge in opposite directions are wound consistently.
    if (end - first === 2 && (triangles[s] === low) !== (triangles[r] === low)) {
      across[s] = edgeFaces[first + 1];
      across[r] = edgeFaces[first];
    } else for (let i = first; i < end; i++) across[sideOf(faceEdges, edgeFaces[i], e)] = BAD_EDGE;
  }
  return across;
}

/** The side of a face that lies on an edge. */
function sideOf(faceEdges: Uint32Array, face: number, edge: number): number {
  const s = 3 * face;
  return faceEdges[s] === edge ? s : faceEdges[s + 1] === edge ? s + 1 : s + 2;
}

/** The column `Seams.isSingular`. */
function findSingular(topology: Topology, across: Uint32Array): Uint8Array {
  const { triangles, starStart, starFaces } = topology;
  const isSingular = new Uint8Array(starStart.length - 1);
  for (let v = 0; v < isSingular.length; v++) {
    const first = starStart[v];
    const size = starStart[v + 1] - first;
    if (size > 0 && fanSize(triangles, across, starFaces[first], v) !== size) isSingular[v] = 1;
  }
  return isSingular;
}

/**
 * Number of faces reached from face `start` by turning around v across good edges, including
 * `start`.
 */
function fanSize(triangles: Uint32Array, across: Uint32Array, start: number, v: number): number {
  let count = 1;
  for (let face = across[previousSide(cornerOf(triangles, start, v))]; face < BAD_EDGE; count++) {
    if (face === start) return count;
    face = across[previousSide(cornerOf(triangles, face, v))];
  }
  for (let face = across[cornerOf(triangles, start, v)]; face < BAD_EDGE; count++) {
    face = across[cornerOf(triangles, face, v)];
  }
  return count;
}

/** The side of a face that begins at its corner v. */
function cornerOf(triangles: Uint32Array, face: number, v: number): number {
  const s = 3 * face;
  return triangles[s] === v ? s : triangles[s + 1] === v ? s + 1 : s + 2;
}
