// Moments that all pairs of a sweep share: poses at 97 of them, gaps of four pairs along six directions at those that were looked at, and
// whether these stay open from one moment to another (box-stretches.ts has the proof). Three of the directions are fixed in the one box
// against which four of the other body are held, three in each of these. All is seen in the frame of the one box: its axes are turned
// once a moment, for four pairs.
import { BENDS, FLOATS, OTHER_BENDS, PER_UNIT, R, RelativePose, SCALE_A, SCALE_B, T } from './relative-pose';

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
/** By moment: the number of the pairs that were looked at last. */
const LOOKED: usize = memory.data(97 * 4, 16);
/** In units of the floats: centre of the one box, a number a row, in the place of the position; its half widths; both of the four. */
const SCALED: usize = memory.data(12 * 16, 16);

/** Rounding of gaps against those of box-gaps.ts, and of what the roots of two gaps have to exceed: docs/numerics.md derives both. */
const ROUGHER: f32 = 1.5;
const UP: f64 = 1.000004;
/** 72 u: what |n × k| may be more than its parts along the other two axes of a box tell. */
const SKEW: f64 = 4.291534423828125e-6;

let query: usize = 0;
let pairs: i32 = 0;
let four: usize = 0;
let one: usize = 0;
let inverse: usize = 0;
/** Half of the greatest acceleration along each axis of the one box, and along any of the four. */
let bend0: f32 = 0;
let bend1: f32 = 0;
let bend2: f32 = 0;
let bendOfFour: f32 = 0;

export class Moments {
  static begin(block: usize): void {
    query = block;
    memory.fill(FILLED, 0, 112);
    memory.fill(LOOKED, 0, 97 * 4);
    pairs = 0;
  }

  /** The four boxes of a node, of a or else of b, and one of the other body. */
  static setBoxes(node: usize, other: usize, ofA: bool): void {
    pairs++;
    four = node;
    one = other;
    inverse = ofA ? 0 : INVERSE;
    bendOfFour = <f32>(0.5 * UP * load<f64>(query + (ofA ? BENDS : OTHER_BENDS)));
    Moments.setBends(query + (ofA ? OTHER_BENDS : BENDS));
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

  /** Along the axes of the one box: little along what turns it. */
  @inline static setBends(bends: usize): void {
    const x = load<f64>(bends, 24);
    const y = load<f64>(bends, 32);
    const z = load<f64>(bends, 40);
    const d0 = Moments.axisOf(0) * x + Moments.axisOf(1) * y + Moments.axisOf(2) * z;
    const d1 = Moments.axisOf(3) * x + Moments.axisOf(4) * y + Moments.axisOf(5) * z;
    const d2 = Moments.axisOf(6) * x + Moments.axisOf(7) * y + Moments.axisOf(8) * z;
    bend0 = Moments.bend(bends, d1, d2);
    bend1 = Moments.bend(bends, d2, d0);
    bend2 = Moments.bend(bends, d0, d1);
  }

  /** Along an axis, by the parts of k along the other two. */
  @inline static bend(bends: usize, p: f64, q: f64): f32 {
    const most = load<f64>(bends);
    const along = load<f64>(bends, 8) * (sqrt(p * p + q * q) + SKEW) + load<f64>(bends, 16);
    return <f32>(0.5 * UP * (along < most ? along : most));
  }

  @inline static moment(i: i32): usize {
    return MOMENTS + <usize>i * MOMENT;
  }

  /** Lanes that have a gap at a moment. */
  @inline static isApartAt(i: i32): v128 {
    return f32x4.ne(v128.load(Moments.moment(i), 96), f32x4.splat(0));
  }

  /** The lanes in which a gap stays open from one moment to another. */
  @inline static apart(i: i32, j: i32): v128 {
    const w = <f32>(j - i) * <f32>(1 / <f64>PARTS);
    const from = Moments.moment(i);
    const to = Moments.moment(j);
    const ww = w * w;
    const ofFour = f32x4.splat(ww * bendOfFour);
    let found = Moments.lasts(v128.load(from), v128.load(to), f32x4.splat(ww * bend0));
    found = v128.or(found, Moments.lasts(v128.load(from, 16), v128.load(to, 16), f32x4.splat(ww * bend1)));
    found = v128.or(found, Moments.lasts(v128.load(from, 32), v128.load(to, 32), f32x4.splat(ww * bend2)));
    found = v128.or(found, Moments.lasts(v128.load(from, 48), v128.load(to, 48), ofFour));
    found = v128.or(found, Moments.lasts(v128.load(from, 64), v128.load(to, 64), ofFour));
    return v128.or(found, Moments.lasts(v128.load(from, 80), v128.load(to, 80), ofFour));
  }

  /** √f₀ + √f₁ > √sag for gaps on the same side, without roots: 4·f₀·f₁ > (sag − f₀ − f₁)², or nothing is left of sag. */
  @inline static lasts(f0: v128, f1: v128, sag: v128): v128 {
    const left = f32x4.pmax(f32x4.sub(sag, f32x4.abs(f32x4.add(f0, f1))), f32x4.splat(0));
    const product = f32x4.mul(f0, f1);
    return f32x4.gt(f32x4.mul(f32x4.splat(4), product), f32x4.mul(left, left));
  }

  /** The pose of a moment. */
  @inline static pose(i: i32): usize {
    if (!load<u8>(FILLED + <usize>i)) Moments.fill(i);
    return POSES + <usize>i * POSE;
  }

  static fill(i: i32): void {
    store<u8>(FILLED + <usize>i, 1);
    const to = POSES + <usize>i * POSE;
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
  }

  @inline static dot(a: v128, b: v128, c: v128, x: v128, y: v128, z: v128): v128 {
    return f32x4.add(f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y)), f32x4.mul(c, z));
  }

  /** One number of an axis of the one box. */
  @inline static axis(row: usize): v128 {
    return v128.load32_splat(one + (row << 4));
  }

  /** The same as a double, by its place among the nine. */
  @inline static axisOf(k: usize): f64 {
    return <f64>load<f32>(one + ((k + 6) << 4));
  }

  /** A coordinate of the one box's centre. */
  @inline static centre(k: usize): f64 {
    return <f64>load<f32>(SCALED + (k << 4), 12);
  }

  @inline static lane(row: usize): v128 {
    return v128.load(four + (row << 4));
  }

  @inline static scaled(row: usize): v128 {
    return v128.load(SCALED + (row << 4));
  }

  /** Half diagonals of the four boxes. */
  @inline static sizes(): v128 {
    const x = Moments.scaled(9);
    const y = Moments.scaled(10);
    const z = Moments.scaled(11);
    return f32x4.sqrt(Moments.dot(x, y, z, x, y, z));
  }

  /** How far q is beyond ±h: 0 within. */
  @inline static beyond(q: v128, h: v128): v128 {
    return f32x4.sub(q, f32x4.pmin(f32x4.pmax(q, f32x4.neg(h)), h));
  }

  /** Whether the gaps of the present pairs at a moment are there. */
  @inline static isLooked(i: i32): bool {
    return load<i32>(LOOKED + ((<usize>i) << 2)) == pairs;
  }

  /** Where the gaps of a moment go. */
  @inline static toLookAt(i: i32): usize {
    store<i32>(LOOKED + ((<usize>i) << 2), pairs);
    return Moments.moment(i);
  }

  @inline static slack(pose: usize): v128 {
    return v128.load32_splat(pose, SLACK);
  }

  /** One row of the rotation of the four as seen from the one body, then of the vector between its box and them. */
  @inline static row(pose: usize, k: usize): v128 {
    return f32x4.sub(v128.load(pose + inverse + (k << 4)), Moments.scaled(k));
  }

  /** The same along an axis of the one box, of which this is the first row. */
  @inline static along(axis: usize, m0: v128, m1: v128, m2: v128): v128 {
    return Moments.dot(Moments.axis(axis), Moments.axis(axis + 1), Moments.axis(axis + 2), m0, m1, m2);
  }

  /** One of the four numbers of a row, in all lanes. */
  @inline static spread(row: v128, k: u8): v128 {
    if (k == 0) return v128.shuffle<f32>(row, row, 0, 0, 0, 0);
    if (k == 1) return v128.shuffle<f32>(row, row, 1, 1, 1, 1);
    if (k == 2) return v128.shuffle<f32>(row, row, 2, 2, 2, 2);
    return v128.shuffle<f32>(row, row, 3, 3, 3, 3);
  }
}
