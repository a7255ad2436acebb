// The four boxes of a node against one box of the other body: gaps in floats, and for how long they last; again in doubles where floats
// cannot tell (box-gaps.ts).
import { BoxGaps, gap, lasts } from './box-gaps';
import { BoxPairs } from './box-pairs';
import { DOUBLES, FLOATS, floatRounding, PER_UNIT, RelativePose } from './relative-pose';

/** Gaps below this multiple of their rounding in floats are measured again in doubles. */
const DOUBTFUL: f32 = 4;
/** Takes the rounding of doubles to floats. */
const DOWN: f32 = 0.9999998;

/** Byte offsets in a query: two boxes of a node in doubles, and one box of the other body twice. */
const WIDE_NODE: usize = 1728;
const WIDE_OTHER: usize = 1984;

let query: usize = 0;
/** Whether it is asked for how long gaps last, and whether b turns. */
let timed: bool = false;
let turning: bool = false;
/** One box of the other body in all lanes. */
let single: usize = 0;

/** Of the last four pairs, in units of the floats and of time. */
export let familyGap: v128 = f32x4.splat(0);
export let familyLasts: v128 = f32x4.splat(0);

export class PairGaps {
  static begin(block: usize, isTimed: bool, turns: bool): void {
    query = block;
    timed = isTimed;
    turning = turns;
  }

  /** At the time for which the floats are set; `there`: the lanes that matter. */
  @inline static measure(node: usize, other: usize, ofA: bool, there: v128, t: f64, limit: f64): void {
    single = BoxPairs.spread(query, other);
    PairGaps.compare(ofA ? node : single, ofA ? single : node);
    familyGap = gap;
    familyLasts = lasts;
    if (!timed) return;
    const late = f32x4.lt(lasts, f32x4.splat(<f32>(limit - t)));
    const doubt = f32x4.splat(floatRounding * DOUBTFUL);
    const unsure = v128.and(f32x4.lt(gap, doubt), f32x4.gt(gap, f32x4.splat(-2 * floatRounding)));
    if (!v128.any_true(v128.and(v128.and(unsure, late), there))) return;
    // The floats may be older than the doubles: two leaves move these on while they look ahead.
    RelativePose.set(t);
    const low = PairGaps.again(node, ofA, 0);
    const lowLasts = wideLasts;
    const high = PairGaps.again(node, ofA, 1);
    familyGap = f32x4.pmax(familyGap, v128.shuffle<f32>(low, high, 0, 1, 4, 5));
    familyLasts = f32x4.pmax(familyLasts, v128.shuffle<f32>(lowLasts, wideLasts, 0, 1, 4, 5));
  }

  /** Four pairs in floats. */
  static compare(a: usize, b: usize): void {
    const pose = query + FLOATS;
    if (!timed) BoxGaps.between<f32>(a, b, pose, false, false);
    else if (turning) BoxGaps.between<f32>(a, b, pose, true, true);
    else BoxGaps.between<f32>(a, b, pose, true, false);
  }

  /** Two pairs in doubles. */
  static compareWide(a: usize, b: usize): void {
    const pose = query + DOUBLES;
    if (turning) BoxGaps.between<f64>(a, b, pose, true, true);
    else BoxGaps.between<f64>(a, b, pose, true, false);
  }

  /** Two of the four pairs of the last split in doubles: their gaps as floats, and how long these last. */
  static again(node: usize, ofA: bool, half: i32): v128 {
    const wideNode = query + WIDE_NODE;
    const wideOther = query + WIDE_OTHER;
    for (let i: usize = 0; i < 240; i += 16) {
      const row = v128.load(node + i);
      const two = half ? v128.shuffle<f32>(row, row, 2, 3, 2, 3) : row;
      v128.store(wideNode + i, f64x2.promote_low_f32x4(two));
      v128.store(wideOther + i, f64x2.promote_low_f32x4(v128.load(single + i)));
    }
    PairGaps.compareWide(ofA ? wideNode : wideOther, ofA ? wideOther : wideNode);
    const unit = f64x2.splat(load<f64>(query, PER_UNIT));
    wideLasts = f32x4.mul(f32x4.demote_f64x2_zero(lasts), f32x4.splat(DOWN));
    return f32x4.demote_f64x2_zero(f64x2.mul(gap, unit));
  }
}

let wideLasts: v128 = f64x2.splat(0);
