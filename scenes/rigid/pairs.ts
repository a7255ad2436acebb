// The six pairs of bodies of table I of the C²A paper, with its numbers, and motions like the
// paper's: nearly the same fraction of them collides.
import { bracket } from './bracket.ts';
import { bunnyCoarse, bunnyFine } from './bunny.ts';
import { club } from './club.ts';
import { gear } from './gear.ts';
import { hammer } from './hammer.ts';
import { fallingMotions, type PairMotion, passingMotions } from './random-motions.ts';
import type { Shape, Soup } from './soup.ts';
import { torusKnot } from './torus-knot.ts';

/** A row of table I: milliseconds per query; null if the paper has no number. */
export interface PaperRow {
  readonly trianglesA: number;
  readonly trianglesB: number;
  readonly withoutControl: number;
  readonly collision: number;
  readonly collisionFree: number | null;
  readonly total: number;
  readonly fast: number | null;
}

/** The name of a pair. */
export type RigidPairName =
  | 'club-club'
  | 'gear-gear'
  | 'hammer-cad'
  | 'bunny-bunny'
  | 'bunny-dynamics'
  | 'torusknot-torusknot';

/** A pair of bodies with its motions. */
export interface RigidPair {
  readonly name: RigidPairName;
  readonly paper: PaperRow;
  /**
   * The approximate fraction of colliding motions. The paper says two thirds, and all for the
   * clubs; the others follow from its mean times.
   */
  readonly collidingShare: number;
  /**
   * Builds the bodies with about the fraction `scale` of the triangles. A pair of equal bodies
   * returns one soup twice.
   */
  bodies(scale?: number): { readonly a: Soup; readonly b: Soup };
  /** Draws motions that are free of overlap at the start. */
  motions(count: number, seed: number): PairMotion[];
}

/** All pairs, in the order of the table. */
export const rigidPairs: readonly RigidPair[] = [
  {
    name: 'club-club',
    paper: row(104_800, 104_800, [14.97, 3.6, null, 3.6, null]),
    collidingShare: 1,
    bodies: bodies(club, club),
    motions: passingMotions(club, club, 0),
  },
  {
    name: 'gear-gear',
    paper: row(25_600, 25_600, [55.49, 2.96, 0.0048, 1.98, null]),
    collidingShare: 0.67,
    bodies: bodies(gear, gear),
    motions: passingMotions(gear, gear, 3),
  },
  {
    name: 'hammer-cad',
    paper: row(1_700, 2_600, [7.68, 2.82, 0.0052, 1.89, null]),
    collidingShare: 0.67,
    bodies: bodies(hammer, bracket),
    motions: passingMotions(hammer, bracket, 1.45),
  },
  {
    name: 'bunny-bunny',
    paper: row(69_700, 69_700, [8.64, 4.11, 0.048, 2.77, 4.01]),
    collidingShare: 0.67,
    bodies: bodies(bunnyFine, bunnyFine),
    motions: passingMotions(bunnyFine, bunnyFine, 2),
  },
  {
    name: 'bunny-dynamics',
    paper: row(26_400, 26_400, [0.41, 5.54, 0.11, 0.22, 0.31]),
    collidingShare: 0.02,
    bodies: bodies(bunnyCoarse, bunnyCoarse),
    motions: fallingMotions(bunnyCoarse, bunnyCoarse, 0.11),
  },
  {
    name: 'torusknot-torusknot',
    paper: row(34_560, 34_560, [6.8, 2.81, 0.41, 2.01, 1.96]),
    collidingShare: 0.67,
    bodies: bodies(torusKnot, torusKnot),
    motions: passingMotions(torusKnot, torusKnot, 2.9),
  },
];

/** Times in the order of the table's columns. */
function row(
  trianglesA: number,
  trianglesB: number,
  times: readonly [number, number, number | null, number, number | null],
): PaperRow {
  const [withoutControl, collision, collisionFree, total, fast] = times;
  return { trianglesA, trianglesB, withoutControl, collision, collisionFree, total, fast };
}

function bodies(a: Shape, b: Shape): RigidPair['bodies'] {
  return (scale = 1) => {
    const soup = a.build(scale);
    return { a: soup, b: a === b ? soup : b.build(scale) };
  };
}
