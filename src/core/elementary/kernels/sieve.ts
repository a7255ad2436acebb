// Before the certified stages: drops pairs that surely never touch, four pairs per vector, in f32.
//   never    the coplanarity cubic C(t) = w · (e × g) has four Bernstein coefficients surely of one
//            sign: the features are never coplanar.
//   outside  around the only root of C, or in each quarter of the step that may have a root, the
//            origin is surely outside the polygon as seen along an axis.
// Safe direction: a pair is dropped only by a proof. All others go through the f64 stages as if
// there were no sieve, so that it changes no time. docs/numerics.md derives the bounds.
import { MeshContext } from '../../kernels/mesh-context';
import { Pair } from './pair';
import { PairScratch } from './pair-scratch';
import { AXIS, E, G, Lanes32, SieveLanes } from './sieve-lanes';

/** 2^-24, the relative error of one rounding to f32; the mutation test scales it. */
const HALF_ULP: f32 = 5.9604645e-8 * (<f32>BOUND_PERCENT / 100);
/** Coefficients and values of the cubic err by less than this share of the permanent. */
const CUBIC_ERROR: f32 = 24 * HALF_ULP;
/** Cross products and their sums err by less than this share of the product of both reaches. */
const CROSS_ERROR: f32 = 16 * HALF_ULP;
/** More than all underflows of a pair, where no coordinate exceeds 1. */
const UNDERFLOW: f32 = 1e-40 * (<f32>BOUND_PERCENT / 100);
/** The narrowest bracket of a root, on either side: narrower ones would decide hardly more pairs. */
const LEAST_WIDTH: f32 = 1 / 1024;

/** Proofs in f32 that features never touch. */
export class Sieve {
  /**
   * The power of two that brings all coordinates below 1: neither products of three factors nor
   * what they are compared with overflow, and what underflows is far below the size of features.
   */
  @inline static scale(largest: f64): f64 {
    const exponent = max<u64>(64, (reinterpret<u64>(largest) >> 52) & 0x7ff);
    return reinterpret<f64>((2045 - exponent) << 52);
  }

  /** Of the gathered pairs, those that surely never touch, as four bits. */
  @inline static dropped(lanes: usize, edges: bool): i32 {
    const at = changetype<SieveLanes>(lanes);
    const wx0 = at.wx0;
    const wx1 = at.wx1;
    const ex0 = at.ex0;
    const ex1 = at.ex1;
    const gx0 = at.gx0;
    const gx1 = at.gx1;
    const wy0 = at.wy0;
    const wy1 = at.wy1;
    const ey0 = at.ey0;
    const ey1 = at.ey1;
    const gy0 = at.gy0;
    const gy1 = at.gy1;
    const wz0 = at.wz0;
    const wz1 = at.wz1;
    const ez0 = at.ez0;
    const ez1 = at.ez1;
    const gz0 = at.gz0;
    const gz1 = at.gz1;
    // n = e × g at both ends; m = e0 × g1 + e1 × g0.
    const nx0 = Lanes32.cross(ey0, gz0, ez0, gy0);
    const ny0 = Lanes32.cross(ez0, gx0, ex0, gz0);
    const nz0 = Lanes32.cross(ex0, gy0, ey0, gx0);
    const nx1 = Lanes32.cross(ey1, gz1, ez1, gy1);
    const ny1 = Lanes32.cross(ez1, gx1, ex1, gz1);
    const nz1 = Lanes32.cross(ex1, gy1, ey1, gx1);
    const mx = f32x4.add(Lanes32.cross(ey0, gz1, ez0, gy1), Lanes32.cross(ey1, gz0, ez1, gy0));
    const my = f32x4.add(Lanes32.cross(ez0, gx1, ex0, gz1), Lanes32.cross(ez1, gx0, ex1, gz0));
    const mz = f32x4.add(Lanes32.cross(ex0, gy1, ey0, gx1), Lanes32.cross(ex1, gy0, ey1, gx0));
    const third = f32x4.splat(1 / 3);
    const b0 = Lanes32.dot(wx0, nx0, wy0, ny0, wz0, nz0);
    const b3 = Lanes32.dot(wx1, nx1, wy1, ny1, wz1, nz1);
    const b1 = f32x4.mul(
      third,
      f32x4.add(Lanes32.dot(wx1, nx0, wy1, ny0, wz1, nz0), Lanes32.dot(wx0, mx, wy0, my, wz0, mz)),
    );
    const b2 = f32x4.mul(
      third,
      f32x4.add(Lanes32.dot(wx0, nx1, wy0, ny1, wz0, nz1), Lanes32.dot(wx1, mx, wy1, my, wz1, mz)),
    );
    const rwx = Lanes32.reach(wx0, wx1);
    const rwy = Lanes32.reach(wy0, wy1);
    const rwz = Lanes32.reach(wz0, wz1);
    const rex = Lanes32.reach(ex0, ex1);
    const rey = Lanes32.reach(ey0, ey1);
    const rez = Lanes32.reach(ez0, ez1);
    const rgx = Lanes32.reach(gx0, gx1);
    const rgy = Lanes32.reach(gy0, gy1);
    const rgz = Lanes32.reach(gz0, gz1);
    const permanent = Lanes32.dot(
      rwx,
      Lanes32.mix(rey, rgz, rez, rgy),
      rwy,
      Lanes32.mix(rez, rgx, rex, rgz),
      rwz,
      Lanes32.mix(rex, rgy, rey, rgx),
    );
    const bound = f32x4.add(f32x4.mul(f32x4.splat(CUBIC_ERROR), permanent), f32x4.splat(UNDERFLOW));
    const negative = f32x4.neg(bound);
    const low = f32x4.pmin(f32x4.pmin(b0, b1), f32x4.pmin(b2, b3));
    const high = f32x4.pmax(f32x4.pmax(b0, b1), f32x4.pmax(b2, b3));
    let done = i32x4.bitmask(v128.or(f32x4.gt(low, bound), f32x4.lt(high, negative)));
    if (done == 15) return 15;

    // Surely one sign change in b0 … b3, as in screen.ts: one simple root, by two Newton steps from
    // the root of the chord, with a bracket that is certified by the signs at its ends.
    const rising = v128.and(
      v128.and(f32x4.lt(b0, negative), f32x4.gt(b3, bound)),
      v128.or(f32x4.lt(b1, negative), f32x4.gt(b2, bound)),
    );
    const falling = v128.and(
      v128.and(f32x4.gt(b0, bound), f32x4.lt(b3, negative)),
      v128.or(f32x4.gt(b1, bound), f32x4.lt(b2, negative)),
    );
    const zero = f32x4.splat(0);
    const one = f32x4.splat(1);
    const three = f32x4.splat(3);
    const c1 = f32x4.mul(three, f32x4.sub(b1, b0));
    const c2 = f32x4.mul(three, f32x4.add(f32x4.sub(f32x4.sub(b2, b1), b1), b0));
    const c3 = f32x4.sub(f32x4.add(f32x4.sub(b3, f32x4.mul(three, b2)), f32x4.mul(three, b1)), b0);
    const d2 = f32x4.add(c2, c2);
    const d3 = f32x4.mul(three, c3);
    let t = zero;
    let y = f32x4.div(b0, f32x4.sub(b0, b3));
    let slope = one;
    for (let k = 0; k < 2; k++) {
      t = y;
      const value = f32x4.add(f32x4.mul(f32x4.add(f32x4.mul(f32x4.add(f32x4.mul(c3, t), c2), t), c1), t), b0);
      slope = f32x4.add(f32x4.mul(f32x4.add(f32x4.mul(d3, t), d2), t), c1);
      y = f32x4.pmin(f32x4.pmax(f32x4.sub(t, f32x4.div(value, slope)), zero), one);
    }
    const step = f32x4.abs(f32x4.sub(y, t));
    const doubt = f32x4.div(f32x4.add(bound, bound), f32x4.abs(slope));
    const width = f32x4.pmax(f32x4.add(step, step), f32x4.pmax(doubt, f32x4.splat(LEAST_WIDTH)));
    const start = f32x4.pmax(f32x4.sub(y, width), zero);
    const end = f32x4.pmin(f32x4.add(y, width), one);
    const before = Lanes32.value(b0, b1, b2, b3, start);
    const after = Lanes32.value(b0, b1, b2, b3, end);
    const sure = v128.or(
      v128.and(rising, v128.and(f32x4.lt(before, negative), f32x4.gt(after, bound))),
      v128.and(falling, v128.and(f32x4.gt(before, bound), f32x4.lt(after, negative))),
    );
    const from = v128.and(sure, start);
    const to = v128.bitselect(end, one, sure);

    at.reachX = f32x4.add(f32x4.add(rwx, rex), rgx);
    at.reachY = f32x4.add(f32x4.add(rwy, rey), rgy);
    at.reachZ = f32x4.add(f32x4.add(rwz, rez), rgz);
    // Seen along the axis along which the normal is longest in the middle of the step: first the
    // axis of the first lane, for all lanes, then those of the lanes that are left.
    const nx = f32x4.abs(f32x4.add(f32x4.add(nx0, mx), nx1));
    const ny = f32x4.abs(f32x4.add(f32x4.add(ny0, my), ny1));
    const nz = f32x4.abs(f32x4.add(f32x4.add(nz0, mz), nz1));
    const alongX = i32x4.bitmask(v128.and(f32x4.ge(nx, ny), f32x4.ge(nx, nz)));
    const alongY = i32x4.bitmask(f32x4.ge(ny, nz)) & ~alongX;
    for (let left = ~done & 15; left; left &= ~done) {
      const first = left & -left;
      const isX = alongX & first;
      const isY = alongY & first;
      const p: usize = isX ? 1 : isY ? 2 : 0;
      const r: usize = isX ? 2 : isY ? 0 : 1;
      done |= i32x4.bitmask(Sieve.outside(lanes, p, r, from, to, false, edges));
      left &= ~(isX ? alongX : isY ? alongY : ~(alongX | alongY));
    }
    let several = ~(done | i32x4.bitmask(sure)) & 15;
    if (!several) return done;

    at.b0 = b0;
    at.b1 = b1;
    at.b2 = b2;
    at.b3 = b3;
    at.bound = bound;
    at.normalX = nx;
    at.normalY = ny;
    at.normalZ = nz;
    for (; several; several &= several - 1) {
      const lane = ctz(several);
      const own = lanes + ((<usize>lane) << 2);
      if (edges ? Sieve.edgesApartInQuarters(own) : Sieve.vertexApartInQuarters(own)) done |= 1 << lane;
    }
    return done;
  }

  /** `apartInQuarters`, compiled once for each kind of pair. */
  static edgesApartInQuarters(at: usize): bool {
    return Sieve.apartInQuarters(at, true);
  }
  static vertexApartInQuarters(at: usize): bool {
    return Sieve.apartInQuarters(at, false);
  }

  /**
   * Whether one pair surely never touches: in each quarter of the step, which are the four lanes,
   * the cubic surely has no root or the origin is surely outside. `at` is the address of the pair's
   * lane in the first vector.
   */
  @inline static apartInQuarters(at: usize, edges: bool): bool {
    const from = f32x4(0, 0.25, 0.5, 0.75);
    const to = f32x4(0.25, 0.5, 0.75, 1);
    const s = f32x4(1, 0.75, 0.5, 0.25);
    const r = f32x4(0.75, 0.5, 0.25, 0);
    const b0 = v128.load32_splat(at, offsetof<SieveLanes>('b0'));
    const b1 = v128.load32_splat(at, offsetof<SieveLanes>('b1'));
    const b2 = v128.load32_splat(at, offsetof<SieveLanes>('b2'));
    const b3 = v128.load32_splat(at, offsetof<SieveLanes>('b3'));
    const bound = v128.load32_splat(at, offsetof<SieveLanes>('bound'));
    // The Bernstein coefficients on each quarter, by blossoming.
    const a0 = Lanes32.mix(b0, s, b1, from);
    const a1 = Lanes32.mix(b1, s, b2, from);
    const a2 = Lanes32.mix(b2, s, b3, from);
    const aa0 = Lanes32.mix(a0, s, a1, from);
    const aa1 = Lanes32.mix(a1, s, a2, from);
    const ab0 = Lanes32.mix(a0, r, a1, to);
    const ab1 = Lanes32.mix(a1, r, a2, to);
    const c0 = Lanes32.mix(b0, r, b1, to);
    const c1 = Lanes32.mix(b1, r, b2, to);
    const c2 = Lanes32.mix(b2, r, b3, to);
    const r0 = Lanes32.mix(aa0, s, aa1, from);
    const r1 = Lanes32.mix(aa0, r, aa1, to);
    const r2 = Lanes32.mix(ab0, r, ab1, to);
    const r3 = Lanes32.mix(Lanes32.mix(c0, r, c1, to), r, Lanes32.mix(c1, r, c2, to), to);
    const low = f32x4.pmin(f32x4.pmin(r0, r1), f32x4.pmin(r2, r3));
    const high = f32x4.pmax(f32x4.pmax(r0, r1), f32x4.pmax(r2, r3));
    const clear = v128.or(f32x4.gt(low, bound), f32x4.lt(high, f32x4.neg(bound)));
    if (i32x4.all_true(clear)) return true;
    const nx = load<f32>(at, offsetof<SieveLanes>('normalX'));
    const ny = load<f32>(at, offsetof<SieveLanes>('normalY'));
    const nz = load<f32>(at, offsetof<SieveLanes>('normalZ'));
    const p: usize = nx >= ny && nx >= nz ? 1 : ny >= nz ? 2 : 0;
    const q: usize = p == 2 ? 0 : p + 1;
    return i32x4.all_true(v128.or(clear, Sieve.outside(at, p, q, from, to, true, edges)));
  }

  /** A vector of four pairs, or one pair's lane of it four times. */
  @inline static load(at: usize, isOne: bool): v128 {
    return isOne ? v128.load32_splat(at) : v128.load(at);
  }

  /**
   * Lanes in which the origin is surely outside the polygon during [from, to], as seen along the
   * axis other than p and r. `isOne`: all lanes are one pair, and `at` is the address of its lane.
   * With P = w × e, Q = w × g and N = e × g, the cross products of neighbouring corners are P,
   * Q + N, N − P and −Q for edges, P, Q − P + N and −Q for a vertex and a face: quadratics in time.
   * If one is surely positive and another surely negative, the origin is outside (docs/numerics.md).
   */
  @inline static outside(at: usize, p: usize, r: usize, from: v128, to: v128, isOne: bool, edges: bool): v128 {
    const half = f32x4.splat(0.5);
    const s0 = f32x4.sub(f32x4.splat(1), from);
    const s1 = f32x4.sub(f32x4.splat(1), to);
    const atP = at + p * AXIS;
    const atR = at + r * AXIS;
    let a = Sieve.load(atP, isOne);
    let b = Sieve.load(atP + 16, isOne);
    const wp0 = Lanes32.mix(a, s0, b, from);
    const wp1 = Lanes32.mix(a, s1, b, to);
    a = Sieve.load(atP + E, isOne);
    b = Sieve.load(atP + E + 16, isOne);
    const ep0 = Lanes32.mix(a, s0, b, from);
    const ep1 = Lanes32.mix(a, s1, b, to);
    a = Sieve.load(atP + G, isOne);
    b = Sieve.load(atP + G + 16, isOne);
    const gp0 = Lanes32.mix(a, s0, b, from);
    const gp1 = Lanes32.mix(a, s1, b, to);
    a = Sieve.load(atR, isOne);
    b = Sieve.load(atR + 16, isOne);
    const wr0 = Lanes32.mix(a, s0, b, from);
    const wr1 = Lanes32.mix(a, s1, b, to);
    a = Sieve.load(atR + E, isOne);
    b = Sieve.load(atR + E + 16, isOne);
    const er0 = Lanes32.mix(a, s0, b, from);
    const er1 = Lanes32.mix(a, s1, b, to);
    a = Sieve.load(atR + G, isOne);
    b = Sieve.load(atR + G + 16, isOne);
    const gr0 = Lanes32.mix(a, s0, b, from);
    const gr1 = Lanes32.mix(a, s1, b, to);
    const reaches = f32x4.mul(
      Sieve.load(at + offsetof<SieveLanes>('reachX') + (p << 4), isOne),
      Sieve.load(at + offsetof<SieveLanes>('reachX') + (r << 4), isOne),
    );
    const error = f32x4.add(f32x4.mul(f32x4.splat(CROSS_ERROR), reaches), f32x4.splat(UNDERFLOW));
    const minus = f32x4.neg(error);
    const p0 = Lanes32.cross(wp0, er0, wr0, ep0);
    const p1 = f32x4.mul(half, f32x4.add(Lanes32.cross(wp0, er1, wr0, ep1), Lanes32.cross(wp1, er0, wr1, ep0)));
    const p2 = Lanes32.cross(wp1, er1, wr1, ep1);
    const q0 = Lanes32.cross(wp0, gr0, wr0, gp0);
    const q1 = f32x4.mul(half, f32x4.add(Lanes32.cross(wp0, gr1, wr0, gp1), Lanes32.cross(wp1, gr0, wr1, gp0)));
    const q2 = Lanes32.cross(wp1, gr1, wr1, gp1);
    const n0 = Lanes32.cross(ep0, gr0, er0, gp0);
    const n1 = f32x4.mul(half, f32x4.add(Lanes32.cross(ep0, gr1, er0, gp1), Lanes32.cross(ep1, gr0, er1, gp0)));
    const n2 = Lanes32.cross(ep1, gr1, er1, gp1);
    let positive = v128.or(f32x4.gt(Lanes32.least(p0, p1, p2), error), f32x4.lt(Lanes32.most(q0, q1, q2), minus));
    let negative = v128.or(f32x4.lt(Lanes32.most(p0, p1, p2), minus), f32x4.gt(Lanes32.least(q0, q1, q2), error));
    if (edges) {
      const a0 = f32x4.add(q0, n0);
      const a1 = f32x4.add(q1, n1);
      const a2 = f32x4.add(q2, n2);
      const b0 = f32x4.sub(n0, p0);
      const b1 = f32x4.sub(n1, p1);
      const b2 = f32x4.sub(n2, p2);
      positive = v128.or(positive, f32x4.gt(Lanes32.least(a0, a1, a2), error));
      positive = v128.or(positive, f32x4.gt(Lanes32.least(b0, b1, b2), error));
      negative = v128.or(negative, f32x4.lt(Lanes32.most(a0, a1, a2), minus));
      negative = v128.or(negative, f32x4.lt(Lanes32.most(b0, b1, b2), minus));
    } else {
      const a0 = f32x4.add(f32x4.sub(q0, p0), n0);
      const a1 = f32x4.add(f32x4.sub(q1, p1), n1);
      const a2 = f32x4.add(f32x4.sub(q2, p2), n2);
      positive = v128.or(positive, f32x4.gt(Lanes32.least(a0, a1, a2), error));
      negative = v128.or(negative, f32x4.lt(Lanes32.most(a0, a1, a2), minus));
    }
    return v128.and(positive, negative);
  }

  /** The loop over all pairs, for one kind. */
  @inline static run(context: MeshContext, scratch: PairScratch, pairs: usize, count: i32, edges: bool): i32 {
    const table = Pair.table(context, edges);
    const points = context.points;
    const lanes = scratch.sieve;
    const scale = f64x2.splat(Sieve.scale(context.largest));
    const last = pairs + ((<usize>(count - 1)) << 3);
    let to = scratch.kept;
    for (let i = 0; i < count; i += 4, pairs += 32) {
      // Beyond the last pair, the last one fills the lanes.
      const second = min(pairs + 8, last);
      const third = min(pairs + 16, last);
      const fourth = min(pairs + 24, last);
      Lanes32.gather(lanes, table, points, scale, pairs, second, third, fourth, edges);
      const lastLanes = count - i >= 4 ? 15 : (1 << (count - i)) - 1;
      const left = ~Sieve.dropped(lanes, edges) & lastLanes;
      // Appends without a branch: writes, then keeps the pair or lets the next one overwrite it.
      store<u64>(to, load<u64>(pairs));
      to += (<usize>(left & 1)) << 3;
      store<u64>(to, load<u64>(second));
      to += (<usize>((left >> 1) & 1)) << 3;
      store<u64>(to, load<u64>(third));
      to += (<usize>((left >> 2) & 1)) << 3;
      store<u64>(to, load<u64>(fourth));
      to += (<usize>((left >> 3) & 1)) << 3;
    }
    return <i32>((to - scratch.kept) >> 3);
  }
}

/**
 * Writes the pairs that may touch to `scratch.kept`, in their order, and returns their number. The
 * block has room for all pairs and one more. Coordinates are at most 2^99.
 */
export function sievePairs(context: MeshContext, scratch: PairScratch, pairs: usize, count: i32, edges: bool): i32 {
  if (edges) return Sieve.run(context, scratch, pairs, count, true);
  return Sieve.run(context, scratch, pairs, count, false);
}
