// One table of the rigid bench: times in CPU ms and yardsticks, compared with what we promise.
import { printTable } from '../papers/table.ts';

/** A row of the table. */
export interface Row {
  readonly name: string;
  readonly queries: number;
  readonly ms: number;
  readonly yardsticks: number;
  /** Yardsticks that we promise, and those of the C²A authors' C++; null if there are none. */
  readonly target: number | null;
  readonly authors: number | null;
  /** One entry for each of the table's own columns. */
  readonly more: readonly string[];
}

/** A table. */
export interface Part {
  readonly title: string;
  /** Milliseconds. */
  readonly yardstick: number;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** Prints a table. */
export function printPart({ title, yardstick, columns, rows }: Part): void {
  const hasAuthors = rows.some(({ authors }) => authors !== null);
  printTable(
    `${title} (one yardstick is ${yardstick.toFixed(0)} ms)`,
    ['', 'queries', 'ms', 'yardsticks', 'at most', ...(hasAuthors ? ["authors' C++"] : []), ...columns],
    rows.map(({ name, queries, ms, yardsticks, target, authors, more }) => [
      name,
      String(queries),
      ms.toPrecision(3),
      `${small(yardsticks)}${target !== null && yardsticks > target ? ' !' : '  '}`,
      target === null ? '–' : String(target),
      ...(hasAuthors ? [authors === null ? '–' : String(authors)] : []),
      ...more,
    ]),
  );
}

/** Formats a small number of yardsticks. */
export function small(yardsticks: number): string {
  return yardsticks.toFixed(yardsticks < 0.01 ? 6 : 4);
}
