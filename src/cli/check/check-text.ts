// What `graze check` prints: the sentence, then what was checked, then the clashes as a table, then
// how many contacts there are.
import type { RemeshedPart } from '../../check/baseline/baseline.ts';
import type { CheckJson, CheckResult, ClashJson } from '../../check/check-result.ts';
import { lengthText } from '../../check/length-text.ts';
import type { Unit } from '../../check/space.ts';
import { table } from '../table.ts';
import { shortName } from '../text/short-name.ts';
import { thousands } from '../thousands.ts';

/** The maximum number of clashes in the printed table; the rest is counted. */
const MAX_PRINTED = 24;

/** The maximum number of remeshed parts that are named; the rest is counted. */
const MAX_REMESHED = 5;

/** What is told beside the result. */
export interface CheckNotes {
  /** What was checked, one line each. */
  readonly notes: readonly string[];
  /** How the clashes compare with a baseline; null without one. */
  readonly baseline: string | null;
  /** How many contacts there are; null for a still scene. */
  readonly contacts: string | null;
}

/** Returns the lines. */
export function checkText(
  { sentence, json, counts }: CheckResult,
  { notes, baseline, contacts }: CheckNotes,
): string[] {
  const { frames } = json;
  const clashes = inOrderOfInterest(json.clashes, counts);
  const rows = clashes.slice(0, MAX_PRINTED).map((clash) => cellsOf(clash, json));
  const header = ['parts', 'kind', ...(frames > 1 ? ['frames', 'first at'] : []), 'depth', 'found by', 'status'];
  const more = clashes.length - rows.length;
  return [
    sentence,
    ...(baseline === null ? [] : [baseline]),
    '',
    ...notes,
    ...(rows.length === 0 ? [] : ['', ...table(header, rows)]),
    ...(more > 0 ? [`… and ${thousands(more)} more.`] : []),
    ...(contacts === null ? [] : ['', contacts]),
  ];
}

/** Says how the clashes compare with a baseline. */
export function baselineLine(path: string, { summary, gone }: CheckJson): string {
  const counts = [
    `${thousands(summary.new ?? 0)} new`,
    `${thousands(summary.worse ?? 0)} worse`,
    `${thousands(gone.length)} gone`,
    `${thousands(summary.known ?? 0)} known`,
  ];
  return `Against ${path}: ${counts.join(', ')}.`;
}

/** Says which parts were remeshed since the baseline was written, one line each. */
export function remeshedNotes(parts: readonly RemeshedPart[]): string[] {
  const lines = parts
    .slice(0, MAX_REMESHED)
    .map(
      ({ name, before, now }) =>
        `${name} was remeshed (${thousands(before)} faces, now ${thousands(now)}): its clashes are compared by position.`,
    );
  const more = parts.length - lines.length;
  if (more > 0) lines.push(`So ${more === 1 ? 'was 1 more part' : `were ${thousands(more)} more parts`}.`);
  return lines;
}

/** What counts for the exit status and is not at rest comes first; then by depth. */
function inOrderOfInterest(clashes: readonly ClashJson[], counts: readonly boolean[]): ClashJson[] {
  const rank = ({ id, atRest }: ClashJson): number => (counts[id] ? Number(atRest) : 2);
  return [...clashes].sort((p, q) => rank(p) - rank(q) || p.id - q.id);
}

function cellsOf(clash: ClashJson, { frames, unit }: CheckJson): string[] {
  const { a, b, kind, worst } = clash;
  const when = [framesCell(clash, frames), firstAt(clash)];
  const status = [...(clash.atRest && frames > 1 ? ['at rest'] : []), ...(clash.baseline ? [clash.baseline] : [])];
  return [
    `${shortName(a)} – ${a === b ? 'itself' : shortName(b)}`,
    kind,
    ...(frames > 1 ? when : []),
    depthCell(clash, unit),
    worst.method ?? '',
    status.join(', '),
  ];
}

function framesCell({ kind, first, last }: ClashJson, frames: number): string {
  if (kind === 'passing' && last === first + 1) return `${first} → ${last}`;
  if (first === 0 && last === frames - 1) return 'all';
  return first === last ? String(first) : `${first}–${last}`;
}

function firstAt({ firstTime }: ClashJson): string {
  return firstTime === null ? 'start' : hundredths(firstTime);
}

/** A time in frames with two digits, rounded down: nothing touches before. */
export function hundredths(time: number): string {
  return (Math.floor(100 * time) / 100).toFixed(2);
}

/** The depth, or how far through; both where the latter is larger. */
function depthCell({ worst: { depth, through, distance, method } }: ClashJson, unit: Unit): string {
  if (distance !== null) return `${lengthText(distance, unit)} apart`;
  if (method === null) return '';
  if (through !== null && through > (depth ?? -1)) {
    const far = `${lengthText(through, unit)} through`;
    return depth === null ? far : `${lengthText(depth, unit)}, ${far}`;
  }
  return depth === null ? '' : lengthText(depth, unit);
}
