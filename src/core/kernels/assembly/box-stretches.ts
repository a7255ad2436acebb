// During which stretches of [0, 1] are two boxes surely apart? Along a direction fixed in one of the bodies, every point of the other is
// accelerated by at most K as seen from there. So its height stays within K·w²/8 of the chord between its heights at both ends of a
// stretch of length w: boxes that are far enough apart at both ends, on the same side, have nothing in them that meets in between. Unlike
// the bound of box-gaps.ts this one costs nothing for turning and closing in, only for their change, and it looks back as well as ahead.
// The six face normals are tried, at four moments side by side: three stretches. Doubt leaves a stretch open.
import { BENDS, FLOATS, OTHER_BENDS, PER_UNIT, R, RelativePose, SCALE_A, SCALE_B, T } from './relative-pose';

/** The finest stretches, a bit each, and all of them. There are levels of 3, 6, 12 and 24. */
export const STRETCHES: i32 = 24;
export const ALL_OPEN: i32 = 0xffffff;
export const FINEST: i32 = 3;

/** Poses at the ends of stretches: a row for each number of rotation and position, and one for the slack; a moment a column. */
const SLACK_ROW: usize = 12;
/** Bytes of a row: 3 + 1, 6 + 1, 12 + 1 and 24 + 1 moments, each level with three columns behind it that count for nothing. */
const ROW: usize = 256;
const TABLE: usize = memory.data(13 * 256, 16);
/** Bit i: whether moment i of the finest level is in the table. */
let filled: u32 = 0;

let query: usize = 0;
/** What √f₀ + √f₁ has to exceed, by length of the stretch, along the axes of a and of b: √(K/2), rounded up. */
export let sagOfA: f32 = 0;
export let sagOfB: f32 = 0;
const UP: f64 = 1.000002;

export class BoxStretches {
  static begin(block: usize): void {
    query = block;
    filled = 0;
    sagOfA = <f32>(UP * sqrt(0.5 * load<f64>(block, BENDS)));
    sagOfB = <f32>(UP * sqrt(0.5 * load<f64>(block, OTHER_BENDS)));
  }

  /** When one of the finest stretches begins. */
  @inline static startOf(i: i32): f64 {
    return <f64>i / <f64>STRETCHES;
  }

  /** The finest stretch that a time is in, the earlier of two. */
  @inline static at(t: f64): i32 {
    const i = <i32>(t * <f64>STRETCHES);
    return i >= STRETCHES ? STRETCHES - 1 : i - i32(BoxStretches.startOf(i) > t);
  }

  /** First moment of a level. */
  @inline static column(level: i32): usize {
    return TABLE + ((<usize>((3 << level) - 3 + (level << 2))) << 2);
  }

  /** Moment i of the finest level, for all levels that have it. */
  static fill(i: i32): void {
    if ((filled >> i) & 1) return;
    filled |= 1 << i;
    RelativePose.set(BoxStretches.startOf(i));
    const unit = load<f64>(query, PER_UNIT);
    const slack = RelativePose.rounding() + RelativePose.kept();
    for (let level = FINEST, at = i; level >= 0; level--, at >>= 1) {
      const to = BoxStretches.column(level) + ((<usize>at) << 2);
      for (let k: i32 = 0; k < 9; k++) store<f32>(to + <usize>k * ROW, <f32>RelativePose.get(R + k));
      for (let k: i32 = 0; k < 3; k++) store<f32>(to + <usize>(9 + k) * ROW, <f32>(unit * RelativePose.get(T + k)));
      store<f32>(to + SLACK_ROW * ROW, slack);
      if (at & 1) break;
    }
  }

  /** Which of the `open` stretches remain open, after a look at three of a level from the first open one on. */
  static look(a: usize, b: usize, open: i32, level: i32): i32 {
    const shift = FINEST - level;
    const first = ctz(open) >> shift;
    const count = 3 << level;
    const last = first + 3 < count ? first + 3 : count;
    for (let i = first; i <= last; i++) BoxStretches.fill(i << shift);
    const apart = BoxStretches.apart(a, b, level, first);
    const bits = (1 << (1 << shift)) - 1;
    for (let i = first; i < last; i++) if ((apart >> (i - first)) & 1) open &= ~(bits << (i << shift));
    return open;
  }

  /** The same over and over, wider and wider from where a level closes stretches, until one stays open. */
  static lookAhead(a: usize, b: usize, open: i32, finest: i32): i32 {
    let level = finest;
    while (open) {
      const rest = BoxStretches.look(a, b, open, level);
      const isStuck = ctz(rest) == ctz(open);
      open = rest;
      if (isStuck && level == finest) break;
      level = isStuck ? finest : level > 0 ? level - 1 : 0;
    }
    return open;
  }

  /** A number of one box, for all moments. */
  @inline static one(box: usize, row: usize): v128 {
    return v128.load32_splat(box + (row << 4));
  }

  /** A number of the pose, at four moments. */
  @inline static moments(pose: usize, row: usize): v128 {
    return v128.load(pose + row * ROW);
  }

  @inline static dot(a: v128, b: v128, c: v128, x: v128, y: v128, z: v128): v128 {
    return f32x4.add(f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y)), f32x4.mul(c, z));
  }

  @inline static next(x: v128): v128 {
    return v128.shuffle<f32>(x, x, 1, 2, 3, 3);
  }

  /**
   * The stretches during which the gap f = |q| − h stays open: at λ between the ends it is at least (1 − λ)f₀ + λf₁ − K·w²·λ(1 − λ)/2,
   * which is positive for every λ where f₀, f₁ > 0 and √f₀ + √f₁ > w·√(K/2), here `sag`.
   */
  @inline static closed(q: v128, h: v128, sag: v128): v128 {
    const f = f32x4.sub(f32x4.abs(q), h);
    const root = f32x4.sqrt(f32x4.pmax(f32x4.splat(0), f));
    const isApart = f32x4.gt(f, f32x4.splat(0));
    const isBoth = v128.and(isApart, BoxStretches.next(isApart));
    const isEnough = f32x4.gt(f32x4.add(root, BoxStretches.next(root)), sag);
    const changesSide = i32x4.shr_s(v128.xor(q, BoxStretches.next(q)), 31);
    return v128.andnot(v128.and(isBoth, isEnough), changesSide);
  }

  /** Three bits: the stretches of a level from `first` on during which the boxes are apart. */
  static apart(a: usize, b: usize, level: i32, first: i32): i32 {
    const pose = BoxStretches.column(level) + ((<usize>first) << 2);
    const sa = v128.load32_splat(query + FLOATS + (SCALE_A << 2));
    const sb = v128.load32_splat(query + FLOATS + (SCALE_B << 2));
    const r0 = BoxStretches.moments(pose, 0);
    const r1 = BoxStretches.moments(pose, 1);
    const r2 = BoxStretches.moments(pose, 2);
    const r3 = BoxStretches.moments(pose, 3);
    const r4 = BoxStretches.moments(pose, 4);
    const r5 = BoxStretches.moments(pose, 5);
    const r6 = BoxStretches.moments(pose, 6);
    const r7 = BoxStretches.moments(pose, 7);
    const r8 = BoxStretches.moments(pose, 8);
    let x = f32x4.mul(BoxStretches.one(a, 0), sa);
    let y = f32x4.mul(BoxStretches.one(a, 1), sa);
    let z = f32x4.mul(BoxStretches.one(a, 2), sa);
    const dx = f32x4.sub(
      f32x4.add(BoxStretches.dot(r0, r1, r2, x, y, z), BoxStretches.moments(pose, 9)),
      f32x4.mul(BoxStretches.one(b, 0), sb),
    );
    const dy = f32x4.sub(
      f32x4.add(BoxStretches.dot(r3, r4, r5, x, y, z), BoxStretches.moments(pose, 10)),
      f32x4.mul(BoxStretches.one(b, 1), sb),
    );
    const dz = f32x4.sub(
      f32x4.add(BoxStretches.dot(r6, r7, r8, x, y, z), BoxStretches.moments(pose, 11)),
      f32x4.mul(BoxStretches.one(b, 2), sb),
    );
    const ea0 = f32x4.mul(BoxStretches.one(a, 3), sa);
    const ea1 = f32x4.mul(BoxStretches.one(a, 4), sa);
    const ea2 = f32x4.mul(BoxStretches.one(a, 5), sa);
    const eb0 = f32x4.mul(BoxStretches.one(b, 3), sb);
    const eb1 = f32x4.mul(BoxStretches.one(b, 4), sb);
    const eb2 = f32x4.mul(BoxStretches.one(b, 5), sb);
    x = BoxStretches.one(a, 6);
    y = BoxStretches.one(a, 7);
    z = BoxStretches.one(a, 8);
    const a00 = BoxStretches.dot(r0, r1, r2, x, y, z);
    const a01 = BoxStretches.dot(r3, r4, r5, x, y, z);
    const a02 = BoxStretches.dot(r6, r7, r8, x, y, z);
    x = BoxStretches.one(a, 9);
    y = BoxStretches.one(a, 10);
    z = BoxStretches.one(a, 11);
    const a10 = BoxStretches.dot(r0, r1, r2, x, y, z);
    const a11 = BoxStretches.dot(r3, r4, r5, x, y, z);
    const a12 = BoxStretches.dot(r6, r7, r8, x, y, z);
    x = BoxStretches.one(a, 12);
    y = BoxStretches.one(a, 13);
    z = BoxStretches.one(a, 14);
    const a20 = BoxStretches.dot(r0, r1, r2, x, y, z);
    const a21 = BoxStretches.dot(r3, r4, r5, x, y, z);
    const a22 = BoxStretches.dot(r6, r7, r8, x, y, z);
    const slack = BoxStretches.moments(pose, SLACK_ROW);
    const w = <f32>1 / <f32>(3 << level);
    const sagA = f32x4.splat(w * sagOfA);
    const sagB = f32x4.splat(w * sagOfB);
    // Along b's axes one by one, while what b extends along those of a adds up.
    x = BoxStretches.one(b, 6);
    y = BoxStretches.one(b, 7);
    z = BoxStretches.one(b, 8);
    let c0 = f32x4.abs(BoxStretches.dot(a00, a01, a02, x, y, z));
    let c1 = f32x4.abs(BoxStretches.dot(a10, a11, a12, x, y, z));
    let c2 = f32x4.abs(BoxStretches.dot(a20, a21, a22, x, y, z));
    let h = f32x4.add(f32x4.add(eb0, slack), BoxStretches.dot(ea0, ea1, ea2, c0, c1, c2));
    let found = BoxStretches.closed(BoxStretches.dot(dx, dy, dz, x, y, z), h, sagB);
    let h0 = f32x4.add(f32x4.add(ea0, slack), f32x4.mul(eb0, c0));
    let h1 = f32x4.add(f32x4.add(ea1, slack), f32x4.mul(eb0, c1));
    let h2 = f32x4.add(f32x4.add(ea2, slack), f32x4.mul(eb0, c2));
    x = BoxStretches.one(b, 9);
    y = BoxStretches.one(b, 10);
    z = BoxStretches.one(b, 11);
    c0 = f32x4.abs(BoxStretches.dot(a00, a01, a02, x, y, z));
    c1 = f32x4.abs(BoxStretches.dot(a10, a11, a12, x, y, z));
    c2 = f32x4.abs(BoxStretches.dot(a20, a21, a22, x, y, z));
    h = f32x4.add(f32x4.add(eb1, slack), BoxStretches.dot(ea0, ea1, ea2, c0, c1, c2));
    found = v128.or(found, BoxStretches.closed(BoxStretches.dot(dx, dy, dz, x, y, z), h, sagB));
    h0 = f32x4.add(h0, f32x4.mul(eb1, c0));
    h1 = f32x4.add(h1, f32x4.mul(eb1, c1));
    h2 = f32x4.add(h2, f32x4.mul(eb1, c2));
    x = BoxStretches.one(b, 12);
    y = BoxStretches.one(b, 13);
    z = BoxStretches.one(b, 14);
    c0 = f32x4.abs(BoxStretches.dot(a00, a01, a02, x, y, z));
    c1 = f32x4.abs(BoxStretches.dot(a10, a11, a12, x, y, z));
    c2 = f32x4.abs(BoxStretches.dot(a20, a21, a22, x, y, z));
    h = f32x4.add(f32x4.add(eb2, slack), BoxStretches.dot(ea0, ea1, ea2, c0, c1, c2));
    found = v128.or(found, BoxStretches.closed(BoxStretches.dot(dx, dy, dz, x, y, z), h, sagB));
    h0 = f32x4.add(h0, f32x4.mul(eb2, c0));
    h1 = f32x4.add(h1, f32x4.mul(eb2, c1));
    h2 = f32x4.add(h2, f32x4.mul(eb2, c2));
    found = v128.or(found, BoxStretches.closed(BoxStretches.dot(dx, dy, dz, a00, a01, a02), h0, sagA));
    found = v128.or(found, BoxStretches.closed(BoxStretches.dot(dx, dy, dz, a10, a11, a12), h1, sagA));
    found = v128.or(found, BoxStretches.closed(BoxStretches.dot(dx, dy, dz, a20, a21, a22), h2, sagA));
    return i32x4.bitmask(found) & 7;
  }
}
