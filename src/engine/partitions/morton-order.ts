// Faces in the order of a curve that fills space, so that consecutive faces are close together
// (Morton codes of their middles, sixteen bits per axis). Nothing depends on the order but time: any
// order is a valid cut.
import { distribute } from '../../core/math/distribute.ts';
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { emptyBox, extendBox } from './cell-boxes.ts';

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
  const [lowX, lowY, lowZ] = low;
  const third = scale / 3;
  for (let f = 0; f < faceCount; f++) {
    const p = 3 * triangles[3 * f];
    const q = 3 * triangles[3 * f + 1];
    const r = 3 * triangles[3 * f + 2];
    // Not a number where extents overflow: then 0.
    const stepX = ((x[p] - lowX) * third + (x[q] - lowX) * third + (x[r] - lowX) * third) | 0;
    const stepY = ((x[p + 1] - lowY) * third + (x[q + 1] - lowY) * third + (x[r + 1] - lowY) * third) | 0;
    const stepZ = ((x[p + 2] - lowZ) * third + (x[q + 2] - lowZ) * third + (x[r + 2] - lowZ) * third) | 0;
    upper[f] = spread(stepX >> HALF_BITS) | (spread(stepY >> HALF_BITS) << 1) | (spread(stepZ >> HALF_BITS) << 2);
    lower[f] = spread(stepX) | (spread(stepY) << 1) | (spread(stepZ) << 2);
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
  const sorted = new Uint32Array(count);
  distribute(order, upper, DIGIT, sorted, ends);
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
    ] as const) {
      distribute(some, codes, shift, other, new Uint32Array(DIGITS));
      [some, other] = [other, some];
    }
    sorted.set(some, from);
  }
  return sorted;
}

/** The least corner of all faces, and steps per unit of length, the same along all axes. */
function rangeOf(triangles: Uint32Array, x: Positions): { low: readonly [number, number, number]; scale: number } {
  const box = emptyBox();
  extendBox(box, 0, triangles, 0, triangles.length, x);
  const [lowX, lowY, lowZ, highX, highY, highZ] = box;
  const extent = Math.max(highX - lowX, highY - lowY, highZ - lowZ);
  return { low: [lowX, lowY, lowZ], scale: extent > 0 ? (STEPS - 1) / extent : 0 };
}

/** Eight bits, each followed by two zeros. */
function spread(bits: number): number {
  let v = bits & (HALF - 1);
  v = (v | (v << 8)) & 0x0300f00f;
  v = (v | (v << 4)) & 0x030c30c3;
  return (v | (v << 2)) & 0x09249249;
}
