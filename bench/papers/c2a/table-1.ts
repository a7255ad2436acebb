// Table I, figure 4 and figure 6 of C²A on bodies of the same kinds and sizes: mean time of a query
// with and without control, colliding and free motions separately, N_τ and N_BV, beside the paper's
// numbers. Both methods must agree on which motions collide.

import type { AdvancementResult } from '../../../src/papers/c2a/advancement.ts';
import { cpuMs, median } from '../../measure.ts';
import { yardstick } from '../../yardstick.ts';
import { plot } from '../plot.ts';
import type { PaperBench, Report } from '../report.ts';
import { mean, percent, rounded } from '../table.ts';
import { answers, prepare, type Subject, subjectNames } from './subjects.ts';

/** The number of motions per pair, and the number of triangles relative to the paper's. */
const FULL = { motions: 200, scale: 1 };
const QUICK = { motions: 20, scale: 0.1 };

const ROUNDS = 3;

/** Results of one group of queries, with or without control. */
interface Cell {
  readonly count: number;
  readonly ms: number;
  readonly iterations: number;
  /** Front nodes per query, over all iterations; then per iteration. */
  readonly frontNodes: number;
  readonly frontOfIteration: number;
}

interface Row {
  readonly name: string;
  readonly triangles: readonly [number, number];
  readonly buildMs: number;
  readonly disagreeing: number;
  readonly plain: { readonly colliding: Cell; readonly free: Cell; readonly all: Cell };
  readonly controlled: Row['plain'];
  readonly paper: Subject['pair']['paper'];
}

interface Measured {
  readonly row: Row;
  readonly figures: Readonly<Record<string, string>>;
}

const collides = ({ state }: AdvancementResult): boolean => state !== 'separated';

function measure(subject: Subject): Measured {
  const { advancement, motions, pair, triangles, buildMs } = subject;
  const [plain, controlled] = [answers(subject, false), answers(subject, true)];
  const groups = [true, false].map((hit) => motions.flatMap((_, i) => (collides(plain[i]) === hit ? [i] : [])));
  const spent = [0, 1, 2, 3].map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    spent.forEach((list, k) => {
      const group = groups[k >> 1];
      list.push(
        cpuMs(() => {
          for (const i of group) advancement.firstContact(...motions[i], { control: k % 2 === 1 });
        }),
      );
    });
  }
  const cells = (results: readonly AdvancementResult[], control: number): Row['plain'] => {
    const [hitMs, freeMs] = [median(spent[control]), median(spent[2 + control])];
    return {
      colliding: cell(groups[0], results, hitMs),
      free: cell(groups[1], results, freeMs),
      all: cell([...groups[0], ...groups[1]], results, hitMs + freeMs),
    };
  };
  const row = {
    name: pair.name,
    triangles,
    buildMs,
    disagreeing: motions.filter((_, i) => collides(plain[i]) !== collides(controlled[i])).length,
    plain: cells(plain, 0),
    controlled: cells(controlled, 1),
    paper: pair.paper,
  };
  return { row, figures: draw(subject, plain, controlled) };
}

function cell(group: readonly number[], results: readonly AdvancementResult[], ms: number): Cell {
  const of = (count: (result: AdvancementResult) => number): number => mean(group.map((i) => count(results[i])));
  const frontNodes = of((result) => result.frontNodes);
  const iterations = of((result) => result.iterations);
  return {
    count: group.length,
    ms: ms / group.length,
    iterations,
    frontNodes,
    frontOfIteration: frontNodes / iterations,
  };
}

function draw(
  { pair, advancement, motions }: Subject,
  plain: AdvancementResult[],
  controlled: AdvancementResult[],
): Measured['figures'] {
  const fronts = (results: AdvancementResult[]): number[] => results.map(({ frontNodes }) => frontNodes);
  if (pair.name === 'club-club') {
    const lines = [
      { name: 'with control', values: fronts(controlled) },
      { name: 'without', values: fronts(plain) },
    ];
    const panels = [{ title: 'N_BV of a query', lines }];
    return { 'c2a-figure-4.svg': plot('Figure 4: front nodes, club against club', panels) };
  }
  if (pair.name === 'torusknot-torusknot') {
    const hits = motions.map((_, i) => i).filter((i) => controlled[i].state === 'hit');
    const contacts = hits.map((i) => advancement.countWithin(...motions[i], controlled[i].time, 1e-4));
    const panel = (title: string, list: number[]) => ({ title, lines: [{ name: title, values: list }] });
    const panels = [
      panel(
        'N_τ',
        hits.map((i) => controlled[i].iterations),
      ),
      panel(
        'N_BV',
        hits.map((i) => controlled[i].frontNodes),
      ),
      panel('pairs of triangles in contact', contacts),
    ];
    return { 'c2a-figure-6.svg': plot('Figure 6: torus knot against torus knot, colliding', panels) };
  }
  return {};
}

const ms = (value: number | null): string => (value === null || !Number.isFinite(value) ? '–' : value.toPrecision(3));

function addTimes(report: Report, rows: readonly Row[], unit: number): void {
  report
    .table(`Table I: CPU ms a query, mean (one yardstick is ${unit.toFixed(0)} ms; the paper: C++, 2.66 GHz)`, [
      '',
      'triangles',
      'colliding',
      'without control',
      'collision',
      'free',
      'total',
      'collision, yardsticks',
      'free, yardsticks',
      'speed-up',
    ])
    .add(
      ...rows.flatMap(({ name, triangles, plain, controlled, paper }) => [
        [
          name,
          triangles[0] === triangles[1] ? rounded(triangles[0]) : triangles.map(rounded).join(', '),
          `${plain.colliding.count} of ${plain.all.count}`,
          ms(plain.all.ms),
          ms(controlled.colliding.ms),
          ms(controlled.free.ms),
          ms(controlled.all.ms),
          ms(controlled.colliding.ms / unit),
          ms(controlled.free.ms / unit),
          `${(plain.all.ms / controlled.all.ms).toFixed(1)}×`,
        ],
        [
          '  paper',
          '',
          '',
          ms(paper.withoutControl),
          ms(paper.collision),
          ms(paper.collisionFree),
          ms(paper.total),
          '',
          '',
          `${(paper.withoutControl / paper.total).toFixed(1)}×`,
        ],
      ]),
    );
}

function addCounts(report: Report, rows: readonly Row[]): void {
  report
    .table(
      'N_τ and N_BV without → with control, mean of all queries; N_BV of a query, over all iterations (the paper: 82.3 % fewer on the clubs)',
      [
        '',
        'N_τ',
        'N_BV',
        'fewer',
        'N_BV an iteration',
        'N_τ colliding',
        'N_BV colliding',
        'N_τ free',
        'N_BV free',
        'disagree',
      ],
    )
    .add(
      ...rows.map(({ name, plain, controlled, disagreeing }) => {
        const change = (from: number, to: number, show: (value: number) => string): string =>
          Number.isFinite(from) ? `${show(from)} → ${show(to)}` : '–';
        const both = (of: (row: Row['plain']) => number): string =>
          change(of(plain), of(controlled), (value) => value.toFixed(1));
        const nodes = (of: (row: Row['plain']) => number): string => change(of(plain), of(controlled), rounded);
        return [
          name,
          both(({ all }) => all.iterations),
          nodes(({ all }) => all.frontNodes),
          percent(1 - controlled.all.frontNodes / plain.all.frontNodes),
          nodes(({ all }) => all.frontOfIteration),
          both(({ colliding }) => colliding.iterations),
          nodes(({ colliding }) => colliding.frontNodes),
          both(({ free }) => free.iterations),
          nodes(({ free }) => free.frontNodes),
          String(disagreeing),
        ];
      }),
    );
}

/** Table I and the figures, for `graze bench c2a`. */
export const c2aTables: PaperBench = {
  subjects: subjectNames,
  run(names, { quick }, report) {
    const { motions, scale } = quick ? QUICK : FULL;
    const unit = yardstick(quick ? 1 : 5);
    const measured = names.map((name, i) => {
      report.progress(i, names.length);
      const one = measure(prepare(name, motions, scale));
      addTimes(report, [one.row], unit);
      addCounts(report, [one.row]);
      report.table('Building both hierarchies, CPU ms', ['', 'ms']).add([name, one.row.buildMs.toFixed(0)]);
      return one;
    });
    report.progress(names.length, names.length);
    const rows = measured.map(({ row }) => row);
    const figures = Object.assign({}, ...measured.map((one) => one.figures));
    return { numbers: { yardstick: unit, rows }, figures };
  },
};
