// Fits an oriented box to triangles, along the axes of the frame in BoxScratch (box-frame.ts). With
// the numbers as they are stored, in single precision, the box is { c + Σ sᵢ·eᵢ·aᵢ, |sᵢ| ≤ 1 }, and
// it holds every corner exactly.
//
// Let A have the stored axes aᵢ as rows. A corner is x = c + Aᵀu, and its projections are w = A(x −
// c) = AAᵀu = u + Gu with G = AAᵀ − I. Hence |uᵢ| ≤ |wᵢ| + g·max|w| / (1 − g), where g is the
// largest row sum of |G|, some 2^−24 for axes rounded to single precision.

import { Lane } from '../../kernels/lanes';
import { TRIANGLE_BYTES } from './box-frame';
import { BoxScratch } from './box-scratch';

/** Bytes of the bounds of one triangle along the axes: four floats low, four floats high. */
export const SLAB_BYTES: usize = 32;
/** Bytes from one number of a box to the next: four boxes are stored side by side. */
const ROW: usize = 16;

/** 1 + 2^−10, an upper bound of 1 / (1 − g). */
const SECOND_ORDER: f64 = 1.0009765625;
/**
 * 2^−48: rounding error of an extent, as a share of the projections x − o and c − o that it
 * consists of, where o is the origin. These are off by four roundings of 2^−53 each, their
 * difference by one, and g by six.
 */
const EXTENT_ROUNDING: f64 = 3.552713678800501e-15;
/** 1 + 2^−23: x times this, rounded to single precision, is not less than x. */
const EXTENT_ROUND_UP: f64 = 1.0000001192092896;
/**
 * 2^−96, in units of the body's radius, added to every extent. It keeps extents away from
 * underflow, and covers the loss of corners by underflow.
 */
const MIN_EXTENT: f64 = 1.262177448353619e-29;

/** Fits oriented boxes to triangles. */
export class BoxFit {
  /**
   * Writes the box of `n` triangles into the lane `to` of a node, and the slabs of each triangle.
   * Rounds the axes of the frame to single precision, as they are stored.
   */
  static run(scratch: BoxScratch, order: usize, n: i32, slabs: usize, to: usize): void {
    const axes = scratch.axes;
    for (let k: usize = 0; k < 72; k += 8) store<f64>(axes + k, <f64>(<f32>load<f64>(axes + k)));
    BoxFit.bound(scratch, order, n, slabs, 0);
    BoxFit.write(scratch, to);
  }

  /**
   * Bounds `n` triangles along the axes, all together and each by itself in single precision.
   * Unless `corners` is 0, it has room for the coordinates of all corners along the axes, relative
   * to the origin: three doubles each.
   */
  static bound(scratch: BoxScratch, order: usize, n: i32, slabs: usize, corners: usize): void {
    const triangles = scratch.triangles;
    const axes = scratch.axes;
    const unit = f64x2.splat(scratch.scale);
    const ox = v128.load64_splat(scratch.origin);
    const oy = v128.load64_splat(scratch.origin, 8);
    const oz = v128.load64_splat(scratch.origin, 16);
    // Two axes side by side, then the third twice.
    const x01 = Lane.pair(load<f64>(axes), load<f64>(axes, 24));
    const y01 = Lane.pair(load<f64>(axes, 8), load<f64>(axes, 32));
    const z01 = Lane.pair(load<f64>(axes, 16), load<f64>(axes, 40));
    const x2 = v128.load64_splat(axes, 48);
    const y2 = v128.load64_splat(axes, 56);
    const z2 = v128.load64_splat(axes, 64);
    let low01 = f64x2.splat(Infinity);
    let low2 = low01;
    let high01 = f64x2.neg(low01);
    let high2 = high01;
    for (const end = order + ((<usize>n) << 2); order < end; order += 4, slabs += SLAB_BYTES) {
      const a = triangles + <usize>load<u32>(order) * TRIANGLE_BYTES;
      let least01 = f64x2.splat(Infinity);
      let least2 = least01;
      let most01 = f64x2.neg(least01);
      let most2 = most01;
      for (let at = a; at < a + TRIANGLE_BYTES; at += 24) {
        const x = f64x2.sub(f64x2.mul(unit, v128.load64_splat(at)), ox);
        const y = f64x2.sub(f64x2.mul(unit, v128.load64_splat(at, 8)), oy);
        const z = f64x2.sub(f64x2.mul(unit, v128.load64_splat(at, 16)), oz);
        const w01 = Lane.dot(x01, x, y01, y, z01, z);
        const w2 = Lane.dot(x2, x, y2, y, z2, z);
        if (corners) {
          v128.store(corners, w01);
          store<f64>(corners, Lane.first(w2), 16);
          corners += 24;
        }
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
    BoxFit.setBounds(scratch.low, low01, low2);
    BoxFit.setBounds(scratch.high, high01, high2);
  }

  /** Writes three bounds as four doubles, the last of them twice. */
  @inline static setBounds(to: usize, first: v128, third: v128): void {
    v128.store(to, first);
    v128.store(to, third, 16);
  }

  /** Three numbers in single precision, then 0. */
  @inline static single(first: v128, third: v128): v128 {
    return v128.shuffle<f32>(f32x4.demote_f64x2_zero(first), f32x4.demote_f64x2_zero(third), 0, 1, 4, 6);
  }

  /** Writes the box from axes and bounds. */
  static write(scratch: BoxScratch, to: usize): void {
    const origin = scratch.origin;
    const axes = scratch.axes;
    for (let k: usize = 0; k < 3; k++) BoxFit.storeCentre(scratch, k, to);
    const cx = <f64>load<f32>(to) - load<f64>(origin);
    const cy = <f64>load<f32>(to, ROW) - load<f64>(origin, 8);
    const cz = <f64>load<f32>(to, 2 * ROW) - load<f64>(origin, 16);
    const o0 = BoxFit.dot(axes, cx, cy, cz);
    const o1 = BoxFit.dot(axes + 24, cx, cy, cz);
    const o2 = BoxFit.dot(axes + 48, cx, cy, cz);
    const e0 = BoxFit.extent(scratch, 0, o0);
    const e1 = BoxFit.extent(scratch, 8, o1);
    const e2 = BoxFit.extent(scratch, 16, o2);
    const most = BoxFit.larger(e0, BoxFit.larger(e1, e2));
    const sizes = BoxFit.size(scratch, 0, o0) + BoxFit.size(scratch, 8, o1) + BoxFit.size(scratch, 16, o2);
    const margin = SECOND_ORDER * BoxFit.skew(axes) * most + EXTENT_ROUNDING * sizes;
    store<f32>(to, <f32>(EXTENT_ROUND_UP * (e0 + margin) + MIN_EXTENT), 3 * ROW);
    store<f32>(to, <f32>(EXTENT_ROUND_UP * (e1 + margin) + MIN_EXTENT), 4 * ROW);
    store<f32>(to, <f32>(EXTENT_ROUND_UP * (e2 + margin) + MIN_EXTENT), 5 * ROW);
    to += 6 * ROW;
    for (let k: usize = 0; k < 9; k++) store<f32>(to + ROW * k, <f32>load<f64>(axes + 8 * k));
  }

  /** Stores coordinate k of the middle of the bounds. */
  @inline static storeCentre(scratch: BoxScratch, k: usize, to: usize): void {
    const low = scratch.low;
    const high = scratch.high;
    const axis = scratch.axes + 8 * k;
    const middle =
      (load<f64>(low) + load<f64>(high)) * load<f64>(axis) +
      (load<f64>(low, 8) + load<f64>(high, 8)) * load<f64>(axis, 24) +
      (load<f64>(low, 16) + load<f64>(high, 16)) * load<f64>(axis, 48);
    store<f32>(to + ROW * k, <f32>(load<f64>(scratch.origin + 8 * k) + 0.5 * middle));
  }

  /** Scalar product of an axis in memory and (x, y, z). */
  @inline static dot(axis: usize, x: f64, y: f64, z: f64): f64 {
    return load<f64>(axis) * x + load<f64>(axis, 8) * y + load<f64>(axis, 16) * z;
  }

  /** The larger of two numbers. */
  @inline static larger(a: f64, b: f64): f64 {
    return a > b ? a : b;
  }

  /** Distance from the centre, at `middle`, to the farther bound along an axis. */
  @inline static extent(scratch: BoxScratch, axis: usize, middle: f64): f64 {
    return BoxFit.larger(load<f64>(scratch.high + axis) - middle, middle - load<f64>(scratch.low + axis));
  }

  /** Magnitudes that an extent is computed from; its rounding is relative to them. */
  @inline static size(scratch: BoxScratch, axis: usize, middle: f64): f64 {
    return Math.abs(load<f64>(scratch.low + axis)) + Math.abs(load<f64>(scratch.high + axis)) + Math.abs(middle);
  }

  /** g: the largest row sum of |AAᵀ − I|. */
  @inline static skew(axes: usize): f64 {
    const d0 = Math.abs(BoxFit.product(axes, axes) - 1);
    const d1 = Math.abs(BoxFit.product(axes + 24, axes + 24) - 1);
    const d2 = Math.abs(BoxFit.product(axes + 48, axes + 48) - 1);
    const m01 = Math.abs(BoxFit.product(axes, axes + 24));
    const m02 = Math.abs(BoxFit.product(axes, axes + 48));
    const m12 = Math.abs(BoxFit.product(axes + 24, axes + 48));
    return BoxFit.larger(d0 + m01 + m02, BoxFit.larger(d1 + m01 + m12, d2 + m02 + m12));
  }

  /** Dot product of two vectors in memory. */
  @inline static product(a: usize, b: usize): f64 {
    return BoxFit.dot(a, load<f64>(b), load<f64>(b, 8), load<f64>(b, 16));
  }
}
