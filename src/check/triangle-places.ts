// Where the faces of a mesh stand in the list of triangles that it was built from: `TriMesh.from`
// drops triangles that repeat a vertex, and frames of a sequence that tears drop different ones.
import type { TriMesh } from '../index.ts';

/** Returns the number of triangles in the list that the mesh came from. */
export function placeCount({ faceCount, droppedFaces }: TriMesh): number {
  return faceCount + droppedFaces.length;
}

/** Returns the index of each face in the list that the mesh came from. */
export function keptPlaces({ faceCount, droppedFaces }: TriMesh): Uint32Array {
  const places = new Uint32Array(faceCount);
  for (let place = 0, face = 0, dropped = 0; face < faceCount; place++) {
    if (droppedFaces[dropped] === place) dropped++;
    else places[face++] = place;
  }
  return places;
}

/**
 * Returns the triangles of a frame, `mesh`, with the face ids of the whole sequence; a face that the
 * frame does not have names vertex 0 three times.
 */
export function trianglesIn(whole: TriMesh, mesh: TriMesh): Uint32Array {
  if (mesh === whole) return whole.triangles;
  const atPlaces = trianglesAtPlaces(mesh);
  const list = new Uint32Array(whole.triangles.length);
  keptPlaces(whole).forEach((place, face) => {
    list.set(atPlaces.subarray(3 * place, 3 * place + 3), 3 * face);
  });
  return list;
}

/**
 * Returns a list of triangles with every face at its place. Dropped triangles name vertex 0 three
 * times, so that they are dropped again.
 */
export function trianglesAtPlaces(mesh: TriMesh): Uint32Array {
  const { triangles, droppedFaces } = mesh;
  if (droppedFaces.length === 0) return triangles;
  const list = new Uint32Array(3 * placeCount(mesh));
  keptPlaces(mesh).forEach((place, face) => {
    list.set(triangles.subarray(3 * face, 3 * face + 3), 3 * place);
  });
  return list;
}
