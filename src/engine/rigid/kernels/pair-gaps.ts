// The four boxes of a node against one box of the other body: gaps in floats and how long they
// last; again in doubles where floats cannot decide (box-gaps.ts).
import { BoxGaps, GAP, LASTS } from './box-gaps';
import { BOX_BYTES, BoxNodes, ROW } from './box-nodes';
import { IN_STILL_B, RelativePose } from './relative-pose';
import { RigidContext, SPREAD_BOX, WIDE_BOX, WIDE_NODE } from './rigid-context';

/** Gaps below this multiple of their error in floats are measured again in doubles. */
const DOUBTFUL: f32 = 4;
/** Covers the rounding of doubles to floats. */
const ROUND_DOWN: f32 = 0.9999998;

export class PairGaps {
  /**
   * Writes GAP and LASTS of four pairs, in units of the floats and of time, at the time of the
   * floats. `timed`: whether LASTS is asked for; `lanes`: the ones that matter.
   */
  @inline static measure(context: RigidContext, node: usize, box: usize, isOfA: bool, timed: bool, lanes: v128): void {
    const at = changetype<usize>(context);
    const spread = BoxNodes.spread(context, box);
    PairGaps.compare(context, isOfA ? node : spread, isOfA ? spread : node, timed);
    if (!timed) return;
    const t = context.boxTime;
    const error = context.floatGapError;
    const gap = v128.load(at, GAP);
    const lasts = v128.load(at, LASTS);
    const isDue = f32x4.lt(lasts, f32x4.splat(<f32>(context.limit - t)));
    const isUnsure = v128.and(f32x4.lt(gap, f32x4.splat(error * DOUBTFUL)), f32x4.gt(gap, f32x4.splat(-2 * error)));
    if (!v128.any_true(v128.and(v128.and(isUnsure, isDue), lanes))) return;
    // The floats may be older than the doubles: tests of triangles advance these.
    RelativePose.set(context, t);
    PairGaps.measureWide(context, node, isOfA, 0);
    const low = PairGaps.wideGap(context);
    const lowLasts = PairGaps.wideLasts(context);
    PairGaps.measureWide(context, node, isOfA, 1);
    const high = PairGaps.wideGap(context);
    const highLasts = PairGaps.wideLasts(context);
    v128.store(at, f32x4.pmax(gap, v128.shuffle<f32>(low, high, 0, 1, 4, 5)), GAP);
    v128.store(at, f32x4.pmax(lasts, v128.shuffle<f32>(lowLasts, highLasts, 0, 1, 4, 5)), LASTS);
  }

  /** Four pairs in floats. */
  static compare(context: RigidContext, a: usize, b: usize, timed: bool): void {
    if (!timed) BoxGaps.between<f32>(context, a, b, false, false);
    else BoxGaps.between<f32>(context, a, b, true, context.frame != IN_STILL_B);
  }

  /** Two pairs in doubles. */
  static compareWide(context: RigidContext, a: usize, b: usize): void {
    BoxGaps.between<f64>(context, a, b, true, context.frame != IN_STILL_B);
  }

  /** Two of the four pairs in doubles; the single box is in all lanes of SPREAD_BOX. */
  static measureWide(context: RigidContext, node: usize, isOfA: bool, half: i32): void {
    const at = changetype<usize>(context);
    for (let i: usize = 0; i < BOX_BYTES; i += ROW) {
      const row = v128.load(node + i);
      const two = half ? v128.shuffle<f32>(row, row, 2, 3, 2, 3) : row;
      v128.store(at + i, f64x2.promote_low_f32x4(two), WIDE_NODE);
      v128.store(at + i, f64x2.promote_low_f32x4(v128.load(at + i, SPREAD_BOX)), WIDE_BOX);
    }
    const wideNode = at + WIDE_NODE;
    const wideBox = at + WIDE_BOX;
    PairGaps.compareWide(context, isOfA ? wideNode : wideBox, isOfA ? wideBox : wideNode);
  }

  /** The gaps in doubles as floats, in units of the floats. */
  @inline static wideGap(context: RigidContext): v128 {
    const gap = v128.load(changetype<usize>(context), GAP);
    return f32x4.demote_f64x2_zero(f64x2.mul(gap, f64x2.splat(context.perUnit)));
  }

  /** How long these last, rounded down. */
  @inline static wideLasts(context: RigidContext): v128 {
    const lasts = v128.load(changetype<usize>(context), LASTS);
    return f32x4.mul(f32x4.demote_f64x2_zero(lasts), f32x4.splat(ROUND_DOWN));
  }
}
