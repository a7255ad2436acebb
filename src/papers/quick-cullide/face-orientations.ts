// The orientation of faces, in 24 classes, for culling by orientation. A surface whose normals are
// in one octant hides no part of itself along an axis [Quick-CULLIDE §3.1: a separating surface of
// unit depth complexity].
// Safe direction: any class of a face is sound. A wrong class only makes culling weaker.
import type { Positions, TriMesh } from '../../core/mesh/tri-mesh.ts';

/** Two classifications of faces, one byte per face each. */
export interface FaceOrientations {
  /** The octant of the normal: bit k is set if coordinate k is positive. */
  readonly octants: Uint8Array;
  /** The axis that the normal is closest to: 0, 1 or 2. */
  readonly axes: Uint8Array;
}

/** Classifies faces by their normals at x. */
export function faceOrientations({ triangles }: TriMesh, x: Positions, faces: Uint32Array): FaceOrientations {
  const octants = new Uint8Array(faces.length);
  const axes = new Uint8Array(faces.length);
  const u = [0, 0, 0];
  const v = [0, 0, 0];
  for (let i = 0; i < faces.length; i++) {
    const [a, b, c] = [0, 1, 2].map((corner) => 3 * triangles[3 * faces[i] + corner]);
    for (let k = 0; k < 3; k++) {
      u[k] = x[b + k] - x[a + k];
      v[k] = x[c + k] - x[a + k];
    }
    let most = 0;
    for (let k = 0; k < 3; k++) {
      const [next, last] = [(k + 1) % 3, (k + 2) % 3];
      const normal = u[next] * v[last] - u[last] * v[next];
      if (normal > 0) octants[i] |= 1 << k;
      if (!(Math.abs(normal) > most)) continue;
      most = Math.abs(normal);
      axes[i] = k;
    }
  }
  return { octants, axes };
}
