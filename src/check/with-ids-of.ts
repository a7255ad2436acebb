// Translates contacts of a torn mesh to the ids of the whole mesh, so that all steps of a sequence
// use one numbering.
import type { TriMesh } from '../index.ts';
import type { Step } from './step.ts';
import { keptPlaces } from './triangle-places.ts';

/**
 * Returns the step with the ids of `whole`. Both meshes were built from triangle lists of the same
 * length. In that of `torn` more triangles repeat a vertex, and `TriMesh.from` dropped these.
 */
export function withIdsOf(whole: TriMesh, torn: TriMesh, step: Step): Step {
  if (torn === whole || step.count === 0) return step;
  const faceIds = faceIdsOf(whole, torn);
  const { edges, edgeCount } = whole.topology;
  const keyOf = (p: number, q: number): number => p * whole.vertexCount + q;
  const edgeAt = new Map(Array.from({ length: edgeCount }, (_, e) => [keyOf(edges[2 * e], edges[2 * e + 1]), e]));
  const edgeId = (e: number): number => edgeAt.get(keyOf(...endsOf(torn, e))) as number;
  const ids = (column: Uint32Array, faceId: (id: number) => number): Uint32Array =>
    column.slice(0, step.count).map((id, i) => (step.kind[i] === 0 ? faceId(id) : edgeId(id)));
  return { ...step, a: ids(step.a, (vertex) => vertex), b: ids(step.b, (face) => faceIds[face]) };
}

/** Returns the id in `whole` of each face of `torn`. */
export function faceIdsOf(whole: TriMesh, torn: TriMesh): Uint32Array {
  const faceAt = new Map(Array.from(keptPlaces(whole), (place, face) => [place, face]));
  return keptPlaces(torn).map((place) => faceAt.get(place) as number);
}

function endsOf({ topology: { edges } }: TriMesh, e: number): [number, number] {
  return [edges[2 * e], edges[2 * e + 1]];
}
