// Table I of C²A on bodies of the same kinds and sizes: mean time of a query without control and
// with it, colliding and free motions separately, as published and with our defaults, beside the
// paper's numbers and those that it gives for FAST. All ways must agree on which motions collide.

import type { Report } from '../report.ts';
import { percent, rounded } from '../table.ts';
import { type Cells, shown, shownMs } from './measure-variants.ts';
import type { Subject } from './subjects.ts';
import type { VariantName } from './variants.ts';

/** The results of a pair in all ways. */
export type VariantCells = Readonly<Record<VariantName, Cells>>;

const TIMES_REMARK =
  "The bodies are of the same kinds and sizes as the paper's, not the same, and the machine is another: compare ratios. " +
  "As published is algorithm 1 as printed, which opens all of a before b; the paper's times suggest that its program, a modified PQP, opens the larger volume (“What our departures are worth”). " +
  'Without control the search starts from infinity, with control from a cached distance; the table “Control apart from the cached distance” tells them apart. ' +
  "Our free motions pass near each other, the paper's do not (“Free motions”). " +
  "FAST is the paper's figure; there is no FAST here: it needs connectivity, which a soup lacks.";

const COUNTS_REMARK =
  'The paper says 82.3 % fewer front nodes on the clubs. Here without control means from infinity, so the cached distance saves a part of it, and in our rows the rejection of pairs by the step so far.';

/** Adds the rows of a pair to table I. */
export function addTimes(report: Report, { pair, triangles }: Subject, cells: VariantCells, unit: number): void {
  const row = (name: string, plain: Cells, controlled: Cells): string[] => [
    name,
    triangles[0] === triangles[1] ? rounded(triangles[0]) : triangles.map(rounded).join(', '),
    `${plain.colliding.count} of ${plain.all.count}`,
    shownMs(plain.all.ms),
    shownMs(controlled.colliding.ms),
    shownMs(controlled.free.ms),
    shownMs(controlled.all.ms),
    `${(plain.all.ms / controlled.all.ms).toFixed(1)}×`,
    '–',
    shownMs(controlled.all.ms / unit),
  ];
  const { withoutControl, collision, collisionFree, total, fast, trianglesA, trianglesB } = pair.paper;
  report
    .table(
      `Table I: CPU ms a query, mean (one yardstick is ${unit.toFixed(0)} ms; the paper: C++, 2.66 GHz)`,
      [
        '',
        'triangles',
        'colliding',
        'without control',
        'collision',
        'free',
        'total',
        'speed-up',
        'FAST',
        'total, yardsticks',
      ],
      TIMES_REMARK,
    )
    .add(
      row(`${pair.name}, as published`, cells.plain, cells.published),
      row(`${pair.name}, ours`, cells.oursPlain, cells.ours),
      [
        '  paper',
        trianglesA === trianglesB ? rounded(trianglesA) : [trianglesA, trianglesB].map(rounded).join(', '),
        '',
        ...[withoutControl, collision, collisionFree, total].map(shownMs),
        `${(withoutControl / total).toFixed(1)}×`,
        shownMs(fast),
        '',
      ],
    );
}

/** Adds the rows of a pair to the table of counts. */
export function addCounts(report: Report, name: string, cells: VariantCells, disagreeing: number): void {
  const row = (title: string, plain: Cells, controlled: Cells, last: string): string[] => {
    const change = (of: (cells: Cells) => number, show: (value: number) => string): string =>
      Number.isFinite(of(plain)) ? `${show(of(plain))} → ${show(of(controlled))}` : '–';
    const tenths = (value: number): string => value.toFixed(1);
    return [
      title,
      change(({ all }) => all.iterations, tenths),
      change(({ all }) => all.frontNodes, rounded),
      percent(1 - controlled.all.frontNodes / plain.all.frontNodes),
      change(({ all }) => all.frontOfIteration, rounded),
      change(({ colliding }) => colliding.iterations, tenths),
      change(({ colliding }) => colliding.frontNodes, rounded),
      change(({ free }) => free.iterations, tenths),
      change(({ free }) => free.frontNodes, rounded),
      last,
    ];
  };
  report
    .table(
      'N_τ and N_BV without → with control, mean of all queries; N_BV of a query, over all iterations',
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
      COUNTS_REMARK,
    )
    .add(
      row(`${name}, as published`, cells.plain, cells.published, String(disagreeing)),
      row(`${name}, ours`, cells.oursPlain, cells.ours, ''),
    );
}

/** Adds three rows, for time, N_τ and N_BV, with a column for each of these results. */
export function addMeasures(
  report: Report,
  title: string,
  columns: readonly string[],
  remark: string,
  name: string,
  cells: readonly Cells[],
): void {
  const of = (measure: string, show: (cells: Cells) => string): string[] => [name, measure, ...cells.map(show)];
  report.table(title, ['', '', ...columns], remark).add(
    of('ms', ({ all }) => shownMs(all.ms)),
    of('N_τ', ({ all }) => shown(all.iterations, (value) => value.toFixed(1))),
    of('N_BV', ({ all }) => shown(all.frontNodes, rounded)),
  );
}
