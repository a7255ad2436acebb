// The tables and figures of C²A, for `graze bench c2a`: table I and its counts, control apart from
// the cached distance, w, what our departures are worth, free motions, the building of hierarchies.
import { AS_PUBLISHED } from '../../../src/c2a.ts';
import { yardstick } from '../../yardstick.ts';
import type { PaperBench, Report } from '../report.ts';
import { draw } from './figures.ts';
import { addFreeMotions } from './free-motions.ts';
import { type Cells, measureVariants } from './measure-variants.ts';
import { prepare, type Subject, subjectNames } from './subjects.ts';
import { addCounts, addMeasures, addTimes, type VariantCells } from './table-1.ts';
import { variants } from './variants.ts';

/** The number of motions per pair, and the number of triangles relative to the paper's. */
const FULL = { motions: 200, scale: 1 };
const QUICK = { motions: 20, scale: 0.1 };

/** Values of w besides 0.5 and 1, no control; the paper's range is 0.3 to 0.5. */
const WS = [0.1, 0.3, 0.4];

const CONTROL_REMARK =
  "The paper's footnote 3 names infinity or a cached distance as the usual start, and its table does not say which of them “without C²A” has. " +
  'Ours is here with the sign of v·n and the larger volume opened, without step rejection.';

const W_REMARK =
  'As published but for w; the paper uses 0.3 to 0.5 for the first iterations. R_max is 20 and D_threshold a hundredth of the smaller extent: the paper does not give them.';

const DEPARTURES_REMARK = 'Each column adds to the one before, but for the last: our defaults with w = 1.';

function addControl(report: Report, name: string, cells: VariantCells): void {
  const add = (way: string, columns: readonly Cells[]): void =>
    addMeasures(
      report,
      'Control apart from the cached distance: a query, mean of all motions',
      [
        'from infinity, w = 1',
        'cached distance, w = 1',
        'from infinity, w = 0.5 (algorithm 1)',
        'cached distance, w = 0.5',
      ],
      CONTROL_REMARK,
      `${name}, ${way}`,
      columns,
    );
  add('as published', [cells.plain, cells.cached, cells.fromInfinity, cells.published]);
  add('ours', [cells.oursPlain, cells.oursCached, cells.oursFromInfinity, cells.larger]);
}

function addDepartures(report: Report, name: string, cells: VariantCells): void {
  addMeasures(
    report,
    'What our departures are worth: a query, mean of all motions',
    ['as published', 'sign of v·n', 'larger volume opened', 'step rejection (ours)', 'ours, w = 1'],
    DEPARTURES_REMARK,
    name,
    [cells.published, cells.signed, cells.larger, cells.ours, cells.oursUncontrolled],
  );
}

function addW(report: Report, { pair, advancement, motions }: Subject, known: VariantCells): void {
  const options = Object.fromEntries(WS.map((w) => [`w = ${w}`, { ...AS_PUBLISHED, w }]));
  const { cells } = measureVariants(advancement, motions, options);
  const columns = { ...cells, 'w = 0.5': known.published, 'w = 1': known.cached };
  addMeasures(
    report,
    'The parameter w: a query, mean of all motions',
    Object.keys(columns),
    W_REMARK,
    pair.name,
    Object.values(columns),
  );
}

/** All tables and figures. */
export const c2aTables: PaperBench = {
  subjects: subjectNames,
  run(names, { quick }, report) {
    const { motions, scale } = quick ? QUICK : FULL;
    const unit = yardstick(quick ? 1 : 5);
    const rows: unknown[] = [];
    const figures: Record<string, string> = {};
    names.forEach((name, i) => {
      report.progress(i, names.length);
      const subject = prepare(name, motions, scale);
      const { cells, disagreeing } = measureVariants(subject.advancement, subject.motions, variants);
      addTimes(report, subject, cells, unit);
      addCounts(report, name, cells, disagreeing);
      addControl(report, name, cells);
      addDepartures(report, name, cells);
      addW(report, subject, cells);
      addFreeMotions(report, subject);
      report.table('Building both hierarchies, CPU ms', ['', 'ms']).add([name, subject.buildMs.toFixed(0)]);
      Object.assign(figures, draw(subject, cells));
      rows.push({ name, triangles: subject.triangles, buildMs: subject.buildMs, disagreeing, ...numbersOf(cells) });
    });
    report.progress(names.length, names.length);
    return { numbers: { yardstick: unit, rows }, figures };
  },
};

/** The means of all ways, without the results of single motions. */
function numbersOf(cells: VariantCells): Record<string, unknown> {
  const entries = Object.entries(cells).map(([name, { colliding, free, all }]) => [name, { colliding, free, all }]);
  return Object.fromEntries(entries);
}
