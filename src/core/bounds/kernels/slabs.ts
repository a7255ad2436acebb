// Bounds of vertices and faces: slabs along nine directions (18-DOPs), separate ones at t = 0 and
// at t = 1. Two volumes that are apart in one direction, in the same order, at both ends are apart
// throughout, because their points move in straight lines. Values are stored as f32, rounded to
// nearest and clamped to a range. Neither reverses an order, so a strict comparison of stored
// values is a proof. The range keeps bounds finite however they are widened, so nothing touches the
// infinite box of an empty slot of the tree. At one instant bounds are coarser: 16-bit integers
// along eight directions, all compared by one SIMD instruction.
import { Lane } from '../../kernels/lanes';
import { MeshContext } from '../../kernels/mesh-context';

/**
 * Bytes of a projected vertex, five vectors: directions 0–3 and 4–7 at t = 0; direction 8 at t = 0,
 * t = 1, t = 1, t = 0; directions 0–3 and 4–7 at t = 1.
 */
const POINT: usize = 80;
/** Bytes of a projected vertex where nothing moves: directions 0–3 alone. */
const STATIC_POINT: usize = 16;
/** Byte offset of direction 8 in a projected vertex. */
const LAST: usize = 32;
/** Byte offset of directions 0–3 at t = 1 in a projected vertex. */
const LATER: usize = 48;
/**
 * Bytes of the slabs of a face: low values of the first three vectors of a vertex, their high
 * values at `HIGH`, low values of the two vectors at t = 1 at `END`, their high values at
 * `HIGH_END`.
 */
const SLABS: usize = 160;
/** Bytes of a face's bounds at one instant: low and high values along the coarse directions. */
const COARSE: usize = 32;
/** Byte offset of high values at t = 0. */
export const HIGH: usize = 48;
/** Byte offset of low values at t = 1. */
export const END: usize = 96;
/** Byte offset of high values at t = 1. */
export const HIGH_END: usize = 128;
/** 2^126: values are clamped to it. Bounds are widened by at most 1.5 times as much. */
export const LARGEST_BOUND: f32 = 8.507059e37;
/** A little more than √2, the length of all directions but the axes. */
const DIAGONAL: f32 = 1.4142137;

// The coarse directions: x + y, x + z, y + z, (x + y) / 2 + z, and the same with differences, from
// the centre of the scene. Features at most `reach` apart differ by at most `coarsePad`.
/** The largest coarse coordinate: that of x + y if both are half a scene away from its centre. */
const LARGEST_COARSE: f64 = 32000;
/** The finest resolution, in coarse units per unit of length: beyond it f32 lacks digits. */
const FINEST_SCALE: f64 = 1e30;

/** Projections, slabs and their comparisons. */
export class Slabs {
  /** The address of a projected vertex. */
  @inline static point(projected: usize, v: usize, isStatic: bool): usize {
    return projected + v * (isStatic ? STATIC_POINT : POINT);
  }

  /** The address of the slabs of a face, by place. */
  @inline static face(slabs: usize, f: usize): usize {
    return slabs + f * SLABS;
  }

  /** Writes x, y, z, x + y, x + z, y + z, x − y, x − z and returns y − z: directions 0 to 8. */
  @inline static projectOne(x: f64, y: f64, z: f64, to: usize): f32 {
    const xx = f64x2.splat(x);
    const xy = f64x2.replace_lane(xx, 1, y);
    const zz = f64x2.splat(z);
    v128.store(to, Slabs.within(Lane.narrowed(xy, f64x2.replace_lane(zz, 1, x + y))));
    const yz = f64x2.replace_lane(zz, 0, y);
    v128.store(to, Slabs.within(Lane.narrowed(f64x2.add(xy, zz), f64x2.sub(xx, yz))), 16);
    return <f32>(y - z);
  }

  /** Clamps values to the range of bounds. */
  @inline static within(a: v128): v128 {
    return f32x4.pmax(f32x4.pmin(a, f32x4.splat(LARGEST_BOUND)), f32x4.splat(-LARGEST_BOUND));
  }

  /** Projects vertices where nothing moves: directions 0–3. */
  static projectStatic(points: usize, count: i32, to: usize): void {
    for (let i = 0; i < count; i++, points += 48, to += STATIC_POINT) {
      const x = load<f64>(points);
      const y = load<f64>(points, 16);
      const zw = Lane.pair(load<f64>(points, 32), x + y);
      v128.store(to, Slabs.within(Lane.narrowed(Lane.pair(x, y), zw)));
    }
  }

  /**
   * Projects vertices at t = 0 and at t = `until`. Positions before the end of the step are
   * rounded; the caller widens the bounds for that.
   */
  static project(points: usize, count: i32, until: f64, to: usize): void {
    const weights = Lane.pair(1 - until, until);
    for (let i = 0; i < count; i++, points += 48, to += POINT) {
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

  /** A widening by `pad` along the axes, as seen along directions 0–3: x, y, z, x + y. */
  @inline static wideFirst(pad: f32): v128 {
    return f32x4.replace_lane(f32x4.splat(pad), 3, pad * DIAGONAL);
  }

  /** The same along all other directions. */
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
   * Rounds to the nearest integers: adding 1.5 · 2^23 leaves them in the last bits. The conversion
   * instruction is slower, because it handles values that cannot occur here.
   */
  @inline static rounded(a: v128): v128 {
    return i32x4.sub(f32x4.add(a, f32x4.splat(12582912)), i32x4.splat(0x4b400000));
  }

  /** Writes coarse bounds of vertices; `unit` is in coarse units per unit of length. */
  @inline static coarsenVertices(projected: usize, count: i32, centre: v128, unit: v128, to: usize): void {
    for (let i = 0; i < count; i++, projected += STATIC_POINT, to += 16) {
      const p = f32x4.mul(f32x4.sub(v128.load(projected), centre), unit);
      const q = v128.shuffle<f32>(p, p, 0, 0, 1, 3);
      const r = v128.shuffle<f32>(p, p, 1, 2, 2, 2);
      v128.store(to, i16x8.narrow_i32x4_s(Slabs.rounded(f32x4.add(q, r)), Slabs.rounded(f32x4.sub(q, r))));
    }
  }

  /** Writes coarse bounds of faces, from those of their corners. */
  @inline static coarsenFaces(faces: usize, count: i32, points: usize, to: usize): void {
    for (let i = 0; i < count; i++, faces += 12, to += COARSE) {
      const p = v128.load(points + ((<usize>load<u32>(faces)) << 4));
      const q = v128.load(points + ((<usize>load<u32>(faces, 4)) << 4));
      const r = v128.load(points + ((<usize>load<u32>(faces, 8)) << 4));
      v128.store(to, i16x8.min_s(i16x8.min_s(p, q), r));
      v128.store(to, i16x8.max_s(i16x8.max_s(p, q), r), 16);
    }
  }

  /** The address of the coarse bounds of all vertices, behind the projected vertices. */
  @inline static coarsePoints(context: MeshContext): usize {
    return context.projected + <usize>context.vertexCount * STATIC_POINT;
  }

  /** The coarse pad in all lanes. */
  @inline static coarsePad(context: MeshContext): v128 {
    return i16x8.splat(<i16>context.coarsePad);
  }

  /** The upper end of four boxes along an axis. Empty boxes, which are infinite, do not count. */
  static highest(box: usize): f64 {
    const high = max(max(load<f32>(box, 48), load<f32>(box, 52)), max(load<f32>(box, 56), load<f32>(box, 60)));
    return <f64>high;
  }

  /** The centre of four boxes together along an axis. */
  static middle(box: usize): f64 {
    const low = min(min(load<f32>(box), load<f32>(box, 4)), min(load<f32>(box, 8), load<f32>(box, 12)));
    return 0.5 * (<f64>low + Slabs.highest(box));
  }

  /** Lanes in which `low` is above `high` by more than the pad. */
  @inline static coarselyAbove(low: v128, high: v128, pad: v128): v128 {
    return i16x8.gt_s(low, i16x8.add_sat_s(high, pad));
  }

  /** At one instant: 1 if no direction separates two faces. */
  @inline static meetCoarsely(slabs: usize, a: usize, b: usize, pad: v128): usize {
    const A = slabs + a * COARSE;
    const B = slabs + b * COARSE;
    const above = Slabs.coarselyAbove(v128.load(A), v128.load(B, 16), pad);
    return v128.any_true(v128.or(above, Slabs.coarselyAbove(v128.load(B), v128.load(A, 16), pad))) ? 0 : 1;
  }

  /** At one instant: 1 if no direction separates a vertex from a face. */
  @inline static vertexMeetsCoarsely(points: usize, v: usize, slabs: usize, f: usize, pad: v128): usize {
    const p = v128.load(points + (v << 4));
    const F = slabs + f * COARSE;
    const above = Slabs.coarselyAbove(p, v128.load(F, 16), pad);
    return v128.any_true(v128.or(above, Slabs.coarselyAbove(v128.load(F), p, pad))) ? 0 : 1;
  }

  /** At one instant: lanes in which a coarse direction separates two edges. */
  @inline static edgesApartCoarsely(points: usize, a: usize, b: usize, c: usize, d: usize, pad: v128): v128 {
    const p = v128.load(points + (a << 4));
    const q = v128.load(points + (b << 4));
    const r = v128.load(points + (c << 4));
    const s = v128.load(points + (d << 4));
    return v128.or(
      Slabs.coarselyAbove(i16x8.min_s(p, q), i16x8.max_s(r, s), pad),
      Slabs.coarselyAbove(i16x8.min_s(r, s), i16x8.max_s(p, q), pad),
    );
  }

  /** Lanes of a comparison along direction 8 that hold at both ends of the step. */
  @inline static both(lanes: v128): v128 {
    return v128.and(lanes, v128.shuffle<i32>(lanes, lanes, 1, 0, 3, 2));
  }

  /** Lanes in which face a is above face b at both ends; four directions. */
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

  /** Lanes (four directions) in which a vertex is above a face at both ends, or below it. */
  @inline static vertexApart(v: usize, f: usize, wide: v128): v128 {
    const p = v128.load(v);
    const q = v128.load(v, LATER);
    const above = f32x4.gt(p, f32x4.add(v128.load(f, HIGH), wide));
    const below = f32x4.gt(v128.load(f), f32x4.add(p, wide));
    return v128.or(
      v128.and(above, f32x4.gt(q, f32x4.add(v128.load(f, HIGH_END), wide))),
      v128.and(below, f32x4.gt(v128.load(f, END), f32x4.add(q, wide))),
    );
  }

  /** 1 if no direction separates a projected vertex, widened by `pad`, from a face over a step. */
  @inline static vertexMeets(v: usize, f: usize, pad: f32): usize {
    const wide = Slabs.wideRest(pad);
    const p = v128.load(v, LAST);
    const above = Slabs.both(f32x4.gt(p, f32x4.add(v128.load(f, HIGH + LAST), wide)));
    const below = Slabs.both(f32x4.gt(v128.load(f, LAST), f32x4.add(p, wide)));
    const first = Slabs.vertexApart(v, f, Slabs.wideFirst(pad));
    const rest = v128.or(first, Slabs.vertexApart(v + 16, f + 16, wide));
    return v128.any_true(v128.or(rest, v128.or(above, below))) ? 0 : 1;
  }

  /** Lanes of one vector in which edge ab is above edge cd, widened by `wide`. */
  @inline static edgeAbove(a: v128, b: v128, c: v128, d: v128, wide: v128): v128 {
    return f32x4.gt(f32x4.pmin(a, b), f32x4.add(f32x4.pmax(c, d), wide));
  }

  /** Lanes in which edge ab is above edge cd at both ends, or below it; four directions. */
  @inline static edgesApart(a: usize, b: usize, c: usize, d: usize, wide: v128, isStatic: bool): v128 {
    const a0 = v128.load(a);
    const b0 = v128.load(b);
    const c0 = v128.load(c);
    const d0 = v128.load(d);
    const above = Slabs.edgeAbove(a0, b0, c0, d0, wide);
    const below = Slabs.edgeAbove(c0, d0, a0, b0, wide);
    if (isStatic) return v128.or(above, below);
    const a1 = v128.load(a, LATER);
    const b1 = v128.load(b, LATER);
    const c1 = v128.load(c, LATER);
    const d1 = v128.load(d, LATER);
    return v128.or(
      v128.and(above, Slabs.edgeAbove(a1, b1, c1, d1, wide)),
      v128.and(below, Slabs.edgeAbove(c1, d1, a1, b1, wide)),
    );
  }

  /**
   * True if no direction separates two edges over a step, one of them widened by `pad`, given by
   * their ends. Most are apart in one of the first four directions.
   */
  @inline static edgesMeet(projected: usize, a: u32, b: u32, c: u32, d: u32, pad: f32): bool {
    const A = Slabs.point(projected, a, false);
    const B = Slabs.point(projected, b, false);
    const C = Slabs.point(projected, c, false);
    const D = Slabs.point(projected, d, false);
    if (v128.any_true(Slabs.edgesApart(A, B, C, D, Slabs.wideFirst(pad), false))) return false;
    const wide = Slabs.wideRest(pad);
    const p = v128.load(A, LAST);
    const q = v128.load(B, LAST);
    const r = v128.load(C, LAST);
    const s = v128.load(D, LAST);
    const above = Slabs.both(Slabs.edgeAbove(p, q, r, s, wide));
    const below = Slabs.both(Slabs.edgeAbove(r, s, p, q, wide));
    const rest = Slabs.edgesApart(A + 16, B + 16, C + 16, D + 16, wide, false);
    return !v128.any_true(v128.or(rest, v128.or(above, below)));
  }

  /** The same at one instant. Tests all directions: a mispredicted branch costs more. */
  @inline static edgesMeetStatic(
    projected: usize,
    coarse: usize,
    a: u32,
    b: u32,
    c: u32,
    d: u32,
    pad: f32,
    coarsePad: v128,
  ): bool {
    const A = Slabs.point(projected, a, true);
    const B = Slabs.point(projected, b, true);
    const C = Slabs.point(projected, c, true);
    const D = Slabs.point(projected, d, true);
    const first = Slabs.edgesApart(A, B, C, D, Slabs.wideFirst(pad), true);
    return !v128.any_true(v128.or(first, Slabs.edgesApartCoarsely(coarse, a, b, c, d, coarsePad)));
  }
}

/**
 * Projects the vertices from `first` up to, but not including, `end` onto the directions, at the
 * start of the step and at `until`.
 */
export function projectVertices(context: MeshContext, first: i32, end: i32): void {
  const points = context.points + <usize>first * 48;
  const to = Slabs.point(context.projected, <usize>first, context.isStatic);
  if (context.isStatic) Slabs.projectStatic(points, end - first, to);
  else Slabs.project(points, end - first, context.until, to);
}

/**
 * Slabs over the step of the faces at the places from `first` up to, but not including, `end`, from
 * the projected vertices.
 */
export function boundFaces(context: MeshContext, first: i32, end: i32): void {
  const faces = context.faces + <usize>first * 12;
  Slabs.ofFaces(faces, end - first, context.projected, context.halfPad, Slabs.face(context.slabs, <usize>first));
}

/** At one instant, after the boxes of the tree: coarse bounds of all vertices and faces. */
export function boundCoarsely(context: MeshContext): void {
  const box = context.boxes;
  const x = Slabs.middle(box);
  const y = Slabs.middle(box + 16);
  const z = Slabs.middle(box + 32);
  const half = max(max(Slabs.highest(box) - x, Slabs.highest(box + 16) - y), Slabs.highest(box + 32) - z);
  const scale = LARGEST_COARSE / (2 * half);
  // Both sides are rounded, each by a half and a little more for f32; directions are at most √2.
  const apart = context.reach * scale * 1.4142137 + 2;
  // If that exceeds 16 bits, or lengths are so small that f32 lacks digits, all bounds are 0: then
  // no two of them are apart.
  const isFine = apart < 32767 && scale < FINEST_SCALE;
  context.coarsePad = isFine ? <i32>(<i16>apart) : 0;
  const one = isFine ? <f32>scale : 0;
  const unit = f32x4.replace_lane(f32x4.splat(one), 3, 0.5 * one);
  const centre = f32x4(<f32>x, <f32>y, <f32>z, <f32>(x + y));
  const points = Slabs.coarsePoints(context);
  Slabs.coarsenVertices(context.projected, context.vertexCount, centre, unit, points);
  Slabs.coarsenFaces(context.faces, context.placeCount, points, context.slabs);
}
