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
/** The most faces of a run: so many need no order among them. */
const MAX_RUN = 64;

/** Faces in Morton order, and their codes. */
export interface MortonOrder {
  /** The faces in order. */
  readonly order: Uint32Array;
  /** The upper and the lower half of the code of each face. */
  readonly upper: Uint32Array;
  readonly lower: Uint32Array;
}

/** The faces in Morton order at these positions. */
export function mortonOrder(triangles: Uint32Array, x: Positions): MortonOrder {
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
  return { order: sortByCodes(upper, lower), upper, lower };
}

/**
 * Cuts a run of the order, from `first` up to, not including, `end`, into pieces of at most
 * `MAX_RUN` faces and adds their starts to a list. A run is cut where the highest bit changes that
 * is not the same in all of its codes: there the curve leaves one half of a box for the other, which
 * may be far away.
 */
export function cutRun({ order, upper, lower }: MortonOrder, first: number, end: number, starts: number[]): void {
  if (end - first <= MAX_RUN) {
    starts.push(first);
    return;
  }
  const [p, q] = [order[first], order[end - 1]];
  const codes = upper[p] === upper[q] ? lower : upper;
  const differing = codes[p] ^ codes[q];
  let middle = (first + end) >> 1;
  if (differing !== 0) {
    const bit = 1 << (31 - Math.clz32(differing));
    let low = first;
    middle = end - 1;
    while (middle - low > 1) {
      const between = (low + middle) >> 1;
      if ((codes[order[between]] & bit) === 0) low = between;
      else middle = between;
    }
  }
  cutRun({ order, upper, lower }, first, middle, starts);
  cutRun({ order, upper, lower }, middle, end, starts);
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
    if (to - from <= MAX_RUN) continue;
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
