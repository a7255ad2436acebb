// An oriented box around triangles, along the axes of the frame in the making. It is the set { c + Σ sᵢ·eᵢ·aᵢ, |sᵢ| ≤ 1 } with the
// single-precision numbers that are stored, and holds every corner exactly.
//
// With A the rows aᵢ as stored, a corner is x = c + Aᵀu and its projections are w = A(x − c) = AAᵀu = u + Gu, G = AAᵀ − I. So
// |uᵢ| ≤ |wᵢ| + g·max|w| / (1 − g), g the largest row sum of |G|, which is some 2^−24 for axes rounded to single precision.
import { AXES, ORIGIN, TRIANGLE } from './box-frame';
import { Lane } from './lanes';

/** Bytes of the bounds of a triangle along the axes of the last box around it: least, then largest. */
export const SLABS: usize = 32;
/** Bytes from one number of a box to the next: there are four boxes side by side. */
const ROW: usize = 16;

/** 1 + 2^−10 ≥ 1 / (1 − g). */
const SECOND_ORDER: f64 = 1.0009765625;
/**
 * 2^−48 of the projections that go into an extent, of x − o and of c − o, o the origin: they are off by four roundings, 2^−53 each, their
 * difference by one, and g by six.
 */
const ROUNDING: f64 = 3.552713678800501e-15;
/** 1 + 2^−23: the nearest single-precision number to this many times x is no less than x. */
const UP: f64 = 1.0000001192092896;
/** 2^−96, in units of the body's radius: extents keep away from underflow, and it covers what that of the corners may have lost. */
const THINNEST: f64 = 1.262177448353619e-29;

/** Bounds along the axes; the fourth repeats the third. */
const LOW: usize = memory.data(32, 16);
const HIGH: usize = memory.data(32, 16);

export class BoxFit {
  /** Writes the lane `to` of a node, and the slabs of the triangles; rounds the axes to what is stored. */
  static run(triangles: usize, order: usize, n: i32, scale: f64, slabs: usize, to: usize): void {
    for (let k: usize = 0; k < 72; k += 8) store<f64>(AXES + k, <f64>(<f32>load<f64>(AXES + k)));
    BoxFit.bound(triangles, order, n, scale, slabs);
    BoxFit.write(to);
  }

  /** Bounds of `n` triangles along the axes, relative to the origin, and of each of them in single precision. */
  static bound(triangles: usize, order: usize, n: i32, scale: f64, slabs: usize): void {
    const unit = f64x2.splat(scale);
    const ox = v128.load64_splat(ORIGIN);
    const oy = v128.load64_splat(ORIGIN, 8);
    const oz = v128.load64_splat(ORIGIN, 16);
    // Two axes side by side, then the third twice.
    const x01 = Lane.pair(load<f64>(AXES), load<f64>(AXES, 24));
    const y01 = Lane.pair(load<f64>(AXES, 8), load<f64>(AXES, 32));
    const z01 = Lane.pair(load<f64>(AXES, 16), load<f64>(AXES, 40));
    const x2 = v128.load64_splat(AXES, 48);
    const y2 = v128.load64_splat(AXES, 56);
    const z2 = v128.load64_splat(AXES, 64);
    let low01 = f64x2.splat(Infinity);
    let low2 = low01;
    let high01 = f64x2.neg(low01);
    let high2 = high01;
    for (const end = order + ((<usize>n) << 2); order < end; order += 4, slabs += SLABS) {
      const a = triangles + <usize>load<u32>(order) * TRIANGLE;
      let least01 = f64x2.splat(Infinity);
      let least2 = least01;
      let most01 = f64x2.neg(least01);
      let most2 = most01;
      for (let at = a; at < a + TRIANGLE; at += 24) {
        const x = f64x2.sub(f64x2.mul(unit, v128.load64_splat(at)), ox);
        const y = f64x2.sub(f64x2.mul(unit, v128.load64_splat(at, 8)), oy);
        const z = f64x2.sub(f64x2.mul(unit, v128.load64_splat(at, 16)), oz);
        const w01 = Lane.dot(x01, x, y01, y, z01, z);
        const w2 = Lane.dot(x2, x, y2, y, z2, z);
        least01 = f64x2.pmin(least01, w01);
        most01 = f64x2.pmax(most01, w01);
        least2 = f64x2.pmin(least2, w2);
        most2 = f64x2.pmax(most2, w2);
      }
      v128.store(slabs, BoxFit.single(least01, least2));
      v128.store(slabs, BoxFit.single(most01, most2), 16);
      low01 = f64x2.pmin(low01, least01);
      high01 = f64x2.pmax(high01, most01);
      low2 = f64x2.pmin(low2, least2);
      high2 = f64x2.pmax(high2, most2);
    }
    v128.store(LOW, low01);
    v128.store(LOW, low2, 16);
    v128.store(HIGH, high01);
    v128.store(HIGH, high2, 16);
  }

  /** Three numbers in single precision, then 0. */
  @inline static single(first: v128, third: v128): v128 {
    return v128.shuffle<f32>(f32x4.demote_f64x2_zero(first), f32x4.demote_f64x2_zero(third), 0, 1, 4, 6);
  }

  /** The box from axes and bounds. */
  static write(to: usize): void {
    for (let k: usize = 0; k < 3; k++) BoxFit.storeCentre(k, to);
    const cx = <f64>load<f32>(to) - load<f64>(ORIGIN);
    const cy = <f64>load<f32>(to, ROW) - load<f64>(ORIGIN, 8);
    const cz = <f64>load<f32>(to, 2 * ROW) - load<f64>(ORIGIN, 16);
    const o0 = BoxFit.dot(AXES, cx, cy, cz);
    const o1 = BoxFit.dot(AXES + 24, cx, cy, cz);
    const o2 = BoxFit.dot(AXES + 48, cx, cy, cz);
    const e0 = BoxFit.extent(0, o0);
    const e1 = BoxFit.extent(8, o1);
    const e2 = BoxFit.extent(16, o2);
    const most = BoxFit.larger(e0, BoxFit.larger(e1, e2));
    const sizes = BoxFit.size(0, o0) + BoxFit.size(8, o1) + BoxFit.size(16, o2);
    const margin = SECOND_ORDER * BoxFit.skew() * most + ROUNDING * sizes;
    store<f32>(to, <f32>(UP * (e0 + margin) + THINNEST), 3 * ROW);
    store<f32>(to, <f32>(UP * (e1 + margin) + THINNEST), 4 * ROW);
    store<f32>(to, <f32>(UP * (e2 + margin) + THINNEST), 5 * ROW);
    to += 6 * ROW;
    for (let k: usize = 0; k < 9; k++) store<f32>(to + ROW * k, <f32>load<f64>(AXES + 8 * k));
  }

  /** One coordinate of the middle of the bounds. */
  @inline static storeCentre(k: usize, to: usize): void {
    const middle =
      (load<f64>(LOW) + load<f64>(HIGH)) * load<f64>(AXES + 8 * k) +
      (load<f64>(LOW, 8) + load<f64>(HIGH, 8)) * load<f64>(AXES + 8 * k, 24) +
      (load<f64>(LOW, 16) + load<f64>(HIGH, 16)) * load<f64>(AXES + 8 * k, 48);
    store<f32>(to + ROW * k, <f32>(load<f64>(ORIGIN + 8 * k) + 0.5 * middle));
  }

  @inline static dot(axis: usize, x: f64, y: f64, z: f64): f64 {
    return load<f64>(axis) * x + load<f64>(axis, 8) * y + load<f64>(axis, 16) * z;
  }

  @inline static larger(a: f64, b: f64): f64 {
    return a > b ? a : b;
  }

  /** How far the bounds reach from the centre, which is at `middle`. */
  @inline static extent(axis: usize, middle: f64): f64 {
    return BoxFit.larger(load<f64>(HIGH + axis) - middle, middle - load<f64>(LOW + axis));
  }

  @inline static size(axis: usize, middle: f64): f64 {
    return Math.abs(load<f64>(LOW + axis)) + Math.abs(load<f64>(HIGH + axis)) + Math.abs(middle);
  }

  /** g: the largest row sum of |AAᵀ − I|. */
  @inline static skew(): f64 {
    const d0 = Math.abs(BoxFit.product(0, 0) - 1);
    const d1 = Math.abs(BoxFit.product(24, 24) - 1);
    const d2 = Math.abs(BoxFit.product(48, 48) - 1);
    const m01 = Math.abs(BoxFit.product(0, 24));
    const m02 = Math.abs(BoxFit.product(0, 48));
    const m12 = Math.abs(BoxFit.product(24, 48));
    return BoxFit.larger(d0 + m01 + m02, BoxFit.larger(d1 + m01 + m12, d2 + m02 + m12));
  }

  @inline static product(a: usize, b: usize): f64 {
    return BoxFit.dot(AXES + a, load<f64>(AXES + b), load<f64>(AXES + b, 8), load<f64>(AXES + b, 16));
  }
}
