// Many colliders of small meshes at once, all of them used and all of them kept.
import { MeshCollider, TriMesh } from '../../../dist/index.js';

/**
 * A sheet of n × n quads, two triangles each, and two positions of it between which it folds onto
 * itself. Both are a little uneven: what lies in one plane would need exact arithmetic.
 */
export function foldingSheet(n: number): {
  triangles: Uint32Array;
  vertexCount: number;
  x0: Float64Array;
  x1: Float64Array;
} {
  const at = (i: number, j: number) => j * (n + 1) + i;
  const triangles: number[] = [];
  const x0 = new Float64Array(3 * (n + 1) ** 2);
  const x1 = new Float64Array(3 * (n + 1) ** 2);
  for (let j = 0; j <= n; j++)
    for (let i = 0; i <= n; i++) {
      const uneven = (k: number) => 0.04 * (((12.9898 * i + 78.233 * j + 37.719 * k + 1) * 437.585) % 1) - 0.02;
      const start = [i / n, j / n + uneven(1), uneven(0)];
      x0.set(start, 3 * at(i, j));
      x1.set(i < n / 2 ? [1 - i / n + uneven(2), j / n + uneven(4), uneven(3) - 0.01] : start, 3 * at(i, j));
      if (i === n || j === n) continue;
      triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  return { triangles: Uint32Array.from(triangles), vertexCount: (n + 1) ** 2, x0, x1 };
}

/**
 * Makes `count` colliders of 200 triangles, each with a mesh of its own, and runs each of them
 * twice. Returns the number of contacts that each finds.
 */
export function askColliders(count: number): number[] {
  const { triangles, vertexCount, x0, x1 } = foldingSheet(10);
  const colliders = Array.from({ length: count }, () => new MeshCollider(TriMesh.from(triangles, vertexCount)));
  for (const collider of colliders) collider.collide(x0, x1);
  return colliders.map((collider) => collider.collide(x0, x1).count);
}
