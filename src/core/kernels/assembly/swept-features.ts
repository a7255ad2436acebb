// The nearest of all edges and corners of two rectangles, one after another: for the pairs that swept-distance.ts does not settle. It is
// the nearest of all points unless the rectangles cross, and then nothing separates them.

/** The weights of the nearest points along a0, a1, b0 and b1. */
export let s: f64 = 0;
export let t: f64 = 0;
export let u: f64 = 0;
export let v: f64 = 0;

/** Products of the axes with each other and with d, and the half lengths. */
let m00: f64 = 0;
let m01: f64 = 0;
let m10: f64 = 0;
let m11: f64 = 0;
let a0d: f64 = 0;
let a1d: f64 = 0;
let b0d: f64 = 0;
let b1d: f64 = 0;
let h0: f64 = 0;
let h1: f64 = 0;
let k0: f64 = 0;
let k1: f64 = 0;
/** What `solve` finds. */
let first: f64 = 0;
let second: f64 = 0;

export class SweptFeatures {
  static setProducts(
    p00: f64,
    p01: f64,
    p10: f64,
    p11: f64,
    pa0d: f64,
    pa1d: f64,
    pb0d: f64,
    pb1d: f64,
    ph0: f64,
    ph1: f64,
    pk0: f64,
    pk1: f64,
  ): void {
    m00 = p00;
    m01 = p01;
    m10 = p10;
    m11 = p11;
    a0d = pa0d;
    a1d = pa1d;
    b0d = pb0d;
    b1d = pb1d;
    h0 = ph0;
    h1 = ph1;
    k0 = pk0;
    k1 = pk1;
  }

  /** From the centre of one rectangle to that of the other, and the axes of both. */
  static search(
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
    let least: f64 = Infinity;
    let bestS: f64 = 0;
    let bestT: f64 = 0;
    let bestU: f64 = 0;
    let bestV: f64 = 0;
    for (let i = 0; i < 24; i++) {
      SweptFeatures.take(i);
      const x = dx + u * b0x + v * b1x - s * a0x - t * a1x;
      const y = dy + u * b0y + v * b1y - s * a0y - t * a1y;
      const z = dz + u * b0z + v * b1z - s * a0z - t * a1z;
      const square = x * x + y * y + z * z;
      if (square >= least) continue;
      least = square;
      bestS = s;
      bestT = t;
      bestU = u;
      bestV = v;
    }
    s = bestS;
    t = bestT;
    u = bestU;
    v = bestV;
  }

  /** 0 to 15: an edge of each; 16 to 23: a corner and the other's nearest point. */
  @inline static take(i: i32): void {
    const lowA = i & 1;
    const lowB = i & 2;
    if (i < 16) {
      s = lowA ? -h0 : h0;
      t = lowA ? -h1 : h1;
      u = lowB ? -k0 : k0;
      v = lowB ? -k1 : k1;
      SweptFeatures.alongEdges((i & 4) != 0, (i & 8) != 0);
    } else if (i < 20) {
      s = lowA ? -h0 : h0;
      t = lowB ? -h1 : h1;
      u = SweptFeatures.clamp(m00 * s + m10 * t - b0d, k0);
      v = SweptFeatures.clamp(m01 * s + m11 * t - b1d, k1);
    } else {
      u = lowA ? -k0 : k0;
      v = lowB ? -k1 : k1;
      s = SweptFeatures.clamp(a0d + m00 * u + m01 * v, h0);
      t = SweptFeatures.clamp(a1d + m10 * u + m11 * v, h1);
    }
  }

  @inline static clamp(x: f64, most: f64): f64 {
    return x > most ? most : x < -most ? -most : x;
  }

  /** Edges along a0 or a1 and along b0 or b1; the other two weights stay as they are. */
  @inline static alongEdges(ofA0: bool, ofB0: bool): void {
    if (ofA0) {
      if (ofB0) SweptFeatures.solve(a0d + m01 * v, m10 * t - b0d, m00, h0, k0);
      else SweptFeatures.solve(a0d + m00 * u, m11 * t - b1d, m01, h0, k1);
      s = first;
    } else {
      if (ofB0) SweptFeatures.solve(a1d + m11 * v, m00 * s - b0d, m10, h1, k0);
      else SweptFeatures.solve(a1d + m10 * u, m01 * s - b1d, m11, h1, k1);
      t = first;
    }
    if (ofB0) u = second;
    else v = second;
  }

  /** Two segments: first = p + m·second and second = q + m·first, each as far as it goes. */
  static solve(p: f64, q: f64, m: f64, most: f64, mostOther: f64): void {
    const divisor = 1 - m * m;
    const free = divisor > 0 ? (p + m * q) / divisor : 0;
    second = SweptFeatures.clamp(q + m * SweptFeatures.clamp(free, most), mostOther);
    first = SweptFeatures.clamp(p + m * second, most);
  }
}
