// Where two faces may belong to one patch, from the faces alone [ICCD §VI-A]: across good edges, those with exactly two
// faces wound the same way round. A side is a half-edge: side 3f + k runs from corner k to corner (k + 1) % 3 of face f.
import { NONE, type Topology } from '../../core/mesh/topology.ts';

/** Beyond a side whose edge has several faces but is not good. No patch holds two faces of such an edge. */
export const CROWDED = 0xfffffffe;

export interface Seams {
  readonly topology: Topology;
  /** Per side the face beyond a good edge, `NONE` where the mesh ends, `CROWDED` where the edge is not good. */
  readonly across: Uint32Array;
  /** 1 for a vertex whose faces are not one fan or ring across good edges. */
  readonly isSingular: Uint8Array;
}

export function findSeams(topology: Topology): Seams {
  const across = facesAcross(topology);
  return { topology, across, isSingular: findSingular(topology, across) };
}

/** The next side of the same face. */
export const nextSide = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);

/** The previous side of the same face. */
export const previousSide = (side: number): number => (side % 3 === 0 ? side + 2 : side - 1);

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
    // Against each other along the edge: the same way round on the surface.
    if (end - first === 2 && (triangles[s] === low) !== (triangles[r] === low)) {
      across[s] = edgeFaces[first + 1];
      across[r] = edgeFaces[first];
    } else for (let i = first; i < end; i++) across[sideOf(faceEdges, edgeFaces[i], e)] = CROWDED;
  }
  return across;
}

function sideOf(faceEdges: Uint32Array, face: number, edge: number): number {
  const s = 3 * face;
  return faceEdges[s] === edge ? s : faceEdges[s + 1] === edge ? s + 1 : s + 2;
}

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

/** Faces reached from `start` by turning around v across good edges, itself included. */
function fanSize(triangles: Uint32Array, across: Uint32Array, start: number, v: number): number {
  let count = 1;
  for (let face = across[previousSide(cornerOf(triangles, start, v))]; face < CROWDED; count++) {
    if (face === start) return count;
    face = across[previousSide(cornerOf(triangles, face, v))];
  }
  for (let face = across[cornerOf(triangles, start, v)]; face < CROWDED; count++) {
    face = across[cornerOf(triangles, face, v)];
  }
  return count;
}

/** The side of the face that begins at v. */
function cornerOf(triangles: Uint32Array, face: number, v: number): number {
  const s = 3 * face;
  return triangles[s] === v ? s : triangles[s + 1] === v ? s + 1 : s + 2;
}
