// Welds the seams of a sequence: vertices of one part that coincide exactly in every frame count as
// one, as people see them. Files split vertices where texture coordinates or normals differ; a seam
// that stays split collides with itself.
//
// The welds are a map from each vertex to the smallest vertex that it coincides with. `candidates`
// finds them in the first frame, `refute` removes those that another frame parts, and `apply`
// rewrites the faces. Vertices keep their numbers, so positions stay as they are, and faces keep
// theirs.
import { TriMesh, weld } from '../index.ts';
import type { SequenceParts } from './name-parts.ts';
import { trianglesAtPlaces } from './triangle-places.ts';

/** A mesh whose welded vertices are one. */
export interface WeldedMesh {
  /** The same faces in the same order. Vertices that were welded to another one are in no face. */
  readonly mesh: TriMesh;
  /** How many vertices were welded to another one. */
  readonly weldedVertices: number;
}

/**
 * Returns the vertices that coincide at the positions `x0`: the smallest one for each vertex. Only
 * vertices whose faces all have the same origin are welded, see `SequenceParts`. A face never loses
 * a corner, and two faces never become the same one: they would vanish.
 */
export function candidates(mesh: TriMesh, parts: SequenceParts, x0: Float64Array): Uint32Array {
  const { remap, source } = weld(x0, originOfVertices(mesh, parts));
  const map = remap.map((id) => source[id]);
  keepCorners(mesh.triangles, map);
  keepFaces(mesh.triangles, map);
  return map;
}

/**
 * Removes the welds of vertices that do not coincide at the positions `x`. Returns whether there
 * were any. The result does not depend on the order of frames.
 */
export function refute(map: Uint32Array, x: Float64Array): boolean {
  /** Vertices that have been parted from their target, by target; they may still coincide. */
  const parted = new Map<number, number[]>();
  for (let v = 0; v < map.length; v++) {
    const target = map[v];
    if (target === v || isSamePlace(x, target, v)) continue;
    const others = parted.get(target) ?? [];
    const known = others.find((other) => isSamePlace(x, other, v));
    map[v] = known ?? v;
    if (known === undefined) parted.set(target, [...others, v]);
  }
  return parted.size > 0;
}

/** Returns the mesh with welded vertices. Also for a mesh that has lost some of its faces. */
export function apply(mesh: TriMesh, map: Uint32Array): WeldedMesh {
  const weldedVertices = map.reduce((count, target, v) => (target === v ? count : count + 1), 0);
  if (weldedVertices === 0) return { mesh, weldedVertices };
  const triangles = trianglesAtPlaces(mesh).map((v) => map[v]);
  return { mesh: TriMesh.from(triangles, mesh.vertexCount, { repeatedVertices: 'drop' }), weldedVertices };
}

function isSamePlace(x: Float64Array, a: number, b: number): boolean {
  return x[3 * a] === x[3 * b] && x[3 * a + 1] === x[3 * b + 1] && x[3 * a + 2] === x[3 * b + 2];
}

/**
 * The origin of the faces around each vertex. A vertex without faces, or with faces of several
 * origins, has a number of its own.
 */
function originOfVertices({ triangles, vertexCount }: TriMesh, parts: SequenceParts): Float64Array {
  const { partOfFace, originOfPart } = parts;
  const originOf = new Float64Array(vertexCount).fill(Number.NaN);
  for (let i = 0; i < triangles.length; i++) {
    const v = triangles[i];
    const origin = originOfPart[partOfFace[Math.floor(i / 3)]];
    if (Number.isNaN(originOf[v])) originOf[v] = origin;
    else if (originOf[v] !== origin) originOf[v] = -1 - v;
  }
  return originOf.map((origin, v) => (Number.isNaN(origin) ? -1 - v : origin));
}

/** Removes welds that would join two corners of a face. */
function keepCorners(triangles: Uint32Array, map: Uint32Array): void {
  for (let i = 0; i < triangles.length; i++) {
    const a = triangles[i];
    const b = triangles[i % 3 === 2 ? i - 2 : i + 1];
    // The larger of two is never the one that others are welded to.
    if (map[a] === map[b]) map[Math.max(a, b)] = Math.max(a, b);
  }
}

/** Removes welds that would turn two different faces into the same one, wound either way. */
function keepFaces(triangles: Uint32Array, map: Uint32Array): void {
  const faces = facesAtWelds(triangles, map);
  const corners = sortedCorners(triangles, faces);
  const welded = sortedCorners(
    triangles.map((v) => map[v]),
    faces,
  );
  const { remap, source } = weld(welded);
  const isDoubled = new Uint8Array(source.length);
  const isSame = (i: number, j: number): boolean => isSamePlace(corners, i, j);
  for (let i = 0; i < faces.length; i++) if (!isSame(i, source[remap[i]])) isDoubled[remap[i]] = 1;
  for (let i = 0; i < faces.length; i++)
    if (isDoubled[remap[i]] === 1) for (const v of triangles.subarray(3 * faces[i], 3 * faces[i] + 3)) map[v] = v;
}

/** The faces with a corner that is welded to another vertex, or another one to it. */
function facesAtWelds(triangles: Uint32Array, map: Uint32Array): number[] {
  const isWelded = new Uint8Array(map.length);
  for (let v = 0; v < map.length; v++) if (map[v] !== v) isWelded[v] = isWelded[map[v]] = 1;
  const faces: number[] = [];
  for (let i = 0; i < triangles.length; i += 3)
    if (isWelded[triangles[i]] | isWelded[triangles[i + 1]] | isWelded[triangles[i + 2]]) faces.push(i / 3);
  return faces;
}

/** The corners of each face in ascending order: equal for faces that differ in winding alone. */
function sortedCorners(triangles: Uint32Array, faces: readonly number[]): Float64Array {
  const corners = new Float64Array(3 * faces.length);
  faces.forEach((face, i) => {
    corners.set(triangles.slice(3 * face, 3 * face + 3).sort(), 3 * i);
  });
  return corners;
}
