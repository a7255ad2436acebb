// Every recipe gives exactly what brute force gives: none missing, none extra, none twice; the same times, normals and weights, in the
// same order, on the first step, backwards on the refitted tree, and on the first step again.
import { describe, expect, it } from 'vitest';
import { adjacency, basic, iccd, MeshCollider, noDuplicates, type Recipe, rTriangles } from '../../src/index.ts';
import { meshClasses } from '../generate/meshes.ts';
import { bruteForce, rowsOf } from '../oracle/brute-force.ts';

const recipes: readonly Recipe[] = [iccd, rTriangles, adjacency, noDuplicates, basic];
const small = meshClasses.filter(({ name }) => name !== 'many tetrahedra');

describe.each(small)('on $name', ({ make }) => {
  it.each([1, 2, 3, 4, 5, 6])('every recipe equals brute force, seed %d', (seed) => {
    const scene = make(seed);
    const backwards = { ...scene, x0: scene.x1, x1: scene.x0 };
    const expected = bruteForce(scene, 0);
    const expectedBack = bruteForce(backwards, 0);
    for (const recipe of recipes) {
      const collider = new MeshCollider(scene.mesh, { recipe });
      expect(rowsOf(collider, scene, 0), recipe.name).toEqual(expected);
      expect(rowsOf(collider, backwards, 0), recipe.name).toEqual(expectedBack);
      expect(rowsOf(collider, scene, 0), recipe.name).toEqual(expected);
    }
  });
});

it.each(small.filter(({ name }) => /sheet|soup|loose|fan/.test(name)))(
  'with a minimum separation every recipe equals brute force on $name',
  ({ make }) => {
    const scene = make(7);
    const expected = bruteForce(scene, 0.03);
    for (const recipe of recipes) {
      const collider = new MeshCollider(scene.mesh, { recipe });
      expect(rowsOf(collider, scene, 0.03), recipe.name).toEqual(expected);
    }
  },
);

it('has contacts to find', () => {
  const counts = meshClasses.map(({ make }) => bruteForce(make(1), 0).length);
  expect(counts.filter((count) => count > 10).length).toBeGreaterThan(meshClasses.length - 3);
});
