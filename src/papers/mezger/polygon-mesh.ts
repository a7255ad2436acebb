// A mesh of faces with three or more corners, validated once [Mezger §6.1: convex polygons]. A face
// with more than three corners means the fan of triangles (0, 1, 2), (0, 2, 3), …. So a face that
// is not planar or not convex has a defined meaning, and a planar convex face is equal to its fan.
import { groupByKey } from '../../core/mesh/group-by-key.ts';
import { MeshError } from '../../core/mesh/mesh-error.ts';
import { checkVertexCount, copyIds } from '../../core/mesh/tri-mesh.ts';

/** A polygon mesh. Immutable: it owns copies of its input, and nobody may write into its arrays. */
export class PolygonMesh {
  /** Vertex ids of all faces, one face after the other. */
  readonly corners: Uint32Array;
  /** The corners of face f are at [start[f], start[f + 1]). */
  readonly start: Uint32Array;
  /** Number of vertices, used or not. */
  readonly vertexCount: number;
  /** Number of faces. */
  readonly faceCount: number;
  /** Largest number of corners of a face; 0 without faces. */
  readonly mostCorners: number;
  /** The faces of vertex v are `starFaces` at [starStart[v], starStart[v + 1]). */
  readonly starStart: Uint32Array;
  /** Faces by vertex, ascending for each vertex. */
  readonly starFaces: Uint32Array;

  private constructor(corners: Uint32Array, start: Uint32Array, vertexCount: number) {
    this.corners = corners;
    this.start = start;
    this.vertexCount = vertexCount;
    this.faceCount = start.length - 1;
    this.mostCorners = mostBetween(start);
    const faceOf = new Uint32Array(corners.length);
    for (let f = 0; f < this.faceCount; f++) faceOf.fill(f, start[f], start[f + 1]);
    const stars = groupByKey(corners, vertexCount);
    this.starStart = stars.start;
    this.starFaces = stars.items.map((corner) => faceOf[corner]);
  }

  /**
   * Makes a mesh. `faces` is the number of corners of every face, or a list of where each face
   * starts in `corners`, with the end of the last. Throws a `MeshError` for bad ids, repeated
   * vertices and faces of fewer than three corners.
   */
  static from(corners: ArrayLike<number>, faces: ArrayLike<number> | number, vertexCount: number): PolygonMesh {
    checkVertexCount(vertexCount);
    const start = typeof faces === 'number' ? evenStart(corners.length, faces) : copyStart(faces, corners.length);
    const ids = copyIds(corners, vertexCount, (at) => `Index ${at} of the corners (face ${faceAt(start, at)})`);
    checkRepeated(ids, start);
    return new PolygonMesh(ids, start, vertexCount);
  }

  /** Whether two faces have a vertex in common; true for a face and itself. */
  sharesVertex(f: number, g: number): boolean {
    const { corners, start } = this;
    const endF = start[f + 1];
    const endG = start[g + 1];
    for (let i = start[f]; i < endF; i++) {
      const v = corners[i];
      for (let j = start[g]; j < endG; j++) if (corners[j] === v) return true;
    }
    return false;
  }

  /** Whether some face, possibly f or g itself, has a vertex in common with each of them. */
  sharesNeighbour(f: number, g: number): boolean {
    const { corners, start, starStart, starFaces } = this;
    for (let i = start[f]; i < start[f + 1]; i++) {
      const v = corners[i];
      for (let k = starStart[v]; k < starStart[v + 1]; k++) if (this.sharesVertex(starFaces[k], g)) return true;
    }
    return false;
  }
}

/** Starts of faces that all have the same number of corners. */
function evenStart(length: number, cornersPerFace: number): Uint32Array {
  if (!Number.isInteger(cornersPerFace) || cornersPerFace < 3) {
    const message = `A face has three or more corners, not ${cornersPerFace}.`;
    throw new MeshError('too-few-corners', 0, message);
  }
  const surplus = length % cornersPerFace;
  if (surplus !== 0) {
    const message = `The faces hold ${length} corners, which is not a multiple of ${cornersPerFace}.`;
    throw new MeshError('bad-face-start', length - surplus, message);
  }
  return Uint32Array.from({ length: length / cornersPerFace + 1 }, (_, f) => f * cornersPerFace);
}

/** Checks and copies the starts of faces. */
function copyStart(faces: ArrayLike<number>, length: number): Uint32Array {
  const last = faces.length - 1;
  const bad = (at: number, message: string): MeshError =>
    new MeshError('bad-face-start', at, `Entry ${at} of the faces' starts is ${faces[at]}${message}`);
  if (last < 0) throw new MeshError('bad-face-start', 0, 'The starts of the faces need at least the end of the last.');
  if (faces[0] !== 0) throw bad(0, ', not 0.');
  for (let f = 0; f < last; f++) {
    const next = faces[f + 1];
    if (!Number.isInteger(next) || next < faces[f] || next > length)
      throw bad(f + 1, `: integers from 0 to ${length} must ascend.`);
    if (next - faces[f] < 3) {
      const message = `Face ${f} has ${next - faces[f]} corners; three are the least.`;
      throw new MeshError('too-few-corners', f, message);
    }
  }
  if (faces[last] !== length) throw bad(last, `, not the number of corners, ${length}.`);
  return new Uint32Array(faces);
}

/** The face that has a corner, for messages. */
function faceAt(start: Uint32Array, at: number): number {
  let face = 0;
  while (start[face + 1] <= at) face++;
  return face;
}

function checkRepeated(corners: Uint32Array, start: Uint32Array): void {
  for (let f = 0; f < start.length - 1; f++) {
    for (let i = start[f] + 1; i < start[f + 1]; i++) {
      for (let j = start[f]; j < i; j++) {
        if (corners[j] !== corners[i]) continue;
        const ids = corners.subarray(start[f], start[f + 1]).join(', ');
        throw new MeshError('repeated-vertex', f, `Face ${f} repeats a vertex (${ids}).`);
      }
    }
  }
}

/** The largest number of corners of a face. */
function mostBetween(start: Uint32Array): number {
  let most = 0;
  for (let f = 0; f < start.length - 1; f++) if (start[f + 1] - start[f] > most) most = start[f + 1] - start[f];
  return most;
}
