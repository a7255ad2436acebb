// Bounds over a step as 16-bit integers: slabs along eight directions at both ends of the step. A
// comparison covers all directions, and the slabs of a face fill one line of cache. Every direction
// has an origin and a unit of its own, so that the whole range is used. Rounding to an integer
// reverses no order, so that a strict comparison of stored values is a proof, as in slabs.ts. With
// a pad, and for the middle of the step, the comparison allows for rounding. Where faces are too
// small for the unit, the bounds of slabs.ts are used instead.
import { Lane } from '../../kernels/lanes';
import { MeshContext } from '../../kernels/mesh-context';
import { LARGEST_BOUND, Slabs } from './slabs';

/** Bytes of a vertex: directions 0–7 at t = 0, the same at t = 1. */
export const QUANTIZED_POINT: usize = 32;
/** Bytes of a face: low and high values at t = 0, low and high values at t = 1. */
export const QUANTIZED_SLABS: usize = 64;
/** Byte offset of high values. */
const HIGH: usize = 16;
/** Byte offset of the end of the step. */
const END: usize = 32;
/** Byte offset of high values at the end of the step. */
const HIGH_END: usize = 48;
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
const LEAST_EXTENT: i64 = 12;
/**
 * Halves of the step are compared if faces leave their own slab along more than this many of the
 * eight directions, on average. In the n-body frame, 6.3, they spare half of the elementary tests;
 * in cloth-ball, 3.2, they cost more than they spare.
 */
const HALVES_FROM: i32 = 4;
/** Rounding of four f32 values, two on either side, as a share of the largest value. */
const FOUR_ROUNDINGS: f32 = 2.5e-7;

/** Quantized slabs and their comparisons. */
export class QuantizedSlabs {
  /** The address of a vertex. */
  @inline static point(points: usize, v: usize): usize {
    return points + (v << 5);
  }

  /** The address of the slabs of a face, by place. */
  @inline static face(slabs: usize, f: usize): usize {
    return slabs + (f << 6);
  }

  /** Projections onto x, y, z, x + y. */
  @inline static first(x: f64, y: f64, z: f64): v128 {
    return Slabs.within(Lane.narrowed(Lane.pair(x, y), Lane.pair(z, x + y)));
  }

  /** Projections onto x + z, y + z, x − y, x − z. */
  @inline static second(x: f64, y: f64, z: f64): v128 {
    return Slabs.within(Lane.narrowed(Lane.pair(x + z, y + z), Lane.pair(x - y, x - z)));
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

  /** Sets origin, unit and pads of all directions. False if the pad is too large for 16 bits. */
  static scale(context: MeshContext, used: usize): bool {
    const until = context.until;
    const weights = Lane.pair(1 - until, until);
    let low0 = f32x4.splat(Infinity);
    let low1 = low0;
    let high0 = f32x4.neg(low0);
    let high1 = high0;
    let points = context.points;
    for (let i = 0; i < context.vertexCount; i++, points += 48) {
      if (used && !load<u8>(used + i)) continue;
      const x = v128.load(points);
      const y = v128.load(points, 16);
      const z = v128.load(points, 32);
      let p = QuantizedSlabs.first(Lane.first(x), Lane.first(y), Lane.first(z));
      let q = QuantizedSlabs.second(Lane.first(x), Lane.first(y), Lane.first(z));
      low0 = f32x4.pmin(low0, p);
      high0 = f32x4.pmax(high0, p);
      low1 = f32x4.pmin(low1, q);
      high1 = f32x4.pmax(high1, q);
      const x1 = QuantizedSlabs.at(x, weights, until);
      const y1 = QuantizedSlabs.at(y, weights, until);
      const z1 = QuantizedSlabs.at(z, weights, until);
      p = QuantizedSlabs.first(x1, y1, z1);
      q = QuantizedSlabs.second(x1, y1, z1);
      low0 = f32x4.pmin(low0, p);
      high0 = f32x4.pmax(high0, p);
      low1 = f32x4.pmin(low1, q);
      high1 = f32x4.pmax(high1, q);
    }
    const half = f32x4.splat(0.5);
    context.middle0 = f32x4.add(f32x4.mul(half, low0), f32x4.mul(half, high0));
    context.middle1 = f32x4.add(f32x4.mul(half, low1), f32x4.mul(half, high1));
    const unit0 = QuantizedSlabs.unit(low0, high0);
    const unit1 = QuantizedSlabs.unit(low1, high1);
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
    let error0 = QuantizedSlabs.middleError(low0, high0, unit0);
    let error1 = QuantizedSlabs.middleError(low1, high1, unit1);
    context.slabPad = none;
    if (pad > 0) {
      const pad0 = QuantizedSlabs.padIn(unit0, Slabs.wideFirst(pad));
      const pad1 = QuantizedSlabs.padIn(unit1, Slabs.wideRest(pad));
      const limit = f32x4.splat(LARGEST_PAD);
      if (!i32x4.all_true(v128.and(f32x4.lt(pad0, limit), f32x4.lt(pad1, limit)))) return false;
      context.slabPad = QuantizedSlabs.narrowed(pad0, pad1);
      error0 = f32x4.add(error0, f32x4.add(pad0, pad0));
      error1 = f32x4.add(error1, f32x4.add(pad1, pad1));
    }
    context.middlePad = QuantizedSlabs.narrowed(error0, error1);
    return true;
  }

  /** A coordinate at the end of the interval. */
  @inline static at(a: v128, weights: v128, until: f64): f64 {
    return until == 1 ? Lane.second(a) : Lane.at(a, weights);
  }

  /** Stored values of all vertices. */
  static quantizeVertices(context: MeshContext): void {
    const until = context.until;
    const weights = Lane.pair(1 - until, until);
    let points = context.points;
    let to = context.projected;
    for (let i = 0; i < context.vertexCount; i++, points += 48, to += QUANTIZED_POINT) {
      const x = v128.load(points);
      const y = v128.load(points, 16);
      const z = v128.load(points, 32);
      const x0 = Lane.first(x);
      const y0 = Lane.first(y);
      const z0 = Lane.first(z);
      const x1 = QuantizedSlabs.at(x, weights, until);
      const y1 = QuantizedSlabs.at(y, weights, until);
      const z1 = QuantizedSlabs.at(z, weights, until);
      const start = QuantizedSlabs.quantized(
        QuantizedSlabs.first(x0, y0, z0),
        QuantizedSlabs.second(x0, y0, z0),
        context,
      );
      const end = QuantizedSlabs.quantized(
        QuantizedSlabs.first(x1, y1, z1),
        QuantizedSlabs.second(x1, y1, z1),
        context,
      );
      v128.store(to, start);
      v128.store(to, end, 16);
    }
  }

  /**
   * Slabs of all faces. Returns false if the faces are too small for the unit. Counts the
   * directions along which faces leave their own slab: if these are many, both halves of the step
   * are compared as well.
   */
  static boundFaces(context: MeshContext): bool {
    const projected = context.projected;
    const count = context.placeCount;
    let faces = context.faces;
    let to = context.slabs;
    let extent: i64 = 0;
    let leaving = 0;
    for (let i = 0; i < count; i++, faces += 12, to += QUANTIZED_SLABS) {
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
      v128.store(to, low0);
      v128.store(to, high0, HIGH);
      v128.store(to, low1, END);
      v128.store(to, high1, HIGH_END);
      const size = i16x8.sub(high0, low0);
      extent += <i64>(
        (<i32>i16x8.extract_lane_s(size, 0) + <i32>i16x8.extract_lane_s(size, 1) + <i32>i16x8.extract_lane_s(size, 2))
      );
      const leaves = v128.or(i16x8.gt_s(low1, high0), i16x8.gt_s(low0, high1));
      leaving += popcnt(i16x8.bitmask(leaves));
    }
    context.hasHalves = leaving > HALVES_FROM * count;
    return extent >= LEAST_EXTENT * <i64>count;
  }

  /** Lanes in which `low` is above `high` by more than the pad. */
  @inline static above(low: v128, high: v128, pad: v128, isPadded: bool): v128 {
    return i16x8.gt_s(low, isPadded ? i16x8.add_sat_s(high, pad) : high);
  }

  /**
   * 1 if no direction separates two volumes over the step. With `halves`, also 0 if one direction
   * separates them over its first half and another one over its second half. Both are constants
   * where this is inlined.
   */
  @inline static meet(
    lowA0: v128,
    highA0: v128,
    lowA1: v128,
    highA1: v128,
    lowB0: v128,
    highB0: v128,
    lowB1: v128,
    highB1: v128,
    pad: v128,
    middlePad: v128,
    isPadded: bool,
    halves: bool,
  ): usize {
    const above0 = QuantizedSlabs.above(lowA0, highB0, pad, isPadded);
    const above1 = QuantizedSlabs.above(lowA1, highB1, pad, isPadded);
    const below0 = QuantizedSlabs.above(lowB0, highA0, pad, isPadded);
    const below1 = QuantizedSlabs.above(lowB1, highA1, pad, isPadded);
    const whole = v128.or(v128.and(above0, above1), v128.and(below0, below1));
    if (!halves) return v128.any_true(whole) ? 0 : 1;
    const above = QuantizedSlabs.above(i16x8.add(lowA0, lowA1), i16x8.add(highB0, highB1), middlePad, true);
    const below = QuantizedSlabs.above(i16x8.add(lowB0, lowB1), i16x8.add(highA0, highA1), middlePad, true);
    const first = v128.or(v128.and(above0, above), v128.and(below0, below));
    const second = v128.or(v128.and(above1, above), v128.and(below1, below));
    const isApart = <i32>v128.any_true(whole) | (<i32>v128.any_true(first) & <i32>v128.any_true(second));
    return isApart ? 0 : 1;
  }

  /** 1 if two faces may touch. */
  @inline static facesMeet(
    slabs: usize,
    a: usize,
    b: usize,
    pad: v128,
    middlePad: v128,
    isPadded: bool,
    halves: bool,
  ): usize {
    const A = QuantizedSlabs.face(slabs, a);
    const B = QuantizedSlabs.face(slabs, b);
    return QuantizedSlabs.meet(
      v128.load(A),
      v128.load(A, HIGH),
      v128.load(A, END),
      v128.load(A, HIGH_END),
      v128.load(B),
      v128.load(B, HIGH),
      v128.load(B, END),
      v128.load(B, HIGH_END),
      pad,
      middlePad,
      isPadded,
      halves,
    );
  }

  /** 1 if a vertex and a face may touch. */
  @inline static vertexMeets(context: MeshContext, v: usize, f: usize, isPadded: bool, halves: bool): usize {
    const V = QuantizedSlabs.point(context.projected, v);
    const F = QuantizedSlabs.face(context.slabs, f);
    const p0 = v128.load(V);
    const p1 = v128.load(V, 16);
    return QuantizedSlabs.meet(
      p0,
      p0,
      p1,
      p1,
      v128.load(F),
      v128.load(F, HIGH),
      v128.load(F, END),
      v128.load(F, HIGH_END),
      context.slabPad,
      context.middlePad,
      isPadded,
      halves,
    );
  }

  /** 1 if the edges ab and cd may touch. */
  @inline static edgesMeet(
    context: MeshContext,
    a: usize,
    b: usize,
    c: usize,
    d: usize,
    isPadded: bool,
    halves: bool,
  ): usize {
    const points = context.projected;
    const p0 = v128.load(QuantizedSlabs.point(points, a));
    const p1 = v128.load(QuantizedSlabs.point(points, a), 16);
    const q0 = v128.load(QuantizedSlabs.point(points, b));
    const q1 = v128.load(QuantizedSlabs.point(points, b), 16);
    const r0 = v128.load(QuantizedSlabs.point(points, c));
    const r1 = v128.load(QuantizedSlabs.point(points, c), 16);
    const s0 = v128.load(QuantizedSlabs.point(points, d));
    const s1 = v128.load(QuantizedSlabs.point(points, d), 16);
    if (!halves)
      return QuantizedSlabs.meet(
        i16x8.min_s(p0, q0),
        i16x8.max_s(p0, q0),
        i16x8.min_s(p1, q1),
        i16x8.max_s(p1, q1),
        i16x8.min_s(r0, s0),
        i16x8.max_s(r0, s0),
        i16x8.min_s(r1, s1),
        i16x8.max_s(r1, s1),
        context.slabPad,
        context.middlePad,
        isPadded,
        false,
      );
    // The middle of an edge is narrower than the middle of its slabs: sums come before extremes.
    const pad = context.slabPad;
    const above0 = QuantizedSlabs.above(i16x8.min_s(p0, q0), i16x8.max_s(r0, s0), pad, isPadded);
    const below0 = QuantizedSlabs.above(i16x8.min_s(r0, s0), i16x8.max_s(p0, q0), pad, isPadded);
    const above1 = QuantizedSlabs.above(i16x8.min_s(p1, q1), i16x8.max_s(r1, s1), pad, isPadded);
    const below1 = QuantizedSlabs.above(i16x8.min_s(r1, s1), i16x8.max_s(p1, q1), pad, isPadded);
    const p = i16x8.add(p0, p1);
    const q = i16x8.add(q0, q1);
    const r = i16x8.add(r0, r1);
    const s = i16x8.add(s0, s1);
    const above = QuantizedSlabs.above(i16x8.min_s(p, q), i16x8.max_s(r, s), context.middlePad, true);
    const below = QuantizedSlabs.above(i16x8.min_s(r, s), i16x8.max_s(p, q), context.middlePad, true);
    const whole = v128.or(v128.and(above0, above1), v128.and(below0, below1));
    const first = v128.or(v128.and(above0, above), v128.and(below0, below));
    const second = v128.or(v128.and(above1, above), v128.and(below1, below));
    const isApart = <i32>v128.any_true(whole) | (<i32>v128.any_true(first) & <i32>v128.any_true(second));
    return isApart ? 0 : 1;
  }
}

/**
 * Computes quantized bounds of all vertices and faces over [0, until]. `used`: a byte per vertex, 0
 * for vertices that no face has, or 0 if there are none. Returns false if 16 bits do not serve:
 * then the bounds of slabs.ts are needed.
 */
export function quantizeBounds(context: MeshContext, used: usize): bool {
  if (!QuantizedSlabs.scale(context, used)) return false;
  QuantizedSlabs.quantizeVertices(context);
  return QuantizedSlabs.boundFaces(context);
}
