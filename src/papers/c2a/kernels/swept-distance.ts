// Distance of two swept sphere volumes [C²A §III-B]: that of their generators less the radii. Every
// generator is a rectangle, some with sides of no length. Its nearest points are found by
// alternating projection, which converges at once if one of them is a corner or a point. Points on
// two edges are solved for directly, and rectangle-pair.ts decides the pairs that have not
// converged then. The answer is the gap of the volumes along the direction between the points.
// Along any direction the gap is a lower bound of the distance; better points only make it tighter.

import { C2aContext } from './c2a-context';
import { RectanglePair } from './rectangle-pair';
import { SweptVolume } from './swept-volume';

/** Share of the distance by which a gap may fall short of it and still count as converged. */
const CONVERGED_SHARE: f64 = 1e-10;
/**
 * Rounds of projection before rectangle-pair.ts decides: 99 % of the pairs have converged by then.
 */
const MAX_ROUNDS: i32 = 4;

/** Gaps between volumes. */
export class SweptDistance {
  /**
   * Writes the gap of two volumes, its direction and its upper bound into the context. Stops
   * refining the points once their distance, less the radii, is below `near`: the pair is opened
   * anyway.
   */
  static between(context: C2aContext, a: SweptVolume, b: SweptVolume, near: f64): void {
    const motion = context.motion;
    const margin = context.margin;
    const r00 = motion.r00;
    const r01 = motion.r01;
    const r02 = motion.r02;
    const r10 = motion.r10;
    const r11 = motion.r11;
    const r12 = motion.r12;
    const r20 = motion.r20;
    const r21 = motion.r21;
    const r22 = motion.r22;
    let x = a.centreX;
    let y = a.centreY;
    let z = a.centreZ;
    const dx = b.centreX - (r00 * x + r01 * y + r02 * z + motion.tx);
    const dy = b.centreY - (r10 * x + r11 * y + r12 * z + motion.ty);
    const dz = b.centreZ - (r20 * x + r21 * y + r22 * z + motion.tz);
    x = a.axis0X;
    y = a.axis0Y;
    z = a.axis0Z;
    const a0x = r00 * x + r01 * y + r02 * z;
    const a0y = r10 * x + r11 * y + r12 * z;
    const a0z = r20 * x + r21 * y + r22 * z;
    x = a.axis1X;
    y = a.axis1Y;
    z = a.axis1Z;
    const a1x = r00 * x + r01 * y + r02 * z;
    const a1y = r10 * x + r11 * y + r12 * z;
    const a1z = r20 * x + r21 * y + r22 * z;
    const b0x = b.axis0X;
    const b0y = b.axis0Y;
    const b0z = b.axis0Z;
    const b1x = b.axis1X;
    const b1y = b.axis1Y;
    const b1z = b.axis1Z;
    const h0 = a.half0;
    const h1 = a.half1;
    const k0 = b.half0;
    const k1 = b.half1;
    const radii = a.radius + b.radius;
    const m00 = RectanglePair.dot(a0x, a0y, a0z, b0x, b0y, b0z);
    const m01 = RectanglePair.dot(a0x, a0y, a0z, b1x, b1y, b1z);
    const m10 = RectanglePair.dot(a1x, a1y, a1z, b0x, b0y, b0z);
    const m11 = RectanglePair.dot(a1x, a1y, a1z, b1x, b1y, b1z);
    const a0d = RectanglePair.dot(a0x, a0y, a0z, dx, dy, dz);
    const a1d = RectanglePair.dot(a1x, a1y, a1z, dx, dy, dz);
    const b0d = RectanglePair.dot(b0x, b0y, b0z, dx, dy, dz);
    const b1d = RectanglePair.dot(b1x, b1y, b1z, dx, dy, dz);

    // The points are s·a0 + t·a1 from the centre of a, and u·b0 + v·b1 from that of b.
    let s = RectanglePair.clamp(a0d, h0);
    let t = RectanglePair.clamp(a1d, h1);
    let u: f64 = 0;
    let v: f64 = 0;
    for (let round = 0; ; round++) {
      if (round < MAX_ROUNDS) {
        u = RectanglePair.clamp(m00 * s + m10 * t - b0d, k0);
        v = RectanglePair.clamp(m01 * s + m11 * t - b1d, k1);
        s = RectanglePair.clamp(a0d + m00 * u + m01 * v, h0);
        t = RectanglePair.clamp(a1d + m10 * u + m11 * v, h1);
        u = RectanglePair.clamp(m00 * s + m10 * t - b0d, k0);
        v = RectanglePair.clamp(m01 * s + m11 * t - b1d, k1);
      } else {
        const pair = context.rectangles;
        pair.dx = dx;
        pair.dy = dy;
        pair.dz = dz;
        pair.a0x = a0x;
        pair.a0y = a0y;
        pair.a0z = a0z;
        pair.a1x = a1x;
        pair.a1y = a1y;
        pair.a1z = a1z;
        RectanglePair.search(pair, a, b);
        s = pair.s;
        t = pair.t;
        u = pair.u;
        v = pair.v;
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
        RectanglePair.dot(x, y, z, dx, dy, dz) -
        h0 * abs(RectanglePair.dot(x, y, z, a0x, a0y, a0z)) -
        h1 * abs(RectanglePair.dot(x, y, z, a1x, a1y, a1z)) -
        k0 * abs(RectanglePair.dot(x, y, z, b0x, b0y, b0z)) -
        k1 * abs(RectanglePair.dot(x, y, z, b1x, b1y, b1z));
      if (length - apart <= CONVERGED_SHARE * length + margin || length - radii < near || round == MAX_ROUNDS) {
        context.upper = length - radii;
        context.gap = apart - radii - margin;
        context.nx = x;
        context.ny = y;
        context.nz = z;
        return;
      }

      // Projection converges slowly if both points can move. If one point is inside its rectangle,
      // the other goes to where it meets the plane of that rectangle, or as near as it can. Along
      // two edges both points are solved for.
      const freeS = abs(s) < h0;
      const freeT = abs(t) < h1;
      const freeU = abs(u) < k0;
      const freeV = abs(v) < k1;
      if (freeS && freeT) {
        x = a0y * a1z - a0z * a1y;
        y = a0z * a1x - a0x * a1z;
        z = a0x * a1y - a0y * a1x;
        const c0: f64 = freeU ? RectanglePair.dot(x, y, z, b0x, b0y, b0z) : 0;
        const c1: f64 = freeV ? RectanglePair.dot(x, y, z, b1x, b1y, b1z) : 0;
        const way = SweptDistance.ratio(RectanglePair.dot(x, y, z, ex, ey, ez), c0 * c0 + c1 * c1);
        u = RectanglePair.clamp(u - way * c0, k0);
        v = RectanglePair.clamp(v - way * c1, k1);
        s = RectanglePair.clamp(a0d + m00 * u + m01 * v, h0);
        t = RectanglePair.clamp(a1d + m10 * u + m11 * v, h1);
      } else if (freeU && freeV) {
        x = b0y * b1z - b0z * b1y;
        y = b0z * b1x - b0x * b1z;
        z = b0x * b1y - b0y * b1x;
        const c0: f64 = freeS ? RectanglePair.dot(x, y, z, a0x, a0y, a0z) : 0;
        const c1: f64 = freeT ? RectanglePair.dot(x, y, z, a1x, a1y, a1z) : 0;
        const way = SweptDistance.ratio(RectanglePair.dot(x, y, z, ex, ey, ez), c0 * c0 + c1 * c1);
        s = RectanglePair.clamp(s + way * c0, h0);
        t = RectanglePair.clamp(t + way * c1, h1);
      } else if ((freeS || freeT) && (freeU || freeV)) {
        const p = freeS ? a0d + (freeU ? m01 * v : m00 * u) : a1d + (freeU ? m11 * v : m10 * u);
        const q = freeU ? (freeS ? m10 * t : m00 * s) - b0d : (freeS ? m11 * t : m01 * s) - b1d;
        const m = freeS ? (freeU ? m00 : m01) : freeU ? m10 : m11;
        // The nearest points of the lines: first = p + m·second, second = q + m·first. The next
        // projection finds the second.
        const first = SweptDistance.ratio(p + m * q, 1 - m * m);
        if (freeS) s = RectanglePair.clamp(first, h0);
        else t = RectanglePair.clamp(first, h1);
      }
    }
  }

  /** The quotient, or 0 if the divisor is not positive. */
  @inline static ratio(dividend: f64, divisor: f64): f64 {
    return divisor > 0 ? dividend / divisor : 0;
  }
}

/**
 * Writes gap, direction and upper bound of two volumes at the time of `setTime` into the context.
 */
export function measureGap(context: C2aContext, a: SweptVolume, b: SweptVolume): void {
  SweptDistance.between(context, a, b, -Infinity);
}
