// Rigid bodies: first contact with its contacts, questions at rest, clearance and worlds; and
// controlled conservative advancement.
import {
  type MotionDraw,
  plainMotions,
  type RigidPair,
  rigidPairs,
  type Soup,
  type SpecialName,
  specialMotions,
} from '../../scenes/rigid/index.ts';
import { Advancement, SweptSpheres } from '../../src/c2a.ts';
import {
  clearance,
  distance,
  firstContact,
  intersects,
  type Pose,
  RigidBody,
  type RigidFirstContact,
  RigidMotion,
  RigidWorld,
  within,
} from '../../src/rigid.ts';
import type { ColumnHashes } from './column-hashes.ts';
import { type GoldenCase, textOf } from './golden-case.ts';

/** Share of the triangles of the paper's bodies, and motions of a kind. */
const QUICK = { scale: 0.05, motions: 12 };
const FULL = { scale: 1, motions: 60 };
const SEED = 5;

type Size = typeof QUICK;
type Motions = readonly [RigidMotion, RigidMotion];

function motionOf(draw: MotionDraw): RigidMotion {
  if ('pose1' in draw) return RigidMotion.between(draw.pose0, draw.pose1);
  return RigidMotion.withVelocity(draw.pose0, draw.velocity, draw.angularVelocity);
}

function bodiesOf({ a, b }: { readonly a: Soup; readonly b: Soup }): readonly [RigidBody, RigidBody] {
  const body = RigidBody.from(a.positions, a.triangles);
  return [body, a === b ? body : RigidBody.from(b.positions, b.triangles)];
}

function addPose(hashes: ColumnHashes, column: string, { position, rotation }: Pose): void {
  hashes.add(column, [...Array.from(position), ...Array.from(rotation)]);
}

function addAnswer(hashes: ColumnHashes, question: string, answer: RigidFirstContact): void {
  const { state, time, faceA, faceB, contacts, contactsTruncated, tolerance, tally } = answer;
  for (const part of [state, time]) hashes.add(`${question}.time`, part);
  hashes.add(`${question}.faces`, [faceA, faceB, answer.distance, tolerance]);
  hashes.add(`${question}.tally`, textOf(tally));
  hashes.add(`${question}.contacts`, contactsTruncated);
  for (const { kind, a, b, pointA, pointB, normal, ...rest } of contacts) {
    hashes.add(`${question}.contacts`, kind);
    hashes.add(`${question}.contacts`, [...a, ...b, rest.faceA, rest.faceB]);
    hashes.add(`${question}.points`, [...pointA, ...pointB, ...normal, rest.distance]);
  }
}

/** Hits and misses; at the ends of every motion the questions about bodies at rest. */
function askMotions(hashes: ColumnHashes, a: RigidBody, b: RigidBody, motions: readonly Motions[]): void {
  for (const [motionA, motionB] of motions) {
    for (const time of [0, 0.3, 1]) addPose(hashes, 'poses', motionA.at(time));
    addAnswer(hashes, 'first', firstContact(a, motionA, b, motionB));
    addAnswer(hashes, 'wide', firstContact(a, motionA, b, motionB, { tolerance: 0.01, maxContacts: 5 }));
    addAnswer(hashes, 'short', firstContact(a, motionA, b, motionB, { maxSteps: 50 }));
    for (const time of [0, 0.5, 1]) askAtRest(hashes, a, motionA.at(time), b, motionB.at(time));
  }
}

function askAtRest(hashes: ColumnHashes, a: RigidBody, poseA: Pose, b: RigidBody, poseB: Pose): void {
  const found = distance(a, poseA, b, poseB);
  hashes.add('distance', [found.distance, found.faceA, found.faceB]);
  hashes.add('distance', [...(found.pointA ?? []), ...(found.pointB ?? [])]);
  hashes.add('distance', distance(a, poseA, b, poseB, { near: found }).distance);
  hashes.add('intersects', intersects(a, poseA, b, poseB));
  for (const limit of [0, 0.01, 0.2, found.distance]) hashes.add('within', within(a, poseA, b, poseB, limit));
}

function askClearance(hashes: ColumnHashes, a: RigidBody, b: RigidBody, motions: readonly Motions[]): void {
  for (const [motionA, motionB] of motions) {
    const { time, atLeast, pointA, pointB, ...found } = clearance(a, motionA, b, motionB, { tolerance: 1e-3 });
    hashes.add('clearance', [time, atLeast, found.distance, found.faceA, found.faceB]);
    hashes.add('clearance', [...(pointA ?? []), ...(pointB ?? [])]);
  }
}

function pairCase(pair: RigidPair, size: Size): GoldenCase {
  return {
    name: `rigid: ${pair.name} × ${size.scale}`,
    isQuick: size === QUICK,
    run: (hashes) => {
      const bodies = pair.bodies(size.scale);
      const [a, b] = bodiesOf(bodies);
      hashes.addAll('input.', { a: bodies.a.positions, b: bodies.b.positions });
      hashes.add('radius', [a.radius, b.radius]);
      const motions = pair.motions(size.motions, SEED).map((each): Motions => [motionOf(each.a), motionOf(each.b)]);
      askMotions(hashes, a, b, motions);
      askClearance(hashes, a, b, motions.slice(0, size.motions / 3));
      const far = plainMotions({ a, b }, size.motions, SEED, 3, true);
      askMotions(
        hashes,
        a,
        b,
        far.map((each) => [motionOf(each.a), motionOf(each.b)]),
      );
    },
  };
}

function specialCase(name: SpecialName, size: Size): GoldenCase {
  return {
    name: `rigid: ${name} motions × ${size.scale}`,
    isQuick: size === QUICK,
    run: (hashes) => {
      for (const { bodies, motion } of specialMotions[name](size.motions, SEED, size.scale)) {
        const [a, b] = bodiesOf(bodies);
        askMotions(hashes, a, b, [[motionOf(motion.a), motionOf(motion.b)]]);
      }
    },
  };
}

/** Ten bodies, each along the poses of three motions. */
function askWorld(hashes: ColumnHashes): void {
  const pairs = rigidPairs.filter(({ name }) => name !== 'club-club');
  const bodies = pairs.flatMap((pair) => bodiesOf(pair.bodies(QUICK.scale)));
  const paths = bodies.map((_, i) => {
    const drawn = pairs[i % pairs.length].motions(3, SEED + i);
    const moved = drawn.map(({ a: { pose0 } }) => ({
      ...pose0,
      position: Array.from(pose0.position, (x, k) => x + (k === i % 3 ? 0.9 * i : 0)),
    }));
    return RigidMotion.path(moved);
  });
  const mayCollide = Uint8Array.of(0, 1, 1, 1);
  const groups = bodies.map((_, i) => i % 2);
  for (const world of [new RigidWorld(bodies), new RigidWorld(bodies, { groups, mayCollide })]) {
    hashes.add('pairs', world.pairs(paths, 0.1).flat());
    const first = world.firstContact(paths);
    hashes.add('first', first && [first.a, first.b]);
    if (first) addAnswer(hashes, 'first', first.contact);
    for (const { a, b, contact } of world.firstContacts(paths)) {
      hashes.add('all', [a, b]);
      addAnswer(hashes, 'all', contact);
    }
  }
}

function trianglesOf({ positions, triangles }: Soup): Float64Array {
  return Float64Array.from({ length: 3 * triangles.length }, (_, i) => positions[3 * triangles[(i / 3) | 0] + (i % 3)]);
}

function advancementCase(pair: RigidPair, size: Size): GoldenCase {
  return {
    name: `c2a: ${pair.name} × ${size.scale}`,
    isQuick: size === QUICK,
    run: (hashes) => {
      const { a, b } = pair.bodies(size.scale);
      const advancement = new Advancement(SweptSpheres.over(trianglesOf(a)), SweptSpheres.over(trianglesOf(b)));
      for (const motion of pair.motions(size.motions, SEED)) {
        const [motionA, motionB] = [motionOf(motion.a), motionOf(motion.b)];
        for (const options of [{}, { control: false, coherence: false, stepRejection: false }]) {
          const answer = advancement.firstContact(motionA, motionB, options);
          const { state, time, faceA, faceB, iterations, frontNodes, frontPerIteration } = answer;
          hashes.addAll('', { state, time, distance: answer.distance, faceA, faceB });
          hashes.addAll('', { iterations, frontNodes, frontPerIteration });
          if (state !== 'hit') continue;
          hashes.add('countWithin', advancement.countWithin(motionA, motionB, time, 1e-3));
        }
      }
    },
  };
}

const specialNames = Object.keys(specialMotions) as SpecialName[];

export const rigidCases: readonly GoldenCase[] = [
  ...[QUICK, FULL].flatMap((size) => rigidPairs.map((pair) => pairCase(pair, size))),
  ...[QUICK, FULL].flatMap((size) => specialNames.map((name) => specialCase(name, size))),
  { name: 'rigid: world', isQuick: true, run: askWorld },
  ...[QUICK, FULL].flatMap((size) => rigidPairs.map((pair) => advancementCase(pair, size))),
];
