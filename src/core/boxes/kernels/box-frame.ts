// Chooses the frame in which a box is fitted around triangles: a point among them and three axes.
// For several triangles these are the principal axes of their area, as in OBB trees; for one
// triangle, a side, the height on it and the normal. Uses only + − × ÷ √, so the bits are the same
// on every engine.

import { BoxScratch } from './box-scratch';

/** Bytes of a triangle: three corners. */
export const TRIANGLE_BYTES: usize = 72;
/** Bytes of a triangle's moments: weight; centroid; xx, yy, zz, yz, xz, xy about the centroid. */
export const MOMENT_BYTES: usize = 80;

/**
 * Share of the squared sides in the weight of a triangle, so that a triangle without area
 * contributes its direction too.
 */
const SIDE_WEIGHT: f64 = 0.0009765625;
/** 2^−60: weight of a point, in squares of the body's radius, so that no weight is 0. */
const POINT_WEIGHT: f64 = 8.673617379884035e-19;
/** 2^−930: a vector whose squared length is below this has no reliable direction. */
const MIN_LENGTH_SQ: f64 = 1.101803207925311e-280;
/** 2^−90: a triangle whose squared height is a smaller part of its squared side is a segment. */
const MIN_HEIGHT_SQ: f64 = 8.077935669463161e-28;
/** An angle whose squared cosine is at most this counts as a right angle. */
const MAX_RIGHT_COSINE_SQ: f64 = 0.01;
/**
 * 2^−32: the spread counts as diagonal if its mixed moments sum to at most this share of its trace.
 * Axes are rounded to 24 bits anyway.
 */
const MAX_MIXED_SHARE: f64 = 2.3283064365386963e-10;
/**
 * Jacobi sweeps at most. Each sweep squares the part off the diagonal; what remains only costs
 * tightness.
 */
const MAX_SWEEPS: i32 = 8;

/** Chooses frames; all write the origin and the axes of the scratch. */
export class BoxFrame {
  /** Writes the moments of all triangles, weighted by area, in lengths times the scale. */
  static weigh(scratch: BoxScratch, count: i32): void {
    const scale = scratch.scale;
    let triangle = scratch.triangles;
    let to = scratch.moments;
    for (let i = 0; i < count; i++, triangle += TRIANGLE_BYTES, to += MOMENT_BYTES) {
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
      const weight = 0.5 * Math.sqrt(nx * nx + ny * ny + nz * nz) + SIDE_WEIGHT * sides + POINT_WEIGHT;
      store<f64>(to, weight);
      store<f64>(to, ax + (ux + vx) / 3, 8);
      store<f64>(to, ay + (uy + vy) / 3, 16);
      store<f64>(to, az + (uz + vz) / 3, 24);
      // The integral of (x − g)(x − g)ᵀ is area / 12 times the sum over the corners, which is
      // (2uuᵀ − uvᵀ − vuᵀ + 2vvᵀ) / 3.
      const share = weight / 36;
      store<f64>(to, share * BoxFrame.aboutCentroid(ux, ux, vx, vx), 32);
      store<f64>(to, share * BoxFrame.aboutCentroid(uy, uy, vy, vy), 40);
      store<f64>(to, share * BoxFrame.aboutCentroid(uz, uz, vz, vz), 48);
      store<f64>(to, share * BoxFrame.aboutCentroid(uy, uz, vy, vz), 56);
      store<f64>(to, share * BoxFrame.aboutCentroid(ux, uz, vx, vz), 64);
      store<f64>(to, share * BoxFrame.aboutCentroid(ux, uy, vx, vy), 72);
    }
  }

  /** Entry (i, j) of 2uuᵀ − uvᵀ − vuᵀ + 2vvᵀ. */
  @inline static aboutCentroid(ui: f64, uj: f64, vi: f64, vj: f64): f64 {
    return 2 * (ui * uj + vi * vj) - ui * vj - vi * uj;
  }

  /** The frame of `n` triangles: their centroid and the principal axes of their area. */
  static alignToSpread(scratch: BoxScratch, order: usize, n: i32): void {
    const moments = scratch.moments;
    // Relative to one centroid: a small part of a large body would lose digits otherwise.
    const first = moments + <usize>load<u32>(order) * MOMENT_BYTES;
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
      const at = moments + <usize>load<u32>(order) * MOMENT_BYTES;
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
    const spread = scratch.spread;
    BoxFrame.setVector(scratch.origin, ox + mx, oy + my, oz + mz);
    BoxFrame.setVector(spread, xx - mx * x, yy - my * y, zz - mz * z);
    BoxFrame.setVector(spread + 24, yz - my * z, xz - mx * z, xy - mx * y);
    BoxFrame.setPrincipalAxes(spread, scratch.axes);
  }

  /**
   * The eigenvectors of the spread by Jacobi rotations. They are orthonormal to a few roundings,
   * even where the sweeps end before they converge.
   */
  @inline static setPrincipalAxes(spread: usize, axes: usize): void {
    BoxFrame.setUnitAxes(axes);
    const trace = load<f64>(spread) + load<f64>(spread, 8) + load<f64>(spread, 16);
    if (!(trace > MIN_LENGTH_SQ)) return;
    const small = MAX_MIXED_SHARE * trace;
    for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
      const off = Math.abs(load<f64>(spread, 24)) + Math.abs(load<f64>(spread, 32)) + Math.abs(load<f64>(spread, 40));
      if (off <= small) return;
      BoxFrame.rotate(spread, axes, 0, 1, 2);
      BoxFrame.rotate(spread, axes, 0, 2, 1);
      BoxFrame.rotate(spread, axes, 1, 2, 0);
    }
  }

  /** The Jacobi rotation of axes p and q that makes their mixed moment 0; r is the third axis. */
  @inline static rotate(spread: usize, axes: usize, p: usize, q: usize, r: usize): void {
    const pq = load<f64>(spread + 8 * r, 24);
    if (pq == 0) return;
    const pp = load<f64>(spread + 8 * p);
    const qq = load<f64>(spread + 8 * q);
    const cotangent = (qq - pp) / (2 * pq);
    const root = Math.sqrt(cotangent * cotangent + 1);
    const t = 1 / (cotangent < 0 ? cotangent - root : cotangent + root);
    const c = 1 / Math.sqrt(t * t + 1);
    const s = t * c;
    store<f64>(spread + 8 * p, pp - t * pq);
    store<f64>(spread + 8 * q, qq + t * pq);
    store<f64>(spread + 8 * r, 0, 24);
    BoxFrame.mix(spread + 24 + 8 * q, spread + 24 + 8 * p, c, s);
    BoxFrame.mix(axes + 24 * p, axes + 24 * q, c, s);
    BoxFrame.mix(axes + 24 * p + 8, axes + 24 * q + 8, c, s);
    BoxFrame.mix(axes + 24 * p + 16, axes + 24 * q + 16, c, s);
  }

  /** Rotates the pair of numbers at p and q: p becomes c·p − s·q, q becomes s·p + c·q. */
  @inline static mix(p: usize, q: usize, c: f64, s: f64): void {
    const x = load<f64>(p);
    const y = load<f64>(q);
    store<f64>(p, c * x - s * y);
    store<f64>(q, s * x + c * y);
  }

  /** Writes a vector. */
  @inline static setVector(to: usize, x: f64, y: f64, z: f64): void {
    store<f64>(to, x);
    store<f64>(to, y, 8);
    store<f64>(to, z, 16);
  }

  /** Sets the axes to x, y and z. */
  @inline static setUnitAxes(axes: usize): void {
    BoxFrame.setVector(axes, 1, 0, 0);
    BoxFrame.setVector(axes + 24, 0, 1, 0);
    BoxFrame.setVector(axes + 48, 0, 0, 1);
  }

  /**
   * The frame of one triangle: a side, the height on it and the normal. The side is the longest
   * one. Where the angle across from it is about 90°, the side is the longer of the other two: then
   * both of these lie along the box.
   */
  static alignToTriangle(scratch: BoxScratch, triangle: usize): void {
    const scale = scratch.scale;
    const p = triangle;
    const q = triangle + 24;
    const r = triangle + 48;
    const a = BoxFrame.sideSq(p, q, scale);
    const b = BoxFrame.sideSq(q, r, scale);
    const c = BoxFrame.sideSq(r, p, scale);
    if (a >= b && a >= c) BoxFrame.alignToLongest(scratch, p, q, r, a, b, c);
    else if (b >= c) BoxFrame.alignToLongest(scratch, q, r, p, b, c, a);
    else BoxFrame.alignToLongest(scratch, r, p, q, c, a, b);
  }

  /** The longest side is from p to q; a, b, c are the squared sides pq, qr, rp. */
  @inline static alignToLongest(scratch: BoxScratch, p: usize, q: usize, r: usize, a: f64, b: f64, c: f64): void {
    const dot = 0.5 * (b + c - a);
    if (!(dot * dot <= MAX_RIGHT_COSINE_SQ * b * c)) BoxFrame.alignToSide(scratch, p, q, r);
    else if (b >= c) BoxFrame.alignToSide(scratch, q, r, p);
    else BoxFrame.alignToSide(scratch, r, p, q);
  }

  /** A coordinate of the vector between two corners, scaled. */
  @inline static along(from: usize, to: usize, scale: f64): f64 {
    return scale * load<f64>(to) - scale * load<f64>(from);
  }

  /** Squared length of a side, scaled. */
  @inline static sideSq(from: usize, to: usize, scale: f64): f64 {
    const x = BoxFrame.along(from, to, scale);
    const y = BoxFrame.along(from + 8, to + 8, scale);
    const z = BoxFrame.along(from + 16, to + 16, scale);
    return x * x + y * y + z * z;
  }

  /** The first axis is the side from p to q; the last is the normal, as well as rounding allows. */
  static alignToSide(scratch: BoxScratch, p: usize, q: usize, opposite: usize): void {
    const scale = scratch.scale;
    const axes = scratch.axes;
    BoxFrame.setVector(scratch.origin, scale * load<f64>(p), scale * load<f64>(p, 8), scale * load<f64>(p, 16));
    BoxFrame.setUnitAxes(axes);
    const lengthSq = BoxFrame.sideSq(p, q, scale);
    if (!(lengthSq > MIN_LENGTH_SQ)) return;
    const length = Math.sqrt(lengthSq);
    const x = BoxFrame.along(p, q, scale) / length;
    const y = BoxFrame.along(p + 8, q + 8, scale) / length;
    const z = BoxFrame.along(p + 16, q + 16, scale) / length;
    let hx = BoxFrame.along(p, opposite, scale);
    let hy = BoxFrame.along(p + 8, opposite + 8, scale);
    let hz = BoxFrame.along(p + 16, opposite + 16, scale);
    // Twice: the part of the side that rounding leaves after the first pass is not small compared
    // with a small height.
    for (let i = 0; i < 2; i++) {
      const part = hx * x + hy * y + hz * z;
      hx -= part * x;
      hy -= part * y;
      hz -= part * z;
    }
    let heightSq = hx * hx + hy * hy + hz * hz;
    if (!(heightSq > MIN_HEIGHT_SQ * lengthSq && heightSq > MIN_LENGTH_SQ)) {
      // A segment: the side × the coordinate axis that is most nearly perpendicular to it.
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
    BoxFrame.setVector(axes, x, y, z);
    BoxFrame.setVector(axes + 24, hx, hy, hz);
    BoxFrame.setVector(axes + 48, y * hz - z * hy, z * hx - x * hz, x * hy - y * hx);
  }
}
