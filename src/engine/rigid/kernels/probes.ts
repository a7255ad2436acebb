// Single parts of a search, for tests of their own: each prepares the context as `beginSearch` does
// and runs one part.
import { GAP } from './box-gaps';
import { PairGaps } from './pair-gaps';
import { RelativePose } from './relative-pose';
import { LANES, RigidContext } from './rigid-context';
import { SampleTimes } from './sample-times';
import { SlotCull } from './slot-cull';
import { TimeSlots } from './time-slots';
import { TriangleSamples } from './triangle-samples';

/**
 * Compares four pairs of boxes in floats, or two in doubles. Returns the address of their gaps;
 * their safe durations follow.
 */
export function probeGaps(context: RigidContext, t: f64, wide: bool, a: usize, b: usize): usize {
  RelativePose.begin(context);
  RelativePose.setFloats(context, t);
  if (wide) PairGaps.compareWide(context, a, b);
  else PairGaps.compare(context, a, b, true);
  return changetype<usize>(context) + GAP;
}

/**
 * Tests the slots of a level for the boxes in the first lanes of two nodes (time-slots.ts). Returns
 * the slots that stay open.
 */
export function probeSlots(context: RigidContext, a: usize, b: usize, open: i32, level: i32): i32 {
  RelativePose.begin(context);
  TimeSlots.begin(context);
  return TimeSlots.test(context, a, b, open, level);
}

/** Sets the four boxes of a node against one box of the other body (slot-cull.ts). */
export function probeSamples(context: RigidContext, node: usize, box: usize, isOfA: bool): void {
  RelativePose.begin(context);
  SampleTimes.begin(context);
  SampleTimes.setBoxes(context, node, box, isOfA);
}

/** Adds the triangles in these boxes: `count` of the four, and the single one. */
export function probeTriangles(context: RigidContext, triangles: usize, count: i32, single: usize): void {
  TriangleSamples.setTriangles(context, triangles, count, single);
}

/**
 * Culls the slots of the boxes or triangles that are set. Returns the address of four masks of the
 * slots that stay open.
 */
export function probeCull(context: RigidContext, ofTriangles: bool, open: i32, shortest: i32): usize {
  context.shortestPart = shortest;
  SlotCull.run(context, ofTriangles, open, i32x4.splat(-1));
  return changetype<usize>(context) + LANES;
}
