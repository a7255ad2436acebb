// Proofs of separation over an interval of time whose directions turn exactly with the features:
// along the normal of the polygon's plane, across one of its sides, and towards one of its corners.
// The loss of a direction that turns linearly grows with the size of the features; the loss of
// these does not. So they carry the march of separation.ts where features hover close together
// while they rotate. A product of two vectors that move linearly has three control vectors and is a
// convex combination of them. docs/numerics.md has the multiples of u. Safe direction: only proofs
// count, and a sign within the rounding bound proves nothing.
import { Lane, TINY, U } from '../../kernels/lanes';
import { PairScratch } from './pair-scratch';
import { Polygon } from './polygon';

/**
 * Byte offsets in the workspace. A moving vector is xyz at the start of the interval, then at its
 * end. First the sides e and g.
 */
const E: usize = 0;
const G: usize = 48;
/** The side that leaves the present corner. */
const SIDE: usize = 96;
/** The side that comes to the present corner. */
const LAST_SIDE: usize = 144;
/** The present corner. */
const CORNER: usize = 192;
/** Three control vectors of the normal n = e × g. */
const NORMAL: usize = 240;
/** Three control vectors of the moment w = x × s of a side s at its corner x. */
const MOMENT: usize = 312;

/** Proofs for the polygon in the scratch. */
export class Turning {
  /** The largest |coordinate| of a moving vector. */
  @inline static reachOf(a: v128, b: v128, c: v128): f64 {
    return Lane.first(f64x2.pmax(f64x2.pmax(Lane.reach(a), Lane.reach(b)), Lane.reach(c)));
  }

  /**
   * Sets both reaches, once for a loaded polygon. The third side of a triangle is g − e, hence the
   * sum.
   */
  static measure(scratch: PairScratch): void {
    scratch.reach = max(max(scratch.reachX, scratch.reachY), scratch.reachZ);
    const e = Turning.reachOf(Polygon.e(scratch, 0), Polygon.e(scratch, 16), Polygon.e(scratch, 32));
    const g = Turning.reachOf(Polygon.g(scratch, 0), Polygon.g(scratch, 16), Polygon.g(scratch, 32));
    scratch.sideReach = scratch.corners == 3 ? e + g : max(e, g);
  }

  /** Stores a vector at an address. */
  @inline static put(at: usize, x: f64, y: f64, z: f64): void {
    store<f64>(at, x);
    store<f64>(at, y, 8);
    store<f64>(at, z, 16);
  }

  /** The dot product of two stored vectors. */
  @inline static dot(a: usize, b: usize): f64 {
    return load<f64>(a) * load<f64>(b) + load<f64>(a, 8) * load<f64>(b, 8) + load<f64>(a, 16) * load<f64>(b, 16);
  }

  /** One component of the control vectors of a × b, from the components p and r of both. */
  @inline static crossAlong(to: usize, a: usize, b: usize, p: usize, r: usize): void {
    const ap = load<f64>(a + p);
    const ar = load<f64>(a + r);
    const bp = load<f64>(b + p);
    const br = load<f64>(b + r);
    const Ap = load<f64>(a + p, 24);
    const Ar = load<f64>(a + r, 24);
    const Bp = load<f64>(b + p, 24);
    const Br = load<f64>(b + r, 24);
    store<f64>(to, ap * br - ar * bp);
    store<f64>(to, 0.5 * (ap * Br - ar * Bp + (Ap * br - Ar * bp)), 24);
    store<f64>(to, Ap * Br - Ar * Bp, 48);
  }

  /** The control vectors of a × b. */
  static cross(to: usize, a: usize, b: usize): void {
    Turning.crossAlong(to, a, b, 8, 16);
    Turning.crossAlong(to + 8, a, b, 16, 0);
    Turning.crossAlong(to + 16, a, b, 0, 8);
  }

  /** Stores corner j at one time. */
  @inline static placeCorner(scratch: PairScratch, j: i32, to: usize, weights: v128): void {
    const y = Polygon.cornerAt(scratch, j, 16, weights);
    Turning.put(to, Polygon.cornerAt(scratch, j, 0, weights), y, Polygon.cornerAt(scratch, j, 32, weights));
  }

  /**
   * Stores the moving side that leaves corner j: e, g − e, −g of a triangle; e, g, −e, −g of a
   * parallelogram.
   */
  static placeSide(scratch: PairScratch, j: i32, to: usize): void {
    const corners = scratch.corners;
    const work = scratch.workspace;
    const ofE: f64 = j == 0 ? 1 : j == 1 ? (corners == 3 ? -1 : 0) : j == 2 && corners == 4 ? -1 : 0;
    const ofG: f64 = j == 0 ? 0 : j == 1 ? 1 : j == 2 && corners == 4 ? 0 : -1;
    for (let i: usize = 0; i < 48; i += 8)
      store<f64>(to + i, ofE * load<f64>(work + i, E) + ofG * load<f64>(work + i, G));
  }

  /** Stores both sides at one time. */
  @inline static placeSides(scratch: PairScratch, to: usize, weights: v128): void {
    Polygon.sidesAt(scratch, weights);
    Turning.put(to + E, scratch.ex, scratch.ey, scratch.ez);
    Turning.put(to + G, scratch.gx, scratch.gy, scratch.gz);
  }

  /** True if the features surely keep more than `clearance` on [t0, t1]. */
  static keeps(scratch: PairScratch, t0: f64, t1: f64, clearance: f64): bool {
    const work = scratch.workspace;
    const first = Lane.pair(1 - t0, t0);
    const last = Lane.pair(1 - t1, t1);
    Turning.placeSides(scratch, work, first);
    Turning.placeSides(scratch, work + 24, last);
    Turning.cross(work + NORMAL, work + E, work + G);
    for (let j = 0; j < scratch.corners; j++) {
      Turning.placeCorner(scratch, j, work + CORNER, first);
      Turning.placeCorner(scratch, j, work + CORNER + 24, last);
      if (j == 0 && Turning.planeKeeps(scratch, clearance)) return true;
      Turning.placeSide(scratch, j, work + SIDE);
      if (Turning.sideKeeps(scratch, clearance) || Turning.cornerKeeps(scratch, j, clearance)) return true;
    }
    return false;
  }

  /**
   * True if the origin stays off the polygon's plane, on one side of it. Along the normal n all
   * corners are equally far, n · x = C(t), a cubic, and n is never longer than its longest control
   * vector. Roundings of a term of C: sides 4 + 4, cross product 2, its sum 1, corner 4, dot
   * product 3, sum and division 2: 20, on magnitudes of at most 6 reach · sideReach².
   */
  static planeKeeps(scratch: PairScratch, clearance: f64): bool {
    const work = scratch.workspace;
    const reach = scratch.reach;
    const sideReach = scratch.sideReach;
    const x0 = work + CORNER;
    const x1 = x0 + 24;
    const n0 = work + NORMAL;
    const n1 = n0 + 24;
    const n2 = n0 + 48;
    const c0 = Turning.dot(n0, x0);
    const c1 = (Turning.dot(n0, x1) + 2 * Turning.dot(n1, x0)) / 3;
    const c2 = (Turning.dot(n2, x0) + 2 * Turning.dot(n1, x1)) / 3;
    const c3 = Turning.dot(n2, x1);
    const longest = Turning.longest(n0) * (1 + 8 * U) + 48 * U * sideReach * sideReach;
    const needed = clearance * (1 + 16 * U) * longest + 144 * U * sideReach * sideReach * reach + TINY;
    return (
      (c0 > needed && c1 > needed && c2 > needed && c3 > needed) ||
      (c0 < -needed && c1 < -needed && c2 < -needed && c3 < -needed)
    );
  }

  /**
   * True if the origin stays off the line of side j, and the rest of the polygon is beyond that
   * side. Let x be the corner, s the side and w = x × s. The direction d = s × w has d · x = |w|²
   * at both ends of the side, and |d| = |s||w|. So the distance exceeds η if |w| > η|s|; the part
   * of w along a fixed direction is a lower bound of |w|. The other corners are at least as far
   * along d if w · n ≤ 0, for which it is enough to test all pairs of control vectors.
   *
   * Roundings of w: corner 4, side 5, product and difference 2, sum 1: 12, so each component errs
   * by 24 u reach · sideReach. Roundings of n: 11, so 22 u sideReach². The dot product errs by each
   * of these errors times √3 and the length of the other vector, and by three roundings of its own.
   */
  static sideKeeps(scratch: PairScratch, clearance: f64): bool {
    const work = scratch.workspace;
    const reach = scratch.reach;
    const sideReach = scratch.sideReach;
    const side0 = work + SIDE;
    const side1 = side0 + 24;
    const normal = work + NORMAL;
    const moment = work + MOMENT;
    const middle = moment + 24;
    Turning.cross(moment, work + CORNER, side0);
    const length = Turning.longest(moment);
    const beyond = U * sideReach * (48 * reach * Turning.longest(normal) + 80 * sideReach * length) + TINY;
    for (let w = moment; w < moment + 72; w += 24)
      for (let n = normal; n < normal + 72; n += 24) if (!(Turning.dot(w, n) < -beyond)) return false;
    const unit = sqrt(Turning.dot(middle, middle)) * (1 + 8 * U) + TINY;
    const parts = min(min(Turning.dot(moment, middle), Turning.dot(middle, middle)), Turning.dot(middle + 24, middle));
    const side = sqrt(max(Turning.dot(side0, side0), Turning.dot(side1, side1))) * (1 + 8 * U) + 16 * U * sideReach;
    return parts / unit > clearance * (1 + 32 * U) * side + 128 * U * reach * sideReach + TINY;
  }

  /**
   * True if the origin stays off corner j, and the polygon is beyond it. Along x itself the
   * neighbours are at least as far if s · x ≥ 0 and −s' · x ≥ 0, with the side s that leaves the
   * corner and the side s' that comes to it; again it is enough to test all pairs of ends.
   * Roundings: corner 4, side 5, dot product 3, on magnitudes of at most 3 reach · sideReach.
   */
  static cornerKeeps(scratch: PairScratch, j: i32, clearance: f64): bool {
    const work = scratch.workspace;
    const reach = scratch.reach;
    const x0 = work + CORNER;
    const x1 = x0 + 24;
    Turning.placeSide(scratch, j == 0 ? scratch.corners - 1 : j - 1, work + LAST_SIDE);
    const beyond = 48 * U * reach * scratch.sideReach + TINY;
    for (let x = x0; x <= x1; x += 24)
      for (let i = work; i <= work + 24; i += 24) {
        if (!(Turning.dot(i + SIDE, x) > beyond) || !(Turning.dot(i + LAST_SIDE, x) < -beyond)) return false;
      }
    const across = Turning.dot(x0, x1);
    const first = Turning.dot(x0, x0);
    const last = Turning.dot(x1, x1);
    // The lesser part of x at both ends along the sum x₀ + x₁.
    const part = (min(first, last) + across) / (sqrt(first + 2 * across + last) * (1 + 8 * U) + TINY);
    return part > clearance * (1 + 16 * U) + 32 * U * reach;
  }

  /** The length of the longest of three control vectors. */
  @inline static longest(vectors: usize): f64 {
    const a = Turning.dot(vectors, vectors);
    const b = Turning.dot(vectors + 24, vectors + 24);
    const c = Turning.dot(vectors + 48, vectors + 48);
    return sqrt(max(max(a, b), c));
  }
}
