// Translates contacts of a torn mesh to the ids of the whole mesh, so that all steps of a sequence
// use one numbering.
import type { TriMesh } from '../index.ts';
import type { Step } from './step.ts';
import { keptPlaces, placeCount } from './triangle-places.ts';

/**
 * Returns the step with the ids of `whole`. Both meshes were built from triangle lists of the same
 * length. In that of `torn` more triangles repeat a vertex, and `TriMesh.from` dropped these.
 * Contacts of edges that `whole` does not have are left out: the object has other faces there.
 */
export function withIdsOf(whole: TriMesh, torn: TriMesh, step: Step): Step {
  if (torn === whole || step.count === 0) return step;
  const faceIds = faceIdsOf(whole, torn);
  const { edges, edgeCount } = whole.topology;
  const keyOf = (p: number, q: number): number => p * whole.vertexCount + q;
  const edgeAt = new Map(Array.from({ length: edgeCount }, (_, e) => [keyOf(edges[2 * e], edges[2 * e + 1]), e]));
  const edgeId = (e: number): number | undefined => edgeAt.get(keyOf(...endsOf(torn, e)));
  const rows: (readonly [row: number, a: number, b: number])[] = [];
  for (let i = 0; i < step.count; i++) {
    const isEdges = step.kind[i] === 1;
    const a = isEdges ? edgeId(step.a[i]) : step.a[i];
    const b = isEdges ? edgeId(step.b[i]) : faceIds[step.b[i]];
    if (a !== undefined && b !== undefined && b !== NO_FACE) rows.push([i, a, b]);
  }
  return {
    ...step,
    count: rows.length,
    kind: Uint8Array.from(rows, ([row]) => step.kind[row]),
    a: Uint32Array.from(rows, ([, a]) => a),
    b: Uint32Array.from(rows, ([, , b]) => b),
    time: Float64Array.from(rows, ([row]) => step.time[row]),
  };
}

/** Returns the step with the face ids of `whole`, and the edge ids of `torn`, as `withIdsOf`. */
export function withFacesOf(whole: TriMesh, torn: TriMesh, step: Step): Step {
  if (torn === whole || step.count === 0) return step;
  const faceIds = faceIdsOf(whole, torn);
  const b = step.b.slice(0, step.count).map((id, i) => (step.kind[i] === 0 ? faceIds[id] : id));
  return { ...step, b };
}

/** The id of a face that a mesh does not have. */
export const NO_FACE = 0xffff_ffff;

/** Returns the id in `whole` of each face of `torn`; `NO_FACE` for a face that it does not have. */
export function faceIdsOf(whole: TriMesh, torn: TriMesh): Uint32Array {
  const faceAt = new Uint32Array(placeCount(whole)).fill(NO_FACE);
  keptPlaces(whole).forEach((place, face) => {
    faceAt[place] = face;
  });
  return keptPlaces(torn).map((place) => faceAt[place]);
}

function endsOf({ topology: { edges } }: TriMesh, e: number): [number, number] {
  return [edges[2 * e], edges[2 * e + 1]];
}
