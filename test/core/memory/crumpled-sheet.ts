// A sheet that crumples in one step, so that it touches itself; seeded.
import { seededRandom } from '../../../src/core/math/random.ts';
import { type MeshCollider, TriMesh } from '../../../src/index.ts';

export interface CrumpledSheet {
  readonly mesh: TriMesh;
  readonly x0: Float64Array;
  readonly x1: Float64Array;
}

/** n × n quads, two triangles each. */
export function crumpledSheet(n: number, seed: number): CrumpledSheet {
  const random = seededRandom(seed);
  const at = (i: number, j: number) => j * (n + 1) + i;
  const triangles: number[] = [];
  const x0 = new Float64Array(3 * (n + 1) ** 2);
  for (let j = 0; j <= n; j++)
    for (let i = 0; i <= n; i++) {
      x0.set([i / n, j / n, random.between(-0.05, 0.05)], 3 * at(i, j));
      if (i === n || j === n) continue;
      triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  const x1 = x0.map((x) => x + random.between(-1.5, 1.5) / n);
  return { mesh: TriMesh.from(triangles, (n + 1) ** 2), x0, x1 };
}

/** All contacts of its step, a row each. */
export function contactsOf(collider: MeshCollider, { x0, x1 }: CrumpledSheet): number[][] {
  const { count, kind, a, b, time } = collider.collide(x0, x1);
  return Array.from({ length: count }, (_, i) => [kind[i], a[i], b[i], time[i]]);
}
