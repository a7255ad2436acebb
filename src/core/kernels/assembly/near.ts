// Which pairs of features are at most a distance apart at the start of the step, and their nearest points. Two pairs at a time, one a lane, and
// nothing branches before the verdict. The optimum comes from modified Gram–Schmidt: see nearest-triangles.ts; weights that lie outside
// are moved to the rim, whatever they were: each candidate is a point of either.
// What rounding, a contact or an underflow leave in doubt is written down for the caller; NaN is in doubt.
import { Lane } from './lanes';
import { Pair, p0, p1, p2, p3 } from './pair';

/** Bytes of a pair that is near: two ids, the distance, the unit normal from b to a, the weights. */
export const ROW: usize = 64;
/** Bytes of its hit, to sort by: two ids and the row's number. */
const HIT: usize = 16;

/** Doubt about a squared distance, as a part of the squares of all lengths: 2^-43, where nearest points err by less than 2^-46. */
const DOUBT: f64 = 1.1368683772161603e-13;
/** Features that are nearer than 2^-23 of their lengths may touch, and their difference does not give their direction. */
const CLOSE: f64 = 1.4210854715202004e-14;
/** Above the square of every length that underflow can spoil. */
const TINY: f64 = 1e-280;

/** Of both lanes: distances, normals, weights. */
const LANES: usize = memory.data(112, 16);

/** Written by `Near.run`. */
export let nearCount: i32 = 0;
export let doubtfulCount: i32 = 0;

/** Of the present two pairs: nearest difference a − b, weights as they are reported, and the squares of all lengths. */
let nx: v128 = i64x2(0, 0);
let ny: v128 = i64x2(0, 0);
let nz: v128 = i64x2(0, 0);
let w0: v128 = i64x2(0, 0);
let w1: v128 = i64x2(0, 0);
let w2: v128 = i64x2(0, 0);
let squares: v128 = i64x2(0, 0);

export class Near {
  @inline static lengthSq(x: v128, y: v128, z: v128): v128 {
    return Lane.dot(x, x, y, y, z, z);
  }

  /** x − w·y. */
  @inline static less(x: v128, w: v128, y: v128): v128 {
    return f64x2.sub(x, f64x2.mul(w, y));
  }

  /** Moved into [0, 1]; NaN becomes 0. */
  @inline static inside(w: v128): v128 {
    return f64x2.pmin(f64x2.splat(1), f64x2.pmax(f64x2.splat(0), w));
  }

  /** A coordinate of corners of two pairs. */
  @inline static both(a: usize, b: usize, offset: usize): v128 {
    return Lane.pair(load<f64>(a + offset), load<f64>(b + offset));
  }

  /** The edges a0 a1 and b0 b1. Each of three steps takes the best point of one edge for that of the other, from the optimum of the lines on. */
  @inline static edges(a0: usize, a1: usize, b0: usize, b1: usize, A0: usize, A1: usize, B0: usize, B1: usize): void {
    const ax = Near.both(a0, A0, 0);
    const ay = Near.both(a0, A0, 16);
    const az = Near.both(a0, A0, 32);
    const bx = Near.both(b0, B0, 0);
    const by = Near.both(b0, B0, 16);
    const bz = Near.both(b0, B0, 32);
    const ex = f64x2.sub(Near.both(a1, A1, 0), ax);
    const ey = f64x2.sub(Near.both(a1, A1, 16), ay);
    const ez = f64x2.sub(Near.both(a1, A1, 32), az);
    const fx = f64x2.sub(Near.both(b1, B1, 0), bx);
    const fy = f64x2.sub(Near.both(b1, B1, 16), by);
    const fz = f64x2.sub(Near.both(b1, B1, 32), bz);
    const rx = f64x2.sub(ax, bx);
    const ry = f64x2.sub(ay, by);
    const rz = f64x2.sub(az, bz);
    const ee = Near.lengthSq(ex, ey, ez);
    const ff = Near.lengthSq(fx, fy, fz);
    squares = f64x2.add(f64x2.add(ee, ff), Near.lengthSq(rx, ry, rz));
    const inverse = f64x2.div(f64x2.splat(1), ee);
    const m = f64x2.mul(Lane.dot(ex, fx, ey, fy, ez, fz), inverse);
    const along = f64x2.mul(Lane.dot(rx, ex, ry, ey, rz, ez), inverse);
    const hx = Near.less(fx, m, ex);
    const hy = Near.less(fy, m, ey);
    const hz = Near.less(fz, m, ez);
    const ux = Near.less(rx, along, ex);
    const uy = Near.less(ry, along, ey);
    const uz = Near.less(rz, along, ez);
    const free = Near.inside(f64x2.div(Lane.dot(ux, hx, uy, hy, uz, hz), Near.lengthSq(hx, hy, hz)));
    const s = Near.inside(f64x2.sub(f64x2.mul(m, free), along));
    const px = f64x2.add(rx, f64x2.mul(s, ex));
    const py = f64x2.add(ry, f64x2.mul(s, ey));
    const pz = f64x2.add(rz, f64x2.mul(s, ez));
    const t = Near.inside(f64x2.div(Lane.dot(px, fx, py, fy, pz, fz), ff));
    nx = Near.less(px, t, fx);
    ny = Near.less(py, t, fy);
    nz = Near.less(pz, t, fz);
    w0 = s;
    w1 = t;
    w2 = f64x2.splat(0);
  }

  /** The vertex v and the face f0 f1 f2: inside, or the nearest of its sides. */
  @inline static face(v: usize, f0: usize, f1: usize, f2: usize, V: usize, F0: usize, F1: usize, F2: usize): void {
    const ax = Near.both(f0, F0, 0);
    const ay = Near.both(f0, F0, 16);
    const az = Near.both(f0, F0, 32);
    const ex = f64x2.sub(Near.both(f1, F1, 0), ax);
    const ey = f64x2.sub(Near.both(f1, F1, 16), ay);
    const ez = f64x2.sub(Near.both(f1, F1, 32), az);
    const gx = f64x2.sub(Near.both(f2, F2, 0), ax);
    const gy = f64x2.sub(Near.both(f2, F2, 16), ay);
    const gz = f64x2.sub(Near.both(f2, F2, 32), az);
    const rx = f64x2.sub(Near.both(v, V, 0), ax);
    const ry = f64x2.sub(Near.both(v, V, 16), ay);
    const rz = f64x2.sub(Near.both(v, V, 32), az);
    const ee = Near.lengthSq(ex, ey, ez);
    const gg = Near.lengthSq(gx, gy, gz);
    squares = f64x2.add(f64x2.add(ee, gg), Near.lengthSq(rx, ry, rz));
    const one = f64x2.splat(1);
    const zero = f64x2.splat(0);
    const inverse = f64x2.div(one, ee);
    const m = f64x2.mul(Lane.dot(ex, gx, ey, gy, ez, gz), inverse);
    const along = f64x2.mul(Lane.dot(rx, ex, ry, ey, rz, ez), inverse);
    const hx = Near.less(gx, m, ex);
    const hy = Near.less(gy, m, ey);
    const hz = Near.less(gz, m, ez);
    const ux = Near.less(rx, along, ex);
    const uy = Near.less(ry, along, ey);
    const uz = Near.less(rz, along, ez);
    const wc = f64x2.div(Lane.dot(ux, hx, uy, hy, uz, hz), Near.lengthSq(hx, hy, hz));
    const wb = Near.less(along, wc, m);
    const wa = f64x2.sub(f64x2.sub(one, wb), wc);
    // Sides: on f0 f1, on f0 f2, on f1 f2.
    const onE = Near.inside(along);
    const sideE = Near.lengthSq(Near.less(rx, onE, ex), Near.less(ry, onE, ey), Near.less(rz, onE, ez));
    const onG = Near.inside(f64x2.div(Lane.dot(rx, gx, ry, gy, rz, gz), gg));
    const sideG = Near.lengthSq(Near.less(rx, onG, gx), Near.less(ry, onG, gy), Near.less(rz, onG, gz));
    const kx = f64x2.sub(gx, ex);
    const ky = f64x2.sub(gy, ey);
    const kz = f64x2.sub(gz, ez);
    const qx = f64x2.sub(rx, ex);
    const qy = f64x2.sub(ry, ey);
    const qz = f64x2.sub(rz, ez);
    const onK = Near.inside(f64x2.div(Lane.dot(qx, kx, qy, ky, qz, kz), Near.lengthSq(kx, ky, kz)));
    const sideK = Near.lengthSq(Near.less(qx, onK, kx), Near.less(qy, onK, ky), Near.less(qz, onK, kz));
    const byE = v128.and(f64x2.le(sideE, sideG), f64x2.le(sideE, sideK));
    const byG = f64x2.le(sideG, sideK);
    const rimB = v128.bitselect(onE, v128.bitselect(zero, f64x2.sub(one, onK), byG), byE);
    const rimC = v128.bitselect(zero, v128.bitselect(onG, onK, byG), byE);
    const isInside = v128.and(v128.and(f64x2.ge(wa, zero), f64x2.ge(wb, zero)), f64x2.ge(wc, zero));
    w1 = v128.bitselect(wb, rimB, isInside);
    w2 = v128.bitselect(wc, rimC, isInside);
    w0 = f64x2.pmax(zero, f64x2.sub(f64x2.sub(one, w1), w2));
    nx = Near.less(Near.less(rx, w1, ex), w2, gx);
    ny = Near.less(Near.less(ry, w1, ey), w2, gy);
    nz = Near.less(Near.less(rz, w1, ez), w2, gz);
  }

  /**
   * `rows`, `hits` and `doubtful`, pairs of ids, have room for one more than `count`. `first`: the number of the first row.
   */
  @inline static run(
    pairs: usize,
    count: i32,
    table: usize,
    points: usize,
    distance: f64,
    rows: usize,
    hits: usize,
    first: i32,
    doubtful: usize,
    edges: bool,
  ): void {
    const distanceSq = f64x2.splat(distance * distance);
    let number = first;
    let open = doubtful;
    for (let i = 0; i < count; i += 2) {
      const ids = pairs + ((<usize>i) << 3);
      const other = i + 1 < count ? ids + 8 : ids;
      Pair.locate(ids, table, points, edges);
      const q0 = p0;
      const q1 = p1;
      const q2 = p2;
      const q3 = p3;
      Pair.locate(other, table, points, edges);
      if (edges) Near.edges(q0, q1, q2, q3, p0, p1, p2, p3);
      else Near.face(q0, q1, q2, q3, p0, p1, p2, p3);
      const apartSq = Near.lengthSq(nx, ny, nz);
      const doubt = f64x2.add(f64x2.mul(f64x2.splat(DOUBT), f64x2.add(squares, distanceSq)), f64x2.splat(TINY));
      const far = i64x2.bitmask(f64x2.gt(apartSq, f64x2.add(distanceSq, doubt)));
      if (far == 3) continue;
      const least = f64x2.add(f64x2.mul(f64x2.splat(CLOSE), squares), f64x2.splat(TINY));
      const near = i64x2.bitmask(v128.and(f64x2.lt(apartSq, f64x2.sub(distanceSq, doubt)), f64x2.gt(apartSq, least)));
      const distances = f64x2.sqrt(apartSq);
      v128.store(LANES, distances);
      v128.store(LANES, f64x2.div(nx, distances), 16);
      v128.store(LANES, f64x2.div(ny, distances), 32);
      v128.store(LANES, f64x2.div(nz, distances), 48);
      v128.store(LANES, w0, 64);
      v128.store(LANES, w1, 80);
      v128.store(LANES, w2, 96);
      for (let lane = 0; lane < 2 && i + lane < count; lane++) {
        const both = load<u64>(ids + ((<usize>lane) << 3));
        const row = rows + <usize>(number - first) * ROW;
        const hit = hits + <usize>(number - first) * HIT;
        store<u64>(row, both);
        for (let k: usize = 0; k < 7; k++) store<u64>(row + 8 * k, load<u64>(LANES + 16 * k + ((<usize>lane) << 3)), 8);
        store<u64>(hit, both);
        store<u64>(hit, number, 8);
        number += (near >> lane) & 1;
        store<u64>(open, both);
        open += (~(far | near) >> lane) & 1 ? 8 : 0;
      }
    }
    nearCount = number - first;
    doubtfulCount = <i32>((open - doubtful) >> 3);
  }

  /** The columns of sorted hits from their rows. `map` translates second ids, or is 0. */
  static columns(
    hits: usize,
    count: i32,
    rows: usize,
    map: usize,
    a: usize,
    b: usize,
    distances: usize,
    normals: usize,
    weights: usize,
  ): void {
    for (let i = 0; i < count; i++, hits += HIT) {
      const row = rows + <usize>load<u32>(hits, 8) * ROW;
      const second = load<u32>(hits, 4);
      store<u32>(a + ((<usize>i) << 2), load<u32>(hits));
      store<u32>(b + ((<usize>i) << 2), map ? load<u32>(map + ((<usize>second) << 2)) : second);
      store<f64>(distances + ((<usize>i) << 3), load<f64>(row, 8));
      v128.store(normals + <usize>i * 24, v128.load(row, 16));
      store<f64>(normals + <usize>i * 24, load<f64>(row, 32), 16);
      v128.store(weights + <usize>i * 24, v128.load(row, 40));
      store<f64>(weights + <usize>i * 24, load<f64>(row, 56), 16);
    }
  }
}
