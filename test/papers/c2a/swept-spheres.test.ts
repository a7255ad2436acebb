// The hierarchy [C²A §III-B]: every triangle lies in every volume above it, every triangle is one
// leaf, and each node has the kind that fits best.
import { describe, expect, it } from 'vitest';
import { rigidPairs } from '../../../scenes/rigid/index.ts';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { SweptSpheres } from '../../../src/papers/c2a/swept-spheres.ts';
import { LSS, PSS, RSS } from '../../../src/papers/c2a/swept-volume.ts';
import { dot, length, minus, type Vec } from '../../oracle/rigid-motion.ts';
import { lattice } from '../../oracle/rigid-shapes.ts';
import { trianglesOf } from './soups.ts';
import { randomUnit, times, type Volume, volumeAt } from './volumes.ts';

const SEED = 20083;

const clamp = (x: number, most: number): number => Math.min(most, Math.max(-most, x));

/**
 * A volume is convex: it holds a triangle if it holds the corners. The rounding of this test is
 * less than the margin of the radii.
 */
function holds({ centre, axes, half, radius }: Volume, corner: Vec): boolean {
  const d = minus(corner, centre);
  const nearest = axes.map((axis, k) => times(axis, clamp(dot(d, axis), half[k])));
  return length(minus(minus(d, nearest[0]), nearest[1])) <= radius;
}

function expectHierarchy(triangles: Float64Array): SweptSpheres {
  const tree = SweptSpheres.over(triangles);
  const count = triangles.length / 9;
  const seen = new Uint8Array(count);
  let height = 0;
  const visit = (node: number, above: readonly Volume[]): void => {
    const volumes = [...above, volumeAt(tree, node)];
    const link = tree.link(node);
    height = Math.max(height, volumes.length);
    if (link >= 0) {
      expect(link).toBeGreaterThan(node);
      visit(link, volumes);
      visit(link + 1, volumes);
      return;
    }
    const triangle = tree.order[~link];
    seen[triangle]++;
    for (let k = 0; k < 9; k += 3) {
      const corner = triangles.subarray(9 * triangle + k, 9 * triangle + k + 3) as unknown as Vec;
      for (const volume of volumes) if (!holds(volume, corner)) throw new Error(`Triangle ${triangle} sticks out.`);
      for (let i = 0; i < 3; i++) expect(tree.triangles[9 * ~link + k + i]).toBe(corner[i]);
    }
  };
  visit(0, []);
  expect(seen.every((times) => times === 1)).toBe(true);
  expect(tree.nodeCount).toBe(2 * count - 1);
  expect(tree.height).toBe(height);
  expect(tree.volumes.every(Number.isFinite)).toBe(true);
  return tree;
}

describe.each(rigidPairs.map(({ name, bodies }) => ({ name, bodies })))('$name', ({ bodies }) => {
  it('holds every triangle at every level', () => {
    const { a, b } = bodies(0.03);
    for (const soup of new Set([a, b])) expectHierarchy(trianglesOf(soup));
  });
});

const soups: readonly [string, (random: Random) => Float64Array][] = [
  ['one triangle', (random) => spread(random, 1)],
  ['two triangles', (random) => spread(random, 2)],
  ['any triangles', (random) => spread(random, 200)],
  ['whole numbers', (random) => trianglesOf(lattice(random, 100, 3))],
  ['equal triangles', (random) => repeated(spread(random, 1), 300)],
  ['points', (random) => flattened(spread(random, 50), () => 0)],
  ['segments', (random) => flattened(spread(random, 50), (k) => k)],
  ['one line', (random) => spread(random, 50).map((_, i, all) => [1, 2, -3][i % 3] * all[i - (i % 3)])],
  ['one plane', (random) => spread(random, 50).map((x, i) => (i % 3 === 2 ? 0 : x))],
  ['far away', (random) => spread(random, 100).map((x) => 1e6 + x)],
  ['tiny', (random) => spread(random, 100).map((x) => 1e-9 * x)],
  ['all sizes', (random) => spread(random, 100).map((x, i) => x * 2 ** -(Math.floor(i / 9) % 30))],
];

function spread(random: Random, count: number): Float64Array {
  return Float64Array.from({ length: 9 * count }, () => random.between(-1, 1));
}

function repeated(triangle: Float64Array, count: number): Float64Array {
  return Float64Array.from({ length: 9 * count }, (_, i) => triangle[i % 9]);
}

/** Corner k of each triangle becomes a multiple of the first. */
function flattened(triangles: Float64Array, factor: (k: number) => number): Float64Array {
  return triangles.map((_, i) => triangles[9 * Math.floor(i / 9) + (i % 3)] * (1 + factor(Math.floor((i % 9) / 3))));
}

it.each(soups)('%s', (_, make) => {
  expectHierarchy(make(seededRandom(SEED)));
});

/** Triangles with corners at random points. */
function triangulated(random: Random, point: (random: Random) => Vec): Float64Array {
  return Float64Array.from(Array.from({ length: 900 }, () => point(random)).flat());
}

it('takes a ball for a point, a square rod for a line and a board for a rectangle', () => {
  const random = seededRandom(SEED);
  const rod = triangulated(random, (r) => [r.between(-5, 5), 2 * r.below(2) - 1, 2 * r.below(2) - 1]);
  const board = triangulated(random, (r) => [r.between(-5, 5), r.between(-4, 4), r.between(-0.1, 0.1)]);
  expect(SweptSpheres.over(triangulated(random, randomUnit)).kind(0)).toBe(PSS);
  expect(SweptSpheres.over(rod).kind(0)).toBe(LSS);
  expect(SweptSpheres.over(board).kind(0)).toBe(RSS);
});

it('gives the same bits twice', () => {
  const triangles = spread(seededRandom(SEED), 500);
  expect(SweptSpheres.over(triangles).volumes).toEqual(SweptSpheres.over(triangles).volumes);
});
