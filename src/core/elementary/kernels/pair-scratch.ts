// Working memory of the elementary tests: one pair at a time, and the buffers of a batch. Each
// thread has one. Nothing in it outlives a call of a kernel except the counts, which the caller
// reads next.

/** Bytes of `PairScratch.workspace`. */
export const WORKSPACE_BYTES: usize = 512;

/** Scratch of the elementary tests; 16-byte aligned. TypeScript sets the buffers. */
@unmanaged
export class PairScratch {
  // The moving polygon (polygon.ts): corners, then the sides e and g. Lane 0 is a coordinate at t =
  // 0, lane 1 at t = 1. They must come first, in this order.
  corner0X: v128;
  corner0Y: v128;
  corner0Z: v128;
  corner1X: v128;
  corner1Y: v128;
  corner1Z: v128;
  corner2X: v128;
  corner2Y: v128;
  corner2Z: v128;
  corner3X: v128;
  corner3Y: v128;
  corner3Z: v128;
  sideEX: v128;
  sideEY: v128;
  sideEZ: v128;
  sideGX: v128;
  sideGY: v128;
  sideGZ: v128;

  // Brackets last found by Narrow.lanes, one per lane.
  starts: v128;
  ends: v128;

  // Largest |coordinate| of a corner of the polygon at either end.
  reachX: f64;
  reachY: f64;
  reachZ: f64;

  // Sides e and g at the time last given to Polygon.sidesAt.
  ex: f64;
  ey: f64;
  ez: f64;
  gx: f64;
  gy: f64;
  gz: f64;
  // Their squared lengths, and the normal e × g.
  ee: f64;
  gg: f64;
  nx: f64;
  ny: f64;
  nz: f64;

  // Bernstein coefficients of the coplanarity cubic (cubic.ts).
  b0: f64;
  b1: f64;
  b2: f64;
  b3: f64;
  /** A value of the cubic beyond ±bound has a sure sign. */
  bound: f64;
  // Coefficients on the interval last given to Cubic.restrict.
  r0: f64;
  r1: f64;
  r2: f64;
  r3: f64;
  // Bracket last found by Narrow.one.
  rootFrom: f64;
  rootTo: f64;

  /** The pair is proven free of contact before this time; on a hit, the time of contact. */
  freeUntil: f64;

  // Nearest point of the polygon to the origin at one instant (closest.ts): x0 + u·e + v·g.
  u: f64;
  v: f64;
  x0: f64;
  y0: f64;
  z0: f64;
  /** The distance of the nearest point from the origin. */
  distance: f64;
  // The direction that separates best there: unit, or zero where there is none.
  dx: f64;
  dy: f64;
  dz: f64;
  // Direction of the side in which the nearest point lies; zero at a corner.
  sx: f64;
  sy: f64;
  sz: f64;

  /** The least d · x over the corners, for the direction d last chosen (separation.ts). */
  gap: f64;
  /** Largest coordinate of a corner at either end of the step (turning.ts). */
  reach: f64;
  /** Largest coordinate of a side at either end of the step (turning.ts). */
  sideReach: f64;

  // Velocity of the nearest point (describe.ts).
  velocityX: f64;
  velocityY: f64;
  velocityZ: f64;

  /** Corners of the polygon: 3 for vertex–face, 4 for edge–edge. */
  corners: i32;
  /** Whether the nearest point lies inside the polygon, and on no side. */
  isInner: bool;

  /** Ends of pieces (isolate.ts), or moving vectors (turning.ts). */
  workspace: usize;
  /** Lanes of four pairs (sieve.ts). */
  sieve: usize;
  /** Output of sievePairs: pairs that may touch. Room for one more than there are pairs. */
  kept: usize;
  /** Records of pairs with one simple root: room for one more than there are pairs. */
  singles: usize;
  /** Records of pairs with several roots or in doubt: room for one more than there are pairs. */
  several: usize;
  /** Output: hits. */
  hits: usize;
  /**
   * Output: pairs left to exact arithmetic, in the form of hits. In place of a time of contact they
   * have the time until which they are proven free.
   */
  open: usize;
  /** Output of describeHits: a row per hit (contacts/kernels/pair-row.ts). */
  rows: usize;
  /** Records in `singles`. */
  singleCount: i32;
  /** Records in `several`. */
  severalCount: i32;
  /** Hits written. */
  hitCount: i32;
  /** Pairs left open. */
  openCount: i32;
}
