// Distance of two swept sphere volumes [C²A §III-B]: that of their generators less the radii. Every kind is a rectangle, some with sides of no
// length. Nearest points are found by projecting to and fro, which settles at once where one of them is a corner or a point; two edges are
// solved for, and what still is not settled is looked up among all edges and corners. Whatever the points, the answer is the gap of the
// volumes along the direction between them, a lower bound for any direction: how good the points are only decides how tight it is.

import { s as featureS, t as featureT, u as featureU, v as featureV, SweptFeatures } from './swept-features';
import { r00, r01, r02, r10, r11, r12, r20, r21, r22, tx, ty, tz } from './swept-frame';
import { AXIS0, AXIS1, HALF0, HALF1, RADIUS } from './swept-volumes';

/** The gap along n, less the margin; negative where n does not separate. n is a unit vector from a to b, or zero. */
export let gap: f64 = 0;
export let nx: f64 = 0;
export let ny: f64 = 0;
export let nz: f64 = 0;
/** What the gap cannot be more than: the distance of the points found, less the radii. */
export let upper: f64 = 0;

/** Part of the distance that a gap may fall short of it and yet count as settled. */
const SETTLED: f64 = 1e-10;
/** Ninety-nine in a hundred pairs are settled by then. */
const ROUNDS: i32 = 4;

export class SweptDistance {
  @inline static clamp(x: f64, most: f64): f64 {
    return x > most ? most : x < -most ? -most : x;
  }

  @inline static dot(x: f64, y: f64, z: f64, p: f64, q: f64, r: f64): f64 {
    return x * p + y * q + z * r;
  }

  /** Volume a in its own frame, b in that of the query. Does not refine beyond `near`: where the distance is less, that is all one needs. */
  static between(a: usize, b: usize, near: f64, margin: f64): void {
    let x = load<f64>(a);
    let y = load<f64>(a, 8);
    let z = load<f64>(a, 16);
    const dx = load<f64>(b) - (r00 * x + r01 * y + r02 * z + tx);
    const dy = load<f64>(b, 8) - (r10 * x + r11 * y + r12 * z + ty);
    const dz = load<f64>(b, 16) - (r20 * x + r21 * y + r22 * z + tz);
    x = load<f64>(a, AXIS0);
    y = load<f64>(a, AXIS0 + 8);
    z = load<f64>(a, AXIS0 + 16);
    const a0x = r00 * x + r01 * y + r02 * z;
    const a0y = r10 * x + r11 * y + r12 * z;
    const a0z = r20 * x + r21 * y + r22 * z;
    x = load<f64>(a, AXIS1);
    y = load<f64>(a, AXIS1 + 8);
    z = load<f64>(a, AXIS1 + 16);
    const a1x = r00 * x + r01 * y + r02 * z;
    const a1y = r10 * x + r11 * y + r12 * z;
    const a1z = r20 * x + r21 * y + r22 * z;
    const b0x = load<f64>(b, AXIS0);
    const b0y = load<f64>(b, AXIS0 + 8);
    const b0z = load<f64>(b, AXIS0 + 16);
    const b1x = load<f64>(b, AXIS1);
    const b1y = load<f64>(b, AXIS1 + 8);
    const b1z = load<f64>(b, AXIS1 + 16);
    const h0 = load<f64>(a, HALF0);
    const h1 = load<f64>(a, HALF1);
    const k0 = load<f64>(b, HALF0);
    const k1 = load<f64>(b, HALF1);
    const radii = load<f64>(a, RADIUS) + load<f64>(b, RADIUS);
    const m00 = SweptDistance.dot(a0x, a0y, a0z, b0x, b0y, b0z);
    const m01 = SweptDistance.dot(a0x, a0y, a0z, b1x, b1y, b1z);
    const m10 = SweptDistance.dot(a1x, a1y, a1z, b0x, b0y, b0z);
    const m11 = SweptDistance.dot(a1x, a1y, a1z, b1x, b1y, b1z);
    const a0d = SweptDistance.dot(a0x, a0y, a0z, dx, dy, dz);
    const a1d = SweptDistance.dot(a1x, a1y, a1z, dx, dy, dz);
    const b0d = SweptDistance.dot(b0x, b0y, b0z, dx, dy, dz);
    const b1d = SweptDistance.dot(b1x, b1y, b1z, dx, dy, dz);

    // The points are s·a0 + t·a1 from the centre of a, and u·b0 + v·b1 from that of b.
    let s = SweptDistance.clamp(a0d, h0);
    let t = SweptDistance.clamp(a1d, h1);
    let u: f64 = 0;
    let v: f64 = 0;
    for (let round = 0; ; round++) {
      if (round < ROUNDS) {
        u = SweptDistance.clamp(m00 * s + m10 * t - b0d, k0);
        v = SweptDistance.clamp(m01 * s + m11 * t - b1d, k1);
        s = SweptDistance.clamp(a0d + m00 * u + m01 * v, h0);
        t = SweptDistance.clamp(a1d + m10 * u + m11 * v, h1);
        u = SweptDistance.clamp(m00 * s + m10 * t - b0d, k0);
        v = SweptDistance.clamp(m01 * s + m11 * t - b1d, k1);
      } else {
        SweptFeatures.setProducts(m00, m01, m10, m11, a0d, a1d, b0d, b1d, h0, h1, k0, k1);
        SweptFeatures.search(dx, dy, dz, a0x, a0y, a0z, a1x, a1y, a1z, b0x, b0y, b0z, b1x, b1y, b1z);
        s = featureS;
        t = featureT;
        u = featureU;
        v = featureV;
      }
      const ex = dx + u * b0x + v * b1x - s * a0x - t * a1x;
      const ey = dy + u * b0y + v * b1y - s * a0y - t * a1y;
      const ez = dz + u * b0z + v * b1z - s * a0z - t * a1z;
      const length = sqrt(ex * ex + ey * ey + ez * ez);
      const unit: f64 = length > 0 ? 1 / length : 0;
      x = ex * unit;
      y = ey * unit;
      z = ez * unit;
      const apart =
        SweptDistance.dot(x, y, z, dx, dy, dz) -
        h0 * abs(SweptDistance.dot(x, y, z, a0x, a0y, a0z)) -
        h1 * abs(SweptDistance.dot(x, y, z, a1x, a1y, a1z)) -
        k0 * abs(SweptDistance.dot(x, y, z, b0x, b0y, b0z)) -
        k1 * abs(SweptDistance.dot(x, y, z, b1x, b1y, b1z));
      if (length - apart <= SETTLED * length + margin || length - radii < near || round == ROUNDS) {
        upper = length - radii;
        gap = apart - radii - margin;
        nx = x;
        ny = y;
        nz = z;
        return;
      }

      // Projecting is slow where both points are free to move. A free point goes to where it meets the plane of a face, or as near as it
      // can; along two edges both are solved for.
      const freeS = abs(s) < h0;
      const freeT = abs(t) < h1;
      const freeU = abs(u) < k0;
      const freeV = abs(v) < k1;
      if (freeS && freeT) {
        x = a0y * a1z - a0z * a1y;
        y = a0z * a1x - a0x * a1z;
        z = a0x * a1y - a0y * a1x;
        const c0: f64 = freeU ? SweptDistance.dot(x, y, z, b0x, b0y, b0z) : 0;
        const c1: f64 = freeV ? SweptDistance.dot(x, y, z, b1x, b1y, b1z) : 0;
        const way = SweptDistance.ratio(SweptDistance.dot(x, y, z, ex, ey, ez), c0 * c0 + c1 * c1);
        u = SweptDistance.clamp(u - way * c0, k0);
        v = SweptDistance.clamp(v - way * c1, k1);
        s = SweptDistance.clamp(a0d + m00 * u + m01 * v, h0);
        t = SweptDistance.clamp(a1d + m10 * u + m11 * v, h1);
      } else if (freeU && freeV) {
        x = b0y * b1z - b0z * b1y;
        y = b0z * b1x - b0x * b1z;
        z = b0x * b1y - b0y * b1x;
        const c0: f64 = freeS ? SweptDistance.dot(x, y, z, a0x, a0y, a0z) : 0;
        const c1: f64 = freeT ? SweptDistance.dot(x, y, z, a1x, a1y, a1z) : 0;
        const way = SweptDistance.ratio(SweptDistance.dot(x, y, z, ex, ey, ez), c0 * c0 + c1 * c1);
        s = SweptDistance.clamp(s + way * c0, h0);
        t = SweptDistance.clamp(t + way * c1, h1);
      } else if ((freeS || freeT) && (freeU || freeV)) {
        const p = freeS ? a0d + (freeU ? m01 * v : m00 * u) : a1d + (freeU ? m11 * v : m10 * u);
        const q = freeU ? (freeS ? m10 * t : m00 * s) - b0d : (freeS ? m11 * t : m01 * s) - b1d;
        const m = freeS ? (freeU ? m00 : m01) : freeU ? m10 : m11;
        // The nearest points of the lines: first = p + m·second, second = q + m·first. Projecting from there finds the second.
        const first = SweptDistance.ratio(p + m * q, 1 - m * m);
        if (freeS) s = SweptDistance.clamp(first, h0);
        else t = SweptDistance.clamp(first, h1);
      }
    }
  }

  /** 0 where the divisor is none. */
  @inline static ratio(dividend: f64, divisor: f64): f64 {
    return divisor > 0 ? dividend / divisor : 0;
  }
}
