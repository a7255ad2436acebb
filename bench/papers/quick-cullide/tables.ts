// Tables 1 and 2, figures 7 and 8 and the factors of §5.1.3 of Quick-CULLIDE beside our results on
// scenes of the same kind and size. Both modes are measured, the conservative one and the paper's
// sampling, each with the sets of §4 (Quick-CULLIDE) and without (CULLIDE).
import type { BenchExtent } from '../../../src/cli/bench.ts';
import type { ViewName, VisibilityOptions } from '../../../src/gpu.ts';
import { type Panel, plot } from '../plot.ts';
import type { PaperBench, Report } from '../report.ts';
import { mean, rounded } from '../table.ts';
import {
  ALGORITHMS,
  type InstantRows,
  MODES,
  measure,
  measureInstant,
  measurePrefilter,
  type PrefilterCost,
  type Row,
} from './measure.ts';
import { type Instant, instants, subjects } from './subjects.ts';

/** The size of a run. */
interface Extent {
  readonly scale: number;
  readonly resolution: number;
  readonly frameCount: (full: number) => number;
}

const FULL: Extent = { scale: 1, resolution: 1024, frameCount: (full) => full };
const QUICK: Extent = { scale: 0.02, resolution: 200, frameCount: () => 2 };

/** Returns the sizes of a full or a quick run. */
export function extentOf({ quick }: BenchExtent): Extent {
  return quick ? QUICK : FULL;
}

/**
 * The factors of §5.1.3: the number of views and the rendering order; then culling in parts by
 * orientation.
 */
const FACTORS: readonly (Pick<VisibilityOptions, 'order' | 'parts'> & { name: string; views: readonly ViewName[] })[] =
  [
    { name: '1 view', views: ['+z'], order: 'index', parts: false },
    { name: '2 views', views: ['+z', '+x'], order: 'index', parts: false },
    { name: '3 views', views: ['+z', '+x', '+y'], order: 'index', parts: false },
    { name: '6 views', views: ['+z', '-z', '+x', '-x', '+y', '-y'], order: 'index', parts: false },
    { name: '1 view, back to front', views: ['+z'], order: 'back-to-front', parts: false },
    { name: '3 views, back to front', views: ['+z', '+x', '+y'], order: 'back-to-front', parts: false },
    { name: '3 views, in parts', views: ['+z', '+x', '+y'], order: 'index', parts: true },
  ];

interface Result {
  readonly name: string;
  readonly measured: readonly InstantRows[];
  /** The prefilter, measured at the instant of the factors. */
  readonly use: PrefilterCost;
  readonly factors: readonly { readonly name: string; readonly rows: readonly Row[] }[];
}

type Mode = (typeof MODES)[number];

function average(measured: readonly InstantRows[], mode: Mode, value: (row: Row) => number): [number, number] {
  const [first, second] = ALGORITHMS.map((_, k) => mean(measured.map(({ rows }) => value(rows[mode][k]))));
  return [first, second];
}

function addTable1(report: Report, results: readonly Result[]): void {
  const head = [
    'scene',
    'mode',
    'triangles',
    'colliding',
    'Quick-CULLIDE',
    'CULLIDE',
    'ratio',
    'beyond',
    'missed',
    'CULLIDE missed',
  ];
  const rows = results.flatMap(({ name, measured }) => {
    const colliding = mean(measured.map((each) => each.colliding));
    const ours = MODES.map((mode) => {
      const [quick, plain] = average(measured, mode, ({ left }) => left);
      const beyond = mode === 'lossy' ? '' : ratio(quick - colliding, plain - colliding);
      const counts = [mean(measured.map(({ triangles }) => triangles)), colliding, quick, plain].map(rounded);
      const missed = average(measured, mode, (row) => row.missed).map(rounded);
      return [name, mode, ...counts, ratio(quick, plain), beyond, ...missed];
    });
    const [quick, plain] = subjects[name].published.left;
    return [...ours, ['  paper', 'lossy', '', '', String(quick), String(plain), ratio(quick, plain)]];
  });
  report
    .table(
      'Table 1: potentially colliding triangles; beyond: those that do not collide, against CULLIDE; missed: pairs that do',
      head,
    )
    .add(...rows);
}

function addTable2(report: Report, results: readonly Result[]): void {
  const head = ['scene', 'mode', 'Quick-CULLIDE', 'CULLIDE', 'ratio', 'rendered', 'CULLIDE rendered', 'rounds'];
  const rows = results.flatMap(({ name, measured }) => {
    const ours = MODES.map((mode) => {
      const [quick, plain] = average(measured, mode, ({ ms }) => ms);
      const times = [quick, plain].map((ms) => ms.toFixed(1));
      const counts = average(measured, mode, ({ rendered }) => rendered).map(rounded);
      const [rounds] = average(measured, mode, (row) => row.rounds);
      return [name, mode, ...times, ratio(quick, plain), ...counts, rounds.toFixed(1)];
    });
    const [quick, plain] = subjects[name].published.ms;
    return [...ours, ['  paper', 'lossy', String(quick), String(plain), ratio(quick, plain)]];
  });
  report
    .table('Table 2: CPU ms of culling, one thread, on the processor; paper: ms on a GeForce 6800', head)
    .add(...rows);
}

/**
 * Prints a table of the conservative mode with one column per instant and one row per algorithm.
 */
function addOverTime(report: Report, title: string, results: readonly Result[], value: (row: Row) => string): void {
  const most = Math.max(...Object.values(subjects).map(({ frameCount }) => frameCount));
  const head = ['scene', 'algorithm', 'instants', ...Array.from({ length: most - 1 }, () => '')];
  const rows = results.flatMap(({ name, measured }) =>
    ALGORITHMS.map((algorithm, k) => [name, algorithm, ...measured.map(({ rows }) => value(rows.conservative[k]))]),
  );
  report.table(title, head).add(...rows);
}

function addFactors(report: Report, results: readonly Result[]): void {
  const head = ['scene', 'views and order', 'Quick-CULLIDE', 'CULLIDE', 'ratio', 'rendered', 'CULLIDE rendered'];
  const rows = results.flatMap(({ name, factors }) =>
    factors.map(({ name: factor, rows: [quick, plain] }) => {
      const left = [rounded(quick.left), rounded(plain.left), ratio(quick.left, plain.left)];
      return [name, factor, ...left, rounded(quick.rendered), rounded(plain.rendered)];
    }),
  );
  report.table('Factors (§5.1.3): potentially colliding triangles at one instant, conservative', head).add(...rows);
}

function addUse(report: Report, results: readonly Result[]): void {
  const head = ['scene', 'left', 'contacts', 'missed', 'culling', 'collide', 'with mask', 'node pairs', 'with mask'];
  const rows = results.map(({ name, use: { left, contacts, missed, cullMs, ms, nodePairs } }) => {
    const counts = [left, contacts, missed].map(rounded);
    return [name, ...counts, ...[cullMs, ...ms].map((each) => each.toFixed(1)), ...nodePairs.map(rounded)];
  });
  report
    .table(
      'In use: a step from one frame to the next, views along x, y and z; CPU ms of culling and of the exact stage',
      head,
    )
    .add(...rows);
}

function ratio(a: number, b: number): string {
  return b > 0 ? `${(a / b).toFixed(2)}×` : '–';
}

function factorsOf(instant: Instant, resolution: number): Result['factors'] {
  return FACTORS.map(({ name, ...options }) => ({
    name,
    rows: ALGORITHMS.map((algorithm) => measure(instant, { ...options, algorithm, resolution })),
  }));
}

function figure(title: string, value: string, results: readonly Result[], of: (row: Row) => number): string {
  const panels = results.map(({ name, measured }): Panel => {
    const lines = ALGORITHMS.map((algorithm, k) => ({
      name: algorithm,
      values: measured.map(({ rows }) => of(rows.conservative[k])),
    }));
    return { title: `${name}: ${value}`, lines };
  });
  return plot(title, panels, 'instant');
}

function addTables(report: Report, results: readonly Result[]): void {
  addTable1(report, results);
  addTable2(report, results);
  addOverTime(report, 'Figure 7: potentially colliding triangles over time', results, ({ left }) => rounded(left));
  addOverTime(report, 'Figure 8: CPU ms of culling over time', results, ({ ms }) => ms.toFixed(1));
  addFactors(report, results);
  addUse(report, results);
}

/** The tables, for `graze bench quick-cullide`. */
export const quickCullideTables: PaperBench = {
  subjects: Object.keys(subjects),
  run(names, extent, report) {
    const { scale, resolution: usual, frameCount } = extentOf(extent);
    const results = names.map((name, i) => {
      report.progress(i, names.length);
      const resolution = usual * subjects[name].fineness;
      const all = instants(name, scale, frameCount(subjects[name].frameCount));
      const measured = all.map((instant) => measureInstant(name, instant, resolution));
      const middle = all[all.length >> 1];
      const result = {
        name,
        measured,
        use: measurePrefilter(middle, resolution),
        factors: factorsOf(middle, resolution),
      };
      addTables(report, [result]);
      return result;
    });
    report.progress(names.length, names.length);
    const figures = {
      'quick-cullide-figure-7.svg': figure('Figure 7: pruning', 'triangles left', results, ({ left }) => left),
      'quick-cullide-figure-8.svg': figure('Figure 8: performance', 'CPU ms', results, ({ ms }) => ms),
    };
    return { numbers: results, figures };
  },
};
