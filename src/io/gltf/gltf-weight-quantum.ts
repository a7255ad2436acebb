// How far quantised weights of joints leave a mesh from where the artist had it: the more, the
// farther apart its joints take a vertex.
import { AFFINE } from './gltf-affine.ts';
import type { GltfGeometry } from './gltf-geometry.ts';
import { INFLUENCES } from './gltf-influences.ts';
import type { ShownMesh } from './gltf-scene.ts';

/** How many vertices of a mesh are looked at, evenly chosen: that many tell what the others do. */
const MAX_VERTICES = 20_000;

/** Returns how far the vertices of each mesh may be off, in the pose of the skins. */
export function distancesByWeights(meshes: readonly ShownMesh[]): number[] {
  const known = new Map<GltfGeometry, number>();
  return meshes.map(({ geometry, skin }) => {
    if (geometry.weightQuantum === 0 || skin === undefined) return 0;
    const distance = known.get(geometry) ?? geometry.weightQuantum * spreadOf(geometry, skin.moves);
    known.set(geometry, distance);
    return distance;
  });
}

/** The largest distance of two places to which joints take one vertex. */
function spreadOf({ positions, influences, vertexCount }: GltfGeometry, moves: Float64Array): number {
  if (influences === undefined) return 0;
  const { joints, weights } = influences;
  const step = Math.ceil(vertexCount / MAX_VERTICES);
  const [first, other] = [new Float64Array(3), new Float64Array(3)];
  let mostSq = 0;
  for (let v = 0; v < vertexCount; v += step) {
    const at = INFLUENCES * v;
    place(positions, 3 * v, moves, AFFINE * joints[at], first);
    for (let k = at + 1; k < at + INFLUENCES && weights[k] > 0; k++) {
      place(positions, 3 * v, moves, AFFINE * joints[k], other);
      const [x, y, z] = [other[0] - first[0], other[1] - first[1], other[2] - first[2]];
      mostSq = Math.max(mostSq, x * x + y * y + z * z);
    }
  }
  return Math.sqrt(mostSq);
}

function place(points: Float64Array, at: number, m: Float64Array, from: number, out: Float64Array): void {
  const [x, y, z] = [points[at], points[at + 1], points[at + 2]];
  for (let i = 0; i < 3; i++) out[i] = m[from + i] * x + m[from + 3 + i] * y + m[from + 6 + i] * z + m[from + 9 + i];
}
