// What two faces may do in the step, if every vertex goes its way straight on. Along a fixed direction the gap between two sets of moving
// points is concave in time (a least of linear functions, minus a greatest), so it is smallest at an end of the step.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/**
 * A lower bound, but for rounding, of the distance of two faces in the step: the smaller gap along a unit direction, from g to f, at
 * both ends.
 */
export function leastGap(
  { start, corners }: PolygonMesh,
  x: Positions,
  ways: Float64Array,
  f: number,
  g: number,
  direction: Float64Array,
): number {
  const [nx, ny, nz] = direction;
  let low0 = Infinity;
  let low1 = Infinity;
  let high0 = -Infinity;
  let high1 = -Infinity;
  for (let c = start[f]; c < start[f + 1]; c++) {
    const v = 3 * corners[c];
    const now = nx * x[v] + ny * x[v + 1] + nz * x[v + 2];
    const then = now + (nx * ways[v] + ny * ways[v + 1] + nz * ways[v + 2]);
    if (now < low0) low0 = now;
    if (then < low1) low1 = then;
  }
  for (let c = start[g]; c < start[g + 1]; c++) {
    const v = 3 * corners[c];
    const now = nx * x[v] + ny * x[v + 1] + nz * x[v + 2];
    const then = now + (nx * ways[v] + ny * ways[v + 1] + nz * ways[v + 2]);
    if (now > high0) high0 = now;
    if (then > high1) high1 = then;
  }
  return Math.min(low0 - high0, low1 - high1);
}

/** No vertex of the face goes farther. */
export function longestWay({ start, corners }: PolygonMesh, ways: Float64Array, face: number): number {
  let most = 0;
  for (let c = start[face]; c < start[face + 1]; c++) {
    const v = 3 * corners[c];
    const way = Math.abs(ways[v]) + Math.abs(ways[v + 1]) + Math.abs(ways[v + 2]);
    if (way > most) most = way;
  }
  return most;
}
