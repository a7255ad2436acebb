// The moving polygon of one pair, for the stages that examine a pair at length: corners x_j and
// sides e, g as vectors of both ends of the step, and the reach of each coordinate. The question is
// whether the origin is ever in the polygon. The containment test certifies both answers.
import { Lane, TINY, U } from '../../kernels/lanes';
import { MeshContext } from '../../kernels/mesh-context';
import { Pair } from './pair';
import { PairScratch } from './pair-scratch';

/** Bytes of the polygon at the start of the scratch. */
const POLYGON_BYTES: usize = 288;
/** Byte offset of side e in the scratch. */
const E: usize = 192;
/** Byte offset of side g in the scratch. */
const G: usize = 240;

/** The polygon in the scratch. An `offset` of 0, 16 or 32 selects x, y or z. */
export class Polygon {
  /** A coordinate of corner j. */
  @inline static corner(scratch: PairScratch, j: i32, offset: usize): v128 {
    return v128.load(changetype<usize>(scratch) + <usize>j * 48 + offset);
  }
  /** A coordinate of side e. */
  @inline static e(scratch: PairScratch, offset: usize): v128 {
    return v128.load(changetype<usize>(scratch) + offset, E);
  }
  /** A coordinate of side g. */
  @inline static g(scratch: PairScratch, offset: usize): v128 {
    return v128.load(changetype<usize>(scratch) + offset, G);
  }
  /** A coordinate of corner j at the time t of weights = (1 − t, t). */
  @inline static cornerAt(scratch: PairScratch, j: i32, offset: usize, weights: v128): f64 {
    return Lane.at(Polygon.corner(scratch, j, offset), weights);
  }

  /** Unpacks one coordinate of the four vertices and returns its reach. */
  @inline static unpackAxis(
    scratch: PairScratch,
    p0: usize,
    p1: usize,
    p2: usize,
    p3: usize,
    offset: usize,
    edges: bool,
  ): f64 {
    const a = v128.load(p0 + offset);
    const b = v128.load(p1 + offset);
    const c = v128.load(p2 + offset);
    const d = v128.load(p3 + offset);
    const x0 = f64x2.sub(a, edges ? c : b);
    const x1 = edges ? f64x2.sub(b, c) : f64x2.sub(a, c);
    const x2 = edges ? f64x2.sub(b, d) : f64x2.sub(a, d);
    const x3 = f64x2.sub(a, d);
    const to = changetype<usize>(scratch) + offset;
    v128.store(to, x0);
    v128.store(to, x1, 48);
    v128.store(to, x2, 96);
    v128.store(to, x3, 144);
    v128.store(to, edges ? f64x2.sub(b, a) : f64x2.sub(b, c), E);
    v128.store(to, edges ? f64x2.sub(c, d) : f64x2.sub(b, d), G);
    const reach = f64x2.pmax(f64x2.pmax(f64x2.abs(x0), f64x2.abs(x1)), f64x2.pmax(f64x2.abs(x2), f64x2.abs(x3)));
    return Lane.first(Lane.reach(reach));
  }

  /** Sets one coordinate of the corners, and of the sides, of a polygon that does not move. */
  static setStill(scratch: PairScratch, offset: usize, x0: f64, x1: f64, x2: f64, x3: f64): void {
    const to = changetype<usize>(scratch) + offset;
    v128.store(to, f64x2.splat(x0));
    v128.store(to, f64x2.splat(x1), 48);
    v128.store(to, f64x2.splat(x2), 96);
    v128.store(to, f64x2.splat(x3), 144);
    v128.store(to, f64x2.splat(x1 - x0), E);
    v128.store(to, f64x2.splat(x3 - x0), G);
  }

  /** Unpacks the polygon of the pair whose two ids are at `ids`. */
  @inline static unpack(scratch: PairScratch, ids: usize, table: usize, points: usize, edges: bool): void {
    const first = Pair.first(ids, table, edges);
    const second = Pair.second(ids, table, edges);
    const p0 = Pair.p0(points, first);
    const p1 = Pair.p1(points, first, second, edges);
    const p2 = Pair.p2(points, second, edges);
    const p3 = Pair.p3(points, second, edges);
    scratch.corners = edges ? 4 : 3;
    scratch.reachX = Polygon.unpackAxis(scratch, p0, p1, p2, p3, 0, edges);
    scratch.reachY = Polygon.unpackAxis(scratch, p0, p1, p2, p3, 16, edges);
    scratch.reachZ = Polygon.unpackAxis(scratch, p0, p1, p2, p3, 32, edges);
  }

  /**
   * The same by a call, for stages that take long: there code size matters more than the cost of a
   * call.
   */
  static load(context: MeshContext, scratch: PairScratch, ids: usize, edges: bool): void {
    if (edges) Polygon.unpack(scratch, ids, context.edges, context.points, true);
    else Polygon.unpack(scratch, ids, context.faces, context.points, false);
  }

  /**
   * Whether a corner is at the origin at the start: then two vertices of the pair coincide, since a
   * difference of doubles is 0 only if they are equal. A triangle's last corner stands twice.
   */
  @inline static startsAtOrigin(scratch: PairScratch): bool {
    for (let j = 0; j < 4; j++) {
      const x = Lane.first(Polygon.corner(scratch, j, 0));
      const y = Lane.first(Polygon.corner(scratch, j, 16));
      const z = Lane.first(Polygon.corner(scratch, j, 32));
      if (x == 0 && y == 0 && z == 0) return true;
    }
    return false;
  }

  /** The power of two that brings a largest coordinate near 1. */
  @inline static unitScale(largest: f64): f64 {
    const exponent = (reinterpret<u64>(largest) >> 52) & 0x7ff;
    return reinterpret<f64>((2046 - min<u64>(max<u64>(exponent, 1), 2045)) << 52);
  }

  /**
   * Scales the polygon to a size near 1 by a power of two and returns that power. Then squares and
   * fourth powers neither overflow nor vanish. Coordinates that underflow are far below the
   * rounding of the largest.
   */
  static normalize(scratch: PairScratch): f64 {
    const scale = Polygon.unitScale(max(max(scratch.reachX, scratch.reachY), scratch.reachZ));
    const factor = f64x2.splat(scale);
    const end = changetype<usize>(scratch) + POLYGON_BYTES;
    for (let at = changetype<usize>(scratch); at < end; at += 16) v128.store(at, f64x2.mul(v128.load(at), factor));
    scratch.reachX *= scale;
    scratch.reachY *= scale;
    scratch.reachZ *= scale;
    return scale;
  }

  /**
   * Sets the sides of the scratch, their squared lengths and their normal to those at the time t of
   * weights = (1 − t, t).
   */
  @inline static sidesAt(scratch: PairScratch, weights: v128): void {
    const ex = Lane.at(Polygon.e(scratch, 0), weights);
    const ey = Lane.at(Polygon.e(scratch, 16), weights);
    const ez = Lane.at(Polygon.e(scratch, 32), weights);
    const gx = Lane.at(Polygon.g(scratch, 0), weights);
    const gy = Lane.at(Polygon.g(scratch, 16), weights);
    const gz = Lane.at(Polygon.g(scratch, 32), weights);
    scratch.ex = ex;
    scratch.ey = ey;
    scratch.ez = ez;
    scratch.gx = gx;
    scratch.gy = gy;
    scratch.gz = gz;
    scratch.ee = ex * ex + ey * ey + ez * ez;
    scratch.gg = gx * gx + gy * gy + gz * gz;
    scratch.nx = ey * gz - ez * gy;
    scratch.ny = ez * gx - ex * gz;
    scratch.nz = ex * gy - ey * gx;
  }

  /** Whether the squared sine of the angle between the sides of the scratch exceeds this. */
  @inline static isWide(scratch: PairScratch, sineSq: f64): bool {
    const nx = scratch.nx;
    const ny = scratch.ny;
    const nz = scratch.nz;
    return nx * nx + ny * ny + nz * nz > sineSq * (scratch.ee * scratch.gg);
  }

  /** The axis along which the normal at time t is longest: 0, 1 or 2. */
  static widestAxis(scratch: PairScratch, t: f64): i32 {
    const weights = Lane.pair(1 - t, t);
    const ex = Lane.at(Polygon.e(scratch, 0), weights);
    const ey = Lane.at(Polygon.e(scratch, 16), weights);
    const ez = Lane.at(Polygon.e(scratch, 32), weights);
    const gx = Lane.at(Polygon.g(scratch, 0), weights);
    const gy = Lane.at(Polygon.g(scratch, 16), weights);
    const gz = Lane.at(Polygon.g(scratch, 32), weights);
    const nx = abs(ey * gz - ez * gy);
    const ny = abs(ez * gx - ex * gz);
    const nz = abs(ex * gy - ey * gx);
    return nx >= ny && nx >= nz ? 0 : ny >= nz ? 1 : 2;
  }

  /**
   * Where the origin is, seen along an axis, during all of [from, to]: 1 surely strictly inside, −1
   * surely outside, 0 unknown. The cross product of two neighbouring corners is a quadratic; its
   * Bernstein coefficients on the interval err by at most 22 u × the product of the reaches. Safe
   * direction: a sign within the error bound counts as unknown.
   */
  static inside(scratch: PairScratch, from: f64, to: f64, axis: i32): i32 {
    const p: usize = axis == 2 ? 0 : (<usize>(axis + 1)) << 4;
    const r: usize = axis == 0 ? 32 : (<usize>(axis - 1)) << 4;
    const reachP = p == 0 ? scratch.reachX : p == 16 ? scratch.reachY : scratch.reachZ;
    const reachR = r == 0 ? scratch.reachX : r == 16 ? scratch.reachY : scratch.reachZ;
    const corners = scratch.corners;
    const error = 40 * U * reachP * reachR + TINY;
    const t = Lane.pair(from, to);
    const s = f64x2.sub(f64x2.splat(1), t);
    const half = f64x2.splat(0.5);
    let ap = Polygon.corner(scratch, corners - 1, p);
    let ar = Polygon.corner(scratch, corners - 1, r);
    let left = 0;
    let right = 0;
    for (let j = 0; j < corners; j++) {
      const bp = Polygon.corner(scratch, j, p);
      const br = Polygon.corner(scratch, j, r);
      const sign = Polygon.turn(ap, ar, bp, br, s, t, half, f64x2.splat(error));
      left += sign & 1;
      right += sign >> 1;
      if (left > 0 && right > 0) return -1;
      ap = bp;
      ar = br;
    }
    return left == corners || right == corners ? 1 : 0;
  }

  /**
   * Bit 0: the quadratic a × b is surely positive on the interval; bit 1: surely negative.
   * t = (from, to), s = 1 − t.
   */
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
