// The moving polygon of one pair, unpacked for the stages that look at a pair at length: corners x_j and sides e, g as
// [t0 t1] vectors, and the reach of each coordinate. The question is whether the origin is ever in it.
import { Lane, TINY, U } from './lanes';
import { Pair, p0, p1, p2, p3 } from './pair';

/** 48 bytes a corner (x, y, z), four corners; then e, then g. */
const SCRATCH: usize = memory.data(288, 16);
const E: usize = 192;
const G: usize = 240;
/** Number of corners: 3 for vertex–face, 4 for edge–edge. */
export let corners: i32 = 0;
/** Largest |coordinate| of a corner at either end. */
export let reachX: f64 = 0;
export let reachY: f64 = 0;
export let reachZ: f64 = 0;
/** e and g at the time last given to `Polygon.sidesAt`. */
export let ex: f64 = 0;
export let ey: f64 = 0;
export let ez: f64 = 0;
export let gx: f64 = 0;
export let gy: f64 = 0;
export let gz: f64 = 0;

export class Polygon {
  @inline static corner(j: i32, offset: usize): v128 {
    return v128.load(SCRATCH + <usize>j * 48 + offset);
  }
  @inline static e(offset: usize): v128 {
    return v128.load(SCRATCH + E + offset);
  }
  @inline static g(offset: usize): v128 {
    return v128.load(SCRATCH + G + offset);
  }
  @inline static cornerAt(j: i32, offset: usize, weights: v128): f64 {
    return Lane.at(Polygon.corner(j, offset), weights);
  }

  /** Unpacks one coordinate of the located pair and returns its reach. */
  @inline static unpack(offset: usize, edges: bool): f64 {
    const a = v128.load(p0 + offset);
    const b = v128.load(p1 + offset);
    const c = v128.load(p2 + offset);
    const d = v128.load(p3 + offset);
    const x0 = f64x2.sub(a, edges ? c : b);
    const x1 = edges ? f64x2.sub(b, c) : f64x2.sub(a, c);
    const x2 = edges ? f64x2.sub(b, d) : f64x2.sub(a, d);
    const x3 = f64x2.sub(a, d);
    const to = SCRATCH + offset;
    v128.store(to, x0);
    v128.store(to, x1, 48);
    v128.store(to, x2, 96);
    v128.store(to, x3, 144);
    v128.store(to, edges ? f64x2.sub(b, a) : f64x2.sub(b, c), E);
    v128.store(to, edges ? f64x2.sub(c, d) : f64x2.sub(b, d), G);
    const reach = f64x2.pmax(f64x2.pmax(f64x2.abs(x0), f64x2.abs(x1)), f64x2.pmax(f64x2.abs(x2), f64x2.abs(x3)));
    return Lane.first(Lane.reach(reach));
  }

  @inline static load(edges: bool): void {
    corners = edges ? 4 : 3;
    reachX = Polygon.unpack(0, edges);
    reachY = Polygon.unpack(16, edges);
    reachZ = Polygon.unpack(32, edges);
  }

  /** Locates and loads the pair whose two ids stand at `ids`, for stages that look long: a call more does not matter, the size of the code does. */
  @inline static take(ids: usize, table: usize, points: usize, edges: bool): void {
    if (edges) Polygon.takeEe(ids, table, points);
    else Polygon.takeVf(ids, table, points);
  }
  static takeVf(ids: usize, faces: usize, points: usize): void {
    Pair.locate(ids, faces, points, false);
    Polygon.load(false);
  }
  static takeEe(ids: usize, edges: usize, points: usize): void {
    Pair.locate(ids, edges, points, true);
    Polygon.load(true);
  }

  /**
   * Brings the loaded polygon to the size of 1 by a power of two, so that squares and fourth powers neither overflow nor vanish,
   * and returns that power. Coordinates so much smaller than the largest that they underflow are far below its rounding.
   */
  static normalize(): f64 {
    const largest = max(max(reachX, reachY), reachZ);
    const exponent = (reinterpret<u64>(largest) >> 52) & 0x7ff;
    const scale = reinterpret<f64>((2046 - min<u64>(max<u64>(exponent, 1), 2045)) << 52);
    const factor = f64x2.splat(scale);
    for (let at = SCRATCH; at < SCRATCH + 288; at += 16) v128.store(at, f64x2.mul(v128.load(at), factor));
    reachX *= scale;
    reachY *= scale;
    reachZ *= scale;
    return scale;
  }

  @inline static sidesAt(weights: v128): void {
    ex = Lane.at(Polygon.e(0), weights);
    ey = Lane.at(Polygon.e(16), weights);
    ez = Lane.at(Polygon.e(32), weights);
    gx = Lane.at(Polygon.g(0), weights);
    gy = Lane.at(Polygon.g(16), weights);
    gz = Lane.at(Polygon.g(32), weights);
  }

  /** The axis along which the normal at time t is longest: 0, 1 or 2. */
  static widestAxis(t: f64): i32 {
    Polygon.sidesAt(Lane.pair(1 - t, t));
    const nx = abs(ey * gz - ez * gy);
    const ny = abs(ez * gx - ex * gz);
    const nz = abs(ex * gy - ey * gx);
    return nx >= ny && nx >= nz ? 0 : ny >= nz ? 1 : 2;
  }

  /**
   * Where the origin is, seen along an axis, during all of [from, to]: 1 surely strictly inside, −1 surely outside, 0 unknown.
   * The cross product of two neighbouring corners is a quadratic; its Bernstein coefficients on the interval carry an
   * error of at most 22 u × the product of the reaches.
   */
  static inside(from: f64, to: f64, axis: i32): i32 {
    const p: usize = axis == 2 ? 0 : (<usize>(axis + 1)) << 4;
    const r: usize = axis == 0 ? 32 : (<usize>(axis - 1)) << 4;
    const reachP = p == 0 ? reachX : p == 16 ? reachY : reachZ;
    const reachR = r == 0 ? reachX : r == 16 ? reachY : reachZ;
    const error = 40 * U * reachP * reachR + TINY;
    const t = Lane.pair(from, to);
    const s = f64x2.sub(f64x2.splat(1), t);
    const half = f64x2.splat(0.5);
    let ap = Polygon.corner(corners - 1, p);
    let ar = Polygon.corner(corners - 1, r);
    let left = 0;
    let right = 0;
    for (let j = 0; j < corners; j++) {
      const bp = Polygon.corner(j, p);
      const br = Polygon.corner(j, r);
      const sign = Polygon.turn(ap, ar, bp, br, s, t, half, f64x2.splat(error));
      left += sign & 1;
      right += sign >> 1;
      if (left > 0 && right > 0) return -1;
      ap = bp;
      ar = br;
    }
    return left == corners || right == corners ? 1 : 0;
  }

  /** Bit 0: the quadratic a × b is surely positive on the interval; bit 1: surely negative. t = (from, to), s = 1 − t. */
  @inline static turn(ap: v128, ar: v128, bp: v128, br: v128, s: v128, t: v128, half: v128, error: v128): i32 {
    const ends = Lane.cross(ap, br, ar, bp);
    const mixed = Lane.cross(ap, Lane.swap(br), ar, Lane.swap(bp));
    const c1 = f64x2.mul(half, f64x2.add(mixed, Lane.swap(mixed)));
    const u = Lane.mix(v128.shuffle<f64>(ends, ends, 0, 0), s, c1, t);
    const v = Lane.mix(c1, s, v128.shuffle<f64>(ends, ends, 1, 1), t);
    const outer = Lane.mix(u, s, v, t);
    const inner = Lane.mix(u, Lane.swap(s), v, Lane.swap(t));
    const low = f64x2.pmin(outer, inner);
    const high = f64x2.pmax(outer, inner);
    return <i32>i64x2.all_true(f64x2.gt(low, error)) | ((<i32>i64x2.all_true(f64x2.lt(high, f64x2.neg(error)))) << 1);
  }
}
