// Translates contacts of a torn mesh to the ids of the whole mesh, so that all steps of a sequence
// use one numbering.
import type { TriMesh } from '../index.ts';
import type { Step } from './step.ts';

/**
 * Returns the step with the ids of `whole`. Both meshes were built from triangle lists of the same
 * length. In that of `torn` more triangles repeat a vertex, and `TriMesh.from` dropped these.
 */
export function withIdsOf(whole: TriMesh, torn: TriMesh, step: Step): Step {
  if (torn === whole || step.count === 0) return step;
  const places = keptPlaces(torn);
  const faceAt = new Map(Array.from(keptPlaces(whole), (place, face) => [place, face]));
  const { edges, edgeCount } = whole.topology;
  const keyOf = (p: number, q: number): number => p * whole.vertexCount + q;
  const edgeAt = new Map(Array.from({ length: edgeCount }, (_, e) => [keyOf(edges[2 * e], edges[2 * e + 1]), e]));
  const edgeId = (e: number): number => edgeAt.get(keyOf(...endsOf(torn, e))) as number;
  const ids = (column: Uint32Array, faceId: (id: number) => number): Uint32Array =>
    column.slice(0, step.count).map((id, i) => (step.kind[i] === 0 ? faceId(id) : edgeId(id)));
  return { ...step, a: ids(step.a, (vertex) => vertex), b: ids(step.b, (face) => faceAt.get(places[face]) as number) };
}

function endsOf({ topology: { edges } }: TriMesh, e: number): [number, number] {
  return [edges[2 * e], edges[2 * e + 1]];
}

/** The index of each face in the list that the mesh came from. */
function keptPlaces({ faceCount, droppedFaces }: TriMesh): Uint32Array {
  const places = new Uint32Array(faceCount);
  for (let place = 0, face = 0, dropped = 0; face < faceCount; place++) {
    if (droppedFaces[dropped] === place) dropped++;
    else places[face++] = place;
  }
  return places;
}
