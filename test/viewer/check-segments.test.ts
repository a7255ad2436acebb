// A step along paths that bend: a vertex goes through a face, around it, or through it late.
import { expect, test } from 'vitest';
import { checkStep } from '../../src/check/step.ts';
import { MeshCollider, TriMesh } from '../../src/index.ts';
import { checkSegments } from '../../src/viewer/check-segments.ts';
import { DEFAULTS } from '../../src/viewer/settings.ts';

const FLOOR = [-1, -1, 0, 1, -1, 0, 0, 1, 0];
const collider = new MeshCollider(TriMesh.from([0, 1, 2, 3, 4, 5], 6));

/** A floor, and a small triangle above or below it. */
const at = (x: number, z: number): Float64Array =>
  Float64Array.from([...FLOOR, x, 0, z, x + 0.1, 0, z + 0.1, x, 0.1, z + 0.1]);

const check = async (x0: Float64Array, x1: Float64Array) => checkStep(collider, 0, x0, x1, DEFAULTS);

test('straight it is one check', async () => {
  const whole = await checkSegments(at(0, 1), [], at(0, -1), check);
  expect(whole.count).toBeGreaterThan(0);
  expect(whole).toMatchObject({ count: (await check(at(0, 1), at(0, -1))).count });
});

test('around it there is nothing, on the same frames', async () => {
  const bends = [
    { at: 0.3, positions: at(5, 1) },
    { at: 0.6, positions: at(5, -1) },
  ];
  expect(await checkSegments(at(0, 1), bends, at(0, -1), check)).toMatchObject({ count: 0, truncated: false });
});

test('times are shares of the whole step, tallies are sums', async () => {
  const bend = { at: 0.75, positions: at(0, 0.5) };
  const [first, second] = [await check(at(0, 1), bend.positions), await check(bend.positions, at(0, -0.5))];
  const [count, tests] = [second.count, second.tally.tests + first.tally.tests];
  const vertex = [...second.a].findIndex((v, i) => i < count && second.kind[i] === 0 && v === 3);
  const time = second.time[vertex];
  const done = await checkSegments(at(0, 1), [bend], at(0, -0.5), check);
  expect(done.count).toBe(count);
  expect(done.tally.tests).toBe(tests);
  expect(done.time[vertex]).toBe(0.75 + 0.25 * time);
  expect(time).toBeCloseTo(0.5, 6);
});
