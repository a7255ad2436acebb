// Computes the bounds of quantized-slabs.ts, in three passes over all vertices, all vertices again,
// and all faces. A pass may be done in parts, by several threads and more than once: what it writes
// depends on the positions alone, and parts are put together in their order. Where faces are too
// small for the unit, the bounds of slabs.ts are used instead.
import { Lane } from '../../kernels/lanes';
import { MeshContext } from '../../kernels/mesh-context';
import { QUANTIZED_POINT, QUANTIZED_SLABS, QuantizedSlabs } from './quantized-slabs';
import { LARGEST_BOUND, Slabs } from './slabs';

/** The largest magnitude of a stored value: sums of two fit into 16 bits. */
const LARGEST: f32 = 16000;
/** The finest unit, in stored units per unit of length: beyond it f32 lacks digits. */
const FINEST_UNIT: f32 = 1e30;
/** The largest pad in stored units. Padded bounds then stay apart from those of empty slots. */
const LARGEST_PAD: f32 = 12000;
/**
 * Below this mean extent, the sum of three axes in stored units, neighbours would often not be told
 * apart.
 */
const LEAST_EXTENT: f64 = 12;
/**
 * Halves of the step are compared if faces leave their own slab along more than this many of the
 * eight directions, on average. In the n-body frame, 6.3, they spare half of the elementary tests;
 * in cloth-ball, 3.2, they cost more than they spare.
 */
const HALVES_FROM: f64 = 4;
/** Rounding of four f32 values, two on either side, as a share of the largest value. */
const FOUR_ROUNDINGS: f32 = 2.5e-7;

/** What one part of a pass found; 80 bytes. */
@unmanaged
export class BoundsPart {
  /** The range of the vertices along directions 0–3, and along 4–7. */
  low0: v128;
  high0: v128;
  low1: v128;
  high1: v128;
  /** Of all faces together: the extents along three axes in stored units. */
  extent: f64;
  /** The number of directions along which faces leave their own slab. */
  leaving: f64;
}

class Quantize {
  /** Part i of a pass. */
  @inline static part(parts: usize, i: i32): BoundsPart {
    return changetype<BoundsPart>(parts + <usize>i * offsetof<BoundsPart>());
  }

  /** Projections onto x, y, z, x + y. */
  @inline static first(x: f64, y: f64, z: f64): v128 {
    return Slabs.within(Lane.narrowed(Lane.pair(x, y), Lane.pair(z, x + y)));
  }

  /** Projections onto x + z, y + z, x − y, x − z. */
  @inline static second(x: f64, y: f64, z: f64): v128 {
    return Slabs.within(Lane.narrowed(Lane.pair(x + z, y + z), Lane.pair(x - y, x - z)));
  }

  /** A coordinate at the end of the interval. */
  @inline static at(a: v128, weights: v128, until: f64): f64 {
    return until == 1 ? Lane.second(a) : Lane.at(a, weights);
  }

  /** Stored values of a projected point. */
  @inline static quantized(p: v128, q: v128, context: MeshContext): v128 {
    const a = f32x4.mul(f32x4.sub(p, context.middle0), context.unit0);
    const b = f32x4.mul(f32x4.sub(q, context.middle1), context.unit1);
    return i16x8.narrow_i32x4_s(Slabs.rounded(a), Slabs.rounded(b));
  }

  /** Units from the range of a direction; 0 if everything is at one value there. */
  @inline static unit(low: v128, high: v128): v128 {
    const extent = f32x4.sub(high, low);
    const unit = f32x4.pmin(f32x4.div(f32x4.splat(2 * LARGEST), extent), f32x4.splat(FINEST_UNIT));
    return v128.and(unit, f32x4.gt(extent, f32x4.splat(0)));
  }

  /**
   * A pad in stored units, for values that differ by at most `pad` before rounding: both sides are
   * rounded by a half and a little more.
   */
  @inline static padIn(unit: v128, pad: v128): v128 {
    return f32x4.add(f32x4.mul(unit, pad), f32x4.splat(2));
  }

  /**
   * Twice the middle of the step, as the sum of both ends, errs by this much on both sides
   * together: four values, each rounded to an integer (a half and a little) and to f32 before.
   */
  @inline static middleError(low: v128, high: v128, unit: v128): v128 {
    const largest = f32x4.pmax(f32x4.abs(low), f32x4.abs(high));
    // Clamped values no longer have the middle of what was clamped.
    const isClamped = f32x4.ge(largest, f32x4.splat(LARGEST_BOUND));
    const error = f32x4.add(f32x4.mul(f32x4.mul(largest, f32x4.splat(FOUR_ROUNDINGS)), unit), f32x4.splat(4));
    return v128.bitselect(f32x4.splat(Infinity), error, isClamped);
  }

  /** Two vectors of f32 as one of 16-bit integers, rounded down; what exceeds these saturates. */
  @inline static narrowed(p: v128, q: v128): v128 {
    return i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(p), i32x4.trunc_sat_f32x4_s(q));
  }
}

/**
 * First pass: the range of the vertices from `first` up to, but not including, `end` over [0,
 * until]. `used`: a byte per vertex, 0 for vertices that no face has, or 0 if there are none.
 */
export function measureVertices(context: MeshContext, used: usize, first: i32, end: i32, part: BoundsPart): void {
  const until = context.until;
  const weights = Lane.pair(1 - until, until);
  let low0 = f32x4.splat(Infinity);
  let low1 = low0;
  let high0 = f32x4.neg(low0);
  let high1 = high0;
  let points = context.points + <usize>first * 48;
  for (let i = first; i < end; i++, points += 48) {
    if (used && !load<u8>(used + i)) continue;
    const x = v128.load(points);
    const y = v128.load(points, 16);
    const z = v128.load(points, 32);
    let p = Quantize.first(Lane.first(x), Lane.first(y), Lane.first(z));
    let q = Quantize.second(Lane.first(x), Lane.first(y), Lane.first(z));
    low0 = f32x4.pmin(low0, p);
    high0 = f32x4.pmax(high0, p);
    low1 = f32x4.pmin(low1, q);
    high1 = f32x4.pmax(high1, q);
    const x1 = Quantize.at(x, weights, until);
    const y1 = Quantize.at(y, weights, until);
    const z1 = Quantize.at(z, weights, until);
    p = Quantize.first(x1, y1, z1);
    q = Quantize.second(x1, y1, z1);
    low0 = f32x4.pmin(low0, p);
    high0 = f32x4.pmax(high0, p);
    low1 = f32x4.pmin(low1, q);
    high1 = f32x4.pmax(high1, q);
  }
  part.low0 = low0;
  part.high0 = high0;
  part.low1 = low1;
  part.high1 = high1;
}

/**
 * After the first pass: sets origin, unit and pads of all directions. False if the pad is too large
 * for 16 bits.
 */
export function scaleBounds(context: MeshContext, parts: usize, count: i32): bool {
  let low0 = f32x4.splat(Infinity);
  let low1 = low0;
  let high0 = f32x4.neg(low0);
  let high1 = high0;
  for (let i = 0; i < count; i++) {
    const part = Quantize.part(parts, i);
    low0 = f32x4.pmin(low0, part.low0);
    high0 = f32x4.pmax(high0, part.high0);
    low1 = f32x4.pmin(low1, part.low1);
    high1 = f32x4.pmax(high1, part.high1);
  }
  const half = f32x4.splat(0.5);
  context.middle0 = f32x4.add(f32x4.mul(half, low0), f32x4.mul(half, high0));
  context.middle1 = f32x4.add(f32x4.mul(half, low1), f32x4.mul(half, high1));
  const unit0 = Quantize.unit(low0, high0);
  const unit1 = Quantize.unit(low1, high1);
  context.unit0 = unit0;
  context.unit1 = unit1;
  context.originX = f32x4.extract_lane(context.middle0, 0);
  context.originY = f32x4.extract_lane(context.middle0, 1);
  context.originZ = f32x4.extract_lane(context.middle0, 2);
  context.unitX = f32x4.extract_lane(unit0, 0);
  context.unitY = f32x4.extract_lane(unit0, 1);
  context.unitZ = f32x4.extract_lane(unit0, 2);
  const pad = context.pad;
  const none = i16x8.splat(0);
  let error0 = Quantize.middleError(low0, high0, unit0);
  let error1 = Quantize.middleError(low1, high1, unit1);
  context.slabPad = none;
  if (pad > 0) {
    const pad0 = Quantize.padIn(unit0, Slabs.wideFirst(pad));
    const pad1 = Quantize.padIn(unit1, Slabs.wideRest(pad));
    const limit = f32x4.splat(LARGEST_PAD);
    if (!i32x4.all_true(v128.and(f32x4.lt(pad0, limit), f32x4.lt(pad1, limit)))) return false;
    context.slabPad = Quantize.narrowed(pad0, pad1);
    error0 = f32x4.add(error0, f32x4.add(pad0, pad0));
    error1 = f32x4.add(error1, f32x4.add(pad1, pad1));
  }
  context.middlePad = Quantize.narrowed(error0, error1);
  return true;
}

/** Second pass: stored values of the vertices from `first` up to, but not including, `end`. */
export function quantizeVertices(context: MeshContext, first: i32, end: i32): void {
  const until = context.until;
  const weights = Lane.pair(1 - until, until);
  let points = context.points + <usize>first * 48;
  let to = QuantizedSlabs.point(context.projected, <usize>first);
  for (let i = first; i < end; i++, points += 48, to += QUANTIZED_POINT) {
    const x = v128.load(points);
    const y = v128.load(points, 16);
    const z = v128.load(points, 32);
    const x0 = Lane.first(x);
    const y0 = Lane.first(y);
    const z0 = Lane.first(z);
    const x1 = Quantize.at(x, weights, until);
    const y1 = Quantize.at(y, weights, until);
    const z1 = Quantize.at(z, weights, until);
    const start = Quantize.quantized(Quantize.first(x0, y0, z0), Quantize.second(x0, y0, z0), context);
    const later = Quantize.quantized(Quantize.first(x1, y1, z1), Quantize.second(x1, y1, z1), context);
    v128.store(to, start);
    v128.store(to, later, 16);
  }
}

/**
 * Third pass: slabs of the faces at the places from `first` up to, but not including, `end`, which
 * are added up in the part.
 */
export function quantizeFaces(context: MeshContext, first: i32, end: i32, part: BoundsPart): void {
  const projected = context.projected;
  let faces = context.faces + <usize>first * 12;
  let to = QuantizedSlabs.face(context.slabs, <usize>first);
  let extent: i64 = 0;
  let leaving: i64 = 0;
  for (let i = first; i < end; i++, faces += 12, to += QUANTIZED_SLABS) {
    const a = QuantizedSlabs.point(projected, load<u32>(faces));
    const b = QuantizedSlabs.point(projected, load<u32>(faces, 4));
    const c = QuantizedSlabs.point(projected, load<u32>(faces, 8));
    let p = v128.load(a);
    let q = v128.load(b);
    let r = v128.load(c);
    const low0 = i16x8.min_s(i16x8.min_s(p, q), r);
    const high0 = i16x8.max_s(i16x8.max_s(p, q), r);
    p = v128.load(a, 16);
    q = v128.load(b, 16);
    r = v128.load(c, 16);
    const low1 = i16x8.min_s(i16x8.min_s(p, q), r);
    const high1 = i16x8.max_s(i16x8.max_s(p, q), r);
    QuantizedSlabs.putFace(to, low0, high0, low1, high1);
    const size = i16x8.sub(high0, low0);
    extent += <i64>(
      (<i32>i16x8.extract_lane_s(size, 0) + <i32>i16x8.extract_lane_s(size, 1) + <i32>i16x8.extract_lane_s(size, 2))
    );
    const leaves = v128.or(i16x8.gt_s(low1, high0), i16x8.gt_s(low0, high1));
    leaving += popcnt(i16x8.bitmask(leaves));
  }
  part.extent += <f64>extent;
  part.leaving += <f64>leaving;
}

/**
 * After the third pass: false if the faces are too small for the unit. If they leave their own
 * slabs along many directions, both halves of the step are compared as well.
 */
export function judgeBounds(context: MeshContext, parts: usize, count: i32): bool {
  let extent: f64 = 0;
  let leaving: f64 = 0;
  for (let i = 0; i < count; i++) {
    const part = Quantize.part(parts, i);
    extent += part.extent;
    leaving += part.leaving;
  }
  const faces = <f64>context.placeCount;
  context.hasHalves = leaving > HALVES_FROM * faces;
  return extent >= LEAST_EXTENT * faces;
}
