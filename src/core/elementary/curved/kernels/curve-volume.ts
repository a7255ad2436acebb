// The coplanarity polynomial C(t) = w · (e × g) of paths of degree 2 and 3, for two pairs at a
// time, one per lane: w is a corner of the polygon, e and g are the sides there, as in
// ../../kernels/screen.ts. Products of scaled coefficients are convolutions. The bound covers the
// rounding of coefficients and of values on [0, 1]: docs/numerics.md has the counts.
import { Lane, TINY, U } from '../../../kernels/lanes';
import { CurveRoom, CurveScratch } from './curve-scratch';

/** Bytes of one coordinate of a moving vector: its largest magnitude, then four control values. */
const AXIS: usize = 80;
/** Byte offsets in the block of lanes: a corner w, the sides e and g there. */
const W: usize = 0;
const E: usize = 3 * AXIS;
const G: usize = 6 * AXIS;
/** The normal e × g: three coordinates of seven values. */
const NORMAL: usize = 9 * AXIS;
/** Bytes of a coordinate of it. */
const NORMAL_AXIS: usize = 112;
/** The polynomial: ten values. */
const VOLUME: usize = NORMAL + 3 * NORMAL_AXIS;

/** The coplanarity polynomials of two pairs. */
export class CurveVolume {
  /**
   * The bound of the rounding of C as a multiple of the permanent of the magnitudes: more than γ31
   * for degree 2, γ45 for degree 3.
   */
  @inline static boundFactor(degree: i32): f64 {
    return (degree == 2 ? 36 : 52) * U;
  }

  /** binomial(degree, i) for degrees 2 and 3. */
  @inline static binomial(degree: i32, i: i32): f64 {
    return i == 0 || i == degree ? 1 : <f64>degree;
  }

  /** Control value `index` of the coordinate at `axis`. */
  @inline static value(axis: usize, index: i32): v128 {
    return v128.load(axis + ((<usize>index) << 4), 16);
  }

  /** Writes b − a in both lanes: a and b point at vertices of one pair, A and B at the other's. */
  static difference(to: usize, a: usize, b: usize, A: usize, B: usize, degree: i32): void {
    for (const end = to + 3 * AXIS; to < end; to += AXIS) {
      let reach = f64x2.splat(0);
      let at = to;
      for (let i = 0; i <= degree; i++, a += 8, b += 8, A += 8, B += 8) {
        const x = Lane.pair(load<f64>(b) - load<f64>(a), load<f64>(B) - load<f64>(A));
        reach = f64x2.pmax(reach, f64x2.abs(x));
        at += 16;
        v128.store(at, f64x2.mul(x, f64x2.splat(CurveVolume.binomial(degree, i))));
      }
      v128.store(to, reach);
    }
  }

  /** Writes the corner w, as `difference`. */
  @inline static corner(curves: CurveScratch, a: usize, b: usize, A: usize, B: usize): void {
    CurveVolume.difference(CurveRoom.lanes(curves) + W, a, b, A, B, curves.degree);
  }

  /** Writes the side e. */
  @inline static sideE(curves: CurveScratch, a: usize, b: usize, A: usize, B: usize): void {
    CurveVolume.difference(CurveRoom.lanes(curves) + E, a, b, A, B, curves.degree);
  }

  /** Writes the side g. */
  @inline static sideG(curves: CurveScratch, a: usize, b: usize, A: usize, B: usize): void {
    CurveVolume.difference(CurveRoom.lanes(curves) + G, a, b, A, B, curves.degree);
  }

  /** One coordinate of e × g, from the coordinates p and r of both. */
  static cross(to: usize, lanes: usize, p: usize, r: usize, degree: i32): void {
    const ep = lanes + E + p * AXIS;
    const er = lanes + E + r * AXIS;
    const gp = lanes + G + p * AXIS;
    const gr = lanes + G + r * AXIS;
    for (let m = 0; m <= 2 * degree; m++) {
      let sum = f64x2.splat(0);
      const last = min(m, degree);
      for (let i = max(0, m - degree); i <= last; i++) {
        const ap = CurveVolume.value(ep, i);
        const ar = CurveVolume.value(er, i);
        sum = f64x2.add(sum, Lane.cross(ap, CurveVolume.value(gr, m - i), ar, CurveVolume.value(gp, m - i)));
      }
      v128.store(to + ((<usize>m) << 4), sum);
    }
  }

  /** Computes the polynomials from w, e and g; returns their bounds. */
  static compute(curves: CurveScratch): v128 {
    const degree = curves.degree;
    const lanes = CurveRoom.lanes(curves);
    const normal = lanes + NORMAL;
    CurveVolume.cross(normal, lanes, 1, 2, degree);
    CurveVolume.cross(normal + NORMAL_AXIS, lanes, 2, 0, degree);
    CurveVolume.cross(normal + 2 * NORMAL_AXIS, lanes, 0, 1, degree);
    const order = 3 * degree;
    let binomial: f64 = 1;
    for (let m = 0; m <= order; m++) {
      let sum = f64x2.splat(0);
      const last = min(m, degree);
      for (let i = max(0, m - 2 * degree); i <= last; i++) {
        const n = normal + ((<usize>(m - i)) << 4);
        const product = Lane.dot(
          CurveVolume.value(lanes + W, i),
          v128.load(n),
          CurveVolume.value(lanes + W + AXIS, i),
          v128.load(n, NORMAL_AXIS),
          CurveVolume.value(lanes + W + 2 * AXIS, i),
          v128.load(n, 2 * NORMAL_AXIS),
        );
        sum = f64x2.add(sum, product);
      }
      v128.store(lanes + VOLUME + ((<usize>m) << 4), f64x2.div(sum, f64x2.splat(binomial)));
      binomial = (binomial * <f64>(order - m)) / <f64>(m + 1);
    }
    const permanent = Lane.dot(
      v128.load(lanes, W),
      CurveVolume.permanent(lanes, AXIS, 2 * AXIS),
      v128.load(lanes, W + AXIS),
      CurveVolume.permanent(lanes, 2 * AXIS, 0),
      v128.load(lanes, W + 2 * AXIS),
      CurveVolume.permanent(lanes, 0, AXIS),
    );
    return f64x2.add(f64x2.mul(f64x2.splat(CurveVolume.boundFactor(degree)), permanent), f64x2.splat(TINY));
  }

  /** The permanent of the magnitudes of e and g along two axes. */
  @inline static permanent(lanes: usize, p: usize, r: usize): v128 {
    const e = lanes + E;
    const g = lanes + G;
    return Lane.mix(v128.load(e + p), v128.load(g + r), v128.load(e + r), v128.load(g + p));
  }

  /** Lanes, as a mask, whose polynomial surely has no root. */
  static clear(curves: CurveScratch, bound: v128): i32 {
    const at = CurveRoom.lanes(curves) + VOLUME;
    const end = at + ((<usize>(3 * curves.degree)) << 4);
    const negative = f64x2.neg(bound);
    let up = i64x2.splat(-1);
    let down = up;
    for (let i = at; i <= end; i += 16) {
      const b = v128.load(i);
      up = v128.and(up, f64x2.gt(b, bound));
      down = v128.and(down, f64x2.lt(b, negative));
    }
    return i64x2.bitmask(v128.or(up, down));
  }

  /** Copies the polynomial of a lane to the block for one pair. */
  static select(curves: CurveScratch, bound: v128, lane: i32): void {
    const from = CurveRoom.lanes(curves) + VOLUME + ((<usize>lane) << 3);
    const to = CurveRoom.volume(curves);
    for (let i: usize = 0; i <= <usize>(3 * curves.degree); i++) store<f64>(to + (i << 3), load<f64>(from + (i << 4)));
    curves.bound = lane == 0 ? Lane.first(bound) : Lane.second(bound);
  }
}
