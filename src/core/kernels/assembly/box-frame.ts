// The frame in which a box around triangles is fitted: a point among them and three axes. For several triangles the principal axes of
// their area, as in OBB trees, from where box-turn.ts goes on; for one its longest side and its normal. Only + − × ÷ √: the same bits on
// every engine.

/** Bytes of three corners, and of the moments of a triangle: weight, centroid, then xx, yy, zz, yz, xz, xy about the centroid. */
export const TRIANGLE: usize = 72;
export const MOMENTS: usize = 80;

/** Share of squared sides in a weight, and the weight of a point, in squares of the body's radius: nothing weighs 0. */
const THIN: f64 = 0.0009765625;
const POINT: f64 = 8.673617379884035e-19;
/** Squared lengths below this have no reliable direction: 2^−930. */
const NO_LENGTH: f64 = 1.101803207925311e-280;
/** Square of the height, relative to the longest side, below which a triangle is a segment: 2^−90. */
const NO_HEIGHT: f64 = 8.077935669463161e-28;
/** Square of the cosine of an angle that counts as a right one. */
const RIGHT: f64 = 0.01;
/** 2^−32: axes will be rounded to 24 bits, so that the spread need not be more diagonal than this. */
const DIAGONAL: f64 = 2.3283064365386963e-10;
/** Each turn about squares what is off the diagonal; what remains costs tightness only. */
const TURNS: i32 = 8;

/** The frame in the making: a point, then three axes. */
export const ORIGIN: usize = memory.data(24, 16);
export const AXES: usize = memory.data(72, 16);
/** Second moments: xx, yy, zz, then yz, xz, xy: each mixed one at the place of the axis that it lacks. */
const SPREAD: usize = memory.data(48, 16);

export class BoxFrame {
  /** Moments of all triangles, each weighing what its area is, in lengths times `scale`. */
  static weigh(triangle: usize, count: i32, scale: f64, to: usize): void {
    for (let i = 0; i < count; i++, triangle += TRIANGLE, to += MOMENTS) {
      const ax = scale * load<f64>(triangle);
      const ay = scale * load<f64>(triangle, 8);
      const az = scale * load<f64>(triangle, 16);
      const ux = scale * load<f64>(triangle, 24) - ax;
      const uy = scale * load<f64>(triangle, 32) - ay;
      const uz = scale * load<f64>(triangle, 40) - az;
      const vx = scale * load<f64>(triangle, 48) - ax;
      const vy = scale * load<f64>(triangle, 56) - ay;
      const vz = scale * load<f64>(triangle, 64) - az;
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const sides = ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz;
      const weight = 0.5 * Math.sqrt(nx * nx + ny * ny + nz * nz) + THIN * sides + POINT;
      store<f64>(to, weight);
      store<f64>(to, ax + (ux + vx) / 3, 8);
      store<f64>(to, ay + (uy + vy) / 3, 16);
      store<f64>(to, az + (uz + vz) / 3, 24);
      // The integral of (x − g)(x − g)ᵀ is area / 12 times the sum over the corners, and that is (2uuᵀ − uvᵀ − vuᵀ + 2vvᵀ) / 3.
      const share = weight / 36;
      store<f64>(to, share * BoxFrame.aboutCentroid(ux, ux, vx, vx), 32);
      store<f64>(to, share * BoxFrame.aboutCentroid(uy, uy, vy, vy), 40);
      store<f64>(to, share * BoxFrame.aboutCentroid(uz, uz, vz, vz), 48);
      store<f64>(to, share * BoxFrame.aboutCentroid(uy, uz, vy, vz), 56);
      store<f64>(to, share * BoxFrame.aboutCentroid(ux, uz, vx, vz), 64);
      store<f64>(to, share * BoxFrame.aboutCentroid(ux, uy, vx, vy), 72);
    }
  }

  @inline static aboutCentroid(ui: f64, uj: f64, vi: f64, vj: f64): f64 {
    return 2 * (ui * uj + vi * vj) - ui * vj - vi * uj;
  }

  /** The frame of `n` triangles: their centroid and the principal axes of their area. */
  static alignToSpread(order: usize, n: i32, moments: usize): void {
    // About one of the centroids, lest a small part of a large body lose its digits.
    const first = moments + <usize>load<u32>(order) * MOMENTS;
    const ox = load<f64>(first, 8);
    const oy = load<f64>(first, 16);
    const oz = load<f64>(first, 24);
    let weight: f64 = 0;
    let x: f64 = 0;
    let y: f64 = 0;
    let z: f64 = 0;
    let xx: f64 = 0;
    let yy: f64 = 0;
    let zz: f64 = 0;
    let yz: f64 = 0;
    let xz: f64 = 0;
    let xy: f64 = 0;
    for (const end = order + ((<usize>n) << 2); order < end; order += 4) {
      const at = moments + <usize>load<u32>(order) * MOMENTS;
      const w = load<f64>(at);
      const dx = load<f64>(at, 8) - ox;
      const dy = load<f64>(at, 16) - oy;
      const dz = load<f64>(at, 24) - oz;
      const wx = w * dx;
      const wy = w * dy;
      const wz = w * dz;
      weight += w;
      x += wx;
      y += wy;
      z += wz;
      xx += load<f64>(at, 32) + wx * dx;
      yy += load<f64>(at, 40) + wy * dy;
      zz += load<f64>(at, 48) + wz * dz;
      yz += load<f64>(at, 56) + wy * dz;
      xz += load<f64>(at, 64) + wx * dz;
      xy += load<f64>(at, 72) + wx * dy;
    }
    const mx = x / weight;
    const my = y / weight;
    const mz = z / weight;
    BoxFrame.setVector(ORIGIN, ox + mx, oy + my, oz + mz);
    BoxFrame.setVector(SPREAD, xx - mx * x, yy - my * y, zz - mz * z);
    BoxFrame.setVector(SPREAD + 24, yz - my * z, xz - mx * z, xy - mx * y);
    BoxFrame.setPrincipalAxes();
  }

  /** The eigenvectors of SPREAD by Jacobi's turns: orthonormal to a few roundings, however far the turns have come. */
  @inline static setPrincipalAxes(): void {
    BoxFrame.setUnitAxes();
    const trace = load<f64>(SPREAD) + load<f64>(SPREAD, 8) + load<f64>(SPREAD, 16);
    if (!(trace > NO_LENGTH)) return;
    const small = DIAGONAL * trace;
    for (let turn = 0; turn < TURNS; turn++) {
      const off = Math.abs(load<f64>(SPREAD, 24)) + Math.abs(load<f64>(SPREAD, 32)) + Math.abs(load<f64>(SPREAD, 40));
      if (off <= small) return;
      BoxFrame.turn(0, 1, 2);
      BoxFrame.turn(0, 2, 1);
      BoxFrame.turn(1, 2, 0);
    }
  }

  /** Turns axes p and q until they have no mixed moment; r is the third. */
  @inline static turn(p: usize, q: usize, r: usize): void {
    const pq = load<f64>(SPREAD + 8 * r, 24);
    if (pq == 0) return;
    const pp = load<f64>(SPREAD + 8 * p);
    const qq = load<f64>(SPREAD + 8 * q);
    const cotangent = (qq - pp) / (2 * pq);
    const root = Math.sqrt(cotangent * cotangent + 1);
    const t = 1 / (cotangent < 0 ? cotangent - root : cotangent + root);
    const c = 1 / Math.sqrt(t * t + 1);
    const s = t * c;
    store<f64>(SPREAD + 8 * p, pp - t * pq);
    store<f64>(SPREAD + 8 * q, qq + t * pq);
    store<f64>(SPREAD + 8 * r, 0, 24);
    BoxFrame.mix(SPREAD + 24 + 8 * q, SPREAD + 24 + 8 * p, c, s);
    BoxFrame.mix(AXES + 24 * p, AXES + 24 * q, c, s);
    BoxFrame.mix(AXES + 24 * p + 8, AXES + 24 * q + 8, c, s);
    BoxFrame.mix(AXES + 24 * p + 16, AXES + 24 * q + 16, c, s);
  }

  @inline static mix(p: usize, q: usize, c: f64, s: f64): void {
    const x = load<f64>(p);
    const y = load<f64>(q);
    store<f64>(p, c * x - s * y);
    store<f64>(q, s * x + c * y);
  }

  @inline static setVector(to: usize, x: f64, y: f64, z: f64): void {
    store<f64>(to, x);
    store<f64>(to, y, 8);
    store<f64>(to, z, 16);
  }

  @inline static setUnitAxes(): void {
    BoxFrame.setVector(AXES, 1, 0, 0);
    BoxFrame.setVector(AXES + 24, 0, 1, 0);
    BoxFrame.setVector(AXES + 48, 0, 0, 1);
  }

  /**
   * The frame of one triangle: a side, the height on it and the normal. It is the longest side, or where that is across from an angle of
   * about 90° the longer of the other two: then both of these border the box.
   */
  static alignToTriangle(triangle: usize, scale: f64): void {
    const p = triangle;
    const q = triangle + 24;
    const r = triangle + 48;
    const a = BoxFrame.sideSq(p, q, scale);
    const b = BoxFrame.sideSq(q, r, scale);
    const c = BoxFrame.sideSq(r, p, scale);
    if (a >= b && a >= c) BoxFrame.alignToLongest(p, q, r, a, b, c, scale);
    else if (b >= c) BoxFrame.alignToLongest(q, r, p, b, c, a, scale);
    else BoxFrame.alignToLongest(r, p, q, c, a, b, scale);
  }

  /** The longest side goes from p to q; squares of the sides from there on. */
  @inline static alignToLongest(p: usize, q: usize, r: usize, a: f64, b: f64, c: f64, scale: f64): void {
    const dot = 0.5 * (b + c - a);
    if (!(dot * dot <= RIGHT * b * c)) BoxFrame.alignToSide(p, q, r, scale);
    else if (b >= c) BoxFrame.alignToSide(q, r, p, scale);
    else BoxFrame.alignToSide(r, p, q, scale);
  }

  @inline static along(from: usize, to: usize, scale: f64): f64 {
    return scale * load<f64>(to) - scale * load<f64>(from);
  }

  @inline static sideSq(from: usize, to: usize, scale: f64): f64 {
    const x = BoxFrame.along(from, to, scale);
    const y = BoxFrame.along(from + 8, to + 8, scale);
    const z = BoxFrame.along(from + 16, to + 16, scale);
    return x * x + y * y + z * z;
  }

  /** The frame with the side from p to q as its first axis and, as well as rounding allows, the normal as its last. */
  static alignToSide(p: usize, q: usize, opposite: usize, scale: f64): void {
    BoxFrame.setVector(ORIGIN, scale * load<f64>(p), scale * load<f64>(p, 8), scale * load<f64>(p, 16));
    BoxFrame.setUnitAxes();
    const lengthSq = BoxFrame.sideSq(p, q, scale);
    if (!(lengthSq > NO_LENGTH)) return;
    const length = Math.sqrt(lengthSq);
    const x = BoxFrame.along(p, q, scale) / length;
    const y = BoxFrame.along(p + 8, q + 8, scale) / length;
    const z = BoxFrame.along(p + 16, q + 16, scale) / length;
    let hx = BoxFrame.along(p, opposite, scale);
    let hy = BoxFrame.along(p + 8, opposite + 8, scale);
    let hz = BoxFrame.along(p + 16, opposite + 16, scale);
    // Twice: what rounding leaves of the side after the first time is not small beside a small height.
    for (let i = 0; i < 2; i++) {
      const part = hx * x + hy * y + hz * z;
      hx -= part * x;
      hy -= part * y;
      hz -= part * z;
    }
    let heightSq = hx * hx + hy * hy + hz * hz;
    if (!(heightSq > NO_HEIGHT * lengthSq && heightSq > NO_LENGTH)) {
      // A segment: side × the unit axis that is farthest from it.
      const isX = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z);
      const isY = !isX && Math.abs(y) <= Math.abs(z);
      hx = isX ? 0 : isY ? -z : y;
      hy = isX ? z : isY ? 0 : -x;
      hz = isX ? -y : isY ? x : 0;
      heightSq = hx * hx + hy * hy + hz * hz;
    }
    const height = Math.sqrt(heightSq);
    hx /= height;
    hy /= height;
    hz /= height;
    BoxFrame.setVector(AXES, x, y, z);
    BoxFrame.setVector(AXES + 24, hx, hy, hz);
    BoxFrame.setVector(AXES + 48, y * hz - z * hy, z * hx - x * hz, x * hy - y * hx);
  }
}
