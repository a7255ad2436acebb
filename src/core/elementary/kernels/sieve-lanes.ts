// The four pairs that the sieve tests at a time, one per lane, as f32.
import { Pair } from './pair';

/** Four pairs, one per lane; 16-byte aligned. */
@unmanaged
export class SieveLanes {
  // Per axis w, e and g, each at t = 0 and at t = 1. They must come first, in this order.
  wx0: v128;
  wx1: v128;
  ex0: v128;
  ex1: v128;
  gx0: v128;
  gx1: v128;
  wy0: v128;
  wy1: v128;
  ey0: v128;
  ey1: v128;
  gy0: v128;
  gy1: v128;
  wz0: v128;
  wz1: v128;
  ez0: v128;
  ez1: v128;
  gz0: v128;
  gz1: v128;
  // Sums of the largest magnitudes of w, e and g. These three must follow each other.
  reachX: v128;
  reachY: v128;
  reachZ: v128;
  // The coefficients of the cubic and their bound, for pairs whose quarters are tested.
  b0: v128;
  b1: v128;
  b2: v128;
  b3: v128;
  bound: v128;
  // Four times the magnitudes of the normal e × g in the middle of the step.
  normalX: v128;
  normalY: v128;
  normalZ: v128;
}

/** Bytes of an axis. */
export const AXIS: usize = offsetof<SieveLanes>('wy0');
/** Offset of e within an axis. */
export const E: usize = offsetof<SieveLanes>('ex0');
/** Offset of g within an axis. */
export const G: usize = offsetof<SieveLanes>('gx0');

/** Filling lanes, and arithmetic on vectors of four f32. */
export class Lanes32 {
  /** A coordinate of b − a at both ends, for one pair, as two f32. */
  @inline static difference(a: usize, b: usize, scale: v128): v128 {
    return f32x4.demote_f64x2_zero(f64x2.mul(f64x2.sub(v128.load(b), v128.load(a)), scale));
  }

  /** Stores a vector of the four pairs at t = 0 and one at t = 1, given both values per pair. */
  @inline static store(to: usize, p: v128, q: v128, r: v128, s: v128): void {
    const pq = v128.shuffle<f32>(p, q, 0, 4, 1, 5);
    const rs = v128.shuffle<f32>(r, s, 0, 4, 1, 5);
    v128.store(to, v128.shuffle<f32>(pq, rs, 0, 1, 4, 5));
    v128.store(to, v128.shuffle<f32>(pq, rs, 2, 3, 6, 7), 16);
  }

  /** One pair per lane: writes w, e and g, corner and sides as in screen.ts. */
  @inline static gather(
    lanes: usize,
    table: usize,
    points: usize,
    scale: v128,
    pair0: usize,
    pair1: usize,
    pair2: usize,
    pair3: usize,
    edges: bool,
  ): void {
    const i0 = Pair.first(pair0, table, edges);
    const j0 = Pair.second(pair0, table, edges);
    const i1 = Pair.first(pair1, table, edges);
    const j1 = Pair.second(pair1, table, edges);
    const i2 = Pair.first(pair2, table, edges);
    const j2 = Pair.second(pair2, table, edges);
    const i3 = Pair.first(pair3, table, edges);
    const j3 = Pair.second(pair3, table, edges);
    const a0 = Pair.p0(points, i0);
    const b0 = Pair.p1(points, i0, j0, edges);
    const c0 = Pair.p2(points, j0, edges);
    const d0 = Pair.p3(points, j0, edges);
    const a1 = Pair.p0(points, i1);
    const b1 = Pair.p1(points, i1, j1, edges);
    const c1 = Pair.p2(points, j1, edges);
    const d1 = Pair.p3(points, j1, edges);
    const a2 = Pair.p0(points, i2);
    const b2 = Pair.p1(points, i2, j2, edges);
    const c2 = Pair.p2(points, j2, edges);
    const d2 = Pair.p3(points, j2, edges);
    const a3 = Pair.p0(points, i3);
    const b3 = Pair.p1(points, i3, j3, edges);
    const c3 = Pair.p2(points, j3, edges);
    const d3 = Pair.p3(points, j3, edges);
    for (let axis: usize = 0; axis < 3; axis++) {
      const to = lanes + axis * AXIS;
      const k = axis << 4;
      Lanes32.store(
        to,
        Lanes32.difference((edges ? c0 : b0) + k, a0 + k, scale),
        Lanes32.difference((edges ? c1 : b1) + k, a1 + k, scale),
        Lanes32.difference((edges ? c2 : b2) + k, a2 + k, scale),
        Lanes32.difference((edges ? c3 : b3) + k, a3 + k, scale),
      );
      Lanes32.store(
        to + E,
        Lanes32.difference((edges ? a0 : c0) + k, b0 + k, scale),
        Lanes32.difference((edges ? a1 : c1) + k, b1 + k, scale),
        Lanes32.difference((edges ? a2 : c2) + k, b2 + k, scale),
        Lanes32.difference((edges ? a3 : c3) + k, b3 + k, scale),
      );
      Lanes32.store(
        to + G,
        Lanes32.difference(d0 + k, (edges ? c0 : b0) + k, scale),
        Lanes32.difference(d1 + k, (edges ? c1 : b1) + k, scale),
        Lanes32.difference(d2 + k, (edges ? c2 : b2) + k, scale),
        Lanes32.difference(d3 + k, (edges ? c3 : b3) + k, scale),
      );
    }
  }

  /** a·b − c·d. */
  @inline static cross(a: v128, b: v128, c: v128, d: v128): v128 {
    return f32x4.sub(f32x4.mul(a, b), f32x4.mul(c, d));
  }
  /** a·b + c·d. */
  @inline static mix(a: v128, b: v128, c: v128, d: v128): v128 {
    return f32x4.add(f32x4.mul(a, b), f32x4.mul(c, d));
  }
  /** a·b + c·d + e·f. */
  @inline static dot(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128): v128 {
    return f32x4.add(f32x4.add(f32x4.mul(a, b), f32x4.mul(c, d)), f32x4.mul(e, f));
  }
  /** The larger magnitude. */
  @inline static reach(a: v128, b: v128): v128 {
    return f32x4.pmax(f32x4.abs(a), f32x4.abs(b));
  }
  /** The least of three. */
  @inline static least(a: v128, b: v128, c: v128): v128 {
    return f32x4.pmin(f32x4.pmin(a, b), c);
  }
  /** The greatest of three. */
  @inline static most(a: v128, b: v128, c: v128): v128 {
    return f32x4.pmax(f32x4.pmax(a, b), c);
  }
  /** A cubic at times t, by de Casteljau. */
  @inline static value(b0: v128, b1: v128, b2: v128, b3: v128, t: v128): v128 {
    const s = f32x4.sub(f32x4.splat(1), t);
    const a = Lanes32.mix(b0, s, b1, t);
    const b = Lanes32.mix(b1, s, b2, t);
    const c = Lanes32.mix(b2, s, b3, t);
    return Lanes32.mix(Lanes32.mix(a, s, b, t), s, Lanes32.mix(b, s, c, t), t);
  }
}
