// The entry: what JavaScript calls. Pointers are byte offsets into the imported memory, aligned to 16; the layout of each
// block is documented where it is read.
import { Single } from './single';
import { hitCount, openCount, Times } from './times';

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;

/** Writes the number of hits and of open pairs. */
class Counts {
  @inline static store(counts: usize): void {
    store<i32>(counts, hitCount);
    store<i32>(counts, openCount, 4);
  }
}

/** Every buffer has room for `count` entries, the records for one more. */
export function timeVf(
  pairs: usize,
  count: i32,
  faces: usize,
  points: usize,
  singles: usize,
  several: usize,
  hits: usize,
  open: usize,
  counts: usize,
): void {
  Times.run(pairs, count, faces, points, singles, several, hits, open, false);
  Counts.store(counts);
}

export function timeEe(
  pairs: usize,
  count: i32,
  edges: usize,
  points: usize,
  singles: usize,
  several: usize,
  hits: usize,
  open: usize,
  counts: usize,
): void {
  Times.run(pairs, count, edges, points, singles, several, hits, open, true);
  Counts.store(counts);
}

export function withinVf(
  pairs: usize,
  count: i32,
  faces: usize,
  points: usize,
  clearance: f64,
  hits: usize,
  counts: usize,
): void {
  Times.within(pairs, count, faces, points, clearance, hits, false);
  Counts.store(counts);
}

export function withinEe(
  pairs: usize,
  count: i32,
  edges: usize,
  points: usize,
  clearance: f64,
  hits: usize,
  counts: usize,
): void {
  Times.within(pairs, count, edges, points, clearance, hits, true);
  Counts.store(counts);
}

/** Normal and weights of each hit, six doubles a hit; `apart` where the features keep a distance at that time. */
export function describeVf(hits: usize, count: i32, faces: usize, points: usize, apart: bool, details: usize): void {
  Times.describe(hits, count, faces, points, apart, details, false);
}

export function describeEe(hits: usize, count: i32, edges: usize, points: usize, apart: bool, details: usize): void {
  Times.describe(hits, count, edges, points, apart, details, true);
}

export function prepareSingle(block: usize): void {
  Single.prepare(block);
}
export function singleVf(block: usize): i32 {
  return Single.time(block, false);
}
export function singleEe(block: usize): i32 {
  return Single.time(block, true);
}
export function singleWithinVf(block: usize, clearance: f64): i32 {
  return Single.within(block, clearance, false);
}
export function singleWithinEe(block: usize, clearance: f64): i32 {
  return Single.within(block, clearance, true);
}
export function describeSingleVf(block: usize, time: f64, apart: bool): void {
  Single.describe(block, time, apart, false);
}
export function describeSingleEe(block: usize, time: f64, apart: bool): void {
  Single.describe(block, time, apart, true);
}
