// Finds the nearest points of two rectangles by trying all edges and corners, for the pairs on
// which the iteration of swept-distance.ts does not converge. The points are the nearest of the
// rectangles, unless these cross; then no direction separates them.
import { SweptVolume } from './swept-volume';

/**
 * Two rectangles and the points found. Points are s·a0 + t·a1 from the centre of a, and u·b0 + v·b1
 * from the centre of b. The axes and half lengths of b are those of its volume.
 */
@unmanaged
export class RectanglePair {
  /** Weights s and t of the nearest point of a. */
  s: f64;
  t: f64;
  /** Weights u and v of the nearest point of b. */
  u: f64;
  v: f64;
  /** Vector from the centre of a to that of b, in b's frame. */
  dx: f64;
  dy: f64;
  dz: f64;
  /** Unit axis a0 of a, in b's frame. */
  a0x: f64;
  a0y: f64;
  a0z: f64;
  /** Unit axis a1 of a, in b's frame. */
  a1x: f64;
  a1y: f64;
  a1z: f64;

  /**
   * Finds the weights of the nearest points. Candidates 0 to 15 are an edge of each rectangle; 16
   * to 23 are a corner and the nearest point of the other rectangle.
   */
  static search(pair: RectanglePair, a: SweptVolume, b: SweptVolume): void {
    const dx = pair.dx;
    const dy = pair.dy;
    const dz = pair.dz;
    const a0x = pair.a0x;
    const a0y = pair.a0y;
    const a0z = pair.a0z;
    const a1x = pair.a1x;
    const a1y = pair.a1y;
    const a1z = pair.a1z;
    const m00 = RectanglePair.dot(a0x, a0y, a0z, b.axis0X, b.axis0Y, b.axis0Z);
    const m01 = RectanglePair.dot(a0x, a0y, a0z, b.axis1X, b.axis1Y, b.axis1Z);
    const m10 = RectanglePair.dot(a1x, a1y, a1z, b.axis0X, b.axis0Y, b.axis0Z);
    const m11 = RectanglePair.dot(a1x, a1y, a1z, b.axis1X, b.axis1Y, b.axis1Z);
    const a0d = RectanglePair.dot(a0x, a0y, a0z, dx, dy, dz);
    const a1d = RectanglePair.dot(a1x, a1y, a1z, dx, dy, dz);
    const b0d = RectanglePair.dot(b.axis0X, b.axis0Y, b.axis0Z, dx, dy, dz);
    const b1d = RectanglePair.dot(b.axis1X, b.axis1Y, b.axis1Z, dx, dy, dz);
    const h0 = a.half0;
    const h1 = a.half1;
    const k0 = b.half0;
    const k1 = b.half1;
    let least: f64 = Infinity;
    for (let i = 0; i < 24; i++) {
      const low = (i & 1) != 0;
      const lowOther = (i & 2) != 0;
      let s: f64 = low ? -h0 : h0;
      let t: f64 = low ? -h1 : h1;
      let u: f64 = lowOther ? -k0 : k0;
      let v: f64 = lowOther ? -k1 : k1;
      if (i < 16) {
        // Edges along a0 or a1 and along b0 or b1; the other two weights stay as they are. On the
        // segments, first = p + m·second and second = q + m·first, each within its bounds.
        const ofA0 = (i & 4) != 0;
        const ofB0 = (i & 8) != 0;
        const p = ofA0 ? a0d + (ofB0 ? m01 * v : m00 * u) : a1d + (ofB0 ? m11 * v : m10 * u);
        const q = ofB0 ? (ofA0 ? m10 * t : m00 * s) - b0d : (ofA0 ? m11 * t : m01 * s) - b1d;
        const m = ofA0 ? (ofB0 ? m00 : m01) : ofB0 ? m10 : m11;
        const most = ofA0 ? h0 : h1;
        const divisor = 1 - m * m;
        const free = divisor > 0 ? (p + m * q) / divisor : 0;
        const second = RectanglePair.clamp(q + m * RectanglePair.clamp(free, most), ofB0 ? k0 : k1);
        const first = RectanglePair.clamp(p + m * second, most);
        if (ofA0) s = first;
        else t = first;
        if (ofB0) u = second;
        else v = second;
      } else if (i < 20) {
        t = lowOther ? -h1 : h1;
        u = RectanglePair.clamp(m00 * s + m10 * t - b0d, k0);
        v = RectanglePair.clamp(m01 * s + m11 * t - b1d, k1);
      } else {
        u = low ? -k0 : k0;
        s = RectanglePair.clamp(a0d + m00 * u + m01 * v, h0);
        t = RectanglePair.clamp(a1d + m10 * u + m11 * v, h1);
      }
      const x = dx + u * b.axis0X + v * b.axis1X - s * a0x - t * a1x;
      const y = dy + u * b.axis0Y + v * b.axis1Y - s * a0y - t * a1y;
      const z = dz + u * b.axis0Z + v * b.axis1Z - s * a0z - t * a1z;
      const square = x * x + y * y + z * z;
      if (square >= least) continue;
      least = square;
      pair.s = s;
      pair.t = t;
      pair.u = u;
      pair.v = v;
    }
  }

  /** Scalar product of (x, y, z) and (p, q, r). */
  @inline static dot(x: f64, y: f64, z: f64, p: f64, q: f64, r: f64): f64 {
    return x * p + y * q + z * r;
  }

  /** x, clamped to ±`most`. */
  @inline static clamp(x: f64, most: f64): f64 {
    return x > most ? most : x < -most ? -most : x;
  }
}
