// Every recipe gives exactly what brute force gives: none missing, none extra, none twice; the same times, normals and weights, in the
// same order, on the first step, backwards on the refitted tree, and on the first step again.
import { describe, expect, it } from 'vitest';
import {
  adjacency,
  basic,
  findOrphans,
  iccd,
  iccdAsPublished,
  iccdWithCones,
  iccdWithoutCones,
  MeshCollider,
  noDuplicates,
  type Recipe,
  rTriangles,
} from '../../src/index.ts';
import { meshClasses } from '../generate/meshes.ts';
import { fixture, smoothShapes, treacherousShapes } from '../generate/surfaces.ts';
import { bruteForce, rowsOf } from '../oracle/brute-force.ts';

/** Every value of every parameter of ICCD, and those of the paper together. */
const iccdRecipes = [
  iccd,
  iccdAsPublished,
  iccdWithCones,
  iccdWithoutCones,
  iccd.with({ bounds: 'swept', cones: 'never' }),
  iccd.with({ featureBounds: false }),
];
const recipes: readonly Recipe[] = [
  ...iccdRecipes,
  rTriangles,
  rTriangles.with({ assignment: 'maximal' }),
  rTriangles.with({ assignment: 'uniform', edgeVolumes: 'stored' }),
  adjacency,
  noDuplicates,
  basic,
];
const small = meshClasses.filter(({ name }) => name !== 'many tetrahedra');
/** Brute force takes seconds on the larger of these. */
const surfaces = [...smoothShapes, ...treacherousShapes].map(({ name, make }) => ({
  name,
  make,
  large: make(1).mesh.faceCount > 300,
}));

describe.each([...small, ...surfaces])('on $name', ({ make, ...kind }) => {
  const seeds = 'large' in kind && kind.large ? [1, 2] : [1, 2, 3, 4, 5, 6];
  it.each(seeds)('every recipe equals brute force, seed %d', (seed) => {
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

it('skips orphans inside a quiet patch, and only in steps without a separation', () => {
  // All faces of a fan are adjacent, so there are orphans only; turning in its plane some of its bounds never come apart.
  const rim = (turn: number) =>
    Array.from(
      { length: 20 },
      (_, i) => [Math.cos(i * (Math.PI / 10) + turn), Math.sin(i * (Math.PI / 10) + turn), 0] as const,
    );
  const triangles = Array.from({ length: 20 }, (_, i) => [0, i + 1, ((i + 1) % 20) + 1]).flat();
  const scene = fixture(triangles, [[0, 0, 0], ...rim(0)], [[0, 0, 0], ...rim(1.3)]);
  const testsOf = (recipe: Recipe) => new MeshCollider(scene.mesh, { recipe }).collide(scene.x0, scene.x1).tally.tests;
  expect(testsOf(iccdWithoutCones)).toBeGreaterThan(0);
  expect(testsOf(iccdWithCones)).toBe(0);
  const all = findOrphans(scene.mesh);
  const count = (all.vf.length + all.ee.length) / 2;
  const skipped = new MeshCollider(scene.mesh, { recipe: iccdAsPublished }).collide(scene.x0, scene.x1).tally;
  expect([skipped.orphansSkipped, skipped.orphansTested, skipped.tests]).toEqual([count, 0, 0]);
  const withoutCones = iccdAsPublished.with({ cones: 'never' });
  const { tally } = new MeshCollider(scene.mesh, { recipe: withoutCones }).collide(scene.x0, scene.x1);
  expect([tally.orphansSkipped, tally.orphansTested, tally.tests]).toEqual([0, count, count]);
  const collider = new MeshCollider(scene.mesh, { recipe: iccdWithCones });
  expect(rowsOf(collider, scene, 0)).toEqual([]);
  const near = bruteForce(scene, 0.9);
  expect(near.length).toBeGreaterThan(0);
  expect(rowsOf(collider, scene, 0.9)).toEqual(near);
});

it('has contacts to find', () => {
  const counts = meshClasses.map(({ make }) => bruteForce(make(1), 0).length);
  expect(counts.filter((count) => count > 10).length).toBeGreaterThan(meshClasses.length - 3);
});
