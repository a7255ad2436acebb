// The narrowest certified brackets of simple roots, two cubics per vector: the time of a contact is
// the start of such a bracket. Each lane takes the steps that it would take alone, so that a time
// does not depend on which other pair shares its vector.
import { Lane, ULP } from '../../kernels/lanes';
import { Bracket } from './bracket';
import { CubicRecord } from './cubic-record';
import { PairScratch } from './pair-scratch';

/** Newton steps, or halvings, at most. */
const MAX_STEPS: i32 = 60;
/** Widths of the bracket that are tried, each four times the one before. */
const WIDTHS: i32 = 6;

/** Narrows brackets. */
export class Narrow {
  /** The derivatives at times t, one per lane. */
  @inline static slope(b0: v128, b1: v128, b2: v128, b3: v128, t: v128): v128 {
    const s = f64x2.sub(f64x2.splat(1), t);
    const a = f64x2.sub(b1, b0);
    const b = f64x2.sub(b2, b1);
    const c = f64x2.sub(b3, b2);
    const first = Lane.mix(a, s, b, t);
    const second = Lane.mix(b, s, c, t);
    return f64x2.mul(f64x2.splat(3), Lane.mix(first, s, second, t));
  }

  /**
   * Given one simple root in [from, to] and sure opposite signs at both ends, finds the narrowest
   * bracket with sure signs that Newton's method and the rounding bound allow, and writes its ends
   * to the scratch. An end for which it finds no sure sign nearer to the root stays where it was, so
   * the bracket is always valid.
   */
  @inline static lanes(
    scratch: PairScratch,
    b0: v128,
    b1: v128,
    b2: v128,
    b3: v128,
    bound: v128,
    from: v128,
    to: v128,
  ): void {
    const zero = f64x2.splat(0);
    const half = f64x2.splat(0.5);
    const least = f64x2.mul(half, bound);
    const falling = f64x2.gt(Bracket.value(b0, b1, b2, b3, from), zero);
    let low = from;
    let high = to;
    let t = f64x2.mul(half, f64x2.add(from, to));
    let moving = i64x2.splat(-1);
    for (let i = 0; i < MAX_STEPS; i++) {
      const c = Bracket.value(b0, b1, b2, b3, t);
      const isLow = i64x2.eq(f64x2.gt(c, zero), falling);
      low = v128.bitselect(t, low, isLow);
      high = v128.bitselect(high, t, isLow);
      moving = v128.andnot(moving, f64x2.le(f64x2.abs(c), least));
      let y = f64x2.sub(t, f64x2.div(c, Narrow.slope(b0, b1, b2, b3, t)));
      const isBetween = v128.and(f64x2.gt(y, low), f64x2.lt(y, high));
      y = v128.bitselect(y, f64x2.mul(half, f64x2.add(low, high)), isBetween);
      moving = v128.and(moving, f64x2.ne(y, t));
      if (!v128.any_true(moving)) break;
      t = v128.bitselect(y, t, moving);
    }
    // As for a falling cubic: positive before the root, negative after it.
    const sign = v128.andnot(i64x2.splat(i64.MIN_VALUE), falling);
    const negative = f64x2.neg(bound);
    let start = from;
    let end = to;
    let width = f64x2.max(
      f64x2.div(f64x2.mul(f64x2.splat(1.6), bound), f64x2.abs(Narrow.slope(b0, b1, b2, b3, t))),
      f64x2.mul(f64x2.splat(2 * ULP), t),
    );
    for (let i = 0; i < WIDTHS; i++) {
      const a = f64x2.sub(t, width);
      const b = f64x2.add(t, width);
      const before = v128.xor(Bracket.value(b0, b1, b2, b3, a), sign);
      const after = v128.xor(Bracket.value(b0, b1, b2, b3, b), sign);
      const isStart = v128.and(f64x2.eq(start, from), v128.and(f64x2.gt(a, from), f64x2.gt(before, bound)));
      const isEnd = v128.and(f64x2.eq(end, to), v128.and(f64x2.lt(b, to), f64x2.lt(after, negative)));
      start = v128.bitselect(a, start, isStart);
      end = v128.bitselect(b, end, isEnd);
      if (i64x2.all_true(v128.and(f64x2.ne(start, from), f64x2.ne(end, to)))) break;
      width = f64x2.mul(width, f64x2.splat(4));
    }
    scratch.starts = start;
    scratch.ends = end;
  }

  /** The bracket of the cubic in the scratch, within [from, to]; sets rootFrom and rootTo. */
  static one(scratch: PairScratch, from: f64, to: f64): void {
    Narrow.lanes(
      scratch,
      f64x2.splat(scratch.b0),
      f64x2.splat(scratch.b1),
      f64x2.splat(scratch.b2),
      f64x2.splat(scratch.b3),
      f64x2.splat(scratch.bound),
      f64x2.splat(from),
      f64x2.splat(to),
    );
    scratch.rootFrom = Lane.first(scratch.starts);
    scratch.rootTo = Lane.first(scratch.ends);
  }

  /** Narrows the brackets of `count` records, from and to. */
  static run(scratch: PairScratch, record: usize, count: i32): void {
    const last = record + <usize>(count - 1) * offsetof<CubicRecord>();
    for (let i = 0; i < count; i += 2, record += 2 * offsetof<CubicRecord>()) {
      const next = min(record + offsetof<CubicRecord>(), last);
      const p = v128.load(record);
      const q = v128.load(record, 16);
      const r = v128.load(next);
      const s = v128.load(next, 16);
      const bounds = Lane.pair(load<f64>(record, 32), load<f64>(next, 32));
      const ends0 = v128.load(record, 48);
      const ends1 = v128.load(next, 48);
      Narrow.lanes(
        scratch,
        v128.shuffle<f64>(p, r, 0, 2),
        v128.shuffle<f64>(q, s, 0, 2),
        v128.shuffle<f64>(q, s, 1, 3),
        v128.shuffle<f64>(p, r, 1, 3),
        bounds,
        v128.shuffle<f64>(ends0, ends1, 0, 2),
        v128.shuffle<f64>(ends0, ends1, 1, 3),
      );
      const starts = scratch.starts;
      const ends = scratch.ends;
      v128.store(record, v128.shuffle<f64>(starts, ends, 0, 2), 48);
      v128.store(next, v128.shuffle<f64>(starts, ends, 1, 3), 48);
    }
  }
}
