// Small soups with integer coordinates, for motions whose first contact is known.
import type { Point, Soup } from '../../scenes/rigid/index.ts';
import type { Random } from '../../src/core/math/random.ts';
import { whole } from '../generate/draw.ts';

const soup = (positions: readonly number[], triangles: readonly number[]): Soup => ({
  positions: Float64Array.from(positions),
  triangles: Uint32Array.from(triangles),
});

/** The surface of a box: 12 triangles. */
export function box(low: Point, size: Point): Soup {
  const positions = Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => low[k] + size[k] * ((i >> k) & 1)));
  const quads = [0, 1, 3, 2, 4, 6, 7, 5, 0, 4, 5, 1, 2, 3, 7, 6, 0, 2, 6, 4, 1, 5, 7, 3];
  const triangles = Array.from({ length: 6 }, (_, f) => quads.slice(4 * f, 4 * f + 4));
  return soup(
    positions.flat(),
    triangles.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
  );
}

/** A square of the plane z = 0 about the origin, of cells × cells squares. */
export function plate(size: number, cells: number): Soup {
  const side = cells + 1;
  const at = (i: number): number => (size * i) / cells - size / 2;
  const positions = Array.from({ length: side * side }, (_, i) => [at(i % side), at(Math.floor(i / side)), 0]);
  const triangles = Array.from({ length: cells * cells }, (_, i) => {
    const k = side * Math.floor(i / cells) + (i % cells);
    return [k, k + 1, k + side + 1, k, k + side + 1, k + side];
  });
  return soup(positions.flat(), triangles.flat());
}

/**
 * A tetrahedron with one edge along an axis, 0 or 1, from the origin; the others lie on one side of
 * z = 0.
 */
export function roof(length: number, axis: 0 | 1, side: 1 | -1): Soup {
  const end = axis === 0 ? [length, 0, 0] : [0, length, 0];
  const eaves = axis === 0 ? [0, 3, 2 * side, 0, -3, 2 * side] : [3, 0, 2 * side, -3, 0, 2 * side];
  return soup([0, 0, 0, ...end, ...eaves], [0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3]);
}

/** A triangle without area: the segment between two points. */
export const needle = (from: Point, to: Point): Soup => soup([...from, ...to], [0, 1, 0]);

/** A triangle with a corner `reach` away from the z axis, the others on it. */
export const tip = (reach: number): Soup => soup([0, 0, -1, 0, 0, 1, reach, 0, 0], [0, 1, 2]);

/** Any triangles with whole corners within ±size. */
export function lattice(random: Random, count: number, size: number): Soup {
  const positions = Array.from({ length: 9 * count }, () => whole(random, -size, size));
  return soup(
    positions,
    Array.from({ length: 3 * count }, (_, i) => i),
  );
}
