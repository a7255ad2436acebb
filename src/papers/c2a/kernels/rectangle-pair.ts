// The nearest points of two rectangles by trying all edges and corners, for the pairs on which the
// iteration of swept-distance.ts does not converge. They are the nearest of all points, unless the
// rectangles cross, and then nothing separates them.

/**
 * Two rectangles and the points found. Points are s·a0 + t·a1 from the centre of a, and u·b0 + v·b1
 * from the centre of b; d is the vector between the centres.
 */
@unmanaged
export class RectanglePair {
  /** Weights of the nearest points. */
  s: f64;
  t: f64;
  u: f64;
  v: f64;
  /** d and the unit axes of both rectangles. */
  dx: f64;
  dy: f64;
  dz: f64;
  a0x: f64;
  a0y: f64;
  a0z: f64;
  a1x: f64;
  a1y: f64;
  a1z: f64;
  b0x: f64;
  b0y: f64;
  b0z: f64;
  b1x: f64;
  b1y: f64;
  b1z: f64;
  /** Dot products of the axes of a with those of b, and of all axes with d. */
  m00: f64;
  m01: f64;
  m10: f64;
  m11: f64;
  a0d: f64;
  a1d: f64;
  b0d: f64;
  b1d: f64;
  /** Half lengths of a, then of b. */
  h0: f64;
  h1: f64;
  k0: f64;
  k1: f64;

  @inline static setVectors(
    pair: RectanglePair,
    dx: f64,
    dy: f64,
    dz: f64,
    a0x: f64,
    a0y: f64,
    a0z: f64,
    a1x: f64,
    a1y: f64,
    a1z: f64,
    b0x: f64,
    b0y: f64,
    b0z: f64,
    b1x: f64,
    b1y: f64,
    b1z: f64,
  ): void {
    pair.dx = dx;
    pair.dy = dy;
    pair.dz = dz;
    pair.a0x = a0x;
    pair.a0y = a0y;
    pair.a0z = a0z;
    pair.a1x = a1x;
    pair.a1y = a1y;
    pair.a1z = a1z;
    pair.b0x = b0x;
    pair.b0y = b0y;
    pair.b0z = b0z;
    pair.b1x = b1x;
    pair.b1y = b1y;
    pair.b1z = b1z;
  }

  @inline static setProducts(
    pair: RectanglePair,
    m00: f64,
    m01: f64,
    m10: f64,
    m11: f64,
    a0d: f64,
    a1d: f64,
    b0d: f64,
    b1d: f64,
  ): void {
    pair.m00 = m00;
    pair.m01 = m01;
    pair.m10 = m10;
    pair.m11 = m11;
    pair.a0d = a0d;
    pair.a1d = a1d;
    pair.b0d = b0d;
    pair.b1d = b1d;
  }

  @inline static setHalves(pair: RectanglePair, h0: f64, h1: f64, k0: f64, k1: f64): void {
    pair.h0 = h0;
    pair.h1 = h1;
    pair.k0 = k0;
    pair.k1 = k1;
  }

  /**
   * Finds the weights of the nearest points. Candidates 0 to 15 are an edge of each rectangle; 16
   * to 23 are a corner and the nearest point of the other rectangle.
   */
  static search(pair: RectanglePair): void {
    const m00 = pair.m00;
    const m01 = pair.m01;
    const m10 = pair.m10;
    const m11 = pair.m11;
    const a0d = pair.a0d;
    const a1d = pair.a1d;
    const b0d = pair.b0d;
    const b1d = pair.b1d;
    const h0 = pair.h0;
    const h1 = pair.h1;
    const k0 = pair.k0;
    const k1 = pair.k1;
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
      const x = pair.dx + u * pair.b0x + v * pair.b1x - s * pair.a0x - t * pair.a1x;
      const y = pair.dy + u * pair.b0y + v * pair.b1y - s * pair.a0y - t * pair.a1y;
      const z = pair.dz + u * pair.b0z + v * pair.b1z - s * pair.a0z - t * pair.a1z;
      const square = x * x + y * y + z * z;
      if (square >= least) continue;
      least = square;
      pair.s = s;
      pair.t = t;
      pair.u = u;
      pair.v = v;
    }
  }

  /** x, but at most `most` and at least −`most`. */
  @inline static clamp(x: f64, most: f64): f64 {
    return x > most ? most : x < -most ? -most : x;
  }
}
