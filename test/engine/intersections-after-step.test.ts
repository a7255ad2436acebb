// `intersections` at the end of a step uses the pairs of faces that `collide` has listed: the answer
// is that of a search of its own.
import { describe, expect, it } from 'vitest';
import { iccdWithCones, iccdWithoutCones, MeshCollider, type Recipe, rTriangles } from '../../src/index.ts';
import { meshClasses } from '../generate/meshes.ts';

function pairsOf(collider: MeshCollider, x: Float64Array): string[] {
  const { a, b } = collider.intersections(x);
  return Array.from(a, (f, i) => `${f} ${b[i]}`);
}

const recipes: readonly (readonly [string, Recipe])[] = [
  ['iccd with cones', iccdWithCones],
  ['iccd without cones', iccdWithoutCones],
  ['r-triangles', rTriangles],
];

describe.each(recipes)('intersections at the end of a step, %s', (_, recipe) => {
  it.each(meshClasses.map(({ name, make }) => [name, make] as const))(
    'are those of a search of its own: %s',
    (_name, make) => {
      for (const seed of [1, 2, 3]) {
        const { mesh, x0, x1 } = make(seed);
        const collider = new MeshCollider(mesh, { recipe });
        const [start, end] = [x0, x1].map((x) => pairsOf(new MeshCollider(mesh, { recipe }), x));
        collider.collide(x0, x1);
        expect(pairsOf(collider, x1)).toEqual(end);
        // Asked again, at the other end, after a step with a limit, and after another tree.
        expect(pairsOf(collider, x1)).toEqual(end);
        expect(pairsOf(collider, x0)).toEqual(start);
        collider.collide(x0, x1, { maxContacts: 1 });
        expect(pairsOf(collider, x1)).toEqual(end);
        collider.collide(x0, x1, { minSeparation: 0.01 });
        collider.pinTree(x0);
        expect(pairsOf(collider, x1)).toEqual(end);
        collider.dispose();
      }
    },
  );
});

it('positions that were overwritten after the step are not its end', () => {
  const [{ make }] = meshClasses;
  const { mesh, x0, x1 } = make(1);
  const collider = new MeshCollider(mesh);
  collider.collide(x0, x1);
  const far = x1.map((value, i) => (i % 2 === 0 ? 3 * value : x0[i]));
  expect(pairsOf(collider, far)).toEqual(pairsOf(new MeshCollider(mesh), far));
});
