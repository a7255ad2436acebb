// A small plot in block characters, eight levels per row.

const LEVELS = ' ▁▂▃▄▅▆▇█';
const ROWS = 4;

/** Returns the lines of a plot: one column per value, at most `width`; the axis starts at 0. */
export function sparkline(values: readonly number[], width: number, title: string): string[] {
  const most = Math.max(...values, Number.MIN_VALUE);
  const lines = [title];
  for (let row = ROWS - 1; row >= 0; row--) {
    const cells = values.map((value) => {
      const level = Math.round((value / most) * 8 * ROWS) - 8 * row;
      return LEVELS[Math.max(0, Math.min(8, level))];
    });
    const label = row === ROWS - 1 ? Number(most.toPrecision(3)).toString() : row === 0 ? '0' : '';
    lines.push(`${label.padStart(8)} ${cells.join('').padEnd(width)}`.trimEnd());
  }
  return lines;
}
