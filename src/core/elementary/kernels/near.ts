// Decides which pairs of features are at most a distance apart at the start of the step, and finds
// their nearest points. Two pairs are processed at a time, one per lane, without branches before
// the verdict. The optimum comes from modified Gram–Schmidt: see nearest-triangles.ts. Weights
// outside a feature are clamped to its border, so each candidate is a point of either feature. Safe
// direction: pairs that rounding, a contact, an underflow or NaN leaves in doubt are listed for the
// caller to decide exactly.
import { HIT } from '../../contacts/kernels/hit';
import { PairRow } from '../../contacts/kernels/pair-row';
import { Lane } from '../../kernels/lanes';
import { MeshContext } from '../../kernels/mesh-context';
import { Pair } from './pair';

/**
 * 2^-43: error bound of a squared distance, as a share of the squares of all lengths. Nearest
 * points err by less than 2^-46.
 */
const DISTANCE_SQ_MARGIN: f64 = 1.1368683772161603e-13;
/**
 * 2^-46: the square of 2^-23. Features nearer than 2^-23 of their lengths may touch, and their
 * difference does not give their direction.
 */
const CLOSE_GAP_SQ: f64 = 1.4210854715202004e-14;
/** Above the square of every length that underflow can spoil. */
const UNDERFLOW_SQ: f64 = 1e-280;

/**
 * Scratch and buffers of the search for near pairs; 16-byte aligned. Each thread has one.
 * TypeScript sets the buffers.
 */
@unmanaged
export class NearScratch {
  // Results for the present two pairs, one per lane, in the order of a row: distance, difference a
  // − b of the nearest points (then the unit normal), weights. They must come first.
  distance: v128;
  nx: v128;
  ny: v128;
  nz: v128;
  w0: v128;
  w1: v128;
  w2: v128;
  /** The sum of the squares of all lengths of a pair. */
  squares: v128;
  /** Output: near pairs. This and the next two have room for one more than there are pairs. */
  rows: usize;
  /** Output: a hit per row, to sort by: both ids and the row's number. */
  hits: usize;
  /** Output: pairs of ids in doubt. */
  doubtful: usize;
  /** The number of the first row written. */
  firstRow: i32;
  /** Rows written. */
  nearCount: i32;
  /** Pairs in doubt. */
  doubtfulCount: i32;
}

/**
 * Sorts edge–edge pairs, or vertex–face pairs, into near ones, doubtful ones and those farther
 * apart than the distance.
 */
export function nearPairs(
  context: MeshContext,
  scratch: NearScratch,
  pairs: usize,
  count: i32,
  distance: f64,
  edges: bool,
): void {
  if (edges) Near.run(context, scratch, pairs, count, distance, true);
  else Near.run(context, scratch, pairs, count, distance, false);
}

/** Distances of two pairs at a time. */
export class Near {
  /** Squared lengths of two vectors. */
  @inline static lengthSq(x: v128, y: v128, z: v128): v128 {
    return Lane.dot(x, x, y, y, z, z);
  }

  /** x − w·y. */
  @inline static less(x: v128, w: v128, y: v128): v128 {
    return f64x2.sub(x, f64x2.mul(w, y));
  }

  /** Clamps weights to [0, 1]; NaN becomes 0. */
  @inline static inside(w: v128): v128 {
    return f64x2.pmin(f64x2.splat(1), f64x2.pmax(f64x2.splat(0), w));
  }

  /** A coordinate of corners of two pairs. */
  @inline static both(a: usize, b: usize, offset: usize): v128 {
    return Lane.pair(load<f64>(a + offset), load<f64>(b + offset));
  }

  /**
   * Edges a0 a1 and b0 b1; capitals are the second pair. Starts from the optimum of the lines. Each
   * of three steps then takes the best point of one edge for the point of the other.
   */
  @inline static edges(
    scratch: NearScratch,
    a0: usize,
    a1: usize,
    b0: usize,
    b1: usize,
    A0: usize,
    A1: usize,
    B0: usize,
    B1: usize,
  ): void {
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
    scratch.squares = f64x2.add(f64x2.add(ee, ff), Near.lengthSq(rx, ry, rz));
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
    scratch.nx = Near.less(px, t, fx);
    scratch.ny = Near.less(py, t, fy);
    scratch.nz = Near.less(pz, t, fz);
    scratch.w0 = s;
    scratch.w1 = t;
    scratch.w2 = f64x2.splat(0);
  }

  /**
   * Vertex v and face f0 f1 f2; capitals are the second pair. The nearest point is the one inside
   * the face, or that on the nearest of its sides.
   */
  @inline static face(
    scratch: NearScratch,
    v: usize,
    f0: usize,
    f1: usize,
    f2: usize,
    V: usize,
    F0: usize,
    F1: usize,
    F2: usize,
  ): void {
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
    scratch.squares = f64x2.add(f64x2.add(ee, gg), Near.lengthSq(rx, ry, rz));
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
    const w1 = v128.bitselect(wb, rimB, isInside);
    const w2 = v128.bitselect(wc, rimC, isInside);
    scratch.w0 = f64x2.pmax(zero, f64x2.sub(f64x2.sub(one, w1), w2));
    scratch.w1 = w1;
    scratch.w2 = w2;
    scratch.nx = Near.less(Near.less(rx, w1, ex), w2, gx);
    scratch.ny = Near.less(Near.less(ry, w1, ey), w2, gy);
    scratch.nz = Near.less(Near.less(rz, w1, ez), w2, gz);
  }

  /** Writes rows, hits and doubtful pairs. */
  @inline static run(
    context: MeshContext,
    scratch: NearScratch,
    pairs: usize,
    count: i32,
    distance: f64,
    edges: bool,
  ): void {
    const table = Pair.table(context, edges);
    const points = context.points;
    const distanceSq = f64x2.splat(distance * distance);
    const rows = scratch.rows;
    const hits = scratch.hits;
    const doubtful = scratch.doubtful;
    const first = scratch.firstRow;
    let number = first;
    let open = doubtful;
    for (let i = 0; i < count; i += 2) {
      const ids = pairs + ((<usize>i) << 3);
      Near.findNearest(scratch, ids, i + 1 < count ? ids + 8 : ids, table, points, edges);
      const nx = scratch.nx;
      const ny = scratch.ny;
      const nz = scratch.nz;
      const squares = scratch.squares;
      const apartSq = Near.lengthSq(nx, ny, nz);
      const doubt = f64x2.add(
        f64x2.mul(f64x2.splat(DISTANCE_SQ_MARGIN), f64x2.add(squares, distanceSq)),
        f64x2.splat(UNDERFLOW_SQ),
      );
      const far = i64x2.bitmask(f64x2.gt(apartSq, f64x2.add(distanceSq, doubt)));
      if (far == 3) continue;
      const least = f64x2.add(f64x2.mul(f64x2.splat(CLOSE_GAP_SQ), squares), f64x2.splat(UNDERFLOW_SQ));
      const near = i64x2.bitmask(v128.and(f64x2.lt(apartSq, f64x2.sub(distanceSq, doubt)), f64x2.gt(apartSq, least)));
      const distances = f64x2.sqrt(apartSq);
      scratch.distance = distances;
      scratch.nx = f64x2.div(nx, distances);
      scratch.ny = f64x2.div(ny, distances);
      scratch.nz = f64x2.div(nz, distances);
      for (let lane = 0; lane < 2 && i + lane < count; lane++) {
        const both = load<u64>(ids + ((<usize>lane) << 3));
        const row = rows + <usize>(number - first) * offsetof<PairRow>();
        const hit = hits + <usize>(number - first) * HIT;
        const values = changetype<usize>(scratch) + ((<usize>lane) << 3);
        store<u64>(row, both);
        for (let k: usize = 0; k < 7; k++) store<u64>(row + 8 * k, load<u64>(values + 16 * k), 8);
        store<u64>(hit, both);
        store<u64>(hit, number, 8);
        number += (near >> lane) & 1;
        store<u64>(open, both);
        open += (~(far | near) >> lane) & 1 ? 8 : 0;
      }
    }
    scratch.nearCount = number - first;
    scratch.doubtfulCount = <i32>((open - doubtful) >> 3);
  }

  /** Sets difference, weights and squares of the pairs whose ids are at `ids` and `other`. */
  @inline static findNearest(
    scratch: NearScratch,
    ids: usize,
    other: usize,
    table: usize,
    points: usize,
    edges: bool,
  ): void {
    const first = Pair.first(ids, table, edges);
    const second = Pair.second(ids, table, edges);
    const p0 = Pair.p0(points, first);
    const p1 = Pair.p1(points, first, second, edges);
    const p2 = Pair.p2(points, second, edges);
    const p3 = Pair.p3(points, second, edges);
    const otherFirst = Pair.first(other, table, edges);
    const otherSecond = Pair.second(other, table, edges);
    const q0 = Pair.p0(points, otherFirst);
    const q1 = Pair.p1(points, otherFirst, otherSecond, edges);
    const q2 = Pair.p2(points, otherSecond, edges);
    const q3 = Pair.p3(points, otherSecond, edges);
    if (edges) Near.edges(scratch, p0, p1, p2, p3, q0, q1, q2, q3);
    else Near.face(scratch, p0, p1, p2, p3, q0, q1, q2, q3);
  }
}
