// Polygons into triangles: fans, ears, and no fold in either.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/math/random.ts';
import { polygonTriangles, triangleCountOf } from '../../src/io/polygon-triangles.ts';
import type { SceneFaces } from '../../src/io.ts';

type Corner = readonly [number, number];

/** The corners of the unit square. */
const SQUARE: readonly Corner[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

const polygon = (count: number): SceneFaces => ({
  vertexCount: count,
  counts: Uint32Array.of(count),
  corners: Uint32Array.from({ length: count }, (_, i) => i),
});

/** The positions of corners in the plane, turned so that the plane is a slanted one. */
const slanted = (corners: readonly Corner[]): Float64Array =>
  Float64Array.from(corners.flatMap(([u, v]) => [u + 0.3 * v, 0.5 * v - 0.25 * u, v + 0.5 * u]));

const area = (corners: readonly Corner[], [a, b, c]: readonly number[]): number => {
  const [p, q, r] = [corners[a], corners[b], corners[c]];
  return ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / 2;
};

const triples = (triangles: Uint32Array): number[][] =>
  Array.from({ length: triangles.length / 3 }, (_, i) => [...triangles.subarray(3 * i, 3 * i + 3)]);

const total = (corners: readonly Corner[]): number =>
  triples(Uint32Array.from(corners.slice(2).flatMap((_, i) => [0, i + 1, i + 2]))).reduce(
    (sum, triangle) => sum + area(corners, triangle),
    0,
  );

/** Whether every triangle is wound like the polygon: with the right sum of areas, nothing folds. */
function isFlat(corners: readonly Corner[], triangles: Uint32Array): boolean {
  const areas = triples(triangles).map((triangle) => area(corners, triangle));
  const sum = areas.reduce((a, b) => a + b, 0);
  return areas.every((one) => one >= 0) && Math.abs(sum - total(corners)) < 1e-9 * Math.abs(sum);
}

describe('polygons', () => {
  it('are fans where that is right', () => {
    expect([...polygonTriangles(polygon(4), slanted(SQUARE))]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it.each([1, 2, 3, 0])('a quad with a dent at corner %i is cut there', (dent) => {
    // The corner lies beyond the middle, seen from where it was.
    const corners = SQUARE.map(([u, v], i): Corner => (i === dent ? [0.7 - 0.4 * u, 0.7 - 0.4 * v] : [u, v]));
    const triangles = polygonTriangles(polygon(4), slanted(corners));
    expect(isFlat(corners, triangles)).toBe(true);
    expect(triples(triangles).every((triangle) => triangle.includes(dent))).toBe(true);
  });

  it('of many shapes do not fold, and keep their winding', () => {
    const random = seededRandom(5);
    for (let round = 0; round < 300; round++) {
      const count = 4 + Math.floor(20 * random.next());
      const corners = Array.from({ length: count }, (_, i): Corner => {
        const angle = (2 * Math.PI * (i + 0.8 * random.next())) / count;
        const radius = 0.1 + random.next();
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
      });
      const triangles = polygonTriangles(polygon(count), slanted(corners));
      expect(triangles.length).toBe(3 * triangleCountOf(polygon(count)));
      expect(isFlat(corners, triangles), `round ${round}`).toBe(true);
    }
  });

  it('that are spirals are cut into ears', () => {
    const arm = (turn: number): Corner => [(1 + turn) * Math.cos(4 * turn), (1 + turn) * Math.sin(4 * turn)];
    const out = Array.from({ length: 40 }, (_, i) => arm(i / 13));
    const back = out.map(([u, v]): Corner => [0.8 * u, 0.8 * v]).reverse();
    const corners = [...out, ...back];
    expect(isFlat(corners, polygonTriangles(polygon(80), slanted(corners)))).toBe(true);
  });

  it('without an area, or with corners in one place, keep their number of triangles', () => {
    expect(polygonTriangles(polygon(5), new Float64Array(15)).length).toBe(9);
    const line = slanted([0, 1, 2, 3, 2, 1].map((u): Corner => [u, 0]));
    expect(polygonTriangles(polygon(6), line).length).toBe(12);
  });

  it('with thousands of corners take no quadratic time: they become fans', () => {
    const count = 200_000;
    const corners = Array.from({ length: count }, (_, i): Corner => [i % 2 ? 1 : 2, i]);
    const triangles = polygonTriangles(polygon(count), slanted(corners));
    expect([...triangles.subarray(0, 6)]).toEqual([0, 1, 2, 0, 2, 3]);
  });
});
