// Closes time slots of four pairs of boxes, or of the triangles in them, by the proof of
// time-slots.ts; pair-cull.ts calls it for every split. A sample time serves four pairs, and the
// parts before and after it. A run of open slots is tried as one part. If it stays open for some
// pair it is halved. Parts may be shorter than a slot: a slot is closed if both of its halves are.
// A slot stays open where rounding leaves doubt.
import { BoxSamples } from './box-samples';
import { LANES, RigidContext } from './rigid-context';
import { SampleTimes } from './sample-times';
import { TriangleSamples } from './triangle-samples';

/** Parts of [0, 1] in a time slot. */
const PARTS_PER_SLOT: i32 = 4;
/** log₂ of PARTS_PER_SLOT. */
const LOG_PARTS: i32 = 2;

/** Scratch by lane: the slots that remain open. */
const OPEN: usize = LANES;

/** Closes slots of four pairs; a slot in doubt stays open. */
export class SlotCull {
  /**
   * Tests the slots `open` of the four pairs that are set, in the lanes `lanes`. Returns the slots
   * that stay open, by lane. Parts as short as `shortestPart` are not halved.
   */
  static run(context: RigidContext, ofTriangles: bool, open: i32, lanes: v128): v128 {
    v128.store(changetype<usize>(context), v128.and(i32x4.splat(open), lanes), OPEN);
    for (let from = 0; open; ) {
      const skipped = ctz(open);
      from += skipped;
      open >>= skipped;
      const length = ctz(~open);
      open >>= length;
      SlotCull.close(context, ofTriangles, from << LOG_PARTS, length << LOG_PARTS, lanes);
      from += length;
    }
    return v128.load(changetype<usize>(context), OPEN);
  }

  /** Measures the gaps of boxes or triangles at sample time i. */
  @inline static test(context: RigidContext, ofTriangles: bool, i: i32): void {
    if (ofTriangles) TriangleSamples.test(context, i);
    else BoxSamples.test(context, i);
  }

  /**
   * Tests `parts` parts of time from part `from` on. Closes the slots in them for the lanes that
   * are proven apart throughout, and returns these lanes.
   */
  static close(context: RigidContext, ofTriangles: bool, from: i32, parts: i32, lanes: v128): v128 {
    if (!SampleTimes.isTested(context, from)) SlotCull.test(context, ofTriangles, from);
    if (!SampleTimes.isTested(context, from + parts)) SlotCull.test(context, ofTriangles, from + parts);
    let closed = v128.and(lanes, SampleTimes.apart(context, from, from + parts));
    const left = v128.andnot(lanes, closed);
    if (parts > context.shortestPart && v128.any_true(left)) {
      if (parts > PARTS_PER_SLOT) SlotCull.closeHalves(context, ofTriangles, from, parts, left);
      else closed = v128.or(closed, SlotCull.closeBoth(context, ofTriangles, from, parts >> 1, left));
    }
    if (parts >= PARTS_PER_SLOT) {
      const at = changetype<usize>(context);
      const bits = ((1 << (parts >> LOG_PARTS)) - 1) << (from >> LOG_PARTS);
      v128.store(at, v128.andnot(v128.load(at, OPEN), v128.and(closed, i32x4.splat(bits))), OPEN);
    }
    return closed;
  }

  /** Tests both halves of several slots; the cut is between two slots. */
  @inline static closeHalves(context: RigidContext, ofTriangles: bool, from: i32, parts: i32, lanes: v128): void {
    const half = ((parts >> LOG_PARTS) >> 1) << LOG_PARTS;
    SlotCull.close(context, ofTriangles, from, half, lanes);
    SlotCull.close(context, ofTriangles, from + half, parts - half, lanes);
  }

  /**
   * Tests both halves of a slot, or of a part of it. Returns the lanes that are apart in both.
   * Lanes without a gap at one of the ends are skipped: their half there cannot be closed.
   */
  @inline static closeBoth(context: RigidContext, ofTriangles: bool, from: i32, half: i32, lanes: v128): v128 {
    const ends = v128.and(SampleTimes.isApartAt(context, from), SampleTimes.isApartAt(context, from + 2 * half));
    let both = v128.and(lanes, ends);
    if (v128.any_true(both)) both = SlotCull.close(context, ofTriangles, from, half, both);
    return v128.any_true(both) ? SlotCull.close(context, ofTriangles, from + half, half, both) : both;
  }
}
