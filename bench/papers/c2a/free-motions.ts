// Free motions: ours, which pass near, and motions as the paper draws them, from one random
// configuration to another; those also three times as wide. The times of free motions depend on the
// distance at which they pass, which the paper does not give.
import { plainMotions, plainSpreads } from '../../../scenes/rigid/index.ts';
import { clearance, RigidBody } from '../../../src/rigid.ts';
import { median } from '../../measure.ts';
import type { Report } from '../report.ts';
import { rounded } from '../table.ts';
import { measureVariants, shown, shownMs } from './measure-variants.ts';
import { type Motions, motionsOf, SEED, type Subject } from './subjects.ts';
import { variants } from './variants.ts';

/** How much wider the third set of motions is. */
const WIDER = 3;

const REMARK =
  'Random: from one uniformly random configuration to another, in a cube so large that about two thirds collide, as in the paper (of its clubs all collide); then in a cube three times as wide. ' +
  'The least distance is the median over the free motions, in mean radii of the bodies. ' +
  'The paper does not say how far apart its configurations are: its free times fit motions that one or two iterations decide.';

/** Adds the rows of a pair whose motions the paper draws at random. */
export function addFreeMotions(report: Report, { pair, soups, advancement, motions }: Subject): void {
  const spread = spreadOf(pair.name);
  if (spread === null) return;
  const a = RigidBody.from(soups.a.positions, soups.a.triangles);
  const b = soups.a === soups.b ? a : RigidBody.from(soups.b.positions, soups.b.triangles);
  const random = (width: number): Motions[] => plainMotions({ a, b }, motions.length, SEED, width).map(motionsOf);
  const row = (name: string, set: readonly Motions[]): string[] => {
    const { published, ours } = variants;
    const { cells } = measureVariants(advancement, set, { published, ours });
    const free = set.filter((_, i) => cells.ours.results[i].state === 'separated');
    const least = free.map(([moveA, moveB]) => clearance(a, moveA, b, moveB).distance);
    return [
      `${pair.name}, ${name}`,
      `${cells.ours.colliding.count} of ${set.length}`,
      least.length > 0 ? (median(least) / ((a.radius + b.radius) / 2)).toFixed(2) : '–',
      shownMs(cells.published.free.ms),
      shownMs(cells.ours.free.ms),
      shown(cells.published.free.iterations, (value) => value.toFixed(1)),
      shown(cells.ours.free.iterations, (value) => value.toFixed(1)),
      shown(cells.published.free.frontNodes, rounded),
      shown(cells.ours.free.frontNodes, rounded),
    ];
  };
  report
    .table(
      'Free motions: CPU ms, N_τ and N_BV a query',
      [
        '',
        'colliding',
        'least distance',
        'ms, as published',
        'ms, ours',
        'N_τ, as published',
        'N_τ, ours',
        'N_BV, as published',
        'N_BV, ours',
      ],
      REMARK,
    )
    .add(row('passing near', motions), row('random', random(spread)), row('random, wide', random(WIDER * spread)), [
      '  paper',
      pair.name === 'club-club' ? 'all' : 'two thirds',
      '',
      shownMs(pair.paper.collisionFree),
      '',
      '',
      '',
      '',
      '',
    ]);
}

function spreadOf(name: string): number | null {
  return name in plainSpreads ? plainSpreads[name as keyof typeof plainSpreads] : null;
}
