// Expresses points of a face as points of its fan of triangles, for the certificate of
// gjk-distance.ts. Weights of arbitrary corners describe a point of the hull. The fan consists of
// the triangles (0, 1, 2), (0, 2, 3), … only.
import { corners, nearest, nearestOnFace } from '../../core/elementary/distance-features.ts';

/** Index of the point in `corners`; the triangle is at 0, 3, 6. */
const POINT = 9;

/**
 * Replaces weights of `count` corners, xyz each from x[first] on, by those of the nearest point of
 * the fan, unless they already describe one.
 */
export function putOnFan(x: Float64Array, first: number, count: number, weights: Float64Array): void {
  if (count === 3 || isOnFan(weights, count)) return;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += weights[i] * x[first + 3 * i + k];
    corners[POINT + k] = sum;
    corners[k] = x[first + k];
  }
  let least = Infinity;
  for (let last = 2; last < count; last++) {
    for (let k = 0; k < 6; k++) corners[3 + k] = x[first + 3 * (last - 1) + k];
    const distanceSq = nearestOnFace(POINT, 0, 3, 6);
    if (!(distanceSq < least)) continue;
    least = distanceSq;
    writeTriangle(weights, nearest, 0, last);
  }
}

/**
 * Writes weights of the triangle that ends at corner `last`, from[offset…], as weights of all
 * corners.
 */
export function writeTriangle(weights: Float64Array, from: Float64Array, offset: number, last: number): void {
  weights.fill(0);
  weights[0] = from[offset];
  weights[last - 1] = from[offset + 1];
  weights[last] = from[offset + 2];
}

/**
 * Whether the weights describe a point of one triangle of the fan: besides the first corner, only
 * one corner or two neighbours have weight.
 */
function isOnFan(weights: Float64Array, count: number): boolean {
  let low = 1;
  let high = count - 1;
  while (low < high && weights[low] === 0) low++;
  while (low < high && weights[high] === 0) high--;
  return high - low <= 1;
}
