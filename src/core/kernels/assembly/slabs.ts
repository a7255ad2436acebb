// Bounds of vertices and faces: slabs along nine directions (18-DOPs), at t = 0 and at t = 1 apart. Two volumes that are apart in
// one direction, in the same order, at both ends are apart throughout, because their points move in straight lines.
// Stored as f32, rounded to nearest and kept within a range: neither reverses an order, so a strict comparison of stored values is a
// proof. (Within a range, so that bounds stay finite however they are widened, and nothing touches the box of an empty place in the tree, which is infinite.)
import { Lane } from './lanes';

/**
 * Bytes of a vertex, five vectors: directions 0–3 and 4–7 at t = 0, direction 8 at t = 0, t = 1, t = 1, t = 0, and directions 0–3 and 4–7 at t = 1.
 * Where nothing moves it is directions 0–3 alone; the others are coarse.
 */
const POINT: usize = 80;
const STILL_POINT: usize = 16;
const LAST: usize = 32;
const LATER: usize = 48;
/** Bytes of a face: low values as those of a vertex but for t = 1, then high values, then low values at t = 1, then high values. */
const SLABS: usize = 160;
/** Bytes of a face at one instant: low and high along the coarse directions. */
const COARSE: usize = 32;
export const HIGH: usize = 48;
export const END: usize = 96;
export const HIGH_END: usize = 128;
/** 2^126: values that are larger are as good as this one. Bounds are widened by at most 1.5 times as much. */
export const LARGEST: f32 = 8.507059e37;
/** A little more than √2, the length of all directions but the axes. */
const DIAGONAL: f32 = 1.4142137;

/** Whether the last bounds are of one instant. */
export let isStill: bool = false;

// At one instant: x + y, x + z, y + z, (x + y) / 2 + z, and the same with differences, from the middle of the scene on, as whole numbers of 16 bits: a
// comparison is along all eight. What is at most the distance apart differs by at most `coarsePad`.
let coarsePoints: usize = 0;
let coarsePad: v128 = i64x2(0, 0);
/** The largest number that is used: of x + y, where both are as far from the middle as a side of the scene is. */
const FINEST: f64 = 32000;
/** Units of less than its inverse are not used. */
const SMALLEST: f64 = 1e30;

export class Slabs {
  @inline static point(projected: usize, v: usize, still: bool): usize {
    return projected + v * (still ? STILL_POINT : POINT);
  }

  @inline static face(slabs: usize, f: usize): usize {
    return slabs + f * SLABS;
  }

  /** x, y, z, x + y, x + z, y + z, x − y, x − z of a point, and returns y − z. */
  @inline static projectOne(x: f64, y: f64, z: f64, to: usize): f32 {
    const xx = f64x2.splat(x);
    const xy = f64x2.replace_lane(xx, 1, y);
    const zz = f64x2.splat(z);
    v128.store(to, Slabs.within(Lane.narrowed(xy, f64x2.replace_lane(zz, 1, x + y))));
    const yz = f64x2.replace_lane(zz, 0, y);
    v128.store(to, Slabs.within(Lane.narrowed(f64x2.add(xy, zz), f64x2.sub(xx, yz))), 16);
    return <f32>(y - z);
  }

  @inline static within(a: v128): v128 {
    return f32x4.pmax(f32x4.pmin(a, f32x4.splat(LARGEST)), f32x4.splat(-LARGEST));
  }

  /**
   * Vertices at t = 0 and at t = `until`; `points` is [x0 x1 y0 y1 z0 z1] a vertex. Before the end of the step the places are
   * rounded, and the caller widens the bounds for it.
   */
  static project(points: usize, count: i32, until: f64, to: usize, still: bool): void {
    const weights = Lane.pair(1 - until, until);
    isStill = still;
    for (let i = 0; i < count; i++, points += 48, to = Slabs.point(to, 1, still)) {
      if (still) {
        const xx = load<f64>(points);
        const yy = load<f64>(points, 16);
        const zw = Lane.pair(load<f64>(points, 32), xx + yy);
        v128.store(to, Slabs.within(Lane.narrowed(Lane.pair(xx, yy), zw)));
        continue;
      }
      const x = v128.load(points);
      const y = v128.load(points, 16);
      const z = v128.load(points, 32);
      const start = Slabs.projectOne(Lane.first(x), Lane.first(y), Lane.first(z), to);
      const end =
        until == 1
          ? Slabs.projectOne(Lane.second(x), Lane.second(y), Lane.second(z), to + LATER)
          : Slabs.projectOne(Lane.at(x, weights), Lane.at(y, weights), Lane.at(z, weights), to + LATER);
      const last = f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(start), 1, end), 2, end);
      v128.store(to, Slabs.within(last), LAST);
    }
  }

  /** A widening along the axes, as one of directions 0–3: x, y, z, x + y. */
  @inline static wideFirst(pad: f32): v128 {
    return f32x4.replace_lane(f32x4.splat(pad), 3, pad * DIAGONAL);
  }

  /** The same of all other directions. */
  @inline static wideRest(pad: f32): v128 {
    return f32x4.splat(pad * DIAGONAL);
  }

  /** The slabs of a face along the directions of one vector, from those of its corners. */
  @inline static ofFace(a: usize, b: usize, c: usize, wide: v128, low: usize, high: usize): void {
    const p = v128.load(a);
    const q = v128.load(b);
    const r = v128.load(c);
    v128.store(low, f32x4.sub(f32x4.pmin(f32x4.pmin(p, q), r), wide));
    v128.store(high, f32x4.add(f32x4.pmax(f32x4.pmax(p, q), r), wide));
  }

  /** Slabs of faces over a step from projected vertices, widened by `pad` along the axes. */
  static ofFaces(faces: usize, count: i32, projected: usize, pad: f32, to: usize): void {
    const first = Slabs.wideFirst(pad);
    const rest = Slabs.wideRest(pad);
    for (let i = 0; i < count; i++, faces += 12, to += SLABS) {
      const a = Slabs.point(projected, load<u32>(faces), false);
      const b = Slabs.point(projected, load<u32>(faces, 4), false);
      const c = Slabs.point(projected, load<u32>(faces, 8), false);
      Slabs.ofFace(a, b, c, first, to, to + HIGH);
      Slabs.ofFace(a + 16, b + 16, c + 16, rest, to + 16, to + 16 + HIGH);
      Slabs.ofFace(a + LAST, b + LAST, c + LAST, rest, to + LAST, to + LAST + HIGH);
      Slabs.ofFace(a + LATER, b + LATER, c + LATER, first, to + END, to + HIGH_END);
      Slabs.ofFace(a + LATER + 16, b + LATER + 16, c + LATER + 16, rest, to + END + 16, to + HIGH_END + 16);
    }
  }

  /**
   * Coarse bounds at one instant, of vertices behind those that are projected and of faces at `slabs`, for what is at most `distance` apart, which covers that coordinates are rounded.
   * `box`: four boxes around everything, some of which may be none.
   */
  static coarsen(
    projected: usize,
    vertexCount: i32,
    faces: usize,
    faceCount: i32,
    box: usize,
    distance: f64,
    slabs: usize,
  ): void {
    let points = projected + <usize>vertexCount * STILL_POINT;
    coarsePoints = points;
    const x = Slabs.middle(box);
    const y = Slabs.middle(box + 16);
    const z = Slabs.middle(box + 32);
    const half = max(max(Slabs.highest(box) - x, Slabs.highest(box + 16) - y), Slabs.highest(box + 32) - z);
    const scale = FINEST / (2 * half);
    // Either is rounded by a half, and by less for all other rounding; no direction is longer than √2.
    const apart = distance * scale * 1.4142137 + 2;
    // Where that is too much, or everything so small that f32 lack digits, all are at 0, and nothing is apart.
    const isFine = apart < 32767 && scale < SMALLEST;
    coarsePad = i16x8.splat(isFine ? <i16>apart : 0);
    const one = isFine ? <f32>scale : 0;
    const unit = f32x4.replace_lane(f32x4.splat(one), 3, 0.5 * one);
    const middle = f32x4(<f32>x, <f32>y, <f32>z, <f32>(x + y));
    for (let i = 0; i < vertexCount; i++, projected += STILL_POINT, points += 16) {
      const p = f32x4.mul(f32x4.sub(v128.load(projected), middle), unit);
      const q = v128.shuffle<f32>(p, p, 0, 0, 1, 3);
      const r = v128.shuffle<f32>(p, p, 1, 2, 2, 2);
      v128.store(points, i16x8.narrow_i32x4_s(Slabs.whole(f32x4.add(q, r)), Slabs.whole(f32x4.sub(q, r))));
    }
    for (let i = 0; i < faceCount; i++, faces += 12, slabs += COARSE) {
      const p = v128.load(Slabs.coarse(load<u32>(faces)));
      const q = v128.load(Slabs.coarse(load<u32>(faces, 4)));
      const r = v128.load(Slabs.coarse(load<u32>(faces, 8)));
      v128.store(slabs, i16x8.min_s(i16x8.min_s(p, q), r));
      v128.store(slabs, i16x8.max_s(i16x8.max_s(p, q), r), 16);
    }
  }

  /** The nearest whole numbers: the last bits of what is added to 1.5 · 2^23. An engine's conversion asks for what cannot be here. */
  @inline static whole(a: v128): v128 {
    return i32x4.sub(f32x4.add(a, f32x4.splat(12582912)), i32x4.splat(0x4b400000));
  }

  @inline static coarse(v: usize): usize {
    return coarsePoints + (v << 4);
  }

  /** Of the box around four boxes, along an axis: where it ends, and its middle. Boxes that are none are infinite. */
  static highest(box: usize): f64 {
    const high = max(max(load<f32>(box, 48), load<f32>(box, 52)), max(load<f32>(box, 56), load<f32>(box, 60)));
    return <f64>high;
  }

  static middle(box: usize): f64 {
    const low = min(min(load<f32>(box), load<f32>(box, 4)), min(load<f32>(box, 8), load<f32>(box, 12)));
    return 0.5 * (<f64>low + Slabs.highest(box));
  }

  /** Lanes in which low numbers are above high ones. */
  @inline static coarselyAbove(low: v128, high: v128): v128 {
    return i16x8.gt_s(low, i16x8.add_sat_s(high, coarsePad));
  }

  /** At one instant: 1 if no direction separates two faces. */
  @inline static meetCoarsely(slabs: usize, a: usize, b: usize): usize {
    const A = slabs + a * COARSE;
    const B = slabs + b * COARSE;
    const above = Slabs.coarselyAbove(v128.load(A), v128.load(B, 16));
    return v128.any_true(v128.or(above, Slabs.coarselyAbove(v128.load(B), v128.load(A, 16)))) ? 0 : 1;
  }

  /** At one instant: 1 if no direction separates a vertex from a face. */
  @inline static vertexMeetsCoarsely(v: u32, slabs: usize, f: usize): usize {
    const p = v128.load(Slabs.coarse(v));
    const F = slabs + f * COARSE;
    const above = Slabs.coarselyAbove(p, v128.load(F, 16));
    return v128.any_true(v128.or(above, Slabs.coarselyAbove(v128.load(F), p))) ? 0 : 1;
  }

  /** At one instant: lanes in which a coarse direction separates two edges. */
  @inline static edgesApartCoarsely(a: u32, b: u32, c: u32, d: u32): v128 {
    const p = v128.load(Slabs.coarse(a));
    const q = v128.load(Slabs.coarse(b));
    const r = v128.load(Slabs.coarse(c));
    const s = v128.load(Slabs.coarse(d));
    return v128.or(
      Slabs.coarselyAbove(i16x8.min_s(p, q), i16x8.max_s(r, s)),
      Slabs.coarselyAbove(i16x8.min_s(r, s), i16x8.max_s(p, q)),
    );
  }

  /** Lanes that hold at both ends of the step, of a comparison along direction 8. */
  @inline static both(lanes: v128): v128 {
    return v128.and(lanes, v128.shuffle<i32>(lanes, lanes, 1, 0, 3, 2));
  }

  /** Lanes in which face a lies above face b at both ends; four directions. */
  @inline static above(a: usize, b: usize): v128 {
    const above = f32x4.gt(v128.load(a), v128.load(b, HIGH));
    return v128.and(above, f32x4.gt(v128.load(a, END), v128.load(b, HIGH_END)));
  }

  /** 1 if no direction separates two faces over a step. */
  @inline static meet(a: usize, b: usize): usize {
    const first = v128.or(Slabs.above(a, b), Slabs.above(b, a));
    const second = v128.or(Slabs.above(a + 16, b + 16), Slabs.above(b + 16, a + 16));
    const above = Slabs.both(f32x4.gt(v128.load(a, LAST), v128.load(b, HIGH + LAST)));
    const below = Slabs.both(f32x4.gt(v128.load(b, LAST), v128.load(a, HIGH + LAST)));
    return v128.any_true(v128.or(v128.or(first, second), v128.or(above, below))) ? 0 : 1;
  }

  /** Lanes in which a vertex, widened if there is a pad, lies above a face at both ends, or below it; four directions. */
  @inline static vertexApart(v: usize, f: usize, wide: v128, padded: bool): v128 {
    const p = v128.load(v);
    const q = v128.load(v, LATER);
    const above = f32x4.gt(p, Slabs.widened(v128.load(f, HIGH), wide, padded));
    const below = f32x4.gt(v128.load(f), Slabs.widened(p, wide, padded));
    return v128.or(
      v128.and(above, f32x4.gt(q, Slabs.widened(v128.load(f, HIGH_END), wide, padded))),
      v128.and(below, f32x4.gt(v128.load(f, END), Slabs.widened(q, wide, padded))),
    );
  }

  /** 1 if no direction separates a projected vertex, widened by `pad`, from a face over a step. */
  @inline static vertexMeets(v: usize, f: usize, pad: f32, padded: bool): usize {
    const wide = Slabs.wideRest(pad);
    const p = v128.load(v, LAST);
    const above = Slabs.both(f32x4.gt(p, Slabs.widened(v128.load(f, HIGH + LAST), wide, padded)));
    const below = Slabs.both(f32x4.gt(v128.load(f, LAST), Slabs.widened(p, wide, padded)));
    const first = Slabs.vertexApart(v, f, Slabs.wideFirst(pad), padded);
    const rest = v128.or(first, Slabs.vertexApart(v + 16, f + 16, wide, padded));
    return v128.any_true(v128.or(rest, v128.or(above, below))) ? 0 : 1;
  }

  /** The same over a step or at an instant, where it is not asked often enough for code of its own. */
  static vertexMeetsAnyway(v: u32, f: usize, projected: usize, slabs: usize, pad: f32): usize {
    return isStill
      ? Slabs.vertexMeetsCoarsely(v, slabs, f)
      : Slabs.vertexMeets(Slabs.point(projected, v, false), Slabs.face(slabs, f), pad * 0.5, true);
  }

  /** Lanes of one vector in which edge ab lies above edge cd, widened by `wide` if there is a pad. */
  @inline static edgeAbove(a: v128, b: v128, c: v128, d: v128, wide: v128, padded: bool): v128 {
    return f32x4.gt(f32x4.pmin(a, b), Slabs.widened(f32x4.pmax(c, d), wide, padded));
  }

  /** Lanes in which edge ab lies above edge cd at both ends, or below it; four directions. */
  @inline static edgesApart(a: usize, b: usize, c: usize, d: usize, wide: v128, padded: bool, still: bool): v128 {
    const a0 = v128.load(a);
    const b0 = v128.load(b);
    const c0 = v128.load(c);
    const d0 = v128.load(d);
    const above = Slabs.edgeAbove(a0, b0, c0, d0, wide, padded);
    const below = Slabs.edgeAbove(c0, d0, a0, b0, wide, padded);
    if (still) return v128.or(above, below);
    const a1 = v128.load(a, LATER);
    const b1 = v128.load(b, LATER);
    const c1 = v128.load(c, LATER);
    const d1 = v128.load(d, LATER);
    return v128.or(
      v128.and(above, Slabs.edgeAbove(a1, b1, c1, d1, wide, padded)),
      v128.and(below, Slabs.edgeAbove(c1, d1, a1, b1, wide, padded)),
    );
  }

  @inline static widened(a: v128, wide: v128, padded: bool): v128 {
    return padded ? f32x4.add(a, wide) : a;
  }

  /** True if no direction separates two edges, one widened by `pad`, given by their ends. Most are apart in one of the first four. */
  @inline static edgesMeet(
    projected: usize,
    a: u32,
    b: u32,
    c: u32,
    d: u32,
    pad: f32,
    padded: bool,
    still: bool,
  ): bool {
    const A = Slabs.point(projected, a, still);
    const B = Slabs.point(projected, b, still);
    const C = Slabs.point(projected, c, still);
    const D = Slabs.point(projected, d, still);
    const first = Slabs.edgesApart(A, B, C, D, Slabs.wideFirst(pad), padded, still);
    // At rest the others cost less than a branch that goes wrong.
    if (still) return !v128.any_true(v128.or(first, Slabs.edgesApartCoarsely(a, b, c, d)));
    if (v128.any_true(first)) return false;
    const wide = Slabs.wideRest(pad);
    const p = v128.load(A, LAST);
    const q = v128.load(B, LAST);
    const r = v128.load(C, LAST);
    const s = v128.load(D, LAST);
    const above = Slabs.both(Slabs.edgeAbove(p, q, r, s, wide, padded));
    const below = Slabs.both(Slabs.edgeAbove(r, s, p, q, wide, padded));
    const rest = Slabs.edgesApart(A + 16, B + 16, C + 16, D + 16, wide, padded, still);
    return !v128.any_true(v128.or(rest, v128.or(above, below)));
  }

  /** The same where it is not asked often enough for code of its own. */
  static edgesMeetAnyway(projected: usize, a: u32, b: u32, c: u32, d: u32, pad: f32): bool {
    return isStill
      ? !v128.any_true(Slabs.edgesApartCoarsely(a, b, c, d))
      : Slabs.edgesMeet(projected, a, b, c, d, pad, true, false);
  }
}
