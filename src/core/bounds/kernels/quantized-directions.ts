// The sixteen directions of quantized bounds, their origins, units and pads. Edges are compared along
// the first eight, the axes among them; faces, and vertices with faces, along the other eight: the
// boxes of the tree have compared faces along the axes already. Every direction has an origin and a
// unit of its own, so that the whole range is used. Safe direction: a pad is never less than what
// rounding can change (docs/numerics.md).
import { Lane } from '../../kernels/lanes';
import { MeshContext } from '../../kernels/mesh-context';
import { LARGEST_BOUND, Slabs } from './slabs';

/** Bytes of a vertex along eight directions: at t = 0, then at t = 1. */
export const QUANTIZED_POINT: usize = 32;
/** The largest magnitude of a stored value: sums of two fit into 16 bits. */
const LARGEST: f32 = 16000;
/** The finest unit, in stored units per unit of length: beyond it f32 lacks digits. */
const FINEST_UNIT: f32 = 1e30;
/** The largest pad in stored units. Padded bounds then stay apart from those of empty slots. */
const LARGEST_PAD: f32 = 12000;
/** Rounding of four f32 values, two on either side, as a share of the largest value. */
const FOUR_ROUNDINGS: f32 = 2.5e-7;
/**
 * Sums of three coordinates are rounded twice before they are rounded to f32, which may exchange
 * two neighbouring f32: 2^-21 of the largest coordinate is more than their distance.
 */
const SUM_ROUNDING: f64 = 4.76837158203125e-7;
/** A little more than √2, the length of a direction with two coordinates. */
const DIAGONAL: f32 = 1.4142137;
/** A little more than √3, the length of a direction with three. */
const SPACE_DIAGONAL: f32 = 1.7320509;

/** Origins, units and pads of eight directions: part of the context. */
@unmanaged
export class QuantizedScale {
  /** The origin of directions 0–3, then of 4–7. */
  middle0: v128;
  middle1: v128;
  /** Stored units per unit of length, likewise. */
  unit0: v128;
  unit1: v128;
  /** Stored values up to this far apart are kept. */
  pad: v128;
  /** What sums of both ends of the step, which are twice its middle, need beyond twice the pad. */
  middleError: v128;
}

/** The range of vertices along eight directions; 64 bytes. */
@unmanaged
export class DirectionRange {
  /** Along directions 0–3, then along 4–7. */
  low0: v128;
  high0: v128;
  low1: v128;
  high1: v128;

  /** Extends this range by another. */
  @inline extend(other: DirectionRange): void {
    this.low0 = f32x4.pmin(this.low0, other.low0);
    this.high0 = f32x4.pmax(this.high0, other.high0);
    this.low1 = f32x4.pmin(this.low1, other.low1);
    this.high1 = f32x4.pmax(this.high1, other.high1);
  }
}

/** Projections and their scales. `ofFaces` selects the eight directions, and is a constant. */
export class QuantizedDirections {
  /** The scale of the directions. */
  @inline static scale(context: MeshContext, ofFaces: bool): QuantizedScale {
    const offset = ofFaces ? offsetof<MeshContext>('faceMiddle0') : offsetof<MeshContext>('middle0');
    return changetype<QuantizedScale>(changetype<usize>(context) + offset);
  }

  /** Projections onto x, y, z, x + y; of faces onto x + y, y + z, x − y, y − z. */
  @inline static first(x: f64, y: f64, z: f64, ofFaces: bool): v128 {
    if (ofFaces) return Slabs.within(Lane.narrowed(Lane.pair(x + y, y + z), Lane.pair(x - y, y - z)));
    return Slabs.within(Lane.narrowed(Lane.pair(x, y), Lane.pair(z, x + y)));
  }

  /**
   * Projections onto x + z, y + z, x − y, x − z; of faces onto x + y + z, x + y − z, x − y + z,
   * y + z − x.
   */
  @inline static second(x: f64, y: f64, z: f64, ofFaces: bool): v128 {
    if (ofFaces) {
      const sum = x + y;
      return Slabs.within(Lane.narrowed(Lane.pair(sum + z, sum - z), Lane.pair(x - y + z, y + z - x)));
    }
    return Slabs.within(Lane.narrowed(Lane.pair(x + z, y + z), Lane.pair(x - y, x - z)));
  }

  /** Stored values of a point. */
  @inline static quantized(x: f64, y: f64, z: f64, scale: QuantizedScale, ofFaces: bool): v128 {
    const p = QuantizedDirections.first(x, y, z, ofFaces);
    const q = QuantizedDirections.second(x, y, z, ofFaces);
    const a = f32x4.mul(f32x4.sub(p, scale.middle0), scale.unit0);
    const b = f32x4.mul(f32x4.sub(q, scale.middle1), scale.unit1);
    return i16x8.narrow_i32x4_s(Slabs.rounded(a), Slabs.rounded(b));
  }

  /** By how much projections of points within `pad` of each other differ: a length. */
  @inline static firstWidth(pad: f32, ofFaces: bool): v128 {
    return ofFaces ? f32x4.splat(pad * DIAGONAL) : Slabs.wideFirst(pad);
  }

  /** The same for directions 4–7; `largest` is the largest coordinate. */
  @inline static secondWidth(pad: f32, largest: f64, ofFaces: bool): v128 {
    return ofFaces ? f32x4.splat(pad * SPACE_DIAGONAL + <f32>(SUM_ROUNDING * largest)) : f32x4.splat(pad * DIAGONAL);
  }

  /** A coordinate at the end of the interval. */
  @inline static at(a: v128, weights: v128, until: f64): f64 {
    return until == 1 ? Lane.second(a) : Lane.at(a, weights);
  }

  /** Units from the range of a direction; 0 if everything is at one value there. */
  @inline static unit(low: v128, high: v128): v128 {
    const extent = f32x4.sub(high, low);
    const unit = f32x4.pmin(f32x4.div(f32x4.splat(2 * LARGEST), extent), f32x4.splat(FINEST_UNIT));
    return v128.and(unit, f32x4.gt(extent, f32x4.splat(0)));
  }

  /**
   * A pad in stored units, for values that differ by at most `width` before rounding: both sides
   * are rounded by a half and a little more. No pad where the width is 0: rounding reverses no
   * order.
   */
  @inline static padIn(unit: v128, width: v128): v128 {
    const pad = f32x4.add(f32x4.mul(unit, width), f32x4.splat(2));
    return v128.and(pad, f32x4.gt(width, f32x4.splat(0)));
  }

  /**
   * Twice the middle of the step, as the sum of both ends, errs by this much on both sides
   * together, beyond twice the pad: four values, each rounded to an integer (a half and a little)
   * and to f32 before.
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

  /**
   * The range of the vertices from `first` up to, but not including, `end` over [0, until]. `used`:
   * a byte per vertex, 0 for those to leave out, or 0 if there are none.
   */
  @inline static measure(context: MeshContext, used: usize, first: i32, end: i32, to: usize, ofFaces: bool): void {
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
      let p = QuantizedDirections.first(Lane.first(x), Lane.first(y), Lane.first(z), ofFaces);
      let q = QuantizedDirections.second(Lane.first(x), Lane.first(y), Lane.first(z), ofFaces);
      low0 = f32x4.pmin(low0, p);
      high0 = f32x4.pmax(high0, p);
      low1 = f32x4.pmin(low1, q);
      high1 = f32x4.pmax(high1, q);
      const x1 = QuantizedDirections.at(x, weights, until);
      const y1 = QuantizedDirections.at(y, weights, until);
      const z1 = QuantizedDirections.at(z, weights, until);
      p = QuantizedDirections.first(x1, y1, z1, ofFaces);
      q = QuantizedDirections.second(x1, y1, z1, ofFaces);
      low0 = f32x4.pmin(low0, p);
      high0 = f32x4.pmax(high0, p);
      low1 = f32x4.pmin(low1, q);
      high1 = f32x4.pmax(high1, q);
    }
    const range = changetype<DirectionRange>(to);
    range.low0 = low0;
    range.high0 = high0;
    range.low1 = low1;
    range.high1 = high1;
  }

  /**
   * Sets origin, unit and pads from the range of all vertices. False if the pad is too large for 16
   * bits.
   */
  @inline static fit(context: MeshContext, range: DirectionRange, ofFaces: bool): bool {
    const scale = QuantizedDirections.scale(context, ofFaces);
    const half = f32x4.splat(0.5);
    const unit0 = QuantizedDirections.unit(range.low0, range.high0);
    const unit1 = QuantizedDirections.unit(range.low1, range.high1);
    scale.middle0 = f32x4.add(f32x4.mul(half, range.low0), f32x4.mul(half, range.high0));
    scale.middle1 = f32x4.add(f32x4.mul(half, range.low1), f32x4.mul(half, range.high1));
    scale.unit0 = unit0;
    scale.unit1 = unit1;
    const pad = context.pad;
    const pad0 = QuantizedDirections.padIn(unit0, QuantizedDirections.firstWidth(pad, ofFaces));
    const pad1 = QuantizedDirections.padIn(unit1, QuantizedDirections.secondWidth(pad, context.largest, ofFaces));
    scale.pad = QuantizedDirections.narrowed(pad0, pad1);
    scale.middleError = QuantizedDirections.narrowed(
      QuantizedDirections.middleError(range.low0, range.high0, unit0),
      QuantizedDirections.middleError(range.low1, range.high1, unit1),
    );
    // Without a separation pads stand for rounding alone; a large one keeps every pair.
    const limit = f32x4.splat(LARGEST_PAD);
    return pad == 0 || i32x4.all_true(v128.and(f32x4.lt(pad0, limit), f32x4.lt(pad1, limit)));
  }

  /**
   * Stored values of the vertices from `first` up to, but not including, `end` along eight
   * directions; those of all vertices begin at `to`.
   */
  @inline static put(context: MeshContext, to: usize, first: i32, end: i32, ofFaces: bool): void {
    const scale = QuantizedDirections.scale(context, ofFaces);
    const until = context.until;
    const weights = Lane.pair(1 - until, until);
    let points = context.points + <usize>first * 48;
    to += <usize>first * QUANTIZED_POINT;
    for (let i = first; i < end; i++, points += 48, to += QUANTIZED_POINT) {
      const x = v128.load(points);
      const y = v128.load(points, 16);
      const z = v128.load(points, 32);
      const x1 = QuantizedDirections.at(x, weights, until);
      const y1 = QuantizedDirections.at(y, weights, until);
      const z1 = QuantizedDirections.at(z, weights, until);
      const start = QuantizedDirections.quantized(Lane.first(x), Lane.first(y), Lane.first(z), scale, ofFaces);
      v128.store(to, start);
      v128.store(to, QuantizedDirections.quantized(x1, y1, z1, scale, ofFaces), 16);
    }
  }
}
