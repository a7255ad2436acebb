// Faces in the order of a curve that fills space, so that consecutive faces are close together
// (Morton codes of their middles, sixteen bits per axis). Nothing depends on the order but time: any
// order is a valid cut.
import type { Positions } from '../../core/mesh/tri-mesh.ts';

/** Bits per axis: of the upper half of a code, and of its lower half. */
const HALF_BITS = 8;
const HALF = 1 << HALF_BITS;
/** Steps per axis. */
const STEPS = HALF * HALF;
/** Bits sorted by at a time, two digits per half: what they distribute to stays in cache. */
const DIGIT = 12;

/** The faces in Morton order at these positions. */
export function mortonOrder(triangles: Uint32Array, x: Positions): Uint32Array {
  const faceCount = triangles.length / 3;
  const { low, scale } = rangeOf(triangles, x);
  const upper = new Uint32Array(faceCount);
  const lower = new Uint32Array(faceCount);
  for (let f = 0; f < faceCount; f++) {
    let high = 0;
    let rest = 0;
    for (let axis = 0; axis < 3; axis++) {
      let middle = 0;
      for (let k = 3 * f; k < 3 * f + 3; k++) middle += (x[3 * triangles[k] + axis] - low[axis]) * scale;
      // Not a number where extents overflow: then 0.
      const step = (middle / 3) | 0;
      high |= spread(step >> HALF_BITS) << axis;
      rest |= spread(step & (HALF - 1)) << axis;
    }
    upper[f] = high;
    lower[f] = rest;
  }
  let order: Uint32Array = new Uint32Array(faceCount);
  for (let f = 0; f < faceCount; f++) order[f] = f;
  let other: Uint32Array = new Uint32Array(faceCount);
  for (const codes of [lower, upper])
    for (const shift of [0, DIGIT]) {
      distribute(order, codes, shift, other);
      [order, other] = [other, order];
    }
  return order;
}

/** The least corner of all faces, and steps per unit of length, the same along all axes. */
function rangeOf(triangles: Uint32Array, x: Positions): { low: Float64Array; scale: number } {
  const low = new Float64Array(3).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(3).fill(Number.NEGATIVE_INFINITY);
  for (let k = 0; k < triangles.length; k++)
    for (let axis = 0; axis < 3; axis++) {
      const c = x[3 * triangles[k] + axis];
      if (c < low[axis]) low[axis] = c;
      if (c > high[axis]) high[axis] = c;
    }
  const extent = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  return { low, scale: extent > 0 ? (STEPS - 1) / extent : 0 };
}

/** Eight bits, each followed by two zeros. */
function spread(bits: number): number {
  let v = bits & (HALF - 1);
  v = (v | (v << 8)) & 0x0300f00f;
  v = (v | (v << 4)) & 0x030c30c3;
  return (v | (v << 2)) & 0x09249249;
}

/** Copies ids in the order of one digit of their codes; equal ones keep their order. */
function distribute(from: Uint32Array, codes: Uint32Array, shift: number, to: Uint32Array): void {
  const mask = (1 << DIGIT) - 1;
  const ends = new Uint32Array(1 << DIGIT);
  for (let i = 0; i < codes.length; i++) ends[(codes[i] >>> shift) & mask]++;
  for (let k = 1; k <= mask; k++) ends[k] += ends[k - 1];
  for (let i = from.length - 1; i >= 0; i--) to[--ends[(codes[from[i]] >>> shift) & mask]] = from[i];
}
