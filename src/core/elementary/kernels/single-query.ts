// One query at a time, through the same passes as a batch of one: the kernels behind vfTime, eeTime
// and their sisters. The vertex is point 0 and the face has points 1, 2, 3. The edges have points 0,
// 1 and 2, 3.
import { Describe } from './describe';
import { PairScratch } from './pair-scratch';
import { Polygon } from './polygon';
import { withinEe, withinVf } from './separation';
import { timeEe, timeVf } from './times';

/** 2^99. The rounding bounds are not proven for larger coordinates. */
const LARGEST_CERTIFIED_COORDINATE: f64 = 6.338253001141147e29;

/** One query; 16-byte aligned. TypeScript sets the points and, once, ids and tables. */
@unmanaged
export class SingleQuery {
  // Four points, their coordinates at t = 0 and t = 1. They must come first, in this order.
  p0x: v128;
  p0y: v128;
  p0z: v128;
  p1x: v128;
  p1y: v128;
  p1z: v128;
  p2x: v128;
  p2y: v128;
  p2z: v128;
  p3x: v128;
  p3y: v128;
  p3z: v128;
  // Both pairs: vertex 0 with face 0, edge 0 with edge 1.
  vertex: u32;
  face: u32;
  edgeA: u32;
  edgeB: u32;
  // Table of the face.
  f0: u32;
  f1: u32;
  f2: u32;
  // Table of the edges.
  a0: u32;
  a1: u32;
  b0: u32;
  b1: u32;
}

/**
 * Tests the vertex and the face: hit and time, or undecided, are in the scratch as after timeVf.
 * False if a coordinate is beyond the certified range or not a number; nothing is tested then.
 */
export function singleVf(scratch: PairScratch, query: SingleQuery): bool {
  if (!Single.isInRange(query)) return false;
  timeVf(scratch, Single.ids(query, false), 1, Single.table(query, false), changetype<usize>(query));
  return true;
}

/** The same for the two edges. */
export function singleEe(scratch: PairScratch, query: SingleQuery): bool {
  if (!Single.isInRange(query)) return false;
  timeEe(scratch, Single.ids(query, true), 1, Single.table(query, true), changetype<usize>(query));
  return true;
}

/** The same for the vertex and the face within a clearance. */
export function singleWithinVf(scratch: PairScratch, query: SingleQuery, clearance: f64): bool {
  if (!Single.isInRange(query)) return false;
  withinVf(scratch, Single.ids(query, false), 1, Single.table(query, false), changetype<usize>(query), clearance);
  return true;
}

/** The same for the two edges within a clearance. */
export function singleWithinEe(scratch: PairScratch, query: SingleQuery, clearance: f64): bool {
  if (!Single.isInRange(query)) return false;
  withinEe(scratch, Single.ids(query, true), 1, Single.table(query, true), changetype<usize>(query), clearance);
  return true;
}

/** Writes normal and weights of the contact at a time to `scratch.details`. */
export function describeSingleVf(scratch: PairScratch, query: SingleQuery, time: f64, apart: bool): void {
  Single.describe(scratch, query, time, apart, false);
}

/** The same for the two edges. */
export function describeSingleEe(scratch: PairScratch, query: SingleQuery, time: f64, apart: bool): void {
  Single.describe(scratch, query, time, apart, true);
}

/** Parts of a query. */
export class Single {
  /** The ids of its pair. */
  @inline static ids(query: SingleQuery, edges: bool): usize {
    return changetype<usize>(query) + (edges ? offsetof<SingleQuery>('edgeA') : offsetof<SingleQuery>('vertex'));
  }
  /** Its table of faces or of edges. */
  @inline static table(query: SingleQuery, edges: bool): usize {
    return changetype<usize>(query) + (edges ? offsetof<SingleQuery>('a0') : offsetof<SingleQuery>('f0'));
  }

  /** True if all coordinates are numbers of the certified range. */
  @inline static isInRange(query: SingleQuery): bool {
    const block = changetype<usize>(query);
    const limit = f64x2.splat(LARGEST_CERTIFIED_COORDINATE);
    let fine = f64x2.le(f64x2.abs(v128.load(block)), limit);
    for (let i: usize = 16; i < 192; i += 16) fine = v128.and(fine, f64x2.le(f64x2.abs(v128.load(block + i)), limit));
    return i64x2.all_true(fine);
  }

  /** Describes the contact at a time. */
  @inline static describe(scratch: PairScratch, query: SingleQuery, time: f64, apart: bool, edges: bool): void {
    Polygon.load(scratch, Single.ids(query, edges), Single.table(query, edges), changetype<usize>(query), edges);
    Polygon.normalize(scratch);
    Describe.run(scratch, time, apart, scratch.details);
  }
}
