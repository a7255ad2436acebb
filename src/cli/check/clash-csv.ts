// The clashes of a check as CSV: one row each.
import type { CheckJson, ClashJson } from '../../check/check-result.ts';
import { printable } from '../text/printable.ts';

const COLUMNS =
  'id,a,b,kind,first,last,frames,atRest,baseline,firstTime,worstFrame,depth,through,distance,method,x,y,z,curveLength';

/** Returns the content of the file. */
export function clashCsv({ clashes }: CheckJson): string {
  return [COLUMNS, ...clashes.map((clash) => rowOf(clash).map(cell).join(',')), ''].join('\n');
}

type Value = string | number | boolean | null;

function rowOf(clash: ClashJson): Value[] {
  const { id, a, b, kind, first, last, frames, atRest, baseline, firstTime, worst, curveLength } = clash;
  const { frame, depth, through, distance, method, point } = worst;
  const when = [first, last, frames, atRest, baseline, firstTime];
  return [id, a, b, kind, ...when, frame, depth, through, distance, method, ...point, curveLength];
}

function cell(value: Value): string {
  const text = value === null ? '' : typeof value === 'string' ? harmless(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Names come from files of strangers. A spreadsheet would take one that begins like a formula for
 * one, and a terminal would obey control characters: the former gets an apostrophe in front, the
 * latter are printed as what they are.
 */
function harmless(name: string): string {
  const text = printable(name);
  return /^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
}
