// The entry: what JavaScript calls. Pointers are byte offsets into the imported memory, aligned to 16; the layout of each
// block is documented where it is read.
import { eeEnd, Features, vfEnd } from './features';
import { Single } from './single';
import { Slabs } from './slabs';
import { Sort } from './sort';
import { hitCount, openCount, Times } from './times';
import { pending, Tree, visited } from './tree';

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

export function projectPoints(points: usize, count: i32, until: f64, projected: usize): void {
  Slabs.project(points, count, until, projected);
}
export function slabsOfFaces(faces: usize, count: i32, projected: usize, pad: f32, slabs: usize): void {
  Slabs.ofFaces(faces, count, projected, pad, slabs);
}
export function refit(children: usize, count: i32, slabs: usize, boxes: usize, own: usize): void {
  Tree.refit(children, count, slabs, boxes, own);
}
export function startPairs(stack: usize): void {
  Tree.startPairs(stack);
}
/** The number of pairs so far. */
export function morePairs(
  children: usize,
  boxes: usize,
  own: usize,
  faces: usize,
  apart: bool,
  stack: usize,
  pairs: usize,
  count: i32,
  capacity: i32,
  budget: i32,
): i32 {
  return apart
    ? Tree.morePairs(children, boxes, own, faces, true, stack, pairs, count, capacity, budget)
    : Tree.morePairs(children, boxes, own, faces, false, stack, pairs, count, capacity, budget);
}
/** True while there are pairs to come. */
export function pairsPending(stack: usize): bool {
  return pending != stack;
}
export function nodePairsVisited(): i32 {
  return visited;
}
export function thinPairs(pairs: usize, count: i32, slabs: usize): i32 {
  return Features.thin(pairs, count, slabs);
}
export function permitPairs(
  pairs: usize,
  count: i32,
  objects: usize,
  classes: usize,
  table: usize,
  classCount: u32,
  itself: bool,
): i32 {
  return Features.permit(pairs, count, objects, classes, table, classCount, itself);
}
/** Writes the numbers of vertex–face and of edge–edge pairs. */
export function featurePairs(
  pairs: usize,
  count: i32,
  faces: usize,
  faceEdges: usize,
  owned: usize,
  projected: usize,
  slabs: usize,
  pad: f32,
  apart: bool,
  vf: usize,
  ee: usize,
  counts: usize,
): void {
  // Each usual case has its own code.
  if (pad != 0) Features.ofPairs(pairs, count, faces, faceEdges, owned, projected, slabs, pad, true, apart, vf, ee);
  else if (apart) Features.ofPairs(pairs, count, faces, faceEdges, owned, projected, slabs, pad, false, true, vf, ee);
  else Features.ofPairs(pairs, count, faces, faceEdges, owned, projected, slabs, pad, false, false, vf, ee);
  store<i32>(counts, <i32>((vfEnd - vf) >> 3));
  store<i32>(counts, <i32>((eeEnd - ee) >> 3), 4);
}
export function thinVf(list: usize, count: i32, projected: usize, slabs: usize, to: usize): i32 {
  return Features.thinVf(list, count, projected, slabs, to);
}
export function thinEe(list: usize, count: i32, edges: usize, projected: usize, pad: f32, to: usize): i32 {
  return pad == 0
    ? Features.thinEe(list, count, edges, projected, pad, false, to)
    : Features.thinEe(list, count, edges, projected, pad, true, to);
}
/** Where the sorted hits are: at `hits` or at `other`. `map` translates second ids, or is 0. */
export function sortHits(hits: usize, count: i32, other: usize, map: usize): usize {
  return Sort.run(hits, count, other, map);
}
