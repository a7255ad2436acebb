// The four boxes of a node against one box of the other body at moments that all pairs of a search share: their gaps along the six face
// normals, and whether these stay open from one moment to another (box-stretches.ts has the proof). All is seen in the frame of the one
// box: its axes are turned once a moment, for four pairs.
import { BENDS, FLOATS, PER_UNIT, R, RelativePose, SCALE_A, SCALE_B, T } from './relative-pose';

/** Moments of [0, 1]: 3 · 2^5 parts. */
const PARTS: i32 = 96;
/**
 * By moment: rotation and position of a as seen from b, three rows of four, then of b as seen from a, then the slack; and a byte each,
 * whether it is there.
 */
const POSE: usize = 112;
const INVERSE: usize = 48;
const SLACK: usize = 96;
const POSES: usize = memory.data(97 * 112, 16);
const FILLED: usize = memory.data(112, 16);
/** By moment: gaps along the axes of the one box and of each of the four, signed by the side, 0 where there is none; then all of their bits. */
const MOMENT: usize = 112;
const MOMENTS: usize = memory.data(97 * 112, 16);
/** By moment: the number of the boxes that were looked at last. */
const LOOKED: usize = memory.data(97 * 4, 16);
/** In units of the floats: centre of the one box, a number a row, in the place of the position; its half widths; both of the four. */
const SCALED: usize = memory.data(12 * 16, 16);

/** Rounding of gaps against those of box-gaps.ts, and of what the roots of two gaps have to exceed: docs/numerics.md derives both. */
const ROUGHER: f32 = 1.5;
const UP: f64 = 1.000004;

let query: usize = 0;
let boxes: i32 = 0;
let four: usize = 0;
let one: usize = 0;
let inverse: usize = 0;
/** Half of the greatest acceleration along axes of the one box and of the four. */
let bendOfOne: f32 = 0;
let bendOfFour: f32 = 0;

export class BoxMoments {
  static begin(block: usize): void {
    query = block;
    memory.fill(FILLED, 0, 112);
    memory.fill(LOOKED, 0, 97 * 4);
    boxes = 0;
  }

  /** The four boxes of a node, of a or else of b, and one of the other body. */
  static setBoxes(node: usize, other: usize, ofA: bool): void {
    boxes++;
    four = node;
    one = other;
    inverse = ofA ? 0 : INVERSE;
    bendOfOne = <f32>(0.5 * UP * load<f64>(query + (ofA ? 8 : 0), BENDS));
    bendOfFour = <f32>(0.5 * UP * load<f64>(query + (ofA ? 0 : 8), BENDS));
    const scaleOne = v128.load32_splat(query + FLOATS + ((<usize>(ofA ? SCALE_B : SCALE_A)) << 2));
    const scaleFour = v128.load32_splat(query + FLOATS + ((<usize>(ofA ? SCALE_A : SCALE_B)) << 2));
    const last = i32x4(0, 0, 0, -1);
    for (let row: usize = 0; row < 48; row += 16) {
      v128.store(SCALED + row, v128.and(f32x4.mul(v128.load32_splat(other + row), scaleOne), last));
      v128.store(SCALED + row, f32x4.mul(v128.load32_splat(other + row, 48), scaleOne), 48);
      v128.store(SCALED + row, f32x4.mul(v128.load(node + row), scaleFour), 96);
      v128.store(SCALED + row, f32x4.mul(v128.load(node + row, 48), scaleFour), 144);
    }
  }

  @inline static moment(i: i32): usize {
    return MOMENTS + <usize>i * MOMENT;
  }

  /** Lanes that have a gap at a moment. */
  @inline static isApartAt(i: i32): v128 {
    return f32x4.ne(v128.load(BoxMoments.moment(i), 96), f32x4.splat(0));
  }

  /** The lanes in which a gap stays open from one moment to another. */
  @inline static apart(i: i32, j: i32): v128 {
    const w = <f32>(j - i) * <f32>(1 / <f64>PARTS);
    const from = BoxMoments.moment(i);
    const to = BoxMoments.moment(j);
    const ofOne = f32x4.splat(w * w * bendOfOne);
    const ofFour = f32x4.splat(w * w * bendOfFour);
    let found = BoxMoments.lasts(v128.load(from), v128.load(to), ofOne);
    found = v128.or(found, BoxMoments.lasts(v128.load(from, 16), v128.load(to, 16), ofOne));
    found = v128.or(found, BoxMoments.lasts(v128.load(from, 32), v128.load(to, 32), ofOne));
    found = v128.or(found, BoxMoments.lasts(v128.load(from, 48), v128.load(to, 48), ofFour));
    found = v128.or(found, BoxMoments.lasts(v128.load(from, 64), v128.load(to, 64), ofFour));
    return v128.or(found, BoxMoments.lasts(v128.load(from, 80), v128.load(to, 80), ofFour));
  }

  /** √f₀ + √f₁ > √sag for gaps on the same side, without roots: 4·f₀·f₁ > (sag − f₀ − f₁)², or nothing is left of sag. */
  @inline static lasts(f0: v128, f1: v128, sag: v128): v128 {
    const left = f32x4.pmax(f32x4.sub(sag, f32x4.abs(f32x4.add(f0, f1))), f32x4.splat(0));
    const product = f32x4.mul(f0, f1);
    return f32x4.gt(f32x4.mul(f32x4.splat(4), product), f32x4.mul(left, left));
  }

  /** The pose of a moment. */
  static pose(i: i32): usize {
    const to = POSES + <usize>i * POSE;
    if (load<u8>(FILLED + <usize>i)) return to;
    store<u8>(FILLED + <usize>i, 1);
    RelativePose.set(<f64>i / <f64>PARTS);
    const unit = load<f64>(query, PER_UNIT);
    for (let k: i32 = 0; k < 3; k++) {
      const row = to + ((<usize>k) << 4);
      let back: f64 = 0;
      for (let j: i32 = 0; j < 3; j++) {
        store<f32>(row + ((<usize>j) << 2), <f32>RelativePose.get(R + 3 * k + j));
        store<f32>(row + ((<usize>j) << 2), <f32>RelativePose.get(R + 3 * j + k), INVERSE);
        back -= RelativePose.get(R + 3 * j + k) * RelativePose.get(T + j);
      }
      store<f32>(row, <f32>(unit * RelativePose.get(T + k)), 12);
      store<f32>(row, <f32>(unit * back), INVERSE + 12);
    }
    store<f32>(to, ROUGHER * RelativePose.rounding() + RelativePose.kept(), SLACK);
    return to;
  }

  @inline static dot(a: v128, b: v128, c: v128, x: v128, y: v128, z: v128): v128 {
    return f32x4.add(f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y)), f32x4.mul(c, z));
  }

  /** One number of an axis of the one box. */
  @inline static axis(row: usize): v128 {
    return v128.load32_splat(one + (row << 4));
  }

  @inline static lane(row: usize): v128 {
    return v128.load(four + (row << 4));
  }

  @inline static scaled(row: usize): v128 {
    return v128.load(SCALED + (row << 4));
  }

  /** How far q is beyond ±h: 0 within. */
  @inline static beyond(q: v128, h: v128): v128 {
    return f32x4.sub(q, f32x4.pmin(f32x4.pmax(q, f32x4.neg(h)), h));
  }

  /** The gaps at a moment, once for the present boxes. */
  static look(i: i32): void {
    const isLooked = LOOKED + ((<usize>i) << 2);
    if (load<i32>(isLooked) == boxes) return;
    store<i32>(isLooked, boxes);
    const to = BoxMoments.moment(i);
    const pose = BoxMoments.pose(i);
    const slack = v128.load32_splat(pose, SLACK);
    // Rotation and position of the four as seen from the one box and along its axes.
    const m0 = f32x4.sub(v128.load(pose + inverse), BoxMoments.scaled(0));
    const m1 = f32x4.sub(v128.load(pose + inverse, 16), BoxMoments.scaled(1));
    const m2 = f32x4.sub(v128.load(pose + inverse, 32), BoxMoments.scaled(2));
    const n0 = BoxMoments.dot(BoxMoments.axis(6), BoxMoments.axis(7), BoxMoments.axis(8), m0, m1, m2);
    const n1 = BoxMoments.dot(BoxMoments.axis(9), BoxMoments.axis(10), BoxMoments.axis(11), m0, m1, m2);
    const n2 = BoxMoments.dot(BoxMoments.axis(12), BoxMoments.axis(13), BoxMoments.axis(14), m0, m1, m2);
    const r00 = v128.shuffle<f32>(n0, n0, 0, 0, 0, 0);
    const r01 = v128.shuffle<f32>(n0, n0, 1, 1, 1, 1);
    const r02 = v128.shuffle<f32>(n0, n0, 2, 2, 2, 2);
    const r10 = v128.shuffle<f32>(n1, n1, 0, 0, 0, 0);
    const r11 = v128.shuffle<f32>(n1, n1, 1, 1, 1, 1);
    const r12 = v128.shuffle<f32>(n1, n1, 2, 2, 2, 2);
    const r20 = v128.shuffle<f32>(n2, n2, 0, 0, 0, 0);
    const r21 = v128.shuffle<f32>(n2, n2, 1, 1, 1, 1);
    const r22 = v128.shuffle<f32>(n2, n2, 2, 2, 2, 2);
    let x = BoxMoments.scaled(6);
    let y = BoxMoments.scaled(7);
    let z = BoxMoments.scaled(8);
    const d0 = f32x4.add(BoxMoments.dot(r00, r01, r02, x, y, z), v128.shuffle<f32>(n0, n0, 3, 3, 3, 3));
    const d1 = f32x4.add(BoxMoments.dot(r10, r11, r12, x, y, z), v128.shuffle<f32>(n1, n1, 3, 3, 3, 3));
    const d2 = f32x4.add(BoxMoments.dot(r20, r21, r22, x, y, z), v128.shuffle<f32>(n2, n2, 3, 3, 3, 3));
    const e0 = BoxMoments.scaled(3);
    const e1 = BoxMoments.scaled(4);
    const e2 = BoxMoments.scaled(5);
    // Along each axis of the four, while what they extend along those of the one adds up.
    x = BoxMoments.lane(6);
    y = BoxMoments.lane(7);
    z = BoxMoments.lane(8);
    let c0 = BoxMoments.dot(r00, r01, r02, x, y, z);
    let c1 = BoxMoments.dot(r10, r11, r12, x, y, z);
    let c2 = BoxMoments.dot(r20, r21, r22, x, y, z);
    let q = BoxMoments.dot(c0, c1, c2, d0, d1, d2);
    c0 = f32x4.abs(c0);
    c1 = f32x4.abs(c1);
    c2 = f32x4.abs(c2);
    let half = BoxMoments.scaled(9);
    let gap = BoxMoments.beyond(q, f32x4.add(f32x4.add(half, slack), BoxMoments.dot(c0, c1, c2, e0, e1, e2)));
    let h0 = f32x4.add(f32x4.add(e0, slack), f32x4.mul(half, c0));
    let h1 = f32x4.add(f32x4.add(e1, slack), f32x4.mul(half, c1));
    let h2 = f32x4.add(f32x4.add(e2, slack), f32x4.mul(half, c2));
    let bits = gap;
    v128.store(to, gap, 48);
    x = BoxMoments.lane(9);
    y = BoxMoments.lane(10);
    z = BoxMoments.lane(11);
    c0 = BoxMoments.dot(r00, r01, r02, x, y, z);
    c1 = BoxMoments.dot(r10, r11, r12, x, y, z);
    c2 = BoxMoments.dot(r20, r21, r22, x, y, z);
    q = BoxMoments.dot(c0, c1, c2, d0, d1, d2);
    c0 = f32x4.abs(c0);
    c1 = f32x4.abs(c1);
    c2 = f32x4.abs(c2);
    half = BoxMoments.scaled(10);
    gap = BoxMoments.beyond(q, f32x4.add(f32x4.add(half, slack), BoxMoments.dot(c0, c1, c2, e0, e1, e2)));
    h0 = f32x4.add(h0, f32x4.mul(half, c0));
    h1 = f32x4.add(h1, f32x4.mul(half, c1));
    h2 = f32x4.add(h2, f32x4.mul(half, c2));
    bits = v128.or(bits, gap);
    v128.store(to, gap, 64);
    x = BoxMoments.lane(12);
    y = BoxMoments.lane(13);
    z = BoxMoments.lane(14);
    c0 = BoxMoments.dot(r00, r01, r02, x, y, z);
    c1 = BoxMoments.dot(r10, r11, r12, x, y, z);
    c2 = BoxMoments.dot(r20, r21, r22, x, y, z);
    q = BoxMoments.dot(c0, c1, c2, d0, d1, d2);
    c0 = f32x4.abs(c0);
    c1 = f32x4.abs(c1);
    c2 = f32x4.abs(c2);
    half = BoxMoments.scaled(11);
    gap = BoxMoments.beyond(q, f32x4.add(f32x4.add(half, slack), BoxMoments.dot(c0, c1, c2, e0, e1, e2)));
    h0 = f32x4.add(h0, f32x4.mul(half, c0));
    h1 = f32x4.add(h1, f32x4.mul(half, c1));
    h2 = f32x4.add(h2, f32x4.mul(half, c2));
    bits = v128.or(bits, gap);
    v128.store(to, gap, 80);
    gap = BoxMoments.beyond(d0, h0);
    bits = v128.or(bits, gap);
    v128.store(to, gap);
    gap = BoxMoments.beyond(d1, h1);
    bits = v128.or(bits, gap);
    v128.store(to, gap, 16);
    gap = BoxMoments.beyond(d2, h2);
    v128.store(to, gap, 32);
    v128.store(to, v128.or(bits, gap), 96);
  }
}
