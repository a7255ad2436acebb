// Transform operations against points that are turned, scaled and moved one after the other.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { objectOf, positionsOf, sceneFrom, TRIANGLE } from './usd-scenes.ts';

type Point = readonly [number, number, number];
const AXES = 'XYZ';
const POINTS: readonly Point[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
];

/** Turns a point about an axis through the origin, counter-clockwise seen from its end. */
function turned(point: Point, axis: string, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const i = (AXES.indexOf(axis) + 1) % 3;
  const k = (i + 1) % 3;
  const out: [number, number, number] = [...point];
  out[i] = point[i] * Math.cos(angle) - point[k] * Math.sin(angle);
  out[k] = point[i] * Math.sin(angle) + point[k] * Math.cos(angle);
  return out;
}

const moved = (point: Point, by: Point): Point => [point[0] + by[0], point[1] + by[1], point[2] + by[2]];

function meshWith(statements: string): number[] {
  const scene = sceneFrom(`def Mesh "m" {${TRIANGLE}${statements}}`);
  return positionsOf(objectOf(scene, '/m'), 0);
}

function expectPoints(found: readonly number[], map: (point: Point) => Point): void {
  const expected = POINTS.flatMap(map);
  expect(found).toHaveLength(expected.length);
  for (let i = 0; i < found.length; i++) expect(found[i]).toBeCloseTo(expected[i], 12);
}

const order = (...names: readonly string[]): string =>
  `uniform token[] xformOpOrder = [${names.map((name) => `"${name}"`).join(', ')}]\n`;

describe('one operation', () => {
  it.each(['XYZ', 'XZY', 'YXZ', 'YZX', 'ZXY', 'ZYX'])('rotate%s: the first axis acts first', (axes) => {
    const angles = { X: 20, Y: -50, Z: 110 } as const;
    const found = meshWith(`double3 xformOp:rotate${axes} = (20, -50, 110)\n${order(`xformOp:rotate${axes}`)}`);
    expectPoints(found, (point) =>
      [...axes].reduce((p, axis) => turned(p, axis, angles[axis as keyof typeof angles]), point),
    );
  });

  it.each(['X', 'Y', 'Z'])('rotate%s, translate and scale along it', (axis) => {
    const i = AXES.indexOf(axis);
    const along = (value: number): Point => [i === 0 ? value : 0, i === 1 ? value : 0, i === 2 ? value : 0];
    expectPoints(meshWith(`float xformOp:rotate${axis} = 33\n${order(`xformOp:rotate${axis}`)}`), (p) =>
      turned(p, axis, 33),
    );
    expectPoints(meshWith(`double xformOp:translate${axis} = 2\n${order(`xformOp:translate${axis}`)}`), (p) =>
      moved(p, along(2)),
    );
    expectPoints(
      meshWith(`double xformOp:scale${axis} = 3\n${order(`xformOp:scale${axis}`)}`),
      (p) => p.map((x, k) => (k === i ? 3 * x : x)) as unknown as Point,
    );
  });

  it('turns by multiples of 90° exactly', () => {
    expect(meshWith(`float xformOp:rotateZ = 90\n${order('xformOp:rotateZ')}`).map((x) => x + 0)).toEqual([
      0, 0, 0, 0, 1, 0, -1, 0, 0,
    ]);
    expect(meshWith(`float xformOp:rotateZ = -450\n${order('xformOp:rotateZ')}`).map((x) => x + 0)).toEqual([
      0, 0, 0, 0, -1, 0, 1, 0, 0,
    ]);
  });

  it('orient: the real part comes first in text', () => {
    const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    expectPoints(meshWith(`quatd xformOp:orient = (${cos}, 0, 0, ${sin})\n${order('xformOp:orient')}`), (p) =>
      turned(p, 'Z', 60),
    );
  });

  it('transform: rows for row vectors', () => {
    const found = meshWith(
      `matrix4d xformOp:transform = ( (0, 2, 0, 0), (-3, 0, 0, 0), (0, 0, 4, 0), (5, 6, 7, 1) )\n${order('xformOp:transform')}`,
    );
    expect(found).toEqual([5, 6, 7, 5, 8, 7, 2, 6, 7]);
  });

  it('half and float values are rounded to their precision', () => {
    expect(meshWith(`half3 xformOp:translate = (0.1, 0, 0)\n${order('xformOp:translate')}`)[0]).toBe(0.0999755859375);
    expect(meshWith(`float3 xformOp:translate = (0.1, 0, 0)\n${order('xformOp:translate')}`)[0]).toBe(Math.fround(0.1));
    expect(meshWith(`double3 xformOp:translate = (0.1, 0, 0)\n${order('xformOp:translate')}`)[0]).toBe(0.1);
  });
});

describe('several operations', () => {
  it('the last one acts first', () => {
    const found = meshWith(`
      double3 xformOp:translate = (1, 2, 3)
      float xformOp:rotateZ = 90
      float3 xformOp:scale = (2, 3, 4)
      ${order('xformOp:translate', 'xformOp:rotateZ', 'xformOp:scale')}`);
    expectPoints(found, ([x, y, z]) => moved(turned([2 * x, 3 * y, 4 * z], 'Z', 90), [1, 2, 3]));
  });

  it('pivots: a name after the kind, and the inverse of an operation', () => {
    const found = meshWith(`
      float3 xformOp:translate:pivot = (1, 0, 0)
      float xformOp:rotateZ:spin = 180
      ${order('xformOp:translate:pivot', 'xformOp:rotateZ:spin', '!invert!xformOp:translate:pivot')}`);
    expectPoints(found, ([x, y, z]) => [2 - x, -y, z]);
  });

  it('every operation times its inverse is the identity', () => {
    const random = seededRandom(22);
    const numbers = (count: number): string => Array.from({ length: count }, () => random.between(0.5, 2)).join(', ');
    const rows = Array.from({ length: 3 }, () => `(${numbers(3)}, 0)`).join(', ');
    const kinds: readonly (readonly [string, string, string])[] = [
      ['translate', 'double3', `(${numbers(3)})`],
      ['rotateYZX', 'double3', `(${numbers(3)})`],
      ['rotateY', 'double', '77'],
      ['scale', 'double3', `(${numbers(3)})`],
      ['orient', 'quatd', `(${numbers(4)})`],
      ['transform', 'matrix4d', `( ${rows}, (1, 2, 3, 1) )`],
    ];
    for (const [kind, type, value] of kinds) {
      const found = meshWith(
        `${type} xformOp:${kind} = ${value}\n${order(`xformOp:${kind}`, `!invert!xformOp:${kind}`)}`,
      );
      expectPoints(found, (point) => point);
    }
  });

  it('resetXformStack drops the prims above and what stands before it', () => {
    const scene = sceneFrom(`
      def Xform "a" {
        double3 xformOp:translate = (10, 0, 0)
        ${order('xformOp:translate')}
        def Mesh "m" {
          ${TRIANGLE}
          double3 xformOp:translate = (0, 5, 0)
          ${order('xformOp:translate', '!resetXformStack!', 'xformOp:translate')}
        }
      }`);
    expect(positionsOf(objectOf(scene, '/a/m'), 0).slice(0, 3)).toEqual([0, 5, 0]);
  });

  it('prims without a type and scopes have no transform; what is not in the order does not count', () => {
    for (const type of ['', 'Scope']) {
      const scene = sceneFrom(`def ${type} "a" {
        double3 xformOp:translate = (10, 0, 0)
        ${order('xformOp:translate')}
        def Mesh "m" {${TRIANGLE} double3 xformOp:translate = (0, 5, 0) }
      }`);
      expect(positionsOf(objectOf(scene, '/a/m'), 0).slice(0, 3)).toEqual([0, 0, 0]);
    }
  });
});

describe('over time', () => {
  const scene = sceneFrom(
    `def Mesh "m" {
      ${TRIANGLE}
      double3 xformOp:translate.timeSamples = { 24: (0, 0, 0), 48: (2, 0, 0), 96: None }
      quatf xformOp:orient.timeSamples = { 24: (1, 0, 0, 0), 72: (0, 0, 0, 1) }
      ${order('xformOp:translate', 'xformOp:orient')}
    }`,
    'timeCodesPerSecond = 48',
  );
  const at = (time: number): number[] => positionsOf(scene.objects[0], time);

  it('the times are those of all samples, in seconds', () => {
    expect(scene.times).toEqual([0.5, 1, 1.5, 2]);
  });

  it('numbers are interpolated, rotations along the arc; nothing moves outside of the samples', () => {
    const [x] = at(0.75);
    expect(x).toBeCloseTo(1, 12);
    const [, , , a, b] = at(0.75);
    expect([a - x, b]).toEqual([expect.closeTo(Math.SQRT1_2, 7), expect.closeTo(Math.SQRT1_2, 7)]);
    expect(at(0)).toEqual(at(0.5));
    expect(at(9)).toEqual(at(2));
  });

  it('a value is held before a sample without a value, and is missing there', () => {
    expect(at(1.9)[0]).toBe(2);
    expect(at(2)[0]).toBe(0);
  });
});
