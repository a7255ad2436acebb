// The part of the entry for deforming meshes that tests pairs of features: times of contact, distances, and what hits look like.

import { doubtfulCount, Near, nearCount } from './near';
import { Single } from './single';
import { hitCount, openCount, Times } from './times';

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
  Times.runVf(pairs, count, faces, points, singles, several, hits, open);
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
  Times.runEe(pairs, count, edges, points, singles, several, hits, open);
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

/** Writes the numbers of near and of doubtful pairs. `first`: the number of the first row. */
export function nearVf(
  pairs: usize,
  count: i32,
  faces: usize,
  points: usize,
  distance: f64,
  rows: usize,
  hits: usize,
  first: i32,
  doubtful: usize,
  counts: usize,
): void {
  Near.run(pairs, count, faces, points, distance, rows, hits, first, doubtful, false);
  store<i32>(counts, nearCount);
  store<i32>(counts, doubtfulCount, 4);
}

export function nearEe(
  pairs: usize,
  count: i32,
  edges: usize,
  points: usize,
  distance: f64,
  rows: usize,
  hits: usize,
  first: i32,
  doubtful: usize,
  counts: usize,
): void {
  Near.run(pairs, count, edges, points, distance, rows, hits, first, doubtful, true);
  store<i32>(counts, nearCount);
  store<i32>(counts, doubtfulCount, 4);
}

/** The columns of the result from sorted hits and their rows. */
export function nearColumns(
  hits: usize,
  count: i32,
  rows: usize,
  map: usize,
  a: usize,
  b: usize,
  distances: usize,
  normals: usize,
  weights: usize,
): void {
  Near.columns(hits, count, rows, map, a, b, distances, normals, weights);
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
