// Bounds of vertices and faces: slabs along nine directions (18-DOPs), at t = 0 and at t = 1 apart. Two volumes that are apart in
// one direction, in the same order, at both ends are apart throughout, because their points move in straight lines.
// Stored as f32, rounded to nearest and kept within a range: neither reverses an order, so a strict comparison of stored values is a
// proof. (Within a range, so that bounds stay finite however they are widened, and nothing touches the box of an empty place in the tree, which is infinite.)
import { Lane } from './lanes';

/**
 * Bytes of a vertex, five vectors: directions 0–3 and 4–7 at t = 0, direction 8 at t = 0, t = 1, t = 1, t = 0, and directions 0–3 and 4–7 at t = 1.
 * Where nothing moves the last two are not there.
 */
const POINT: usize = 80;
const STILL_POINT: usize = 48;
const LAST: usize = 32;
const LATER: usize = 48;
/** Bytes of a face: low values as those of a vertex but for t = 1, then high values, then low values at t = 1, then high values. */
const SLABS: usize = 160;
const STILL_SLABS: usize = 96;
export const HIGH: usize = 48;
export const END: usize = 96;
export const HIGH_END: usize = 128;
/** 2^126: values that are larger are as good as this one. Bounds are widened by at most 1.5 times as much. */
export const LARGEST: f32 = 8.507059e37;
/** A little more than √2, the length of all directions but the axes. */
const DIAGONAL: f32 = 1.4142137;

/** Whether the last bounds are of one instant. */
export let isStill: bool = false;

export class Slabs {
  @inline static point(projected: usize, v: usize, still: bool): usize {
    return projected + v * (still ? STILL_POINT : POINT);
  }

  @inline static face(slabs: usize, f: usize, still: bool): usize {
    return slabs + f * (still ? STILL_SLABS : SLABS);
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
      const x = v128.load(points);
      const y = v128.load(points, 16);
      const z = v128.load(points, 32);
      const start = Slabs.projectOne(Lane.first(x), Lane.first(y), Lane.first(z), to);
      let last = f32x4.splat(start);
      if (!still) {
        const end =
          until == 1
            ? Slabs.projectOne(Lane.second(x), Lane.second(y), Lane.second(z), to + LATER)
            : Slabs.projectOne(Lane.at(x, weights), Lane.at(y, weights), Lane.at(z, weights), to + LATER);
        last = f32x4.replace_lane(f32x4.replace_lane(last, 1, end), 2, end);
      }
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

  /** Slabs of faces from projected vertices, widened by `pad` along the axes. */
  static ofFaces(faces: usize, count: i32, projected: usize, pad: f32, to: usize): void {
    const first = Slabs.wideFirst(pad);
    const rest = Slabs.wideRest(pad);
    const still = isStill;
    for (let i = 0; i < count; i++, faces += 12, to = Slabs.face(to, 1, still)) {
      const a = Slabs.point(projected, load<u32>(faces), still);
      const b = Slabs.point(projected, load<u32>(faces, 4), still);
      const c = Slabs.point(projected, load<u32>(faces, 8), still);
      Slabs.ofFace(a, b, c, first, to, to + HIGH);
      Slabs.ofFace(a + 16, b + 16, c + 16, rest, to + 16, to + 16 + HIGH);
      Slabs.ofFace(a + LAST, b + LAST, c + LAST, rest, to + LAST, to + LAST + HIGH);
      if (still) continue;
      Slabs.ofFace(a + LATER, b + LATER, c + LATER, first, to + END, to + HIGH_END);
      Slabs.ofFace(a + LATER + 16, b + LATER + 16, c + LATER + 16, rest, to + END + 16, to + HIGH_END + 16);
    }
  }

  /** Lanes that hold at both ends of the step, of a comparison along direction 8. `still`: nothing moves, and the start is enough. */
  @inline static both(lanes: v128, still: bool): v128 {
    return still ? lanes : v128.and(lanes, v128.shuffle<i32>(lanes, lanes, 1, 0, 3, 2));
  }

  /** Lanes in which face a lies above face b at both ends; four directions. */
  @inline static above(a: usize, b: usize, still: bool): v128 {
    const above = f32x4.gt(v128.load(a), v128.load(b, HIGH));
    return still ? above : v128.and(above, f32x4.gt(v128.load(a, END), v128.load(b, HIGH_END)));
  }

  /** 1 if no direction separates two faces. */
  @inline static meet(a: usize, b: usize, still: bool): usize {
    const first = v128.or(Slabs.above(a, b, still), Slabs.above(b, a, still));
    const second = v128.or(Slabs.above(a + 16, b + 16, still), Slabs.above(b + 16, a + 16, still));
    const above = Slabs.both(f32x4.gt(v128.load(a, LAST), v128.load(b, HIGH + LAST)), still);
    const below = Slabs.both(f32x4.gt(v128.load(b, LAST), v128.load(a, HIGH + LAST)), still);
    return v128.any_true(v128.or(v128.or(first, second), v128.or(above, below))) ? 0 : 1;
  }

  /** Lanes in which a vertex, widened if there is a pad, lies above a face at both ends, or below it; four directions. */
  @inline static vertexApart(v: usize, f: usize, wide: v128, padded: bool, still: bool): v128 {
    const p = v128.load(v);
    const above = f32x4.gt(p, Slabs.widened(v128.load(f, HIGH), wide, padded));
    const below = f32x4.gt(v128.load(f), Slabs.widened(p, wide, padded));
    if (still) return v128.or(above, below);
    const q = v128.load(v, LATER);
    return v128.or(
      v128.and(above, f32x4.gt(q, Slabs.widened(v128.load(f, HIGH_END), wide, padded))),
      v128.and(below, f32x4.gt(v128.load(f, END), Slabs.widened(q, wide, padded))),
    );
  }

  /** 1 if no direction separates a projected vertex, widened by `pad`, from a face. */
  @inline static vertexMeets(v: usize, f: usize, pad: f32, padded: bool, still: bool): usize {
    const wide = Slabs.wideRest(pad);
    const p = v128.load(v, LAST);
    const above = Slabs.both(f32x4.gt(p, Slabs.widened(v128.load(f, HIGH + LAST), wide, padded)), still);
    const below = Slabs.both(f32x4.gt(v128.load(f, LAST), Slabs.widened(p, wide, padded)), still);
    const first = Slabs.vertexApart(v, f, Slabs.wideFirst(pad), padded, still);
    const rest = v128.or(first, Slabs.vertexApart(v + 16, f + 16, wide, padded, still));
    return v128.any_true(v128.or(rest, v128.or(above, below))) ? 0 : 1;
  }

  /** The same where it is not asked often enough for code of its own. */
  static vertexMeetsAnyway(v: usize, f: usize, pad: f32): usize {
    return Slabs.vertexMeets(v, f, pad, true, isStill);
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

  /** True if no direction separates two edges, one widened by `pad`, given by their projected ends. Most are apart in one of the first four. */
  @inline static edgesMeet(a: usize, b: usize, c: usize, d: usize, pad: f32, padded: bool, still: bool): bool {
    const first = Slabs.edgesApart(a, b, c, d, Slabs.wideFirst(pad), padded, still);
    // At rest the other five cost less than a branch that goes wrong.
    if (!still && v128.any_true(first)) return false;
    const wide = Slabs.wideRest(pad);
    const p = v128.load(a, LAST);
    const q = v128.load(b, LAST);
    const r = v128.load(c, LAST);
    const s = v128.load(d, LAST);
    const above = Slabs.both(Slabs.edgeAbove(p, q, r, s, wide, padded), still);
    const below = Slabs.both(Slabs.edgeAbove(r, s, p, q, wide, padded), still);
    const rest = Slabs.edgesApart(a + 16, b + 16, c + 16, d + 16, wide, padded, still);
    return !v128.any_true(v128.or(v128.or(first, rest), v128.or(above, below)));
  }
  /** The same where it is not asked often enough for code of its own. */
  static edgesMeetAnyway(a: usize, b: usize, c: usize, d: usize, pad: f32): bool {
    return Slabs.edgesMeet(a, b, c, d, pad, true, isStill);
  }
}
