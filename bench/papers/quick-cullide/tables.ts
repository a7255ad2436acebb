// Tables 1 and 2, figures 7 and 8 and the factors of §5.1.3 of Quick-CULLIDE beside our results on
// scenes of the same kind and size; what objects hand down to faces [§4.2]. Both modes are
// measured, the paper's sampling and the conservative one, each with the sets of §4
// (Quick-CULLIDE) and without (CULLIDE), at a usual resolution and at the paper's.
import type { BenchExtent } from '../../../src/cli/bench.ts';
import { type Panel, plot } from '../plot.ts';
import type { PaperBench, Report } from '../report.ts';
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
import { addAverages, addFactor, addLeft, addLevel, addUse, FACTORS, LEVELS, openTables, type Tables } from './rows.ts';
import { type Instant, instants, subjects } from './subjects.ts';

/** The size of a run. */
interface Extent {
  readonly scale: number;
  /** Pixels: a usual number, and that of the paper. */
  readonly resolution: number;
  readonly fineResolution: number;
  readonly frameCount: (full: number) => number;
}

const FULL: Extent = { scale: 1, resolution: 1024, fineResolution: 4096, frameCount: (full) => full };
const QUICK: Extent = { scale: 0.02, resolution: 200, fineResolution: 800, frameCount: (full) => Math.min(full, 2) };

/** Returns the sizes of a full or a quick run. */
export function extentOf({ quick }: BenchExtent): Extent {
  return quick ? QUICK : FULL;
}

interface Result {
  readonly name: string;
  /** At the usual resolution, then at the paper's. */
  readonly measured: readonly InstantRows[];
  readonly fine: readonly InstantRows[];
  /** The prefilter, the factors and what objects hand down, at one instant. */
  readonly use: PrefilterCost;
  readonly factors: readonly { readonly name: string; readonly rows: readonly Row[] }[];
  readonly levels: readonly { readonly name: string; readonly row: Row }[];
}

/** Tells how much of a subject is done, by the number of measurements. */
type Tick = () => void;

function measureSubject(tables: Tables, name: string, extent: Extent, tick: Tick): Result {
  const { scale, fineResolution } = extent;
  const { fineness, ...full } = subjects[name];
  const resolution = extent.resolution * fineness;
  const [frameCount, fineCount] = [full.frameCount, full.fineCount].map(extent.frameCount);
  const measured: InstantRows[] = [];
  const fine: InstantRows[] = [];
  let middle: Instant | undefined;
  let k = 0;
  for (const instant of instants(name, scale, frameCount)) {
    const isFine = ((k + 1) * fineCount) % frameCount < fineCount;
    for (const to of isFine ? [measured, fine] : [measured]) {
      const isUsual = to === measured;
      const rows = measureInstant(name, instant, isUsual ? resolution : fineResolution, isUsual);
      to.push(rows);
      addLeft(tables, name, rows);
      tick();
    }
    if (k++ === frameCount >> 1) middle = instant;
  }
  addAverages(tables, name, [measured, fine]);
  if (middle === undefined) throw new Error('No instant was measured.');
  const factors = factorsOf(tables, name, middle, resolution, tick);
  const levels = levelsOf(tables, name, middle, resolution, tick);
  const use = measurePrefilter(middle, resolution);
  addUse(tables, name, use);
  return { name, measured, fine, use, factors, levels };
}

function factorsOf(tables: Tables, name: string, instant: Instant, resolution: number, tick: Tick): Result['factors'] {
  return FACTORS.map(({ name: factor, ...options }) => {
    const [ours, lossy] = MODES.map((mode) =>
      mode === 'lossy' && options.parts
        ? []
        : ALGORITHMS.map((algorithm) => measure(instant, { ...options, mode, algorithm, resolution }, false)),
    );
    addFactor(tables, name, factor, lossy, ours);
    tick();
    return { name: factor, rows: [...ours, ...lossy] };
  });
}

function levelsOf(tables: Tables, name: string, instant: Instant, resolution: number, tick: Tick): Result['levels'] {
  const { componentOf, pairsBetween, allPairs } = instant;
  return LEVELS.map(({ name: level, pairs, hasObjects, options }) => {
    const counted = {
      ...instant,
      objectOf: hasObjects ? componentOf : undefined,
      pairs: pairs === 'all' ? allPairs : pairsBetween,
    };
    const row = measure(counted, { ...options, resolution, views: subjects[name].views });
    addLevel(tables, name, level, row);
    tick();
    return { name: level, row };
  });
}

function figure(title: string, value: string, results: readonly Result[], of: (row: Row) => number): string {
  const panel = (name: string, what: string, mode: (typeof MODES)[number], rows: readonly InstantRows[]): Panel => ({
    title: `${name}, ${what}, ${rows[0].resolution} pixels: ${value}`,
    lines: ALGORITHMS.map((algorithm, k) => ({ name: algorithm, values: rows.map((each) => of(each.rows[mode][k])) })),
  });
  const panels = results.flatMap(({ name, measured, fine }) => [
    panel(name, 'ours', 'conservative', measured),
    panel(name, 'as published', 'lossy', fine),
  ]);
  return plot(title, panels, 'instant');
}

/** The number of measurements of a subject, for progress. */
function tickCount(name: string, { frameCount }: Extent): number {
  const { frameCount: full, fineCount } = subjects[name];
  return frameCount(full) + frameCount(fineCount) + FACTORS.length + LEVELS.length + 1;
}

/** The tables, for `graze bench quick-cullide`. */
export const quickCullideTables: PaperBench = {
  subjects: Object.keys(subjects),
  run(names, benchExtent, report: Report) {
    const extent = extentOf(benchExtent);
    const tables = openTables(report);
    const results = names.map((name, i) => {
      let ticks = 0;
      report.progress(i, names.length);
      return measureSubject(tables, name, extent, () => {
        report.progress(i + ++ticks / tickCount(name, extent), names.length);
      });
    });
    report.progress(names.length, names.length);
    const figures = {
      'quick-cullide-figure-7.svg': figure('Figure 7: pruning', 'triangles left', results, ({ left }) => left),
      'quick-cullide-figure-8.svg': figure('Figure 8: performance', 'CPU ms', results, ({ ms }) => ms),
    };
    return { numbers: results, figures };
  },
};
