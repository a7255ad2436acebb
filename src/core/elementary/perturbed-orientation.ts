// The sign of an orientation determinant, never 0: as if every coordinate of every vertex were
// displaced by an infinitesimal of its own. Edelsbrunner and Mücke, "Simulation of Simplicity"
// (1990). No four vertices are coplanar then, so surfaces that touch either cross or are apart, and
// their intersection consists of closed curves and of curves that end at borders. All signs belong
// to one displacement, so what is concluded from many of them is consistent.
//
// The infinitesimals are ordered: that of coordinate x of the smallest vertex id is the largest,
// then y and z of that vertex, then those of the next id; each is smaller than every product of
// larger ones. The determinant is a polynomial in them with at most one per row and column. Its
// sign is that of the first coefficient that is not 0 in this order.
import { orient2dSign, orient3dSign } from './orientation.ts';

/**
 * One coefficient of the polynomial: the minor that is left when the rows and columns of its
 * infinitesimals are removed.
 */
interface Coefficient {
  /** The ranks of the vertices that are left, ascending: three, two or one. */
  readonly rows: readonly number[];
  /** The coordinates that are left, ascending: two, one or none. */
  readonly columns: readonly number[];
  /** The sign with which the minor enters. */
  readonly sign: number;
}

/** All coefficients but the first, from that of the largest infinitesimal on. */
const COEFFICIENTS: readonly Coefficient[] = coefficients();

/**
 * The sign of `orient3dSign` of four different vertices after the displacement. `a` to `d` are
 * offsets of their coordinates in q, `ids` their vertex ids.
 */
export function perturbedSign(
  q: Float64Array,
  offsets: readonly [number, number, number, number],
  ids: readonly [number, number, number, number],
): number {
  const exact = orient3dSign(q, offsets[0], offsets[1], offsets[2], offsets[3]);
  if (exact !== 0) return exact;
  const order = [0, 1, 2, 3].sort((i, j) => ids[i] - ids[j]);
  const sorted = order.map((i) => offsets[i]);
  for (const { rows, columns, sign } of COEFFICIENTS) {
    const minor = minorSign(q, sorted, rows, columns);
    if (minor !== 0) return minor * sign * permutationSign(order);
  }
  throw new Error('The last coefficient is 1.');
}

/** The sign of the determinant of some rows (their chosen coordinates, and 1). */
function minorSign(
  q: Float64Array,
  points: readonly number[],
  rows: readonly number[],
  columns: readonly number[],
): number {
  if (rows.length === 1) return 1;
  if (rows.length === 2) return Math.sign(q[points[rows[0]] + columns[0]] - q[points[rows[1]] + columns[0]]);
  return orient2dSign(q, points[rows[0]], points[rows[1]], points[rows[2]], columns[0], columns[1]);
}

/**
 * The coefficients in order. Bit 3·row + column of a mask says that the infinitesimal of that entry
 * is a factor; a larger mask belongs to a smaller product.
 */
function coefficients(): Coefficient[] {
  const list: Coefficient[] = [];
  for (let mask = 1; mask < 1 << 12; mask++) {
    const entries = Array.from({ length: 12 }, (_, bit) => bit).filter((bit) => (mask >> bit) & 1);
    const rows = entries.map((bit) => Math.floor(bit / 3));
    const columns = entries.map((bit) => bit % 3);
    if (new Set(rows).size < entries.length || new Set(columns).size < entries.length) continue;
    const restRows = [0, 1, 2, 3].filter((row) => !rows.includes(row));
    const restColumns = [0, 1, 2].filter((column) => !columns.includes(column));
    // The whole determinant is expanded along the entries: rows in the order of the entries and
    // then the rest, and so the columns, the column of ones last.
    const sign = permutationSign([...rows, ...restRows]) * permutationSign([...columns, ...restColumns, 3]);
    list.push({ rows: restRows, columns: restColumns, sign });
    if (restRows.length === 1) return list;
  }
  return list;
}

/** 1 if a permutation of 0, 1, 2, … is even, −1 if it is odd. */
function permutationSign(order: readonly number[]): number {
  let sign = 1;
  for (let i = 0; i < order.length; i++) for (let j = 0; j < i; j++) if (order[j] > order[i]) sign = -sign;
  return sign;
}
