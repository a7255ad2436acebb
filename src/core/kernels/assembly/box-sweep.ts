// Four pairs of boxes side by side over the stretches of time that are open for them, by the proof of box-stretches.ts: a moment that is
// looked at serves four pairs and what comes before and after it. Where a stretch stays open for some pair it is tried again in halves;
// they may be finer than the bits that tell what is open, and then a bit is closed if both of its halves are. Doubt leaves it open.
import { sagOfA, sagOfB } from './box-stretches';
import { FLOATS, PER_UNIT, R, RelativePose, SCALE_A, SCALE_B, T } from './relative-pose';

/** Parts of [0, 1] at the finest level, 3 · 2^5, and at the level of the bits. */
const PARTS: i32 = 96;
export const FINEST_PART: i32 = 5;
const BIT: i32 = 3;
/** log₂ of the finest parts in a bit. */
const PER_BIT: i32 = 2;

/** Poses, sixteen floats a moment: rotation, position, slack; and a byte each, whether it is there. */
const POSES: usize = memory.data(97 * 64, 16);
const FILLED: usize = memory.data(112, 16);
/** A moment of the four pairs: ±√f along six directions, signed by the side, 0 where there is no gap f; then the lanes that have one. */
const MOMENT: usize = 112;
const MOMENTS: usize = memory.data(97 * 112, 16);
/** By moment: the number of the run that looked at it. */
const LOOKED: usize = memory.data(97 * 4, 16);

let query: usize = 0;
let boxesA: usize = 0;
let boxesB: usize = 0;
let runs: i32 = 0;
let finest: i32 = 0;
/** Stretches asked for, and what remains open of them by lane. */
let asked: i32 = 0;
let rest: v128 = i32x4.splat(0);
let widest: v128 = f32x4.splat(0);

export class BoxSweep {
  static begin(block: usize): void {
    query = block;
    memory.fill(FILLED, 0, 112);
    memory.fill(LOOKED, 0, 97 * 4);
    runs = 0;
  }

  /** What remains open of each of four pairs, by lane; stretches are tried at one level and, where they stay open, down to another. */
  static run(a: usize, b: usize, open: i32, lanes: v128, coarsest: i32, fine: i32): v128 {
    boxesA = a;
    boxesB = b;
    runs++;
    finest = fine;
    asked = open;
    rest = v128.and(i32x4.splat(open), lanes);
    const level = coarsest < BIT ? coarsest : BIT;
    const part = 32 >> level;
    for (let at = 0; at < PARTS; at += part) if (open & BoxSweep.bits(at, part)) BoxSweep.close(at, level, lanes);
    return rest;
  }

  @inline static bits(at: i32, part: i32): i32 {
    return ((1 << (part >> PER_BIT)) - 1) << (at >> PER_BIT);
  }

  /** Which of the lanes are apart during a part of a level; their bits are closed. */
  static close(at: i32, level: i32, lanes: v128): v128 {
    const part = 32 >> level;
    BoxSweep.look(at);
    BoxSweep.look(at + part);
    let closed = v128.and(lanes, BoxSweep.apart(at, at + part, <f32>1 / <f32>(3 << level)));
    const left = v128.andnot(lanes, closed);
    if (level < finest && v128.any_true(left)) {
      if (level < BIT) BoxSweep.closeHalves(at, level, left);
      else closed = v128.or(closed, BoxSweep.closeBoth(at, level, left));
    }
    if (level <= BIT) rest = v128.andnot(rest, v128.and(closed, i32x4.splat(BoxSweep.bits(at, part))));
    return closed;
  }

  @inline static closeHalves(at: i32, level: i32, lanes: v128): void {
    const half = 16 >> level;
    if (asked & BoxSweep.bits(at, half)) BoxSweep.close(at, level + 1, lanes);
    if (asked & BoxSweep.bits(at + half, half)) BoxSweep.close(at + half, level + 1, lanes);
  }

  /** Lanes that are apart in both halves; those without a gap at an end cannot be. */
  @inline static closeBoth(at: i32, level: i32, lanes: v128): v128 {
    const half = 16 >> level;
    let both = v128.and(lanes, v128.and(BoxSweep.isApartAt(at), BoxSweep.isApartAt(at + 2 * half)));
    if (v128.any_true(both)) both = BoxSweep.close(at, level + 1, both);
    return v128.any_true(both) ? BoxSweep.close(at + half, level + 1, both) : both;
  }

  @inline static moment(i: i32): usize {
    return MOMENTS + <usize>i * MOMENT;
  }

  @inline static isApartAt(i: i32): v128 {
    return v128.load(BoxSweep.moment(i), 96);
  }

  /** Along which of b's or a's axes does a gap stay open from one moment to another, w later? */
  @inline static apart(i: i32, j: i32, w: f32): v128 {
    const from = BoxSweep.moment(i);
    const to = BoxSweep.moment(j);
    const sagB = f32x4.splat(w * sagOfB);
    const sagA = f32x4.splat(w * sagOfA);
    let found = BoxSweep.lasts(v128.load(from), v128.load(to), sagB);
    found = v128.or(found, BoxSweep.lasts(v128.load(from, 16), v128.load(to, 16), sagB));
    found = v128.or(found, BoxSweep.lasts(v128.load(from, 32), v128.load(to, 32), sagB));
    found = v128.or(found, BoxSweep.lasts(v128.load(from, 48), v128.load(to, 48), sagA));
    found = v128.or(found, BoxSweep.lasts(v128.load(from, 64), v128.load(to, 64), sagA));
    return v128.or(found, BoxSweep.lasts(v128.load(from, 80), v128.load(to, 80), sagA));
  }

  /** Gaps at both ends, on the same side, with √f₀ + √f₁ > sag: see `closed` of box-stretches.ts. */
  @inline static lasts(root0: v128, root1: v128, sag: v128): v128 {
    const sameSide = f32x4.gt(f32x4.mul(root0, root1), f32x4.splat(0));
    return v128.and(sameSide, f32x4.gt(f32x4.abs(f32x4.add(root0, root1)), sag));
  }

  /** The pose of a moment. */
  static pose(i: i32): usize {
    const to = POSES + ((<usize>i) << 6);
    if (load<u8>(FILLED + <usize>i)) return to;
    store<u8>(FILLED + <usize>i, 1);
    RelativePose.set(<f64>i / <f64>PARTS);
    const unit = load<f64>(query, PER_UNIT);
    for (let k: i32 = 0; k < 9; k++) store<f32>(to + ((<usize>k) << 2), <f32>RelativePose.get(R + k));
    for (let k: i32 = 0; k < 3; k++) store<f32>(to + ((<usize>(9 + k)) << 2), <f32>(unit * RelativePose.get(T + k)));
    store<f32>(to, RelativePose.rounding() + RelativePose.kept(), 48);
    return to;
  }

  @inline static dot(a: v128, b: v128, c: v128, x: v128, y: v128, z: v128): v128 {
    return f32x4.add(f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y)), f32x4.mul(c, z));
  }

  @inline static a(row: usize): v128 {
    return v128.load(boxesA + (row << 4));
  }

  @inline static b(row: usize): v128 {
    return v128.load(boxesB + (row << 4));
  }

  @inline static along(to: usize, q: v128, h: v128): void {
    const f = f32x4.pmax(f32x4.splat(0), f32x4.sub(f32x4.abs(q), h));
    v128.store(to, v128.or(f32x4.sqrt(f), v128.and(q, f32x4.splat(-0.0))));
    widest = f32x4.pmax(widest, f);
  }

  /** The gaps at a moment, once a run. */
  static look(i: i32): void {
    const isLooked = LOOKED + ((<usize>i) << 2);
    if (load<i32>(isLooked) == runs) return;
    store<i32>(isLooked, runs);
    const to = BoxSweep.moment(i);
    const pose = BoxSweep.pose(i);
    const sa = v128.load32_splat(query + FLOATS + (SCALE_A << 2));
    const sb = v128.load32_splat(query + FLOATS + (SCALE_B << 2));
    const r0 = v128.load32_splat(pose);
    const r1 = v128.load32_splat(pose, 4);
    const r2 = v128.load32_splat(pose, 8);
    const r3 = v128.load32_splat(pose, 12);
    const r4 = v128.load32_splat(pose, 16);
    const r5 = v128.load32_splat(pose, 20);
    const r6 = v128.load32_splat(pose, 24);
    const r7 = v128.load32_splat(pose, 28);
    const r8 = v128.load32_splat(pose, 32);
    const slack = v128.load32_splat(pose, 48);
    let x = f32x4.mul(BoxSweep.a(0), sa);
    let y = f32x4.mul(BoxSweep.a(1), sa);
    let z = f32x4.mul(BoxSweep.a(2), sa);
    const dx = f32x4.sub(
      f32x4.add(BoxSweep.dot(r0, r1, r2, x, y, z), v128.load32_splat(pose, 36)),
      f32x4.mul(BoxSweep.b(0), sb),
    );
    const dy = f32x4.sub(
      f32x4.add(BoxSweep.dot(r3, r4, r5, x, y, z), v128.load32_splat(pose, 40)),
      f32x4.mul(BoxSweep.b(1), sb),
    );
    const dz = f32x4.sub(
      f32x4.add(BoxSweep.dot(r6, r7, r8, x, y, z), v128.load32_splat(pose, 44)),
      f32x4.mul(BoxSweep.b(2), sb),
    );
    const ea0 = f32x4.mul(BoxSweep.a(3), sa);
    const ea1 = f32x4.mul(BoxSweep.a(4), sa);
    const ea2 = f32x4.mul(BoxSweep.a(5), sa);
    const eb0 = f32x4.mul(BoxSweep.b(3), sb);
    const eb1 = f32x4.mul(BoxSweep.b(4), sb);
    const eb2 = f32x4.mul(BoxSweep.b(5), sb);
    x = BoxSweep.a(6);
    y = BoxSweep.a(7);
    z = BoxSweep.a(8);
    const a00 = BoxSweep.dot(r0, r1, r2, x, y, z);
    const a01 = BoxSweep.dot(r3, r4, r5, x, y, z);
    const a02 = BoxSweep.dot(r6, r7, r8, x, y, z);
    x = BoxSweep.a(9);
    y = BoxSweep.a(10);
    z = BoxSweep.a(11);
    const a10 = BoxSweep.dot(r0, r1, r2, x, y, z);
    const a11 = BoxSweep.dot(r3, r4, r5, x, y, z);
    const a12 = BoxSweep.dot(r6, r7, r8, x, y, z);
    x = BoxSweep.a(12);
    y = BoxSweep.a(13);
    z = BoxSweep.a(14);
    const a20 = BoxSweep.dot(r0, r1, r2, x, y, z);
    const a21 = BoxSweep.dot(r3, r4, r5, x, y, z);
    const a22 = BoxSweep.dot(r6, r7, r8, x, y, z);
    widest = f32x4.splat(0);
    x = BoxSweep.b(6);
    y = BoxSweep.b(7);
    z = BoxSweep.b(8);
    let c0 = f32x4.abs(BoxSweep.dot(a00, a01, a02, x, y, z));
    let c1 = f32x4.abs(BoxSweep.dot(a10, a11, a12, x, y, z));
    let c2 = f32x4.abs(BoxSweep.dot(a20, a21, a22, x, y, z));
    let h = f32x4.add(f32x4.add(eb0, slack), BoxSweep.dot(ea0, ea1, ea2, c0, c1, c2));
    BoxSweep.along(to + 0, BoxSweep.dot(dx, dy, dz, x, y, z), h);
    let h0 = f32x4.add(f32x4.add(ea0, slack), f32x4.mul(eb0, c0));
    let h1 = f32x4.add(f32x4.add(ea1, slack), f32x4.mul(eb0, c1));
    let h2 = f32x4.add(f32x4.add(ea2, slack), f32x4.mul(eb0, c2));
    x = BoxSweep.b(9);
    y = BoxSweep.b(10);
    z = BoxSweep.b(11);
    c0 = f32x4.abs(BoxSweep.dot(a00, a01, a02, x, y, z));
    c1 = f32x4.abs(BoxSweep.dot(a10, a11, a12, x, y, z));
    c2 = f32x4.abs(BoxSweep.dot(a20, a21, a22, x, y, z));
    h = f32x4.add(f32x4.add(eb1, slack), BoxSweep.dot(ea0, ea1, ea2, c0, c1, c2));
    BoxSweep.along(to + 16, BoxSweep.dot(dx, dy, dz, x, y, z), h);
    h0 = f32x4.add(h0, f32x4.mul(eb1, c0));
    h1 = f32x4.add(h1, f32x4.mul(eb1, c1));
    h2 = f32x4.add(h2, f32x4.mul(eb1, c2));
    x = BoxSweep.b(12);
    y = BoxSweep.b(13);
    z = BoxSweep.b(14);
    c0 = f32x4.abs(BoxSweep.dot(a00, a01, a02, x, y, z));
    c1 = f32x4.abs(BoxSweep.dot(a10, a11, a12, x, y, z));
    c2 = f32x4.abs(BoxSweep.dot(a20, a21, a22, x, y, z));
    h = f32x4.add(f32x4.add(eb2, slack), BoxSweep.dot(ea0, ea1, ea2, c0, c1, c2));
    BoxSweep.along(to + 32, BoxSweep.dot(dx, dy, dz, x, y, z), h);
    h0 = f32x4.add(h0, f32x4.mul(eb2, c0));
    h1 = f32x4.add(h1, f32x4.mul(eb2, c1));
    h2 = f32x4.add(h2, f32x4.mul(eb2, c2));
    BoxSweep.along(to + 48, BoxSweep.dot(dx, dy, dz, a00, a01, a02), h0);
    BoxSweep.along(to + 64, BoxSweep.dot(dx, dy, dz, a10, a11, a12), h1);
    BoxSweep.along(to + 80, BoxSweep.dot(dx, dy, dz, a20, a21, a22), h2);
    v128.store(to, f32x4.gt(widest, f32x4.splat(0)), 96);
  }
}
