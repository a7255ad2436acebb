// The orders in which the faces of a mesh are rendered [Quick-CULLIDE §5.1.3]. Faces of one object
// are consecutive in all of them.
// Safe direction: any order is sound. It decides how many faces are left, never whether a collision
// is found.
import type { Positions, TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { ViewName } from './visibility-options.ts';

/** All faces by object, then by id. */
export function byIndex(faceCount: number, objectOf: ArrayLike<number> | undefined): Uint32Array {
  const faces = new Uint32Array(faceCount);
  for (let f = 0; f < faceCount; f++) faces[f] = f;
  return objectOf ? faces.sort((f, g) => objectOf[f] - objectOf[g]) : faces;
}

/**
 * All faces back to front along a view: objects by their nearest corner, or, without objects, faces
 * by their centres. Those at the same depth stay in the order of `byIndex`, because sorting is
 * stable.
 */
export function backToFront(
  { triangles, faceCount }: TriMesh,
  x: Positions,
  [sign, axis]: ViewName,
  objectOf: ArrayLike<number> | undefined,
): Uint32Array {
  const k = 'xyz'.indexOf(axis);
  const scale = sign === '-' ? -1 / 3 : 1 / 3;
  const depth = (corner: number) => scale * x[3 * triangles[corner] + k];
  const depths = new Float64Array(faceCount);
  for (let f = 0; f < faceCount; f++) depths[f] = depth(3 * f) + depth(3 * f + 1) + depth(3 * f + 2);
  if (objectOf) {
    const nearest = new Map<number, number>();
    for (let corner = 0; corner < 3 * faceCount; corner++) {
      const object = objectOf[Math.floor(corner / 3)];
      nearest.set(object, Math.min(depth(corner), nearest.get(object) ?? Infinity));
    }
    for (let f = 0; f < faceCount; f++) depths[f] = nearest.get(objectOf[f]) as number;
  }
  return byIndex(faceCount, objectOf).sort((f, g) => depths[g] - depths[f]);
}
