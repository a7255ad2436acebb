// Small linear systems of integers, solved exactly: the base of the discrete oracles.

/** x_i = numerators[i] / denominator, the denominator positive. */
export interface Solution {
  readonly numerators: readonly bigint[];
  readonly denominator: bigint;
}

/**
 * The one solution of Σ x_j columns[j] = right; null where there is none or the columns depend on
 * each other.
 */
export function solve(columns: readonly (readonly bigint[])[], right: readonly bigint[]): Solution | null {
  const rows = right.map((value, i) => [...columns.map((column) => column[i]), value]);
  const { rank, pivot } = eliminate(rows, columns.length);
  if (rank < columns.length || rows.slice(rank).some((row) => row[columns.length] !== 0n)) return null;
  const sign = pivot < 0n ? -1n : 1n;
  return {
    numerators: rows.slice(0, rank).map((row) => sign * row[columns.length]),
    denominator: sign * pivot,
  };
}

export function rankOf(columns: readonly (readonly bigint[])[]): number {
  const rows = columns[0].map((_, i) => columns.map((column) => column[i]));
  return eliminate(rows, columns.length).rank;
}

/**
 * Fraction-free Gauss–Jordan on the first `width` columns: every pivot ends up equal to the last
 * one.
 */
function eliminate(rows: bigint[][], width: number): { rank: number; pivot: bigint } {
  let pivot = 1n;
  let rank = 0;
  for (let column = 0; column < width; column++) {
    const found = rows.findIndex((row, i) => i >= rank && row[column] !== 0n);
    if (found < 0) continue;
    [rows[rank], rows[found]] = [rows[found], rows[rank]];
    const top = rows[rank];
    const next = top[column];
    for (let i = 0; i < rows.length; i++) {
      const factor = rows[i][column];
      if (i !== rank) rows[i] = rows[i].map((value, j) => (value * next - factor * top[j]) / pivot);
    }
    pivot = next;
    rank++;
  }
  return { rank, pivot };
}
