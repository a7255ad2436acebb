// Time, N_τ and N_BV of queries with several sets of options, on the same motions: colliding and
// free ones separately, all interleaved.
import type { Advancement, AdvancementOptions, AdvancementResult } from '../../../src/c2a.ts';
import { cpuMs, median } from '../../measure.ts';
import { mean } from '../table.ts';
import type { Motions } from './subjects.ts';

const ROUNDS = 3;

/** Results of one group of queries; means, which are NaN for an empty group. */
export interface Cell {
  readonly count: number;
  /** CPU milliseconds of a query. */
  readonly ms: number;
  /** N_τ of a query. */
  readonly iterations: number;
  /** N_BV of a query, over all iterations; then of an iteration. */
  readonly frontNodes: number;
  readonly frontOfIteration: number;
}

/** Results with one set of options. */
export interface Cells {
  readonly colliding: Cell;
  readonly free: Cell;
  readonly all: Cell;
  /** The result of each motion. */
  readonly results: readonly AdvancementResult[];
}

/** Results by the name of the options, and how many motions are not called the same by all. */
export interface Measured<Name extends string> {
  readonly cells: Readonly<Record<Name, Cells>>;
  readonly disagreeing: number;
}

const collides = ({ state }: AdvancementResult): boolean => state !== 'separated';

/** Runs every motion with each of these options. */
export function measureVariants<Name extends string>(
  advancement: Advancement,
  motions: readonly Motions[],
  variants: Readonly<Record<Name, AdvancementOptions>>,
): Measured<Name> {
  const list = Object.entries<AdvancementOptions>(variants).map(([name, options]) => ({
    name,
    options,
    results: [] as AdvancementResult[],
    spent: { hit: [] as number[], free: [] as number[] },
  }));
  const [first] = list;
  const hits = motions.map(([a, b]) => collides(advancement.firstContact(a, b, first.options)));
  const groups = {
    hit: motions.flatMap((_, i) => (hits[i] ? [i] : [])),
    free: motions.flatMap((_, i) => (hits[i] ? [] : [i])),
  };
  for (let round = 0; round < ROUNDS; round++)
    for (const { options, spent, results } of list)
      for (const kind of ['hit', 'free'] as const) {
        const ms = cpuMs(() => {
          for (const i of groups[kind]) results[i] = advancement.firstContact(...motions[i], options);
        });
        spent[kind].push(ms);
      }
  const cells = list.map(({ name, results, spent }): [string, Cells] => {
    const [hitMs, freeMs] = [median(spent.hit), median(spent.free)];
    const colliding = cell(groups.hit, results, hitMs);
    const free = cell(groups.free, results, freeMs);
    return [name, { colliding, free, all: cell([...groups.hit, ...groups.free], results, hitMs + freeMs), results }];
  });
  const disagreeing = motions.filter((_, i) => list.some(({ results }) => collides(results[i]) !== hits[i]));
  return { cells: Object.fromEntries(cells) as Measured<Name>['cells'], disagreeing: disagreeing.length };
}

function cell(group: readonly number[], results: readonly AdvancementResult[], ms: number): Cell {
  const frontNodes = mean(group.map((i) => results[i].frontNodes));
  const iterations = mean(group.map((i) => results[i].iterations));
  const frontOfIteration = frontNodes / iterations;
  return { count: group.length, ms: ms / group.length, iterations, frontNodes, frontOfIteration };
}

/** Milliseconds, or a dash where there are none. */
export function shownMs(value: number | null): string {
  return value === null || !Number.isFinite(value) ? '–' : value.toPrecision(3);
}

/** A count, or a dash where there is none. */
export function shown(value: number, show: (value: number) => string): string {
  return Number.isFinite(value) ? show(value) : '–';
}
