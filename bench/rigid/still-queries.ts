// Queries about two static torus knots, near and far: distance, within, intersects.
import { plainMotions } from '../../scenes/rigid/index.ts';
import { distance, firstContact, intersects, type Pose, type RigidDistance, within } from '../../src/rigid.ts';
import { bodyOf, motionsOf, pairNamed, soupOf } from './bodies.ts';
import type { Part, Row } from './part.ts';
import { type Task, timeTasks } from './rounds.ts';

const TARGET = 0.01;
/** Lengths; the knots' radius is about 1. */
const [NEAR, FAR, WITHIN] = [0.2, 1, 0.1];

interface Poses {
  readonly name: string;
  readonly poses: readonly (readonly [Pose, Pose])[];
}

/** Measures the queries at `count` pose pairs per group. */
export function stillQueries(count: number, seed: number): Part {
  const body = bodyOf(soupOf('torusknot-torusknot'));
  const groups = posesOf(count, seed);
  const asked = groups.flatMap(({ name, poses }) => {
    // The nearest faces at slightly different poses, as a simulation knows them from the step
    // before.
    const last = poses.map(([a, b]) => distance(body, nudged(a), body, b));
    const task = (what: string, target: number | null, ask: (a: Pose, b: Pose, last: RigidDistance) => void) => ({
      name: `${what}, ${name}`,
      target,
      queries: poses.length,
      run: () => {
        for (const [i, [a, b]] of poses.entries()) ask(a, b, last[i]);
      },
    });
    return [
      task('distance', TARGET, (a, b) => distance(body, a, body, b)),
      task('distance from the last faces', TARGET, (a, b, near) => distance(body, a, body, b, { near })),
      task(`within ${WITHIN}`, null, (a, b) => within(body, a, body, b, WITHIN)),
      task('intersects', null, (a, b) => intersects(body, a, body, b)),
    ] satisfies (Task & { name: string; target: number | null })[];
  });
  const { unit, ms } = timeTasks(asked);
  const rows = asked.map(
    ({ name, target, queries }, i): Row => ({
      name,
      queries,
      ms: ms[i],
      yardsticks: ms[i] / unit,
      target,
      authors: null,
      more: [],
    }),
  );
  return { title: `Torus knots at rest; seed ${seed}`, yardstick: unit, columns: [], rows };
}

function posesOf(count: number, seed: number): Poses[] {
  const body = bodyOf(soupOf('torusknot-torusknot'));
  const starts = (spread: number): [Pose, Pose][] =>
    plainMotions({ a: body, b: body }, 20 * count, seed, spread).map(({ a, b }) => [a.pose0, b.pose0]);
  const ends = plainMotions({ a: body, b: body }, 4 * count, seed, 1.5).map(({ a, b }): [Pose, Pose] => [
    a.pose1,
    b.pose1,
  ]);
  const apart = ([a, b]: readonly [Pose, Pose]): number => distance(body, a, body, b).distance;
  const hits = pairNamed('torusknot-torusknot')
    .motions(3 * count, seed)
    .map(motionsOf)
    .flatMap(([a, b]): [Pose, Pose][] => {
      const { state, time } = firstContact(body, a, body, b);
      return state === 'hit' ? [[a.at(time), b.at(time)]] : [];
    });
  const groups = [
    { name: 'at first contact', poses: hits },
    { name: `near (≤ ${NEAR})`, poses: starts(1.5).filter((pair) => apart(pair) <= NEAR) },
    { name: `far (≥ ${FAR})`, poses: starts(4).filter((pair) => apart(pair) >= FAR) },
    { name: 'overlapping', poses: ends.filter(([a, b]) => intersects(body, a, body, b)) },
  ];
  return groups.map(({ name, poses }) => ({ name, poses: poses.slice(0, count) }));
}

function nudged({ position, rotation }: Pose): Pose {
  return { position: Array.from(position, (x) => x + 0.002), rotation };
}
