// Proofs of separation over a stretch of time whose directions turn exactly with the features: along the normal of the polygon's
// plane, across one of its sides, and towards one of its corners. Their loss does not grow with the size of the features, as that of a direction that
// turns linearly does, so they carry the march where features hover close together while they rotate.
// A product of two vectors that move linearly has three control vectors and is a convex combination of them.
import { Lane, TINY, U } from './lanes';
import { corners, ex, ey, ez, gx, gy, gz, Polygon, reachX, reachY, reachZ } from './polygon';

/** The largest coordinate of a corner, and of a side, at either end of the step. */
let reach: f64 = 0;
let sideReach: f64 = 0;
/** A moving vector: xyz at the start of the stretch, then at its end. */
const E: usize = memory.data(48, 16);
const G: usize = memory.data(48, 16);
const SIDE: usize = memory.data(48, 16);
const LAST_SIDE: usize = memory.data(48, 16);
const CORNER: usize = memory.data(48, 16);
/** Three control vectors each: of the normal n = e × g, and of the moment w = x × s of a side s at its corner x. */
const NORMAL: usize = memory.data(72, 16);
const MOMENT: usize = memory.data(72, 16);

export class Turning {
  @inline static reachOf(a: v128, b: v128, c: v128): f64 {
    return Lane.first(f64x2.pmax(f64x2.pmax(Lane.reach(a), Lane.reach(b)), Lane.reach(c)));
  }

  /** Once for a loaded polygon. The third side of a triangle is g − e. */
  static measure(): void {
    reach = max(max(reachX, reachY), reachZ);
    const e = Turning.reachOf(Polygon.e(0), Polygon.e(16), Polygon.e(32));
    const g = Turning.reachOf(Polygon.g(0), Polygon.g(16), Polygon.g(32));
    sideReach = corners == 3 ? e + g : max(e, g);
  }

  @inline static put(at: usize, x: f64, y: f64, z: f64): void {
    store<f64>(at, x);
    store<f64>(at, y, 8);
    store<f64>(at, z, 16);
  }

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

  static cross(to: usize, a: usize, b: usize): void {
    Turning.crossAlong(to, a, b, 8, 16);
    Turning.crossAlong(to + 8, a, b, 16, 0);
    Turning.crossAlong(to + 16, a, b, 0, 8);
  }

  @inline static placeCorner(j: i32, to: usize, weights: v128): void {
    const y = Polygon.cornerAt(j, 16, weights);
    Turning.put(to, Polygon.cornerAt(j, 0, weights), y, Polygon.cornerAt(j, 32, weights));
  }

  /** The side from corner j on: e, g − e, −g of a triangle; e, g, −e, −g of a parallelogram. */
  static placeSide(j: i32, to: usize): void {
    const ofE: f64 = j == 0 ? 1 : j == 1 ? (corners == 3 ? -1 : 0) : j == 2 && corners == 4 ? -1 : 0;
    const ofG: f64 = j == 0 ? 0 : j == 1 ? 1 : j == 2 && corners == 4 ? 0 : -1;
    for (let i: usize = 0; i < 48; i += 8) store<f64>(to + i, ofE * load<f64>(E + i) + ofG * load<f64>(G + i));
  }

  /** True if the features surely keep more than `clearance` on [t0, t1]. */
  static keeps(t0: f64, t1: f64, clearance: f64): bool {
    const first = Lane.pair(1 - t0, t0);
    const last = Lane.pair(1 - t1, t1);
    Polygon.sidesAt(first);
    Turning.put(E, ex, ey, ez);
    Turning.put(G, gx, gy, gz);
    Polygon.sidesAt(last);
    Turning.put(E + 24, ex, ey, ez);
    Turning.put(G + 24, gx, gy, gz);
    Turning.cross(NORMAL, E, G);
    for (let j = 0; j < corners; j++) {
      Turning.placeCorner(j, CORNER, first);
      Turning.placeCorner(j, CORNER + 24, last);
      if (j == 0 && Turning.planeKeeps(clearance)) return true;
      Turning.placeSide(j, SIDE);
      if (Turning.sideKeeps(clearance) || Turning.cornerKeeps(j, clearance)) return true;
    }
    return false;
  }

  /**
   * The origin stays off the polygon's plane, on one side of it. Along the normal n all corners are equally far, n · x = C(t), a
   * cubic, and n is never longer than its longest control vector. Roundings of a term of C: sides 4 + 4, cross product 2, its
   * sum 1, corner 4, dot product 3, sum and division 2: 20, on magnitudes of at most 6 reach · sideReach².
   */
  static planeKeeps(clearance: f64): bool {
    const x0 = CORNER;
    const x1 = CORNER + 24;
    const n1 = NORMAL + 24;
    const n2 = NORMAL + 48;
    const c0 = Turning.dot(NORMAL, x0);
    const c1 = (Turning.dot(NORMAL, x1) + 2 * Turning.dot(n1, x0)) / 3;
    const c2 = (Turning.dot(n2, x0) + 2 * Turning.dot(n1, x1)) / 3;
    const c3 = Turning.dot(n2, x1);
    const longest = Turning.longest(NORMAL) * (1 + 8 * U) + 48 * U * sideReach * sideReach;
    const needed = clearance * (1 + 16 * U) * longest + 144 * U * sideReach * sideReach * reach + TINY;
    return (
      (c0 > needed && c1 > needed && c2 > needed && c3 > needed) ||
      (c0 < -needed && c1 < -needed && c2 < -needed && c3 < -needed)
    );
  }

  /**
   * The origin stays off the line of side j, and the rest of the polygon is beyond that side. With x the corner, s the side and
   * w = x × s, the direction d = s × w has d · x = |w|² at both ends of the side, and |d| = |s||w|: to keep more than η it takes
   * |w| > η|s|, and the part of w along a fixed direction serves for |w|. The other corners are at least as far along d if
   * w · n ≤ 0; all pairs of control vectors are enough. Roundings of w: corner 4, side 5, product and difference 2, sum 1: 12, so
   * each component errs by 24 u reach · sideReach; of n: 11, so 22 u sideReach². Their dot product errs by what these, times √3 and
   * the length of the other, come to, and by its own three roundings.
   */
  static sideKeeps(clearance: f64): bool {
    Turning.cross(MOMENT, CORNER, SIDE);
    const middle = MOMENT + 24;
    const length = Turning.longest(MOMENT);
    const beyond = U * sideReach * (48 * reach * Turning.longest(NORMAL) + 80 * sideReach * length) + TINY;
    for (let w = MOMENT; w < MOMENT + 72; w += 24)
      for (let n = NORMAL; n < NORMAL + 72; n += 24) if (!(Turning.dot(w, n) < -beyond)) return false;
    const unit = sqrt(Turning.dot(middle, middle)) * (1 + 8 * U) + TINY;
    const parts = min(min(Turning.dot(MOMENT, middle), Turning.dot(middle, middle)), Turning.dot(middle + 24, middle));
    const side =
      sqrt(max(Turning.dot(SIDE, SIDE), Turning.dot(SIDE + 24, SIDE + 24))) * (1 + 8 * U) + 16 * U * sideReach;
    return parts / unit > clearance * (1 + 32 * U) * side + 128 * U * reach * sideReach + TINY;
  }

  /**
   * The origin stays off corner j, and the polygon is beyond it: along x itself the neighbours are at least as far, s · x ≥ 0 and
   * −s' · x ≥ 0 with the side s that leaves the corner and the side s' that comes to it; again all pairs of ends are enough.
   * Roundings: corner 4, side 5, dot product 3, on magnitudes of at most 3 reach · sideReach.
   */
  static cornerKeeps(j: i32, clearance: f64): bool {
    Turning.placeSide(j == 0 ? corners - 1 : j - 1, LAST_SIDE);
    const beyond = 48 * U * reach * sideReach + TINY;
    for (let x = CORNER; x <= CORNER + 24; x += 24)
      for (let i: usize = 0; i <= 24; i += 24) {
        if (!(Turning.dot(SIDE + i, x) > beyond) || !(Turning.dot(LAST_SIDE + i, x) < -beyond)) return false;
      }
    const across = Turning.dot(CORNER, CORNER + 24);
    const first = Turning.dot(CORNER, CORNER);
    const last = Turning.dot(CORNER + 24, CORNER + 24);
    // The parts of x at both ends along its sum x₀ + x₁.
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
