// Which way faces look, in 24 classes. A surface that looks into one octant hides nothing of itself along an axis [Quick-CULLIDE §3.1: a
// separating surface of unit depth complexity]. Any class will do for any face: what is found does not depend on it, only how much.
import type { Positions, TriMesh } from '../../core/mesh/tri-mesh.ts';

/** Of every face the octant of its normal, and the axis that this is closest to. */
export interface FaceDirections {
  readonly octants: Uint8Array;
  readonly axes: Uint8Array;
}

export function faceDirections({ triangles }: TriMesh, x: Positions, faces: Uint32Array): FaceDirections {
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
