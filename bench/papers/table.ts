// Tables in plain text: the first column is aligned left, the others right.

/** Prints a table below its title. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(`\n${[title, ...tableText(head, rows)].join('\n')}`);
}

/** Returns the lines of a table, that of the column names first. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => (row[i] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    widths.map((width, i) => (i === 0 ? (cells[i] ?? '').padEnd(width) : (cells[i] ?? '').padStart(width))).join('  ');
  return [head, ...rows].map((row) => line(row).trimEnd());
}

/** Formats a count in short form: 216123 as 216K. */
export function rounded(count: number): string {
  if (count >= 1e7) return `${(count / 1e6).toFixed(0)}M`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)}M`;
  if (count >= 1e4) return `${(count / 1e3).toFixed(0)}K`;
  return count >= 1e3 ? `${(count / 1e3).toFixed(1)}K` : count.toFixed(0);
}

/** Formats a fraction as a percentage. */
export function percent(share: number): string {
  return `${(100 * share).toPrecision(3)} %`;
}

/** Formats a ratio; marks it with an exclamation mark if it is below the promised `least`. */
export function times(ratio: number, least = 0): string {
  return `${ratio.toFixed(1)}×${ratio < least ? ' !' : ''}`;
}

/** The arithmetic mean. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
