// Many bodies against the first contacts of all pairs, one by one.
import { describe, expect, it } from 'vitest';
import { randomDirection, randomRotation, times } from '../../../scenes/rigid/pose.ts';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { rotationMatrix } from '../../../src/core/motion/pose.ts';
import { sweptBox } from '../../../src/engine/rigid/swept-box.ts';
import {
  type BodyPair,
  firstContact,
  RigidBody,
  RigidMotion,
  RigidWorld,
  type RigidWorldOptions,
  type WorldContact,
} from '../../../src/rigid.ts';
import { along, chance, pick, realVec, type Vec, whole } from '../../generate/draw.ts';
import { apply } from '../../oracle/rigid-motion.ts';
import { box } from '../../oracle/rigid-shapes.ts';

const SEED = 61;
const UNTURNED = [0, 0, 0, 1];
const empty = RigidBody.from([], []);
const cube = bodyOf(box([-1, -1, -1], [2, 2, 2]));

function bodyOf({ positions, triangles }: { positions: Float64Array; triangles: Uint32Array }): RigidBody {
  return RigidBody.from(positions, triangles);
}

/** A few triangles about a point that may be far from the frame's origin. */
function drawBody(random: Random): RigidBody {
  if (chance(random, 0.05)) return empty;
  const size = pick(random, [0.1, 0.3, 1]);
  const middle = times(randomDirection(random), pick(random, [0, 0, 1, 20]));
  if (chance(random, 0.3)) return bodyOf(box(along(middle, -size / 2, [1, 1, 1]), [size, size, size]));
  const count = whole(random, 1, 12);
  const points = Array.from({ length: 3 * count }, () => along(middle, size, realVec(random, 1)));
  return RigidBody.from(
    points.flat(),
    points.map((_, i) => i),
  );
}

/** Poses that keep the middle of the body within the room, however it is turned. */
function drawMotion(random: Random, { centre }: RigidBody, room: number): RigidMotion {
  const pose = (): { position: Vec; rotation: readonly number[] } => {
    const rotation = randomRotation(random);
    return { position: along(realVec(random, room), -1, apply(rotationMatrix(rotation), ...centre)), rotation };
  };
  const kind = random.next();
  if (kind < 0.15) return RigidMotion.still(pose());
  if (kind < 0.45) return RigidMotion.between(pose(), pose());
  if (kind < 0.7) return RigidMotion.path(Array.from({ length: whole(random, 2, 5) }, pose));
  return RigidMotion.withVelocity(pose(), realVec(random, room), times(randomDirection(random), random.between(0, 20)));
}

interface Drawn {
  readonly bodies: readonly RigidBody[];
  readonly motions: readonly RigidMotion[];
  readonly options: RigidWorldOptions;
  readonly permits: (i: number, j: number) => boolean;
}

function drawWorld(random: Random): Drawn {
  const count = Math.round(2 * 20 ** random.next());
  const room = pick(random, [1, 2, 5]) * Math.cbrt(count);
  const bodies = Array.from({ length: count }, () => drawBody(random));
  const motions = bodies.map((body) => drawMotion(random, body, room));
  if (chance(random, 0.5)) return { bodies, motions, options: {}, permits: () => true };
  const groups = bodies.map(() => random.below(3));
  const groupCount = Math.max(...groups) + 1;
  const table = Array.from({ length: groupCount }, () => Array.from({ length: groupCount }, () => 0));
  for (let i = 0; i < groupCount; i++)
    for (let j = 0; j <= i; j++) table[i][j] = table[j][i] = chance(random, 0.6) ? 1 : 0;
  return {
    bodies,
    motions,
    options: { groups, mayCollide: table.flat() },
    permits: (i, j) => table[groups[i]][groups[j]] === 1,
  };
}

/** Every permitted pair by itself, in the order of the numbers. */
function everyContact({ bodies, motions, permits }: Drawn, tolerance: number): WorldContact[] {
  const all: WorldContact[] = [];
  for (let a = 0; a < bodies.length; a++)
    for (let b = a + 1; b < bodies.length; b++) {
      if (!permits(a, b)) continue;
      const contact = firstContact(bodies[a], motions[a], bodies[b], motions[b], { tolerance });
      if (contact.state !== 'separated') all.push({ a, b, contact });
    }
  return all;
}

const told = ({ a, b, contact }: WorldContact) => {
  const { state, time, faceA, faceB, distance } = contact;
  return { a, b, state, time, faceA, faceB, distance };
};
const at = ([x, y, z]: Vec) => ({ position: [x, y, z], rotation: UNTURNED });
const moving = (from: Vec, to: Vec): RigidMotion => RigidMotion.between(at(from), at(to));

describe('a world of bodies', () => {
  it('has the first contact of all pairs and loses none', () => {
    const random = seededRandom(SEED);
    const seen = { none: 0, hit: 0, overlapping: 0, culled: 0 };
    for (let i = 0; i < 120; i++) {
      const drawn = drawWorld(random);
      const { bodies, motions, options, permits } = drawn;
      const name = `seed ${SEED}, world ${i}`;
      const tolerance = pick(random, [1e-3, 1e-4, 1e-6]);
      const world = new RigidWorld(bodies, options);
      const each = everyContact(drawn, tolerance);
      const pairs = world.pairs(motions);
      expect(pairs, name).toEqual(expect.arrayContaining(each.map(({ a, b }) => [a, b])));
      expect(pairs.every(([a, b]) => a < b && permits(a, b) && bodies[a] !== empty && bodies[b] !== empty)).toBe(true);
      expect(new Set(pairs.map(String)).size, name).toBe(pairs.length);
      expect(world.firstContacts(motions, { tolerance }).map(told), name).toEqual(each.map(told));
      const first = world.firstContact(motions, { tolerance });
      const earliest = each.reduce<WorldContact | null>(
        (best, one) => (best === null || one.contact.time < best.contact.time ? one : best),
        null,
      );
      expect(first && told(first), name).toEqual(earliest && told(earliest));
      seen.culled += (bodies.length * (bodies.length - 1)) / 2 - pairs.length;
      seen[earliest ? (earliest.contact.state as 'hit' | 'overlapping') : 'none']++;
    }
    expect(Math.min(seen.none, seen.hit, seen.overlapping)).toBeGreaterThan(10);
    expect(seen.culled).toBeGreaterThan(500);
  });

  it('gives ties to the smallest numbers', () => {
    const world = new RigidWorld([cube, cube, cube, cube, cube]);
    // 1 with 4 and 2 with 3 meet halfway, at the same time; 0 is far away.
    const motions = [
      moving([0, 0, 90], [0, 0, 90]),
      moving([-4, 0, 0], [-1, 0, 0]),
      moving([-4, 9, 0], [-1, 9, 0]),
      moving([4, 9, 0], [1, 9, 0]),
      moving([4, 0, 0], [1, 0, 0]),
    ];
    const first = world.firstContact(motions);
    expect([first?.a, first?.b]).toEqual([1, 4]);
    const all = world.firstContacts(motions);
    expect(all.map(({ a, b }) => [a, b])).toEqual([
      [1, 4],
      [2, 3],
    ]);
    expect(all[0].contact.time).toBe(all[1].contact.time);
    const overlapping = world.firstContact(motions.map(() => moving([1, 2, 3], [4, 5, 6])));
    expect([overlapping?.a, overlapping?.b, overlapping?.contact.state]).toEqual([0, 1, 'overlapping']);
  });

  it('answers like the pair itself where only the tolerance makes it a contact', () => {
    const spike = RigidBody.from([1, 0, 0, -1, 0, 0, 0, 0.1, 0], [0, 1, 2]);
    const motions = [moving([0, 0, 0], [0, 0, 0]), moving([2.00005, 0, 0], [2.00005, 0, 0])];
    const world = new RigidWorld([spike, spike]);
    expect(firstContact(spike, motions[0], spike, motions[1]).state).toBe('hit');
    expect(world.firstContact(motions)?.contact.time).toBe(0);
    expect(world.firstContact(motions, { tolerance: 1e-5 })).toBeNull();
    expect(world.firstContacts(motions)).toHaveLength(1);
  });

  it('may be of one body, of empty ones or of none', () => {
    const still = moving([0, 0, 0], [0, 0, 0]);
    for (const bodies of [[], [cube], [empty], [cube, empty], [empty, empty, cube]]) {
      const world = new RigidWorld(bodies);
      const motions = bodies.map(() => still);
      expect(world.pairs(motions)).toEqual<BodyPair[]>([]);
      expect(world.firstContact(motions)).toBeNull();
      expect(world.firstContacts(motions)).toEqual([]);
    }
  });

  it('says what is wrong with its input', () => {
    const still = moving([0, 0, 0], [0, 0, 0]);
    const world = new RigidWorld([cube, cube]);
    const wrong = new RangeError('There are 1 motions for 2 bodies.');
    expect(() => world.pairs([still])).toThrow(wrong);
    expect(() => world.firstContact([still])).toThrow(wrong);
    expect(() => world.firstContacts([still])).toThrow(wrong);
    const make = (options: RigidWorldOptions) => () => new RigidWorld([cube, cube], options);
    expect(make({ groups: [0] })).toThrow(new RangeError('groups holds 1 entries; there are 2 bodies.'));
    expect(make({ groups: [0, 1.5] })).toThrow(/^Body 1 has the group 1.5/);
    expect(make({ groups: [0, -1] })).toThrow(RangeError);
    expect(make({ groups: [0, 1], mayCollide: [1, 0, 1] })).toThrow(/^mayCollide holds 3 entries; 2 groups need 4/);
    expect(make({ groups: [0, 1], mayCollide: [1, 0, 1, 1] })).toThrow(RangeError);
    expect(make({ mayCollide: [1, 1] })).toThrow(RangeError);
    expect(() => world.firstContact([still, still], { tolerance: -1 })).toThrow(/tolerance/);
  });
});

describe('the box of a motion', () => {
  it('holds every vertex at any time, wherever the body is in its frame', () => {
    const random = seededRandom(SEED + 1);
    const [legs, tightness]: [Set<number>, number[]] = [new Set(), []];
    for (let i = 0; i < 300; i++) {
      const body = drawBody(random);
      if (body === empty) continue;
      const home = times(randomDirection(random), pick(random, [0, 1, 1e6]));
      const drawn = drawMotion(random, body, 3);
      const motion = RigidMotion.path([drawn.at(0), drawn.at(0.4), { ...drawn.at(1), position: home }], [0, 0.3, 1]);
      for (const one of [drawn, motion]) {
        legs.add(one.legs.length);
        tightness.push(sampledShare(body, one, `seed ${SEED + 1}, case ${i}`));
      }
    }
    expect(legs.size).toBeGreaterThan(2);
    // The box is of use: not much wider than what is passed.
    expect(tightness.sort((p, q) => p - q)[tightness.length >> 1]).toBeGreaterThan(0.3);
  });
});

/** Fails where a vertex leaves the box; how much of the box's diagonal the sampled ones fill. */
function sampledShare(body: RigidBody, motion: RigidMotion, name: string): number {
  const { low, high } = sweptBox(body, motion);
  const [least, most] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let k = 0; k <= 60; k++) {
    const { position, rotation } = motion.at(k / 60);
    const m = rotationMatrix(rotation);
    for (let v = 0; v < body.positions.length; v += 3) {
      const turned = apply(m, body.positions[v], body.positions[v + 1], body.positions[v + 2]);
      for (let axis = 0; axis < 3; axis++) {
        const x = position[axis] + turned[axis];
        if (!(x >= low[axis] && x <= high[axis])) expect.fail(`${name}, t = ${k / 60}: ${x} leaves the box`);
        least[axis] = Math.min(least[axis], x);
        most[axis] = Math.max(most[axis], x);
      }
    }
  }
  const diagonal = (p: ArrayLike<number>, q: ArrayLike<number>) => Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
  return diagonal(least, most) / diagonal(low, high);
}
