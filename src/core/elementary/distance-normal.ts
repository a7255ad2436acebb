// Distance and unit normal of two features from their nearest points. The normal is the difference
// of the points if that is long enough to have a direction, else a normal of the features. Works on
// the corners that `load` has set. On entry, `out.normal` is the difference a − b.
import type { ClosestPoints } from './closest-points.ts';
import { corners, frame } from './distance-features.ts';

/**
 * Gap, as a share of the size, up to which a pair is close. A pair beyond it cannot meet, because
 * nearest points are rounded by less than 2^-46. For a close pair, exact predicates decide whether
 * it meets, and `finishClose` chooses the normal.
 */
export const CLOSE_GAP: number = 2 ** -24;

/** Sine of the angle between two edges up to which their common normal is noise and is not used. */
const PARALLEL_SINE = 2 ** -40;

/** The unit normal that the last `commonNormal` found. */
const common = new Float64Array(3);

/**
 * Fills in distance and normal of features that are apart; `gap` is the length of the difference.
 */
export function finishApart(out: ClosestPoints, gap: number): number {
  divide(out.normal, gap);
  out.distance = Math.max(gap / frame[0], Number.MIN_VALUE);
  return out.distance;
}

/**
 * Fills in distance and normal of features that are close or meet. `sine` is the result of the last
 * `commonNormal`, or 0 if that normal is no candidate. The rounding error of the common normal
 * grows with 1/sine, that of the difference with size/gap; the one with the smaller error is taken.
 * A pair that does not meet keeps a distance > 0, even if doubles cannot tell its points apart.
 */
export function finishClose(out: ClosestPoints, meets: boolean, sine: number): number {
  const gap = toUnit(out.normal);
  const differs = gap > 0 && !meets;
  if (sine > 0 && !(differs && sine * frame[1] < gap)) out.normal.set(common);
  else if (!differs) writeAnyNormal(out.normal);
  out.distance = meets ? 0 : Math.max(gap / frame[0], Number.MIN_VALUE);
  return out.distance;
}

/**
 * Finds the unit normal of edges ab and cd, negated if `side` is negative. Returns the sine of the
 * angle between the edges, or 0 if it is so small that the normal is noise.
 */
export function commonNormal(a: number, b: number, c: number, d: number, side: number): number {
  const ex = corners[b] - corners[a];
  const ey = corners[b + 1] - corners[a + 1];
  const ez = corners[b + 2] - corners[a + 2];
  const fx = corners[d] - corners[c];
  const fy = corners[d + 1] - corners[c + 1];
  const fz = corners[d + 2] - corners[c + 2];
  common[0] = ey * fz - ez * fy;
  common[1] = ez * fx - ex * fz;
  common[2] = ex * fy - ey * fx;
  const area = toUnit(common);
  if (area === 0) return 0;
  if (side < 0) divide(common, -1);
  const sine = area / (length(ex, ey, ez) * length(fx, fy, fz));
  return sine > PARALLEL_SINE ? sine : 0;
}

/**
 * Writes a unit normal of the line on which all corners lie, from the first corner to the farthest;
 * (1, 0, 0) if they coincide.
 */
function writeAnyNormal(normal: Float64Array): void {
  let far = 0;
  for (let i = 0; i < frame[2]; i++) if (Math.abs(corners[i]) > Math.abs(corners[far])) far = i;
  const k = far % 3;
  const next = (k + 1) % 3;
  // The line's direction, turned by a right angle in the plane of the axes k and next. It is not
  // zero, because its greatest component is not.
  normal.fill(0);
  normal[k] = -corners[far - k + next];
  normal[next] = corners[far];
  if (toUnit(normal) === 0) normal[0] = 1;
}

/**
 * Scales a vector to unit length, unless it is zero, and returns its length; no square over- or
 * underflows.
 */
function toUnit(vector: Float64Array): number {
  const greatest = Math.max(Math.abs(vector[0]), Math.abs(vector[1]), Math.abs(vector[2]));
  if (greatest === 0) return 0;
  divide(vector, greatest);
  const rest = length(vector[0], vector[1], vector[2]);
  divide(vector, rest);
  return greatest * rest;
}

function divide(vector: Float64Array, by: number): void {
  vector[0] /= by;
  vector[1] /= by;
  vector[2] /= by;
}

/** Length of a vector. */
export function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
