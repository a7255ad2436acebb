// The order of the response, by hand and against a plain sort.
import { expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { PolygonMesh } from '../../../src/papers/mezger/polygon-mesh.ts';
import { ResponseOrder } from '../../../src/papers/mezger/response-order.ts';

/** A triangle and two quads beside it. */
const mesh = PolygonMesh.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [0, 3, 7, 11], 11);

function rows(count: number, distances: readonly number[]) {
  return {
    count,
    a: new Uint32Array(count),
    b: Uint32Array.from({ length: count }, (_, i) => 1 + (i % 2)),
    distance: Float64Array.from(distances),
    normal: Float64Array.from({ length: 3 * count }, (_, i) => (i % 3 === 2 ? 1 : 0)),
    weights: Float64Array.from({ length: 8 * count }, (_, i) => [0.25, 0.25, 0.5, 0, 0, 0.5, 0, 0.5][i % 8]),
    mostCorners: 4,
  };
}

it('takes the pair first that will be closest', () => {
  const velocities = new Float64Array(33);
  // Corner 2 of the triangle falls, corners 1 and 3 of the first quad rise: 0.5 · −4 − (0.5 · 2 + 0.5 · 2) = −4.
  velocities[3 * 2 + 2] = -4;
  velocities[3 * 4 + 2] = 2;
  velocities[3 * 6 + 2] = 2;
  // What moves sideways does not count.
  velocities[3 * 8] = 100;
  const order = new ResponseOrder(mesh).take(rows(2, [0.05, 0.04]), velocities, 0.01);
  expect(order.count).toBe(2);
  expect([...order.row.subarray(0, 2)]).toEqual([0, 1]);
  expect(order.estimate[0]).toBeCloseTo(0.01, 15);
  expect(order.estimate[1]).toBeCloseTo(0.02, 15);
  expect([...order.relativeVelocity.subarray(0, 6)]).toEqual([0, 0, -4, -50, 0, -2]);
});

it('sorts as a plain stable sort does, again and again in the same columns', () => {
  const order = new ResponseOrder(mesh);
  for (const count of [1000, 0, 1, 2, 3, 17, 999, 1000]) {
    const random = seededRandom(count);
    // Few values, so that many are equal.
    const distances = Array.from({ length: count }, () => random.below(50) / 64);
    order.take(rows(count, distances), new Float64Array(33), 0.01);
    const want = distances.map((_, i) => i).sort((i, j) => distances[i] - distances[j]);
    expect([...order.row.subarray(0, order.count)]).toEqual(want);
  }
  expect(order.row.length).toBe(2000);
});
