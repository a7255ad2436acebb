// First contact of torus knots and of bunnies on random motions, colliding and free ones
// separately, and the list of contacts at the hits.
import { plainMotions, plainSpreads } from '../../scenes/rigid/index.ts';
import { firstContact, type RigidBody, type RigidFirstContact } from '../../src/rigid.ts';
import { mean } from '../papers/table.ts';
import { bodyOf, type Motions, motionsOf, pairNamed, soupOf } from './bodies.ts';
import type { Part, Row } from './part.ts';
import { type Task, timeTasks } from './rounds.ts';

/**
 * Times of colliding motions in yardsticks: the promised maximum, and that of the C++ of the C²A
 * authors.
 */
const COLLIDING = { target: 0.001, authors: { 'torusknot-torusknot': 0.018, 'bunny-bunny': 0.025 } } as const;
/** The same for free motions. */
const FREE = { target: 0.0001, authors: { 'torusknot-torusknot': 0.0021, 'bunny-bunny': 0.0009 } } as const;

const SPREADS = [1.5, 2.2, 3, 4];
const SPREADS_BOTH = [2.2, 4];

type PairName = 'torusknot-torusknot' | 'bunny-bunny';

interface MotionSet {
  readonly pair: PairName;
  readonly name: string;
  readonly body: RigidBody;
  readonly motions: readonly Motions[];
  readonly answers: readonly RigidFirstContact[];
}

/** Returns the sets of random motions, with their answers. */
export function motionSets(count: number, seed: number): MotionSet[] {
  return (['torusknot-torusknot', 'bunny-bunny'] as const).flatMap((pair) => {
    const body = bodyOf(soupOf(pair));
    const bodies = { a: body, b: body };
    const set = (name: string, motions: readonly Motions[]): MotionSet => ({
      pair,
      name: `${pair.split('-')[0]} ${name}`,
      body,
      motions,
      answers: motions.map(([a, b]) => firstContact(body, a, body, b)),
    });
    const plain = (spread: number, both: boolean): MotionSet =>
      set(`${both ? 'both move' : 'plain'} ±${spread}`, plainMotions(bodies, count, seed, spread, both).map(motionsOf));
    const spreads = [...SPREADS, plainSpreads[pair]].sort((x, y) => x - y);
    return [
      ...spreads.map((spread) => plain(spread, false)),
      ...SPREADS_BOTH.map((spread) => plain(spread, true)),
      set('passing', pairNamed(pair).motions(count, seed).map(motionsOf)),
    ];
  });
}

interface Group {
  readonly set: MotionSet;
  readonly isHit: boolean;
  readonly ids: readonly number[];
}

/** Measures the first contact of every set, hits and misses separately. */
export function firstContacts(sets: readonly MotionSet[], seed: number): Part {
  const groups = sets.flatMap((set) => [groupOf(set, true), groupOf(set, false)]).filter(({ ids }) => ids.length > 0);
  const { unit, ms } = timeTasks(groups.map(taskOf));
  return {
    title: `First contact, mean of a query; seed ${seed}, spreads in radii`,
    yardstick: unit,
    columns: ['box pairs', 'most', 'triangle pairs', 'checksum of set'],
    rows: groups.map((group, i) => rowOf(group, ms[i], unit)),
  };
}

function groupOf(set: MotionSet, isHit: boolean): Group {
  const ids = set.answers.flatMap(({ state }, i) => ((state !== 'separated') === isHit ? [i] : []));
  return { set, isHit, ids };
}

function taskOf({ set: { body, motions }, ids }: Group): Task {
  return {
    queries: ids.length,
    run: () => {
      for (const i of ids) firstContact(body, motions[i][0], body, motions[i][1]);
    },
  };
}

function rowOf({ set, isHit, ids }: Group, ms: number, unit: number): Row {
  const { target, authors } = isHit ? COLLIDING : FREE;
  const tallies = ids.map((i) => set.answers[i].tally);
  return {
    name: `${set.name}, ${isHit ? 'colliding' : 'free'}`,
    queries: ids.length,
    ms,
    yardsticks: ms / unit,
    target,
    authors: authors[set.pair],
    more: [
      mean(tallies.map(({ boxPairs }) => boxPairs)).toFixed(0),
      Math.max(...tallies.map(({ boxPairs }) => boxPairs)).toFixed(0),
      mean(tallies.map(({ trianglePairs }) => trianglePairs)).toFixed(1),
      checksum(set.answers),
    ],
  };
}

/** A checksum of states and times, to the last bit [FNV-1a]. */
export function checksum(answers: readonly RigidFirstContact[]): string {
  const bytes = answers.flatMap(({ state, time }) => [
    state.charCodeAt(0),
    ...new Uint8Array(Float64Array.of(time).buffer),
  ]);
  const hash = bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/**
 * The list of contacts is computed on first access: here it is measured alone, for answers found
 * before.
 */
export function contactLists(sets: readonly MotionSet[]): Part {
  const chosen = sets.filter(({ name }) => name.endsWith('passing') || name.endsWith('plain ±2.2'));
  const groups = chosen.map((set) => groupOf(set, true));
  const { unit, ms } = timeTasks(groups.map(listTask));
  const rows = groups.map(({ set, ids }, i): Row => {
    const counts = ids.map((id) => set.answers[id].contacts.length);
    return {
      name: set.name,
      queries: ids.length,
      ms: ms[i],
      yardsticks: ms[i] / unit,
      target: null,
      authors: null,
      more: [mean(counts).toFixed(1), String(Math.max(...counts))],
    };
  });
  return { title: 'Contacts listed at a hit', yardstick: unit, columns: ['contacts', 'most'], rows };
}

function listTask({ set: { body, motions }, ids }: Group): Task {
  let fresh: RigidFirstContact[] = [];
  return {
    queries: ids.length,
    prepare: () => {
      fresh = ids.map((i) => firstContact(body, motions[i][0], body, motions[i][1]));
    },
    run: () => {
      for (const { contacts } of fresh) if (contacts.length === 0) throw new Error('A hit without a contact.');
    },
  };
}
