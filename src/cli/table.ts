// Formats columns for people: numbers to the right, text to the left.
import { thousands } from './thousands.ts';

/** The content of a cell; numbers are integers. */
export type Cell = string | number;

/** Returns the lines of a table; numbers are grouped in thousands. */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const text = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? thousands(cell) : cell)));
  const isNumber = header.map((_, k) => rows.every((row) => typeof row[k] === 'number'));
  const widths = header.map((name, k) => Math.max(name.length, ...text.map((row) => row[k].length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, k) => (isNumber[k] ? cell.padStart(widths[k]) : cell.padEnd(widths[k])))
      .join('  ')
      .trimEnd();
  return [line(header), ...text.map(line)];
}
