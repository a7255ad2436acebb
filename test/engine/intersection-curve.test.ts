import { describe, expect, it } from 'vitest';
import { closestPoints } from '../../src/core/elementary/closest-points.ts';
import { vfDistance } from '../../src/core/elementary/discrete.ts';
import { trianglesCross } from '../../src/core/elementary/triangles-meet.ts';
import { seededRandom } from '../../src/core/math/random.ts';
import { type IntersectionCurve, MeshCollider, TriMesh } from '../../src/index.ts';
import { box, type MergedParts, merge, move, quarter, sheet, sphere, turn } from '../generate/clash-shapes.ts';

function curveOf({ positions, triangles }: MergedParts): IntersectionCurve {
  return new MeshCollider(TriMesh.from(triangles, positions.length / 3)).intersectionCurve(positions);
}

function lengthOf({ points, count }: IntersectionCurve): number {
  let length = 0;
  for (let i = 0; i < 6 * count; i += 6)
    length += Math.hypot(points[i] - points[i + 3], points[i + 1] - points[i + 4], points[i + 2] - points[i + 5]);
  return length;
}

/** Throws unless the chains hold together and every segment lies on its two faces. */
function checkCurve({ positions, triangles }: MergedParts, curve: IntersectionCurve): void {
  const { points, chainStart, isClosed } = curve;
  const point = (segment: number, end: number): number[] => [
    ...points.subarray(6 * segment + 3 * end, 6 * segment + 3 * end + 3),
  ];
  expect(chainStart[chainStart.length - 1]).toBe(curve.count);
  isClosed.forEach((closed, chain) => {
    const [from, to] = [chainStart[chain], chainStart[chain + 1]];
    for (let i = from + 1; i < to; i++) expect(point(i, 0)).toEqual(point(i - 1, 1));
    if (closed) expect(point(from, 0)).toEqual(point(to - 1, 1));
  });
  for (let i = 0; i < curve.count; i++)
    for (const face of [curve.a[i], curve.b[i]])
      for (const end of [0, 1]) {
        const corners = [...triangles.subarray(3 * face, 3 * face + 3)].flatMap((v) => [
          ...positions.subarray(3 * v, 3 * v + 3),
        ]);
        expect(vfDistance(Float64Array.from([...point(i, end), ...corners]), 0, closestPoints())).toBeLessThan(1e-9);
      }
}

/** Pairs of faces without a common vertex that go properly through each other, by brute force. */
function properPairs({ positions, triangles }: MergedParts): string[] {
  const count = triangles.length / 3;
  const cornersOf = (f: number): number[] => [...triangles.subarray(3 * f, 3 * f + 3)];
  const found: string[] = [];
  for (let f = 0; f < count; f++)
    for (let g = f + 1; g < count; g++) {
      if (cornersOf(f).some((v) => cornersOf(g).includes(v))) continue;
      const q = [...cornersOf(f), ...cornersOf(g)].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
      if (trianglesCross(Float64Array.from(q))) found.push(`${f} ${g}`);
    }
  return found;
}

describe('intersectionCurve', () => {
  it('is one closed loop where two spheres meet', () => {
    const scene = merge(sphere(1, 16), move(turn(sphere(1, 16), 0.7, 0), [0.01, 0.02, 1.2]));
    const curve = curveOf(scene);
    checkCurve(scene, curve);
    expect([...curve.isClosed]).toEqual([1]);
    // The circle in which spheres of radius 1 at a distance of 1.2 meet has the radius 0.8.
    expect(lengthOf(curve) / (2 * Math.PI * 0.8)).toBeCloseTo(1, 1);
  });

  it('ends at the borders of sheets', () => {
    const scene = merge(sheet(3, 3, 11, 11), move(quarter(sheet(1, 1, 7, 7), 0), [0.01, 0.02, 0.3]));
    const curve = curveOf(scene);
    checkCurve(scene, curve);
    expect([...curve.isClosed]).toEqual([0]);
    expect(lengthOf(curve)).toBeCloseTo(1, 9);
  });

  it('does not exist where boxes rest on each other', () => {
    const scene = merge(box([0, 0, 0], [1, 1, 1], 2), box([0.25, 0.25, 1], [1.25, 1.25, 2], 2));
    const { count, chainStart, isClosed } = curveOf(scene);
    expect({ count, chainStart: [...chainStart], isClosed: [...isClosed] }).toEqual({
      count: 0,
      chainStart: [0],
      isClosed: [],
    });
  });

  it('ends at the vertex that two faces share', () => {
    // Two faces with a common vertex; the second goes through the first.
    const positions = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 1, 1, 1, -1);
    const curve = new MeshCollider(TriMesh.from([0, 1, 2, 0, 3, 4], 5)).intersectionCurve(positions);
    expect([curve.count, [...curve.a], [...curve.b], [...curve.isClosed]]).toEqual([1, [0], [1], [0]]);
    expect([...curve.points].sort()).toEqual([0, 0, 0, 0, 1, 1]);
  });

  it('has every pair of faces that cross, and is closed between closed boxes, however they are aligned', () => {
    const random = seededRandom(3);
    let degenerate = 0;
    for (let i = 0; i < 60; i++) {
      const corner = (): [number, number, number] =>
        [random.below(3), random.below(3), random.below(3)].map((c) => c / 2) as [number, number, number];
      const [low, size] = [corner(), corner()];
      const other = box(
        low,
        [low[0] + 0.5 + size[0], low[1] + 0.5 + size[1], low[2] + 0.5 + size[2]],
        1 + random.below(2),
      );
      const scene = merge(box([0, 0, 0], [1, 1, 1], 2), i % 3 === 0 ? turn(other, 0.1 * i, 2) : other);
      const curve = curveOf(scene);
      checkCurve(scene, curve);
      expect([...curve.isClosed].every((closed) => closed === 1)).toBe(true);
      const pairs = new Set(Array.from(curve.a, (f, j) => `${f} ${curve.b[j]}`));
      const proper = properPairs(scene);
      expect(proper.filter((pair) => !pairs.has(pair))).toEqual([]);
      if (pairs.size > proper.length) degenerate++;
    }
    expect(degenerate).toBeGreaterThan(5);
  });
});
