// Motions of several legs: contact in a later leg, legs that end at different times, and the same
// answers as leg by leg.
import { describe, expect, it } from 'vitest';
import { randomDirection, randomRotation } from '../../../scenes/rigid/pose.ts';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import {
  distance,
  firstContact,
  type Pose,
  RigidBody,
  type RigidFirstContact,
  RigidMotion,
} from '../../../src/rigid.ts';
import { along } from '../../generate/draw.ts';
import { box, plate } from '../../oracle/rigid-shapes.ts';
import { scattered } from './every-pair.ts';

const UNTURNED = [0, 0, 0, 1];
const TOLERANCE = 1e-6;
const at = (x: number, y = 0, z = 0, rotation = UNTURNED): Pose => ({ position: [x, y, z], rotation });
const body = ({ positions, triangles }: { positions: Float64Array; triangles: Uint32Array }): RigidBody =>
  RigidBody.from(positions, triangles);
const cube = body(box([-1, -1, -1], [2, 2, 2]));
const still = RigidMotion.still(at(0));

/** At most by what the tolerance takes at this speed. */
function expectTime(hit: RigidFirstContact, time: number, speed: number): void {
  expect(hit.state).toBe('hit');
  expect(hit.time).toBeLessThanOrEqual(time + 1e-12);
  expect(hit.time).toBeGreaterThanOrEqual(time - TOLERANCE / speed - 1e-12);
  expect(hit.distance).toBeLessThanOrEqual(TOLERANCE);
}

describe('a contact on a path', () => {
  it.each([1e-2, 1e-4, 1e-5, 1e-6, 1e-8])('in a leg of %d at any time', (span) => {
    const point = RigidBody.from([0, 0, 0], [0, 0, 0]);
    const wall = RigidBody.from([-1, -1, 0, 1, -1, 0, 0, 1, 0], [0, 1, 2]);
    const random = seededRandom(53);
    for (let i = 0; i < 50; i++) {
      const start = random.between(0.5, 0.9);
      const [high, low] = [random.between(0.2, 1), -random.between(0.2, 1)];
      const path = RigidMotion.path(
        [at(0, 0, high), at(0, 0, high), at(0, 0, low), at(0, 0, low)],
        [0, start, start + span, 1],
      );
      for (const tolerance of [0, 1e-9]) {
        const hit = firstContact(point, path, wall, still, { tolerance, maxSteps: 10_000 });
        expect(hit.state, `seed 53, case ${i}, tolerance ${tolerance}`).toBe('hit');
        expect(Math.abs(hit.time - start - (span * high) / (high - low))).toBeLessThanOrEqual(span * 1e-6 + 1e-15);
      }
    }
  });

  it('in its second leg', () => {
    const path = RigidMotion.path([at(6, 0), at(6, 6), at(2, 6), at(0, 0)]);
    // Side by side with the cube at y = 0 … 2 during the last leg only.
    const hit = firstContact(cube, path, cube, still, { tolerance: TOLERANCE });
    expectTime(hit, 2 / 3 + (1 / 3) * (4 / 6), 18);
    const down = RigidMotion.path([at(0, 0, 9), at(0, 0, 5), at(0, 0, 1)], [0, 0.25, 1]);
    expectTime(firstContact(cube, down, cube, still, { tolerance: TOLERANCE }), 0.25 + 0.75 * 0.75, 16 / 3);
  });

  it('just where two legs meet', () => {
    const bounce = RigidMotion.path([at(0, 0, 6), at(0, 0, 2), at(0, 0, 6)]);
    expectTime(firstContact(cube, bounce, cube, still, { tolerance: TOLERANCE }), 0.5, 8);
    const short = RigidMotion.path([at(0, 0, 6), at(0, 0, 2.001), at(0, 0, 6)]);
    expect(firstContact(cube, short, cube, still, { tolerance: TOLERANCE }).state).toBe('separated');
  });

  it('where both go their own legs', () => {
    // a waits until 0.5; b comes until 0.75, then stays: they meet in between, when a is on its
    // way.
    const a = RigidMotion.path([at(0, 0, 10), at(0, 0, 10), at(0, 0, 0)], [0, 0.5, 1]);
    const b = RigidMotion.path([at(0, 0, 0), at(0, 0, 3), at(0, 0, 3)], [0, 0.75, 1]);
    // 10 − 20(t − 0.5) − 4t = 2.
    expectTime(firstContact(cube, a, cube, b, { tolerance: TOLERANCE }), 0.75, 20);
    const later = RigidMotion.path([at(0, 0, 0), at(0, 0, 2), at(0, 0, 2)], [0, 0.75, 1]);
    expectTime(firstContact(cube, a, cube, later, { tolerance: TOLERANCE }), 0.8, 20);
  });

  it('by turning in the last leg', () => {
    const bar = body(box([-3, -0.125, -0.125], [6, 0.25, 0.25]));
    const wall = body(plate(20, 2));
    const quarter = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
    const path = RigidMotion.path([at(0, 0, 9), at(0, 0, 2), at(0, 0, 2, quarter)]);
    const hit = firstContact(bar, path, wall, still, { tolerance: TOLERANCE });
    // The lower corner at (±3, −0.125) is at 3 sin φ + 0.125 cos φ below the middle.
    const radius = Math.hypot(3, 0.125);
    const angle = Math.asin(2 / radius) - Math.atan(0.125 / 3);
    // It turns by π in a unit of time, and goes down by as much as it is away to the side.
    expectTime(hit, 0.5 + angle / Math.PI, Math.PI * Math.sqrt(radius ** 2 - 4));
  });

  it('does not begin again where a path stands still', () => {
    const path = RigidMotion.path([at(4), at(4), at(4)]);
    expect(firstContact(cube, path, cube, RigidMotion.path([at(0)])).state).toBe('separated');
    const near = firstContact(cube, RigidMotion.path([at(2), at(4), at(2)]), cube, still);
    expect(near).toMatchObject({ state: 'overlapping', time: 0 });
  });
});

function randomPath(random: Random, middle: number): Pose[] {
  return Array.from({ length: 4 }, () => ({
    position: along([middle, 0, 0], random.between(0, 2), randomDirection(random)),
    rotation: randomRotation(random),
  }));
}

describe('a path against its legs one by one', () => {
  it('has the first contact of the first leg that has one', () => {
    const random = seededRandom(51);
    const states = new Map<string, number>();
    for (let i = 0; i < 200; i++) {
      const [a, b] = [scattered(random, 12, 0.5), scattered(random, 12, 0.5)];
      const [posesA, posesB] = [randomPath(random, 0.8), randomPath(random, -0.8)];
      const found = firstContact(a, RigidMotion.path(posesA), b, RigidMotion.path(posesB), { tolerance: TOLERANCE });
      const answers = [0, 1, 2].map((k) => {
        const [motionA, motionB] = [posesA, posesB].map((poses) => RigidMotion.between(poses[k], poses[k + 1]));
        return firstContact(a, motionA, b, motionB, { tolerance: TOLERANCE });
      });
      const leg = answers.findIndex(({ state }) => state !== 'separated');
      const told = `seed 51, case ${i}`;
      const state = leg < 0 ? 'separated' : leg > 0 ? 'hit' : answers[0].state;
      states.set(`${state} ${leg}`, (states.get(`${state} ${leg}`) ?? 0) + 1);
      expect(found.state, told).toBe(state);
      if (leg >= 0) expect(Math.abs(found.time - (leg + answers[leg].time) / 3), told).toBeLessThan(1e-6);
    }
    for (const kind of ['separated -1', 'hit 0', 'hit 1', 'hit 2']) expect(states.get(kind), kind).toBeGreaterThan(5);
  });

  it('is the same with more break points, and in one leg', () => {
    const random = seededRandom(52);
    let hits = 0;
    for (let i = 0; i < 200; i++) {
      const [a, b] = [scattered(random, 12, 0.5), scattered(random, 12, 0.5)];
      const [from, to] = [randomPath(random, 1)[0], randomPath(random, -1)[0]];
      const motion = RigidMotion.between(from, to);
      const whole = firstContact(a, motion, b, still, { tolerance: TOLERANCE });
      const times = [0, 0.125, random.between(0.2, 0.5), random.between(0.6, 0.9), 1];
      const path = RigidMotion.path(
        times.map((t) => motion.at(t)),
        times,
      );
      const waiting = RigidMotion.path([at(0), at(0), at(0)], [0, random.between(0.1, 0.9), 1]);
      const parts = firstContact(a, path, b, waiting, { tolerance: TOLERANCE });
      expect(parts.state, `seed 52, case ${i}`).toBe(whole.state);
      if (whole.state !== 'hit') continue;
      hits++;
      // Both are before the contact, and within the tolerance.
      expect(Math.abs(parts.time - whole.time), `seed 52, case ${i}`).toBeLessThan(1e-4);
      const reached = distance(a, path.at(parts.time), b, at(0)).distance;
      expect(reached, `seed 52, case ${i}`).toBeLessThanOrEqual(TOLERANCE * (1 + 1e-9));
    }
    expect(hits).toBeGreaterThan(30);
  });
});
