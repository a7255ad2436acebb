// The least distance over two motions against dense samples, and in cases where it is known.
import { describe, expect, it } from 'vitest';
import type { Soup } from '../../../scenes/rigid/index.ts';
import { randomDirection, randomRotation, times } from '../../../scenes/rigid/pose.ts';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { type Clearance, clearance, distance, firstContact, RigidBody, RigidMotion } from '../../../src/rigid.ts';
import { along, pick, realVec, type Vec, whole } from '../../generate/draw.ts';
import { ReferenceBody } from '../../oracle/rigid-body.ts';
import { ReferenceMotion } from '../../oracle/rigid-motion.ts';
import { ReferencePair } from '../../oracle/rigid-pair.ts';
import { box, needle, plate, tip } from '../../oracle/rigid-shapes.ts';

const SEED = 81;

/** A body for the code under test and for the reference. */
interface Both {
  readonly body: RigidBody;
  readonly reference: ReferenceBody;
}

function both(soup: Soup): Both {
  return { body: RigidBody.from(soup.positions, soup.triangles), reference: new ReferenceBody(soup) };
}

function soupOf(points: readonly Vec[]): Soup {
  return { positions: Float64Array.from(points.flat()), triangles: Uint32Array.from(points.keys()) };
}

class Query {
  readonly a: Both;
  readonly b: Both;
  readonly motionA: RigidMotion;
  readonly motionB: RigidMotion;

  constructor(a: Both, motionA: RigidMotion, b: Both, motionB: RigidMotion) {
    this.a = a;
    this.b = b;
    this.motionA = motionA;
    this.motionB = motionB;
  }

  ask(tolerance: number): Clearance {
    return clearance(this.a.body, this.motionA, this.b.body, this.motionB, { tolerance });
  }

  /** By the reference, at the poses that both motions say. */
  distanceAt(t: number): number {
    const [moverA, moverB] = [this.motionA, this.motionB].map((motion) => {
      const pose0 = motion.at(t);
      return new ReferenceMotion({ pose0, pose1: pose0 });
    });
    return new ReferencePair(this.a.reference, moverA, this.b.reference, moverB).distance(0);
  }

  /** At even times, and more and more closely about the least of them. */
  sample(count: number): number[] {
    const all = Array.from({ length: count + 1 }, (_, i) => this.distanceAt(i / count));
    const order = [...all.keys()].sort((i, j) => all[i] - all[j]);
    for (const i of order.slice(0, 2)) this.closeIn(Math.max(0, i - 1) / count, Math.min(count, i + 1) / count, all);
    return all;
  }

  private closeIn(from: number, to: number, all: number[]): void {
    let [low, middle, high] = [from, (from + to) / 2, to];
    let least = this.distanceAt(middle);
    for (let i = 0; i < 40; i++) {
      const other = middle - low > high - middle ? low + 0.6 * (middle - low) : high - 0.6 * (high - middle);
      const there = this.distanceAt(other);
      all.push(there);
      if (there < least) {
        [low, high] = other < middle ? [low, middle] : [middle, high];
        [middle, least] = [other, there];
      } else if (other < middle) low = other;
      else high = other;
    }
  }

  /** Of both bodies and their ways. */
  get extent(): number {
    const ways = [this.motionA, this.motionB].flatMap(({ legs }) =>
      legs.map(({ velocity }) => Math.hypot(...velocity)),
    );
    return this.a.reference.reach + this.b.reference.reach + ways.reduce((sum, way) => sum + way, 8);
  }

  check(tolerance: number, sampled: readonly number[], name: string): Clearance {
    const found = this.ask(tolerance);
    const rounding = 1e-12 * this.extent;
    const least = sampled.reduce((p, q) => Math.min(p, q));
    expect(Math.abs(found.distance - this.distanceAt(found.time)), name).toBeLessThanOrEqual(rounding);
    expect(least - found.atLeast, name).toBeGreaterThanOrEqual(-rounding);
    expect(found.distance - least, name).toBeLessThanOrEqual(tolerance + rounding);
    expect(found.distance - found.atLeast, name).toBeLessThanOrEqual(tolerance + rounding);
    expect(found.atLeast, name).toBeLessThanOrEqual(found.distance);
    return found;
  }
}

function drawBody(random: Random): Both {
  const count = Math.ceil(200 ** random.next());
  const [spread, size] = [pick(random, [0.3, 1]), pick(random, [0.05, 0.3, 1])];
  const middle = times(randomDirection(random), pick(random, [0, 0, 1.5]));
  const points = Array.from({ length: count }, () => {
    const at = along(middle, spread * Math.cbrt(random.next()), randomDirection(random));
    return [0, 1, 2].map(() => along(at, size, realVec(random, 1)));
  });
  return both(soupOf(points.flat()));
}

function drawMotion(random: Random, near: Vec): RigidMotion {
  const pose = (): { position: Vec; rotation: readonly number[] } => ({
    position: along(near, 1, realVec(random, 1.5)),
    rotation: randomRotation(random),
  });
  const kind = random.below(4);
  if (kind === 0) return RigidMotion.between(pose(), pose());
  if (kind === 1) return RigidMotion.path(Array.from({ length: whole(random, 3, 5) }, pose));
  return RigidMotion.withVelocity(pose(), realVec(random, 2), times(randomDirection(random), 20 * random.next()));
}

const at = ([x, y, z]: Vec, rotation: readonly number[] = [0, 0, 0, 1]) => ({ position: [x, y, z], rotation });
const resting = RigidMotion.still(at([0, 0, 0]));

describe('the clearance of two motions', () => {
  it('is the least distance that samples find', () => {
    const random = seededRandom(SEED);
    const seen = { contact: 0, free: 0, inside: 0 };
    for (let i = 0; i < 160; i++) {
      const [a, b] = [drawBody(random), drawBody(random)];
      const way = times(randomDirection(random), random.between(1, 7));
      const query = new Query(a, drawMotion(random, way), b, drawMotion(random, [0, 0, 0]));
      const sampled = query.sample(80);
      for (const tolerance of [1e-3, 1e-6]) {
        const name = `seed ${SEED}, case ${i}, tolerance ${tolerance}`;
        const found = query.check(tolerance, sampled, name);
        seen[found.atLeast > 0 ? 'free' : 'contact']++;
        if (found.atLeast > 0 && found.time > 0 && found.time < 1) seen.inside++;
        const contact = firstContact(a.body, query.motionA, b.body, query.motionB, { tolerance: tolerance / 2 });
        expect(found.atLeast > 0, name).toBe(contact.state === 'separated');
        if (contact.state === 'separated') continue;
        expect(found.distance, name).toBeLessThanOrEqual(tolerance);
        expect(found.time, name).toBe(contact.time);
      }
    }
    expect(Math.min(seen.contact, seen.free, seen.inside)).toBeGreaterThan(30);
  });

  it('of bodies at rest is their distance', () => {
    const random = seededRandom(SEED + 1);
    for (let i = 0; i < 40; i++) {
      const [a, b] = [drawBody(random), drawBody(random)];
      const [poseA, poseB] = [at(realVec(random, 4), randomRotation(random)), at(realVec(random, 4))];
      const still = new Query(a, RigidMotion.still(poseA), b, RigidMotion.still(poseB));
      const known = distance(a.body, poseA, b.body, poseB);
      const found = still.ask(1e-6);
      expect(found.time).toBe(0);
      expect(Math.abs(found.distance - known.distance), `seed ${SEED + 1}, case ${i}`).toBeLessThanOrEqual(1e-14);
      expect(found.atLeast).toBe(Math.max(0, known.distance - 1e-6));
      expect([found.faceA, found.faceB, found.pointA, found.pointB]).not.toContain(null);
    }
  });

  it.each([1e-3, 1e-6, 1e-9])('of a cube that passes another is known, tolerance %f', (tolerance) => {
    const cube = both(box([-1, -1, -1], [2, 2, 2]));
    // Past an edge: along y = x + 4 + √2 gap in the plane, across from where the edges are level.
    const [gap, from, to] = [0.375, -7, 2];
    const beside = 4 + Math.SQRT2 * gap;
    const slanted = RigidMotion.between(at([from, from + beside, 0]), at([to, to + beside, 0]));
    const past = new Query(cube, slanted, cube, resting);
    const nearest = past.check(tolerance, past.sample(100), 'past an edge');
    expect(Math.abs(nearest.distance - gap)).toBeLessThanOrEqual(tolerance + 1e-14);
    // The distance is even about the least: the time is known to the root of the tolerance.
    const known = (-beside / 2 - from) / (to - from);
    expect(Math.abs(nearest.time - known)).toBeLessThanOrEqual(Math.sqrt(tolerance) / 9);
    // Over a face, and rising: nearest as the edges come level, but for the slope.
    const slope = 1e-3 / 8;
    const rising = RigidMotion.between(at([-3, 2.5, 0]), at([5, 2.5 + 8 * slope, 0]));
    const over = new Query(cube, rising, cube, resting);
    const { distance: height } = over.check(tolerance, over.sample(100), 'over a face');
    expect(Math.abs(height - (0.5 + slope) / Math.hypot(1, slope))).toBeLessThanOrEqual(tolerance + 1e-14);
  });

  it('of a bar whose tip passes a plate is known', () => {
    const ground = both(plate(6, 5));
    for (const height of [0.25, 1e-2]) {
      // The tip goes round the z axis, which lies along the plate: it is lowest a quarter of a turn
      // from level.
      const bar = both(tip(2));
      const level = at([0, 0, 2 + height], [Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
      const swing = RigidMotion.withVelocity(level, [0, 0, 0], [0, 5, 0]);
      const query = new Query(bar, swing, ground, resting);
      const found = query.check(1e-7, query.sample(100), `height ${height}`);
      expect(Math.abs(found.distance - height)).toBeLessThanOrEqual(1e-7);
      expect(Math.abs(found.time - Math.PI / 10)).toBeLessThanOrEqual(Math.sqrt(1e-7) / 5);
    }
  });

  it('ends, and is right, where the distance goes up and down hundreds of times', () => {
    // A wheel of 24 spikes spins 30 times while it moves along a comb whose teeth are all of other
    // heights.
    const spikes = Array.from({ length: 24 }, (_, i) => (2 * Math.PI * i) / 24);
    const wheel = both(
      soupOf(
        spikes.flatMap((angle): Vec[] => {
          const on = (radius: number, turn: number): Vec => [radius * Math.cos(turn), radius * Math.sin(turn), 0];
          return [on(1, angle), on(0.7, angle - 0.1), on(0.7, angle + 0.1)];
        }),
      ),
    );
    const random = seededRandom(SEED + 2);
    const teeth = Array.from({ length: 40 }, (_, i) => [i / 5 - 4, -1.01 - 0.05 * random.next()] as const);
    const comb = both(
      soupOf(
        teeth.flatMap(([x, y]): Vec[] => [
          [x, y, 0],
          [x - 0.05, -2, 0.1],
          [x + 0.05, -2, -0.1],
        ]),
      ),
    );
    const motion = RigidMotion.withVelocity(at([-4, 0, 0]), [8, 0, 0], [0, 0, 60 * Math.PI]);
    const query = new Query(wheel, motion, comb, resting);
    const sampled = query.sample(10_000);
    const turns = sampled.filter((d, i) => i > 0 && i < 10_000 && d < sampled[i - 1] && d < sampled[i + 1]).length;
    expect(turns).toBeGreaterThan(300);
    for (const tolerance of [1e-3, 1e-6, 1e-8])
      query.check(tolerance, sampled, `seed ${SEED + 2}, tolerance ${tolerance}`);
  });

  it('of a point that goes round a point is that of the nearest turn', () => {
    // Circles about two axes: the distance of two points is known at every time.
    const [a, b] = [both(needle([1, 0, 0], [1, 0, 1])), both(needle([1, 0, 0], [1, 0, 1]))];
    const motionA = RigidMotion.withVelocity(at([-1.5, 0, 0]), [0, 0, 0], [0, 0, 11]);
    const motionB = RigidMotion.withVelocity(at([1.5, 0, 0]), [0, 0, 0], [0, 0, -4]);
    const known = (t: number): number =>
      Math.hypot(3 + Math.cos(4 * t) - Math.cos(11 * t), -Math.sin(4 * t) - Math.sin(11 * t));
    const least = Array.from({ length: 1e6 }, (_, i) => known(i / 1e6)).reduce((p, q) => Math.min(p, q));
    const query = new Query(a, motionA, b, motionB);
    const found = query.check(1e-9, query.sample(200), 'circles');
    expect(Math.abs(found.distance - least)).toBeLessThanOrEqual(2e-9);
    expect(Math.abs(found.distance - known(found.time))).toBeLessThanOrEqual(1e-13);
  });

  it('of an empty body is without end', () => {
    const [cube, empty] = [both(box([0, 0, 0], [1, 1, 1])).body, RigidBody.from([], [])];
    for (const [a, b] of [[cube, empty] as const, [empty, cube] as const, [empty, empty] as const]) {
      const found = clearance(a, resting, b, resting);
      expect(found).toMatchObject({ distance: Infinity, atLeast: Infinity, pointA: null, pointB: null });
      expect([found.faceA, found.faceB]).toEqual([-1, -1]);
    }
  });

  it('needs a tolerance that is a length, and raises one that doubles cannot tell', () => {
    const cube = both(box([0, 0, 0], [1, 1, 1]));
    const query = new Query(cube, RigidMotion.between(at([3, 0, 0]), at([2, 0, 0])), cube, resting);
    for (const tolerance of [-1, Number.NaN, Infinity]) expect(() => query.ask(tolerance)).toThrow(/tolerance/);
    const found = query.ask(0);
    expect(Math.abs(found.distance - 1)).toBeLessThanOrEqual(1e-14);
    expect(found.time).toBe(1);
    expect(found.atLeast).toBeGreaterThan(1 - 1e-10);
    expect(found.atLeast).toBeLessThanOrEqual(1);
  });
});
