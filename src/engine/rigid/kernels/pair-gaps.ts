// Gaps and safe durations of the four boxes of a node against one box of the other body
// (box-gaps.ts), for every split of a search: in floats, and again in doubles where floats cannot
// decide.
import { BoxGaps, GAP, SAFE_DURATION } from './box-gaps';
import { BOX_BYTES, BoxNodes, ROW } from './box-nodes';
import { IN_NONROTATING_B, RelativePose } from './relative-pose';
import { RigidContext, SPREAD_BOX, WIDE_BOX, WIDE_NODE } from './rigid-context';

/** Gaps from −2 to this many rounding errors of the floats are measured again in doubles. */
const DOUBTFUL_ERRORS: f32 = 4;
/** With this factor a lower bound remains one after it is rounded to the nearest float. */
const F32_ROUND_DOWN: f32 = 0.9999998;

/** Gaps of four pairs: floats first, doubles where these cannot decide. */
export class PairGaps {
  /**
   * Writes GAP and SAFE_DURATION of four pairs, in units and in time, at the time of the floats.
   * `timed`: whether SAFE_DURATION is needed; `lanes`: the lanes that are used.
   */
  @inline static measure(context: RigidContext, node: usize, box: usize, isOfA: bool, timed: bool, lanes: v128): void {
    const at = changetype<usize>(context);
    const spread = BoxNodes.spread(context, box);
    PairGaps.compare(context, isOfA ? node : spread, isOfA ? spread : node, timed);
    if (!timed) return;
    const t = context.boxTime;
    const error = context.floatGapError;
    const gap = v128.load(at, GAP);
    const duration = v128.load(at, SAFE_DURATION);
    const isDue = f32x4.lt(duration, f32x4.splat(<f32>(context.limit - t)));
    const isUnsure = v128.and(
      f32x4.lt(gap, f32x4.splat(error * DOUBTFUL_ERRORS)),
      f32x4.gt(gap, f32x4.splat(-2 * error)),
    );
    if (!v128.any_true(v128.and(v128.and(isUnsure, isDue), lanes))) return;
    // Tests of triangles may have moved the doubles to another time than the floats.
    RelativePose.set(context, t);
    PairGaps.measureWide(context, node, isOfA, 0);
    const low = PairGaps.wideGap(context);
    const lowDuration = PairGaps.wideDuration(context);
    PairGaps.measureWide(context, node, isOfA, 1);
    const high = PairGaps.wideGap(context);
    const highDuration = PairGaps.wideDuration(context);
    v128.store(at, f32x4.pmax(gap, v128.shuffle<f32>(low, high, 0, 1, 4, 5)), GAP);
    v128.store(at, f32x4.pmax(duration, v128.shuffle<f32>(lowDuration, highDuration, 0, 1, 4, 5)), SAFE_DURATION);
  }

  /** Four pairs in floats. */
  static compare(context: RigidContext, a: usize, b: usize, timed: bool): void {
    if (!timed) BoxGaps.between<f32>(context, a, b, false, false);
    else BoxGaps.between<f32>(context, a, b, true, context.frame != IN_NONROTATING_B);
  }

  /** Two pairs in doubles. */
  static compareWide(context: RigidContext, a: usize, b: usize): void {
    BoxGaps.between<f64>(context, a, b, true, context.frame != IN_NONROTATING_B);
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

  /** The gaps in doubles as floats, in units. */
  @inline static wideGap(context: RigidContext): v128 {
    const gap = v128.load(changetype<usize>(context), GAP);
    return f32x4.demote_f64x2_zero(f64x2.mul(gap, f64x2.splat(context.perUnit)));
  }

  /** The safe durations in doubles as floats, rounded down. */
  @inline static wideDuration(context: RigidContext): v128 {
    const duration = v128.load(changetype<usize>(context), SAFE_DURATION);
    return f32x4.mul(f32x4.demote_f64x2_zero(duration), f32x4.splat(F32_ROUND_DOWN));
  }
}
