// Proves during which time slots of [0, 1] two boxes are apart. Along a direction fixed in one
// body, points of the other have an acceleration of at most K relative to it. So the height of a
// point differs by at most K·w²/8 from the chord between its heights at both ends of a slot of
// length w. Boxes that are far enough apart at both ends, on the same side, stay apart in between.
// Unlike the bound of gap-times.ts this one does not pay for turning and approaching, only for
// their change, and it holds before a time as well as after it. The six face normals are tried at
// four times side by side, the ends of three slots. A slot stays open where rounding leaves doubt.
import { ROW } from './box-nodes';
import { LaneMath } from './lane-math';
import { F32_ROUND_UP, OFFSET, RelativePose, ROTATION, SCALE_A, SCALE_B } from './relative-pose';
import { FLOATS, RigidContext, SLOT_POSES } from './rigid-context';

/** Number of slots of the finest level. The levels have 3, 6, 12 and 24 slots. */
export const SLOT_COUNT: i32 = 24;
/** Mask with a set bit for every slot of the finest level: all are open. */
export const ALL_OPEN: i32 = 0xffffff;
/** Number of the finest level; the coarsest is 0. */
export const FINEST: i32 = 3;

/**
 * Row of the error of a gap in the table of poses at the ends of slots. Before it are nine rows of
 * the rotation and three of the offset.
 */
const ERROR_ROW: usize = 12;
/**
 * Bytes of a row of this table. Its columns are the 3 + 1, 6 + 1, 12 + 1 and 24 + 1 ends of slots
 * of the levels, and behind each level three columns that are ignored.
 */
const TIME_ROW: usize = 256;

/** Factor that covers the rounding of √(K/2) and of the sum of roots that it is compared with. */
const ROOT_ROUND_UP: f64 = 1.000002;

/** Closes slots of one pair; a slot in doubt stays open. */
export class TimeSlots {
  /** Begins a query: empties the table of poses and sets √(K/2) for both bodies. */
  static begin(context: RigidContext): void {
    context.filledTimes = 0;
    const perUnit = F32_ROUND_UP * context.perUnit;
    context.rootSagA = <f32>(ROOT_ROUND_UP * sqrt(0.5 * (load<f64>(context.accelerationsInA) * perUnit)));
    context.rootSagB = <f32>(ROOT_ROUND_UP * sqrt(0.5 * (load<f64>(context.accelerationsInB) * perUnit)));
  }

  /** Start of a slot of the finest level. */
  @inline static startOf(slot: i32): f64 {
    return <f64>slot / <f64>SLOT_COUNT;
  }

  /** A slot of the finest level that contains time t; its start is not after t. */
  @inline static at(t: f64): i32 {
    const i = <i32>(t * <f64>SLOT_COUNT);
    return i >= SLOT_COUNT ? SLOT_COUNT - 1 : i - i32(TimeSlots.startOf(i) > t);
  }

  /** Address of the first column of a level. */
  @inline static column(context: RigidContext, level: i32): usize {
    return changetype<usize>(context) + SLOT_POSES + ((<usize>((3 << level) - 3 + (level << 2))) << 2);
  }

  /** Writes the pose at time i of the finest level for all levels that have that time. */
  static fill(context: RigidContext, i: i32): void {
    const filled = context.filledTimes;
    if ((filled >> i) & 1) return;
    context.filledTimes = filled | (1 << i);
    RelativePose.set(context, TimeSlots.startOf(i));
    const unit = context.perUnit;
    const error = RelativePose.floatError(context) + RelativePose.floatSeparation(context);
    for (let level = FINEST, at = i; level >= 0; level--, at >>= 1) {
      const to = TimeSlots.column(context, level) + ((<usize>at) << 2);
      for (let k: usize = 0; k < 9; k++) store<f32>(to + k * TIME_ROW, <f32>RelativePose.get(context, ROTATION + k));
      for (let k: usize = 0; k < 3; k++)
        store<f32>(to + (9 + k) * TIME_ROW, <f32>(unit * RelativePose.get(context, OFFSET + k)));
      store<f32>(to, error, ERROR_ROW * TIME_ROW);
      if (at & 1) break;
    }
  }

  /**
   * Tests three slots of a level, from the one with the first open slot on, for the boxes a and b.
   * Returns the slots of the finest level that remain open.
   */
  static test(context: RigidContext, a: usize, b: usize, open: i32, level: i32): i32 {
    const shift = FINEST - level;
    const first = ctz(open) >> shift;
    const count = 3 << level;
    const last = first + 3 < count ? first + 3 : count;
    for (let i = first; i <= last; i++) TimeSlots.fill(context, i << shift);
    const apart = TimeSlots.apart(context, a, b, level, first);
    const bits = (1 << (1 << shift)) - 1;
    for (let i = first; i < last; i++) if ((apart >> (i - first)) & 1) open &= ~(bits << (i << shift));
    return open;
  }

  /**
   * Repeats the test from the first open slot on, with slots twice as long while they can be
   * closed, until the first open slot stays open at level `finest`.
   */
  static testAhead(context: RigidContext, a: usize, b: usize, open: i32, finest: i32): i32 {
    let level = finest;
    while (open) {
      const rest = TimeSlots.test(context, a, b, open, level);
      const isStuck = ctz(rest) == ctz(open);
      open = rest;
      if (isStuck && level == finest) break;
      level = isStuck ? finest : level > 0 ? level - 1 : 0;
    }
    return open;
  }

  /** The values at the next time: each lane gets that of the lane behind it. */
  @inline static next(x: v128): v128 {
    return v128.shuffle<f32>(x, x, 1, 2, 3, 3);
  }

  /**
   * The slots during which the gap f = |q| − h stays open. At λ between the ends of a slot
   *   f ≥ (1 − λ)f₀ + λf₁ − K·w²·λ(1 − λ)/2,
   * which is positive for every λ if f₀, f₁ > 0 and √f₀ + √f₁ > w·√(K/2). `sag` is the right side.
   */
  @inline static isApartDuring(q: v128, h: v128, sag: v128): v128 {
    const f = f32x4.sub(f32x4.abs(q), h);
    const root = f32x4.sqrt(f32x4.pmax(f32x4.splat(0), f));
    const isApart = f32x4.gt(f, f32x4.splat(0));
    const isBoth = v128.and(isApart, TimeSlots.next(isApart));
    const isEnough = f32x4.gt(f32x4.add(root, TimeSlots.next(root)), sag);
    const changesSide = i32x4.shr_s(v128.xor(q, TimeSlots.next(q)), 31);
    return v128.andnot(v128.and(isBoth, isEnough), changesSide);
  }

  /** Three bits: the slots of a level from `first` on during which the boxes are apart. */
  static apart(context: RigidContext, a: usize, b: usize, level: i32, first: i32): i32 {
    const poses = TimeSlots.column(context, level) + ((<usize>first) << 2);
    const at = changetype<usize>(context);
    const sa = v128.load32_splat(at, FLOATS + SCALE_A * 4);
    const sb = v128.load32_splat(at, FLOATS + SCALE_B * 4);
    const r0 = v128.load(poses);
    const r1 = v128.load(poses, TIME_ROW);
    const r2 = v128.load(poses, 2 * TIME_ROW);
    const r3 = v128.load(poses, 3 * TIME_ROW);
    const r4 = v128.load(poses, 4 * TIME_ROW);
    const r5 = v128.load(poses, 5 * TIME_ROW);
    const r6 = v128.load(poses, 6 * TIME_ROW);
    const r7 = v128.load(poses, 7 * TIME_ROW);
    const r8 = v128.load(poses, 8 * TIME_ROW);
    let x = f32x4.mul(v128.load32_splat(a), sa);
    let y = f32x4.mul(v128.load32_splat(a, ROW), sa);
    let z = f32x4.mul(v128.load32_splat(a, 2 * ROW), sa);
    const dx = f32x4.sub(
      f32x4.add(LaneMath.dot<f32>(r0, r1, r2, x, y, z), v128.load(poses, 9 * TIME_ROW)),
      f32x4.mul(v128.load32_splat(b), sb),
    );
    const dy = f32x4.sub(
      f32x4.add(LaneMath.dot<f32>(r3, r4, r5, x, y, z), v128.load(poses, 10 * TIME_ROW)),
      f32x4.mul(v128.load32_splat(b, ROW), sb),
    );
    const dz = f32x4.sub(
      f32x4.add(LaneMath.dot<f32>(r6, r7, r8, x, y, z), v128.load(poses, 11 * TIME_ROW)),
      f32x4.mul(v128.load32_splat(b, 2 * ROW), sb),
    );
    const ea0 = f32x4.mul(v128.load32_splat(a, 3 * ROW), sa);
    const ea1 = f32x4.mul(v128.load32_splat(a, 4 * ROW), sa);
    const ea2 = f32x4.mul(v128.load32_splat(a, 5 * ROW), sa);
    x = v128.load32_splat(a, 6 * ROW);
    y = v128.load32_splat(a, 7 * ROW);
    z = v128.load32_splat(a, 8 * ROW);
    const a00 = LaneMath.dot<f32>(r0, r1, r2, x, y, z);
    const a01 = LaneMath.dot<f32>(r3, r4, r5, x, y, z);
    const a02 = LaneMath.dot<f32>(r6, r7, r8, x, y, z);
    x = v128.load32_splat(a, 9 * ROW);
    y = v128.load32_splat(a, 10 * ROW);
    z = v128.load32_splat(a, 11 * ROW);
    const a10 = LaneMath.dot<f32>(r0, r1, r2, x, y, z);
    const a11 = LaneMath.dot<f32>(r3, r4, r5, x, y, z);
    const a12 = LaneMath.dot<f32>(r6, r7, r8, x, y, z);
    x = v128.load32_splat(a, 12 * ROW);
    y = v128.load32_splat(a, 13 * ROW);
    z = v128.load32_splat(a, 14 * ROW);
    const a20 = LaneMath.dot<f32>(r0, r1, r2, x, y, z);
    const a21 = LaneMath.dot<f32>(r3, r4, r5, x, y, z);
    const a22 = LaneMath.dot<f32>(r6, r7, r8, x, y, z);
    const error = v128.load(poses, ERROR_ROW * TIME_ROW);
    const w = <f32>1 / <f32>(3 << level);
    const sagOfA = f32x4.splat(w * context.rootSagA);
    const sagOfB = f32x4.splat(w * context.rootSagB);
    let h0 = f32x4.add(ea0, error);
    let h1 = f32x4.add(ea1, error);
    let h2 = f32x4.add(ea2, error);
    let found = i32x4.splat(0);
    // Along b's axes one by one. h0, h1 and h2 sum up the extents of b along the axes of a.
    for (let k: usize = 0; k < 3 * ROW; k += ROW) {
      x = v128.load32_splat(b + 3 * k, 6 * ROW);
      y = v128.load32_splat(b + 3 * k, 7 * ROW);
      z = v128.load32_splat(b + 3 * k, 8 * ROW);
      const eb = f32x4.mul(v128.load32_splat(b + k, 3 * ROW), sb);
      const c0 = f32x4.abs(LaneMath.dot<f32>(a00, a01, a02, x, y, z));
      const c1 = f32x4.abs(LaneMath.dot<f32>(a10, a11, a12, x, y, z));
      const c2 = f32x4.abs(LaneMath.dot<f32>(a20, a21, a22, x, y, z));
      const h = f32x4.add(f32x4.add(eb, error), LaneMath.dot<f32>(ea0, ea1, ea2, c0, c1, c2));
      found = v128.or(found, TimeSlots.isApartDuring(LaneMath.dot<f32>(dx, dy, dz, x, y, z), h, sagOfB));
      h0 = f32x4.add(h0, f32x4.mul(eb, c0));
      h1 = f32x4.add(h1, f32x4.mul(eb, c1));
      h2 = f32x4.add(h2, f32x4.mul(eb, c2));
    }
    found = v128.or(found, TimeSlots.isApartDuring(LaneMath.dot<f32>(dx, dy, dz, a00, a01, a02), h0, sagOfA));
    found = v128.or(found, TimeSlots.isApartDuring(LaneMath.dot<f32>(dx, dy, dz, a10, a11, a12), h1, sagOfA));
    found = v128.or(found, TimeSlots.isApartDuring(LaneMath.dot<f32>(dx, dy, dz, a20, a21, a22), h2, sagOfA));
    return i32x4.bitmask(found) & 7;
  }
}
