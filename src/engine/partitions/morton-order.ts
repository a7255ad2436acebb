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
const DIGITS = 1 << DIGIT;
/** So many faces need no order among them. */
const FEW = 64;

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
  return sortByCodes(upper, lower);
}

/**
 * The ids of the codes in their order: first by the highest digit, then what has the same one, which
 * fits into the cache, by the others. Few of the same stay as they are.
 */
function sortByCodes(upper: Uint32Array, lower: Uint32Array): Uint32Array {
  const count = upper.length;
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  const ends = new Uint32Array(DIGITS);
  const sorted = distribute(order, upper, DIGIT, new Uint32Array(count), ends);
  for (let digit = 0; digit < DIGITS; digit++) {
    // What were ends are starts now.
    const [from, to] = [ends[digit], digit + 1 < DIGITS ? ends[digit + 1] : count];
    if (to - from <= FEW) continue;
    let some: Uint32Array = sorted.subarray(from, to);
    let other: Uint32Array = order.subarray(from, to);
    for (const [codes, shift] of [
      [lower, 0],
      [lower, DIGIT],
      [upper, 0],
    ] as const)
      [some, other] = [distribute(some, codes, shift, other, new Uint32Array(DIGITS)), some];
    sorted.set(some, from);
  }
  return sorted;
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

/**
 * Copies ids in the order of one digit of their codes; equal ones keep their order. Writes where each
 * value of the digit starts.
 */
function distribute(
  from: Uint32Array,
  codes: Uint32Array,
  shift: number,
  to: Uint32Array,
  starts: Uint32Array,
): Uint32Array {
  const mask = DIGITS - 1;
  for (let i = 0; i < from.length; i++) starts[(codes[from[i]] >>> shift) & mask]++;
  // The sums are ends. Filling backwards turns them into starts.
  for (let k = 1; k < DIGITS; k++) starts[k] += starts[k - 1];
  for (let i = from.length - 1; i >= 0; i--) to[--starts[(codes[from[i]] >>> shift) & mask]] = from[i];
  return to;
}
