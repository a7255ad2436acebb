// What the entry point `graze/c2a` refuses, and that it compiles its kernels on first use.
import { expect, it, vi } from 'vitest';
import { Advancement, MeshError, RigidMotion, SweptSpheres } from '../../../src/c2a.ts';

const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];

it('compiles no kernels until a hierarchy is built', async () => {
  vi.resetModules();
  const compiled = vi.spyOn(WebAssembly, 'Module');
  try {
    const fresh = await import('../../../src/c2a.ts');
    expect(compiled).toHaveBeenCalledTimes(0);
    fresh.SweptSpheres.over(triangle);
    expect(compiled).toHaveBeenCalled();
  } finally {
    compiled.mockRestore();
  }
});

it('takes vertices with ids, or three vertices per triangle, and copies them', () => {
  const positions = [...triangle, 0, 0, 1];
  const shared = SweptSpheres.over(positions, [0, 1, 2, 0, 1, 3]);
  const soup = SweptSpheres.over([...triangle, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  expect(shared.nodeCount).toBe(3);
  expect(shared.volumes).toEqual(soup.volumes);
  expect(shared.triangles).toEqual(soup.triangles);
  const given = Float64Array.from(triangle);
  const tree = SweptSpheres.over(given);
  given.fill(7);
  expect(Array.from(tree.triangles)).toEqual(triangle);
});

it.each([
  ['a number too many', [...triangle, 1], undefined, 'length-not-multiple-of-three', 9],
  ['a vertex too many', [...triangle, 1, 2, 3], undefined, 'length-not-multiple-of-three', 9],
  ['an id too many', triangle, [0, 1, 2, 0], 'length-not-multiple-of-three', 3],
  ['an id of no vertex', triangle, [0, 1, 3], 'index-out-of-range', 2],
  ['an id that is no integer', triangle, [0, 1, 1.5], 'index-not-integer', 2],
  ['a coordinate that is not finite', [0, 0, 0, 1, Number.NaN, 0, 0, 1, 0], undefined, 'position-not-finite', 1],
  ['a coordinate that is too large', [0, 0, 0, 1, 0, 0, 0, 2 ** 201, 0], undefined, 'position-too-large', 2],
  ['no triangle', [], undefined, 'too-few-corners', 0],
  ['vertices, and no triangle', triangle, [], 'too-few-corners', 0],
] as const)('refuses %s', (_, positions, triangles, fault, at) => {
  let thrown: unknown;
  try {
    SweptSpheres.over(positions, triangles);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(MeshError);
  expect(thrown).toMatchObject({ fault, at });
});

it.each([
  [-0.1, 1e-3, 'A motion is defined for t in [0, 1], not for -0.1.'],
  [Number.NaN, 1e-3, 'A motion is defined for t in [0, 1], not for NaN.'],
  [0.5, -1, 'The distance is -1; it must be a length, 0 or more.'],
  [0.5, Number.POSITIVE_INFINITY, 'The distance is Infinity; it must be a length, 0 or more.'],
])('countWithin refuses time %d with distance %d', (time, distance, message) => {
  const tree = SweptSpheres.over(triangle);
  const still = RigidMotion.still({ position: [0, 0, 0], rotation: [0, 0, 0, 1] });
  const count = (): number => new Advancement(tree, tree).countWithin(still, still, time, distance);
  expect(count).toThrow(RangeError);
  expect(count).toThrow(message);
});
