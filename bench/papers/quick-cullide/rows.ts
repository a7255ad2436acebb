// The tables of Quick-CULLIDE: titles, columns, the rows of what was measured beside those of the
// paper, and why they differ. "As published" is the paper's sampling; "ours" misses nothing.
import type { ViewName, VisibilityOptions } from '../../../src/gpu.ts';
import type { OpenTable, Report } from '../report.ts';
import { mean, rounded } from '../table.ts';
import type { InstantRows, Mode, PrefilterCost, Row } from './measure.ts';
import { subjects } from './subjects.ts';

/** The tables of a run, in the order in which they are printed. */
export type Tables = Readonly<Record<'one' | 'two' | 'seven' | 'eight' | 'factors' | 'levels' | 'use', OpenTable>>;

/** The modes by the names of their rows. */
const SHOWN: readonly (readonly [string, Mode])[] = [
  ['as published', 'lossy'],
  ['ours', 'conservative'],
];
const PAIR = ['Quick-CULLIDE', 'CULLIDE', 'ratio'];

/** Opens all tables. */
export function openTables(report: Report): Tables {
  const overTime = [
    'scene',
    'pixels',
    'instant',
    'colliding',
    'as published',
    'CULLIDE',
    'ratio',
    'ours',
    ...PAIR.slice(1),
  ];
  return {
    one: report.table(
      'Table 1: potentially colliding triangles; beyond: those that do not collide, against CULLIDE; pairs: left for exact tests; missed: pairs that collide',
      [
        'scene',
        'what',
        'pixels',
        'instants',
        'triangles',
        'colliding',
        ...PAIR,
        'beyond',
        'pairs',
        'CULLIDE',
        'missed',
        'CULLIDE',
      ],
      'The sampling of the paper drops many of the triangles that do collide, in both algorithms alike, because a triangle that no sample hits in one view counts as fully visible; so its sets are small and their ratio is near 1 on our scenes, also at 4096 pixels. Ours misses nothing and keeps triangles that are less than a pixel apart; the ratio is that of the sets. The scenes of the paper are not published; ours have its kind and size, without a response, so that more triangles collide. Where hardly anything but colliding triangles is left, as of the leaves at 4096 pixels, no algorithm can differ.',
    ),
    two: report.table(
      'Table 2: CPU ms of culling, one thread, on the processor, with the work behind it; paper: ms on a GeForce 6800',
      ['scene', 'what', 'pixels', ...PAIR, 'rendered', 'CULLIDE', 'queries', 'CULLIDE', 'rounds', 'CULLIDE'],
      'The paper renders each triangle and asks the GPU; here a processor rasterizes, and remembers what made a triangle fail, so only the ratios compare. They are below those of the paper because CULLIDE as a baseline is repeated until nothing changes, and renders and tests all that is left in every pass. At 4096 pixels each time is that of a single first call.',
    ),
    seven: report.table(
      'Figure 7: potentially colliding triangles over time, at each instant',
      overTime,
      'The paper has nearly a tenth of what CULLIDE leaves. As published we see no such difference, because both lose the pairs that fall between samples; the sets of ours differ by the factor shown.',
    ),
    eight: report.table('Figure 8: CPU ms of culling over time, at each instant', overTime, 'As in table 2.'),
    factors: report.table(
      'Factors (§5.1.3): potentially colliding triangles at one instant, as published and ours',
      ['scene', 'views and order', 'as published', 'CULLIDE', 'ratio', 'ours', ...PAIR.slice(1), 'rendered', 'CULLIDE'],
      'More views bring CULLIDE close to Quick-CULLIDE, as the paper says. Back to front helps along the view that is sorted by, and little where other views follow. Parts by orientation are ours and have no row as published.',
    ),
    levels: report.table(
      'Objects (§4.2): what the level of objects hands down, at one instant; objects are connected components',
      ['scene', 'culling', 'objects', 'their pairs', 'left', 'pairs', 'missed', 'rendered', 'queries', 'ms'],
      'The paper describes these levels and gives no figures for them. The sets handed down leave nearly the same triangles for less rendering; pairs one by one leave fewer. With self-collision one run covers both kinds of pairs; without objects all triangles are primitives of one run.',
    ),
    use: report.table(
      'In use: a step from one frame to the next, views along x, y and z; CPU ms of culling and of the exact stage',
      ['scene', 'left', 'contacts', 'missed', 'culling', 'collide', 'with mask', 'node pairs', 'with mask'],
      'Not in the paper: what the mask saves a collider with a tree.',
    ),
  };
}

/** The columns that compare both algorithms. */
function compared([quick, plain]: readonly number[], text: (value: number) => string = rounded): string[] {
  return [text(quick), text(plain), ratio(quick, plain)];
}

function ratio(a: number, b: number): string {
  return b > 0 ? `${(a / b).toFixed(2)}×` : '–';
}

const milliseconds = (ms: number): string => ms.toFixed(ms < 100 ? 1 : 0);

function instantRow(name: string, each: InstantRows, value: (row: Row) => number, text = rounded): string[] {
  const start = [name, String(each.resolution), each.at.toFixed(2), rounded(each.colliding)];
  return [...start, ...SHOWN.flatMap(([, mode]) => compared(each.rows[mode].map(value), text))];
}

/** Adds an instant to figure 7. */
export function addLeft({ seven }: Tables, name: string, each: InstantRows): void {
  seven.add(instantRow(name, each, ({ left }) => left));
}

/**
 * Adds the averages over the instants of each resolution, and the rows of the paper, to tables 1
 * and 2, and the times of all instants to figure 8.
 */
export function addAverages(
  { one, two, eight }: Tables,
  name: string,
  resolutions: readonly (readonly InstantRows[])[],
): void {
  const measured = resolutions.flatMap((rows) => SHOWN.map(([what, mode]) => ({ what, mode, rows })));
  const { left, ms, triangles } = subjects[name].published;
  for (const { what, mode, rows } of measured) one.add([name, what, ...averageCounts(rows, mode)]);
  one.add(['  paper', '', '4096', '', triangles, '', ...compared(left, String)]);
  for (const { what, mode, rows } of measured) two.add([name, what, ...averageWork(rows, mode)]);
  two.add(['  paper', '', '4096', ...compared(ms, String)]);
  for (const each of resolutions.flat()) eight.add(instantRow(name, each, (row) => row.ms, milliseconds));
}

function averages(measured: readonly InstantRows[], mode: Mode, value: (row: Row) => number): readonly number[] {
  return [0, 1].map((k) => mean(measured.map(({ rows }) => value(rows[mode][k]))));
}

/** A row of table 1 behind its names. */
function averageCounts(measured: readonly InstantRows[], mode: Mode): string[] {
  const colliding = mean(measured.map((each) => each.colliding));
  const triangles = mean(measured.map((each) => each.triangles));
  const left = averages(measured, mode, (row) => row.left);
  const beyond = mode === 'lossy' ? '' : ratio(left[0] - colliding, left[1] - colliding);
  const counts = [(row: Row) => row.pairs, (row: Row) => row.missed].flatMap((value) =>
    averages(measured, mode, value).map(rounded),
  );
  const size = [String(measured[0].resolution), String(measured.length), rounded(triangles), rounded(colliding)];
  return [...size, ...compared(left), beyond, ...counts];
}

/** A row of table 2 behind its names. */
function averageWork(measured: readonly InstantRows[], mode: Mode): string[] {
  const of = (value: (row: Row) => number) => averages(measured, mode, value);
  const work = [of((row) => row.rendered), of((row) => row.tested)].flat().map(rounded);
  const rounds = of((row) => row.rounds).map((count) => count.toFixed(1));
  return [
    String(measured[0].resolution),
    ...compared(
      of((row) => row.ms),
      milliseconds,
    ),
    ...work,
    ...rounds,
  ];
}

/** The factors of §5.1.3: the number of views and the rendering order; then parts by orientation. */
export const FACTORS: readonly (Pick<VisibilityOptions, 'order' | 'parts'> & {
  name: string;
  views: readonly ViewName[];
})[] = [
  { name: '1 view', views: ['+z'], order: 'index', parts: false },
  { name: '2 views', views: ['+z', '+x'], order: 'index', parts: false },
  { name: '3 views', views: ['+z', '+x', '+y'], order: 'index', parts: false },
  { name: '6 views', views: ['+z', '-z', '+x', '-x', '+y', '-y'], order: 'index', parts: false },
  { name: '1 view, back to front', views: ['+z'], order: 'back-to-front', parts: false },
  { name: '3 views, back to front', views: ['+z', '+x', '+y'], order: 'back-to-front', parts: false },
  { name: '3 views, in parts', views: ['+z', '+x', '+y'], order: 'index', parts: true },
];

/** Adds a row of the factors: the two algorithms as published, if they have a row, and ours. */
export function addFactor(
  { factors }: Tables,
  name: string,
  factor: string,
  lossy: readonly Row[],
  ours: readonly Row[],
): void {
  const published = lossy.length === 0 ? ['', '', ''] : compared(lossy.map(({ left }) => left));
  factors.add([
    name,
    factor,
    ...published,
    ...compared(ours.map(({ left }) => left)),
    ...ours.map(({ rendered }) => rounded(rendered)),
  ]);
}

/** What objects hand down, and whether pairs within objects count. */
export const LEVELS: readonly {
  name: string;
  pairs: 'between' | 'all';
  hasObjects: boolean;
  options: VisibilityOptions;
}[] = [
  ...(['quick-cullide', 'cullide'] as const).map((algorithm) => ({
    name: `as published, ${algorithm === 'cullide' ? 'CULLIDE' : 'sets'}`,
    pairs: 'between' as const,
    hasObjects: true,
    options: { mode: 'lossy' as const, algorithm },
  })),
  ...(['objects', 'sets', 'pairs'] as const).map((handedDown) => ({
    name: `ours, ${handedDown}`,
    pairs: 'between' as const,
    hasObjects: true,
    options: { handedDown, parts: false },
  })),
  { name: 'ours, sets, then in parts', pairs: 'between', hasObjects: true, options: {} },
  { name: 'ours, CULLIDE', pairs: 'between', hasObjects: true, options: { algorithm: 'cullide' } },
  {
    name: 'with self-collision, as published',
    pairs: 'all',
    hasObjects: true,
    options: { mode: 'lossy', selfColliding: true },
  },
  { name: 'with self-collision, ours', pairs: 'all', hasObjects: true, options: { selfColliding: true } },
  {
    name: 'with self-collision, CULLIDE',
    pairs: 'all',
    hasObjects: true,
    options: { algorithm: 'cullide', selfColliding: true },
  },
  { name: 'without objects, ours', pairs: 'all', hasObjects: false, options: {} },
];

/** Adds a row of what objects hand down. */
export function addLevel({ levels }: Tables, name: string, level: string, row: Row): void {
  const objects = row.objects > 0 ? [rounded(row.objects), rounded(row.objectPairs)] : ['', ''];
  const counts = [row.left, row.pairs, row.missed, row.rendered, row.tested].map(rounded);
  levels.add([name, level, ...objects, ...counts, milliseconds(row.ms)]);
}

/** Adds a row of the use as a prefilter. */
export function addUse(
  { use }: Tables,
  name: string,
  { left, contacts, missed, cullMs, ms, nodePairs }: PrefilterCost,
): void {
  const counts = [left, contacts, missed].map(rounded);
  use.add([name, ...counts, ...[cullMs, ...ms].map((each) => each.toFixed(1)), ...nodePairs.map(rounded)]);
}
