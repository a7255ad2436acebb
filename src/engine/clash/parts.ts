// Parts of a mesh: what a person names. A part is a set of faces, of one connected component, of
// several, or of a piece of one.
import { NONE } from '../../core/mesh/topology.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';

/** The parts of a mesh. */
export interface Parts {
  /** The name of each part. Names differ. */
  readonly names: readonly string[];
  /** The part of each face, a number below `names.length`. */
  readonly partOfFace: ArrayLike<number>;
}

/** The connected components of a mesh as parts. */
export function componentParts(mesh: TriMesh): Parts {
  const { componentOf, componentCount } = mesh.topology;
  return {
    names: Array.from({ length: componentCount }, (_, i) => `part ${i + 1}`),
    partOfFace: Uint32Array.from({ length: mesh.faceCount }, (_, f) => componentOf[mesh.triangles[3 * f]]),
  };
}

/**
 * Throws unless there is a part for each face, and names differ; returns the parts of the faces.
 */
export function checkParts({ names, partOfFace }: Parts, faceCount: number): Uint32Array {
  if (partOfFace.length !== faceCount)
    throw new RangeError(`partOfFace holds ${partOfFace.length} entries; the mesh has ${faceCount} faces.`);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new RangeError(`Two parts are named ${twice}; names must differ.`);
  const parts = Uint32Array.from(partOfFace);
  const wrong = parts.findIndex((part, f) => part !== partOfFace[f] || part >= names.length);
  if (wrong >= 0)
    throw new RangeError(`Face ${wrong} is in part ${partOfFace[wrong]}; there are ${names.length} parts, from 0 on.`);
  return parts;
}

/** A connected piece of a part: faces of the part that are joined by common vertices. */
export interface Piece {
  /** The part. */
  readonly part: number;
  /** Its faces, ascending. */
  readonly faces: Uint32Array;
  /** Its vertices, ascending. */
  readonly vertices: Uint32Array;
  /** Whether every edge of it has an even number of its faces, so that it has an inside. */
  readonly isClosed: boolean;
}

/** The pieces of all parts. */
export class Pieces {
  /** All pieces, in the order of their first faces. */
  readonly list: readonly Piece[];
  /** The piece of each face. */
  readonly pieceOfFace: Uint32Array;
  /** The pieces of each part. */
  readonly ofPart: readonly (readonly number[])[];
  /** Whether faces of different parts share vertices. */
  readonly areJoined: boolean;

  constructor(mesh: TriMesh, partOfFace: Uint32Array, partCount: number) {
    this.pieceOfFace = piecesOfFaces(mesh, partOfFace);
    const faces: number[][] = [];
    this.pieceOfFace.forEach((piece, f) => {
      faces[piece] ??= [];
      faces[piece].push(f);
    });
    const mark = new Uint32Array(mesh.vertexCount).fill(NONE);
    let areJoined = false;
    const owner = new Uint32Array(mesh.vertexCount).fill(NONE);
    this.list = faces.map((own, piece) => {
      const vertices: number[] = [];
      const part = partOfFace[own[0]];
      for (const f of own)
        for (let i = 3 * f; i < 3 * f + 3; i++) {
          const v = mesh.triangles[i];
          if (mark[v] !== piece) vertices.push(v);
          mark[v] = piece;
          if (owner[v] !== NONE && owner[v] !== part) areJoined = true;
          owner[v] = part;
        }
      const isClosed = own.every((f) => hasEvenEdges(mesh, this.pieceOfFace, f));
      return { part, faces: Uint32Array.from(own), vertices: Uint32Array.from(vertices).sort(), isClosed };
    });
    this.areJoined = areJoined;
    const ofPart: number[][] = Array.from({ length: partCount }, () => []);
    this.list.forEach(({ part }, piece) => {
      ofPart[part].push(piece);
    });
    this.ofPart = ofPart;
  }
}

/** Numbers the pieces of all parts; faces of one part that share a vertex are in one piece. */
function piecesOfFaces(mesh: TriMesh, partOfFace: Uint32Array): Uint32Array {
  const { starStart, starFaces } = mesh.topology;
  const piece = new Uint32Array(mesh.faceCount).fill(NONE);
  /** The last piece that has walked the star of each vertex. */
  const walked = new Uint32Array(mesh.vertexCount).fill(NONE);
  const stack: number[] = [];
  let count = 0;
  for (let first = 0; first < mesh.faceCount; first++) {
    if (piece[first] !== NONE) continue;
    piece[first] = count;
    stack.push(first);
    for (let f = stack.pop(); f !== undefined; f = stack.pop())
      for (let i = 3 * f; i < 3 * f + 3; i++) {
        const v = mesh.triangles[i];
        if (walked[v] === count) continue;
        walked[v] = count;
        for (let j = starStart[v]; j < starStart[v + 1]; j++) {
          const g = starFaces[j];
          if (piece[g] !== NONE || partOfFace[g] !== partOfFace[f]) continue;
          piece[g] = count;
          stack.push(g);
        }
      }
    count++;
  }
  return piece;
}

function hasEvenEdges({ topology }: TriMesh, pieceOfFace: Uint32Array, f: number): boolean {
  const { faceEdges, edgeFaceStart, edgeFaces } = topology;
  for (let k = 0; k < 3; k++) {
    const e = faceEdges[3 * f + k];
    let own = 0;
    for (let i = edgeFaceStart[e]; i < edgeFaceStart[e + 1]; i++)
      if (pieceOfFace[edgeFaces[i]] === pieceOfFace[f]) own++;
    if (own % 2 === 1) return false;
  }
  return true;
}
