// A sweater: a tube around the trunk from the hem to the neck with a rectangle left out on either
// side, and a sleeve at the border of each.
import { SHOULDER, WRIST } from './body-shape.ts';
import type { Garment } from './garment.ts';
import { tube } from './slacks.ts';

/** The resolution of the sweater. */
export interface SweaterSize {
  /** The number of vertices around the trunk, even, and of rows of quads from hem to neck. */
  readonly around: number;
  readonly rows: number;
  /** The size of the opening for a sleeve in quads: around and up. */
  readonly armWidth: number;
  readonly armHeight: number;
  readonly sleeveRings: number;
}

/**
 * Height, half width and half depth of the trunk's tube from the hem up: at the hem, below the
 * arms, above them, at the neck.
 */
const STATIONS = [
  [0.98, 0.25, 0.17],
  [1.2, 0.25, 0.16],
  [1.46, 0.21, 0.13],
  [1.53, 0.085, 0.085],
] as const;
/** The fraction of the rows that lie below the openings of the arms. */
const BELOW = 0.5;
const [SLEEVE_RADIUS, CUFF_RADIUS] = [0.085, 0.068];
/** The fractions of the arm at which the rings of the sleeve begin and end. */
const [FIRST, LAST] = [0.18, 0.94];

/** Returns the sweater before it is tightened. */
export function sweater(size: SweaterSize): Garment {
  const { around, rows, armWidth, armHeight } = size;
  const low = Math.round(BELOW * rows);
  const high = low + armHeight;
  const firstColumn = Math.round(around / 4 - armWidth / 2);
  // The middle of an opening is exactly at the side.
  const front = firstColumn + armWidth / 2 - around / 4;
  const mirrored = (column: number): number => (((2 * front - column) % around) + around) % around;
  const isInside = (column: number, row: number): boolean =>
    row > low && row < high && column > firstColumn && column < firstColumn + armWidth;
  const positions: number[] = [];
  const add = (x: number, y: number, z: number): number => positions.push(x, y, z) / 3 - 1;
  const trunk = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: around }, (_, column) => {
      if (isInside(column, row) || isInside(mirrored(column), row)) return -1;
      const theta = (2 * Math.PI * (column - front)) / around;
      const [z, width, depth] = station(row, low, high, rows);
      return add(width * Math.sin(theta), depth * Math.cos(theta), z);
    }),
  );
  const isHole = (column: number, row: number): boolean =>
    row >= low && row < high && column >= firstColumn && column < firstColumn + armWidth;
  const quads = tube(trunk).filter((_, k) => {
    const [row, column] = [Math.floor(k / 4 / around), Math.floor(k / 4) % around];
    return !isHole(column, row) && !isHole(mirrored(column + 1), row);
  });
  for (const side of [1, -1] as const) {
    const rim = rimOf(firstColumn, low, armWidth, armHeight).map(
      ([column, row]) => trunk[row][side === 1 ? column % around : mirrored(column)],
    );
    const rings = [rim, ...sleeve(size, side, add)];
    quads.push(...tube(side === 1 ? rings : rings.map((ring) => [...ring].reverse())));
  }
  return { positions: Float64Array.from(positions), quads: Uint32Array.from(quads) };
}

/** Interpolates between the stations, by row. */
function station(row: number, low: number, high: number, rows: number): number[] {
  const at = [0, low, high, rows];
  const k = row < low ? 0 : row < high ? 1 : 2;
  const t = (row - at[k]) / (at[k + 1] - at[k]);
  return STATIONS[k].map((value, i) => value + t * (STATIONS[k + 1][i] - value));
}

/** The border of the left opening as columns and rows, from the lower front along the bottom. */
function rimOf(column: number, row: number, width: number, height: number): (readonly [number, number])[] {
  const rim: [number, number][] = [];
  for (let i = 0; i < width; i++) rim.push([column + i, row]);
  for (let j = 0; j < height; j++) rim.push([column + width, row + j]);
  for (let i = width; i > 0; i--) rim.push([column + i, row + height]);
  for (let j = height; j > 0; j--) rim.push([column, row + j]);
  return rim;
}

/** Rings around the arm, from the shoulder on; vertices in the order of the border. */
function sleeve(
  { armWidth, armHeight, sleeveRings }: SweaterSize,
  side: 1 | -1,
  add: (x: number, y: number, z: number) => number,
): number[][] {
  const count = 2 * (armWidth + armHeight);
  const along = [WRIST[0] - SHOULDER[0], WRIST[2] - SHOULDER[2]];
  const length = Math.hypot(...along);
  return Array.from({ length: sleeveRings }, (_, ring) => {
    const t = FIRST + ((LAST - FIRST) * ring) / (sleeveRings - 1);
    const radius = SLEEVE_RADIUS + t * (CUFF_RADIUS - SLEEVE_RADIUS);
    return Array.from({ length: count }, (_, q) => {
      // From the front over the top; the middle of the border's bottom is below.
      const psi = -Math.PI / 2 - (2 * Math.PI * (q - armWidth / 2)) / count;
      const up = radius * Math.sin(psi);
      const x = SHOULDER[0] + t * along[0] - (up * along[1]) / length;
      const z = SHOULDER[2] + t * along[1] + (up * along[0]) / length;
      return add(side * x, radius * Math.cos(psi), z);
    });
  });
}
