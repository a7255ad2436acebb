// A small plot in block characters, eight levels per row.

/** The character of a cell, by the number of eighths that are filled. */
const LEVELS = ' ▁▂▃▄▅▆▇█';
/** The height of the plot in lines. */
const PLOT_ROWS = 4;

/** Returns the lines of a plot: one column per value; the axis starts at 0. */
export function sparkline(values: readonly number[], title: string): string[] {
  const most = Math.max(...values, Number.MIN_VALUE);
  const lines = [title];
  for (let row = PLOT_ROWS - 1; row >= 0; row--) {
    const cells = values.map((value) => {
      const level = Math.round((value / most) * 8 * PLOT_ROWS) - 8 * row;
      return LEVELS[Math.max(0, Math.min(8, level))];
    });
    const label = row === PLOT_ROWS - 1 ? Number(most.toPrecision(3)).toString() : row === 0 ? '0' : '';
    lines.push(`${label.padStart(8)} ${cells.join('')}`.trimEnd());
  }
  return lines;
}
