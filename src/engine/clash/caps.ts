// Caps over the holes of an open piece: a fan of triangles per border loop, around a new vertex in
// its middle. With caps, every edge has an even number of faces, so the piece has an inside.
import { crossSides } from '../../core/math/triples.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { Piece } from './parts.ts';

/** The caps of a piece. */
export interface Caps {
  /** The vertices of each border loop, in order. */
  readonly loops: readonly (readonly number[])[];
}

/** Pieces with a greater share of border edges than this are not capped. */
const MAX_BORDER_SHARE = 0.25;

/** The border loops of an open piece; null if the border is too long a part of it. */
export function capsOf(mesh: TriMesh, piece: Piece, pieceOfFace: Uint32Array): Caps | null {
  const border = borderEdges(mesh, piece, pieceOfFace);
  if (border.length === 0 || border.length > MAX_BORDER_SHARE * 1.5 * piece.faces.length) return null;
  return { loops: loopsOf(mesh.topology.edges, border) };
}

/**
 * Edges with an odd number of faces of the piece. At every vertex there is an even number of them.
 */
function borderEdges({ topology }: TriMesh, { faces }: Piece, pieceOfFace: Uint32Array): number[] {
  const { faceEdges, edgeFaceStart, edgeFaces } = topology;
  const border = new Set<number>();
  for (const f of faces)
    for (let k = 0; k < 3; k++) {
      const e = faceEdges[3 * f + k];
      let own = 0;
      for (let i = edgeFaceStart[e]; i < edgeFaceStart[e + 1]; i++)
        if (pieceOfFace[edgeFaces[i]] === pieceOfFace[f]) own++;
      if (own % 2 === 1) border.add(e);
    }
  return [...border];
}

function loopsOf(edges: Uint32Array, border: readonly number[]): number[][] {
  const at = new Map<number, number[]>();
  for (const e of border)
    for (const v of [edges[2 * e], edges[2 * e + 1]]) {
      const list = at.get(v);
      if (list) list.push(e);
      else at.set(v, [e]);
    }
  const isUsed = new Set<number>();
  const loops: number[][] = [];
  for (const first of border) {
    const loop: number[] = [];
    let v = edges[2 * first];
    for (let e: number | undefined = isUsed.has(first) ? undefined : first; e !== undefined; ) {
      isUsed.add(e);
      loop.push(v);
      v = edges[2 * e] === v ? edges[2 * e + 1] : edges[2 * e];
      e = at.get(v)?.find((next) => !isUsed.has(next));
    }
    if (loop.length > 0) loops.push(loop);
  }
  return loops;
}

/**
 * The area of the caps, as a share of that of the piece. `centres` are offsets of their middles.
 */
export function capShare(
  { triangles }: TriMesh,
  { faces }: Piece,
  { loops }: Caps,
  centres: readonly number[],
  x: Float64Array,
): number {
  let area = 0;
  for (const f of faces)
    area += doubleArea(x, 3 * triangles[3 * f], 3 * triangles[3 * f + 1], 3 * triangles[3 * f + 2]);
  let capped = 0;
  loops.forEach((loop, i) => {
    loop.forEach((v, j) => {
      capped += doubleArea(x, 3 * v, 3 * loop[(j + 1) % loop.length], centres[i]);
    });
  });
  return capped / area;
}

const normal = new Float64Array(3);

/** Twice the area of the triangle at three offsets. */
export function doubleArea(x: Float64Array, a: number, b: number, c: number): number {
  return crossSides(x, a, b, a, c, normal);
}
