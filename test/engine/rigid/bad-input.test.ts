// What has no meaning is refused with an error that says so; what is odd but meaningful has an
// answer.
import { describe, expect, it } from 'vitest';
import { MeshError } from '../../../src/core/mesh/mesh-error.ts';
import {
  distance,
  firstContact,
  intersects,
  MotionError,
  type Pose,
  RigidBody,
  RigidMotion,
  within,
} from '../../../src/rigid.ts';
import { box } from '../../oracle/rigid-shapes.ts';

const UNTURNED = [0, 0, 0, 1];
const at = (x: number, y = 0, z = 0): Pose => ({ position: [x, y, z], rotation: UNTURNED });
const triangle = RigidBody.from([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
const empty = RigidBody.from([], []);

function errorOf(ask: () => unknown): unknown {
  try {
    ask();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('a body that cannot be', () => {
  // biome-ignore format: one case per line
  const cases: [string, ArrayLike<number>, ArrayLike<number>, string, number, RegExp][] = [
    ['half a vertex', [0, 0, 0, 1], [], 'length-not-multiple-of-three', 3, /4 numbers|multiple of three/],
    ['half a triangle', [0, 0, 0], [0, 0], 'length-not-multiple-of-three', 0, /2 indices/],
    ['an index too large', [0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 3], 'index-out-of-range', 2, /3.*outside the 3 vertices/],
    ['a negative index', [0, 0, 0], [0, -1, 0], 'index-out-of-range', 1, /-1/],
    ['an index that is no integer', [0, 0, 0], [0, 0.5, 0], 'index-not-integer', 1, /0\.5/],
    ['NaN for an index', [0, 0, 0], [0, 0, NaN], 'index-not-integer', 2, /NaN/],
    ['an index without vertices', [], Uint32Array.of(0, 0, 0), 'index-out-of-range', 0, /0 vertices/],
    ['NaN', [0, 0, 0, 0, NaN, 0], [0, 0, 1], 'position-not-finite', 1, /Vertex 1.*NaN/],
    ['Infinity', Float32Array.of(0, 0, Infinity), [0, 0, 0], 'position-not-finite', 0, /Infinity/],
    ['a coordinate beyond 2^200', [0, 0, 0, 0, -(2 ** 201), 0], [0, 1, 1], 'position-too-large', 1, /Vertex 1/],
  ];
  it.each(cases)('%s', (_, positions, triangles, fault, place, message) => {
    const error = errorOf(() => RigidBody.from(positions as number[], triangles as number[]));
    expect(error).toBeInstanceOf(MeshError);
    expect(error).toMatchObject({ fault, at: place, message: expect.stringMatching(message) });
  });
});

describe('a pose that cannot be', () => {
  const still = RigidMotion.still(at(0));
  const doors: [string, (pose: Pose) => unknown][] = [
    ['between, from', (pose) => RigidMotion.between(pose, at(0))],
    ['between, to', (pose) => RigidMotion.between(at(0), pose)],
    ['withVelocity', (pose) => RigidMotion.withVelocity(pose, [0, 0, 0], [0, 0, 0])],
    ['still', (pose) => RigidMotion.still(pose)],
    ['path', (pose) => RigidMotion.path([at(0), pose, at(1)])],
    ['distance, a', (pose) => distance(triangle, pose, triangle, at(0))],
    ['distance, b', (pose) => distance(triangle, at(0), triangle, pose)],
    ['distance of nothing', (pose) => distance(empty, at(0), triangle, pose)],
    ['within, a', (pose) => within(triangle, pose, triangle, at(0), 1)],
    ['within, b', (pose) => within(empty, at(0), triangle, pose, -1)],
    ['intersects, a', (pose) => intersects(triangle, pose, triangle, at(0))],
    ['intersects, b', (pose) => intersects(empty, at(0), triangle, pose)],
  ];
  // biome-ignore format: one case per line
  const poses: [Pose, string, RegExp][] = [
    [{ position: [0, NaN, 0], rotation: UNTURNED }, 'not-finite', /position\[1\] is NaN/],
    [{ position: [0, 0, Infinity], rotation: UNTURNED }, 'not-finite', /position\[2\] is Infinity/],
    [{ position: [0, 0], rotation: UNTURNED }, 'wrong-length', /position has 2 numbers; 3/],
    [{ position: [0, 0, 0], rotation: [0, 0, 0] }, 'wrong-length', /rotation has 3 numbers; 4/],
    [{ position: [0, 0, 0], rotation: [0, 0, 0, 0] }, 'zero-rotation', /zero quaternion/],
    [{ position: [0, 0, 0], rotation: [0, 0, NaN, 1] }, 'not-finite', /rotation\[2\] is NaN/],
    [{ position: [0, 0, 0] } as unknown as Pose, 'wrong-length', /rotation has no numbers/],
  ];
  it.each(doors)('%s', (_, ask) => {
    for (const [pose, fault, message] of poses) {
      const error = errorOf(() => ask(pose));
      expect(error).toBeInstanceOf(MotionError);
      expect(error).toMatchObject({ name: 'MotionError', fault, message: expect.stringMatching(message) });
    }
    expect(() => ask(at(5))).not.toThrow();
  });

  it('a velocity, a path or a time without meaning', () => {
    const faults: [() => unknown, object][] = [
      [
        () => RigidMotion.withVelocity(at(0), [0, 0, NaN], [0, 0, 0]),
        { fault: 'not-finite', message: expect.stringMatching(/^velocity\[2\]/) },
      ],
      [
        () => RigidMotion.withVelocity(at(0), [0, 0, 0], [0, 0]),
        { fault: 'wrong-length', message: expect.stringMatching(/^angularVelocity/) },
      ],
      [() => RigidMotion.withVelocity(at(0), [0, 0, 0], [0, 0, -Infinity]), { fault: 'not-finite' }],
      [
        () => RigidMotion.withVelocity(at(0), [0, 0, 0], [0, 1, 2 ** 20]),
        { fault: 'too-fast', message: expect.stringMatching(/1048576/) },
      ],
      [() => RigidMotion.withVelocity(at(0), [0, 0, 0], [1e200, 0, 0]), { fault: 'too-fast' }],
      [() => RigidMotion.path([]), { fault: 'too-few-poses' }],
      ...[
        [0],
        [0, 0.5],
        [0, 0.5, 0.5, 1],
        [0, 0.6, 0.5, 1],
        [0, NaN, 0.5, 1],
        [0.1, 0.2, 0.3, 1],
        [0, 0.2, 0.3, 0.9],
      ].map((times): [() => unknown, object] => [
        () => RigidMotion.path([at(0), at(1), at(2), at(3)], times),
        { fault: 'bad-times', message: expect.stringMatching(/4 numbers/) },
      ]),
    ];
    for (const [ask, expected] of faults) expect(errorOf(ask)).toMatchObject({ name: 'MotionError', ...expected });
    expect(() => RigidMotion.withVelocity(at(0), [0, 0, 0], [0, 0, 2 ** 20])).not.toThrow();
    for (const t of [-1e-9, 1.0000001, NaN, Infinity]) {
      expect(errorOf(() => still.at(t))).toBeInstanceOf(RangeError);
      expect(errorOf(() => still.at(t))).toMatchObject({ message: expect.stringContaining(String(t)) });
    }
  });

  it('options without meaning', () => {
    const ask = (options: object) => (): unknown => firstContact(triangle, still, triangle, still, options);
    for (const [option, values] of [
      ['tolerance', [NaN, -1, Infinity, -Infinity]],
      ['maxSteps', [NaN, -1]],
      ['maxContacts', [NaN, -1]],
    ] as const) {
      for (const value of values) {
        const error = errorOf(ask({ [option]: value }));
        expect(error).toBeInstanceOf(RangeError);
        expect(error).toMatchObject({ message: expect.stringMatching(new RegExp(`${option} is ${value}`)) });
      }
    }
    expect(errorOf(() => within(triangle, at(0), triangle, at(1), NaN))).toBeInstanceOf(RangeError);
  });
});

describe('odd bodies have an answer', () => {
  it('positions and velocities of 1e200 and more are refused or right', () => {
    for (const far of [1e160, 1e200, 1e300]) {
      const ask = (): number => distance(triangle, at(far), triangle, at(0)).distance;
      try {
        expect(ask()).toBeCloseTo(far, -300);
      } catch (error) {
        expect(error).toBeInstanceOf(MotionError);
      }
    }
  });

  const still = RigidMotion.still(at(0));
  const falling = (from: number, to: number): RigidMotion =>
    RigidMotion.between(at(0.25, 0.25, from), at(0.25, 0.25, to));
  const cube = (size: number, middle = 0): RigidBody => {
    const { positions, triangles } = box([middle - size / 2, middle - size / 2, middle - size / 2], [size, size, size]);
    return RigidBody.from(positions, triangles);
  };

  it('no faces: nothing is near, nothing touches', () => {
    const lone = RigidBody.from([1, 2, 3], []);
    for (const [a, b] of [
      [empty, triangle],
      [triangle, empty],
      [empty, empty],
      [lone, triangle],
    ]) {
      expect(distance(a, at(0), b, at(0))).toEqual({
        distance: Infinity,
        pointA: null,
        pointB: null,
        faceA: -1,
        faceB: -1,
      });
      expect([within(a, at(0), b, at(0), Infinity), intersects(a, at(0), b, at(0))]).toEqual([false, false]);
      expect(firstContact(a, still, b, falling(1, -1))).toMatchObject({
        state: 'separated',
        time: Infinity,
        contacts: [],
        faceA: -1,
      });
    }
  });

  it('a point and a segment fall on a triangle', () => {
    const point = RigidBody.from([0, 0, 0], [0, 0, 0]);
    const segment = RigidBody.from([0, 0, 0, 0.25, 0.25, 1], [0, 1, 0]);
    for (const body of [point, segment]) {
      expect(distance(body, at(0.25, 0.25, 3), triangle, at(0)).distance).toBe(3);
      const hit = firstContact(body, falling(3, -1), triangle, still, { tolerance: 1e-6 });
      expect(hit).toMatchObject({ state: 'hit', faceA: 0, faceB: 0 });
      expect(hit.time).toBeGreaterThan(0.75 - 1e-6);
      expect(hit.time).toBeLessThanOrEqual(0.75);
    }
    expect(distance(point, at(1), point, at(3)).distance).toBe(2);
    expect(intersects(point, at(1), point, at(1))).toBe(true);
    expect(firstContact(point, RigidMotion.between(at(-1), at(1)), point, still, { tolerance: 1e-9 }).time).toBeCloseTo(
      0.5,
      8,
    );
  });

  it('the same body at the same pose overlaps itself', () => {
    for (const motion of [still, falling(0, 5), RigidMotion.withVelocity(at(0), [0, 0, 0], [0, 0, 9])]) {
      expect(firstContact(triangle, motion, triangle, motion)).toMatchObject({
        state: 'overlapping',
        time: 0,
        distance: 0,
      });
    }
    expect(distance(triangle, at(7), triangle, at(7)).distance).toBe(0);
  });

  it.each([1e-100, 1e-60, 1e-30, 1e-6, 1, 1e6, 1e50])('cubes of size %d, and far from where they are', (size) => {
    for (const far of [0, size, 1e6 * size]) {
      const [a, b] = [cube(size), cube(size, far)];
      const [from, to] = [at(far + 3 * size, far, far), at(far - size, far, far)];
      const room = 1e-15 * far + 1e-14 * size;
      expect(Math.abs(distance(a, from, b, at(0)).distance - 2 * size)).toBeLessThanOrEqual(room);
      const hit = firstContact(a, RigidMotion.between(from, to), b, still, { tolerance: 0 });
      expect(hit.state).toBe('hit');
      // Far away doubles tell less, and the tolerance says so.
      expect(Math.abs(hit.time - 0.5)).toBeLessThanOrEqual(hit.tolerance / (3 * size));
      expect(hit.distance).toBeLessThanOrEqual(hit.tolerance);
      expect(hit.tolerance).toBeLessThanOrEqual(1e-10 * (size + far));
    }
  });

  it('coordinates of 1e60, beside those of 1e-20', () => {
    const [large, small] = [cube(2e60), cube(2e-20)];
    expect(distance(large, at(3e60), small, at(0)).distance).toBeCloseTo(2e60, -46);
    const hit = firstContact(large, RigidMotion.between(at(3e60), at(0)), small, still);
    expect(hit).toMatchObject({ state: 'hit' });
    expect(hit.time).toBeCloseTo(2 / 3, 9);
  });

  it('gives up where it may not look at anything', () => {
    const answer = firstContact(triangle, falling(1, -1), triangle, still, { maxSteps: 0 });
    expect(answer).toMatchObject({ state: 'iteration-limit', time: 0, faceA: -1, faceB: -1, contacts: [] });
    expect(firstContact(triangle, falling(1, -1), triangle, still, { maxSteps: Infinity }).state).toBe('hit');
  });

  it('raises a tolerance of 0 to what doubles can tell', () => {
    const hit = firstContact(triangle, falling(1, -1), triangle, still, { tolerance: 0 });
    expect(hit.state).toBe('hit');
    expect(hit.tolerance).toBeGreaterThan(0);
    expect(hit.tolerance).toBeLessThan(1e-10);
    expect(hit.distance).toBeLessThanOrEqual(hit.tolerance);
    expect(hit.time).toBeCloseTo(0.5, 10);
  });
});
