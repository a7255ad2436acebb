// The cull before the queue of a first contact. It goes depth first from one pair of boxes down,
// tests four children at a time over the time slots that are open for their parents (slot-cull.ts),
// and drops each pair without an open slot. A dropped pair provably never meets, so the order does
// not matter; a pair in doubt is kept. The cull ends where two triangles may meet, or at its limit
// of splits. The queue gets the remaining pairs.
import { BoxNodes, CHILD, TRIANGLE_BYTES } from './box-nodes';
import { RelativePose, SCALE_A, SCALE_B } from './relative-pose';
import { CULL_ENTRY_BYTES, CULL_STACK, FLOATS, LANES, RigidContext } from './rigid-context';
import { SampleTimes } from './sample-times';
import { MAX_LEFT, SearchQueue } from './search-queue';
import { SlotCull } from './slot-cull';
import { ALL_OPEN, SLOT_COUNT, TimeSlots } from './time-slots';
import { TriangleAdvancement } from './triangle-advancement';
import { TriangleSamples } from './triangle-samples';

/** Splits after which the first cull ends. Motions without contact seldom take more. */
const FIRST_SPLITS: i32 = 1000;
/** Tests of triangles after which the first cull ends. */
const FIRST_TESTS: i32 = 12;
/** Tests of one pair of triangles after which it counts as one that may meet. */
const TESTS_PER_PAIR: i32 = 12;

/** log₂ of the largest `shortestPart`, that of large boxes, in parts of [0, 1]. */
const MAX_LOG_PARTS: i32 = 4;
/** Number of parts of [0, 1], as in sample-times.ts. */
const PARTS: f32 = 96;

// Offsets in an entry of the stack.
/** i32 id of the box of a. */
const BOX_A: usize = 0;
/** i32 child of this box: number of a node, or ~leaf. */
const CHILD_A: usize = 4;
/** f32 half diagonal of this box, in units. */
const SIZE_A: usize = 8;
/** i32 id of the box of b. */
const BOX_B: usize = 12;
/** i32 child of this box. */
const CHILD_B: usize = 16;
/** f32 half diagonal of this box, in units. */
const SIZE_B: usize = 20;
/** i32 mask of the open time slots of the pair. */
const SLOTS: usize = 24;

/** Scratch by lane: open time slots of the children. */
const OPEN: usize = LANES + 16;
/** Scratch by lane: half diagonals of the children, in units. */
const SIZES: usize = LANES + 2 * 16;

/** Drops pairs that provably never meet; keeps every pair in doubt. */
export class PairCull {
  /** Culls from the pair of root boxes down, over all time slots of the search. */
  static runFirst(context: RigidContext, maxSteps: i32): void {
    const from = TimeSlots.at(context.safeTime);
    const until = TimeSlots.at(context.limit);
    context.cullTests = FIRST_TESTS;
    const open = ALL_OPEN & (-1 << from) & ((2 << until) - 1);
    PairCull.run(context, 0, 0, open, maxSteps < FIRST_SPLITS ? maxSteps : FIRST_SPLITS);
  }

  /**
   * Culls from one pair down; the queue gets the pairs that are left. Returns false if triangles
   * were found that may meet.
   */
  static run(context: RigidContext, a: i32, b: i32, open: i32, maxSplits: i32): bool {
    const at = changetype<usize>(context);
    context.cullStart = context.safeTime;
    context.cullEnd = context.limit;
    context.cullSplits = 0;
    PairCull.setTravel(context);
    const bottom = at + CULL_STACK;
    // The cull ends if there is no room for four more pairs.
    const full = bottom + <usize>(MAX_LEFT - 4) * CULL_ENTRY_BYTES;
    context.cullTop = bottom;
    const boxA = BoxNodes.box(context.nodesA, a);
    const boxB = BoxNodes.box(context.nodesB, b);
    const sizeA = sqrt(BoxNodes.sizeSq(boxA, load<f32>(at, FLOATS + SCALE_A * 4)));
    const sizeB = sqrt(BoxNodes.sizeSq(boxB, load<f32>(at, FLOATS + SCALE_B * 4)));
    PairCull.push(context, a, load<i32>(boxA, CHILD), sizeA, b, load<i32>(boxB, CHILD), sizeB, open);
    let isApart: bool = true;
    while (isApart && context.cullTop != bottom && context.cullTop < full && context.cullSplits < maxSplits)
      isApart = PairCull.next(context);
    for (let top = context.cullTop; top != bottom; ) {
      top -= CULL_ENTRY_BYTES;
      const rest = load<i32>(top, SLOTS);
      SearchQueue.pushPair(
        context,
        PairCull.startOf(context, rest),
        load<i32>(top, BOX_A),
        load<i32>(top, BOX_B),
        rest,
      );
    }
    return isApart;
  }

  /**
   * Estimates the relative travel of points from the speeds at the start. No proof depends on the
   * estimate: it only decides how short the tested parts of time are.
   */
  @inline static setTravel(context: RigidContext): void {
    RelativePose.set(context, context.cullStart);
    const turning = context.angularSpeedA + context.angularSpeedB;
    const x = context.velocityX;
    const y = context.velocityY;
    const z = context.velocityZ;
    context.travel = <f32>((sqrt(x * x + y * y + z * z) + turning * context.radii) * context.perUnit);
  }

  /** Pushes a pair on the stack of the cull. */
  @inline static push(
    context: RigidContext,
    a: i32,
    childA: i32,
    sizeA: f32,
    b: i32,
    childB: i32,
    sizeB: f32,
    open: i32,
  ): void {
    const top = context.cullTop;
    store<i32>(top, a, BOX_A);
    store<i32>(top, childA, CHILD_A);
    store<f32>(top, sizeA, SIZE_A);
    store<i32>(top, b, BOX_B);
    store<i32>(top, childB, CHILD_B);
    store<f32>(top, sizeB, SIZE_B);
    store<i32>(top, open, SLOTS);
    context.cullTop = top + CULL_ENTRY_BYTES;
  }

  /** Start of the first open slot, but not before the cull starts. */
  @inline static startOf(context: RigidContext, open: i32): f64 {
    const first = TimeSlots.startOf(ctz(open));
    const start = context.cullStart;
    return first > start ? first : start;
  }

  /**
   * Start of the slot behind the last open one, but not after the cull ends. That slot is closed,
   * its start included.
   */
  @inline static endOf(context: RigidContext, open: i32): f64 {
    const last = 31 - clz(open);
    const end = context.cullEnd;
    if (last == SLOT_COUNT - 1) return end;
    const next = TimeSlots.startOf(last + 1);
    return next < end ? next : end;
  }

  /**
   * Takes a pair off the stack and splits it or drops it. Two triangles that may meet stay on the
   * stack; then it returns false.
   */
  static next(context: RigidContext): bool {
    const top = context.cullTop - CULL_ENTRY_BYTES;
    const childA = load<i32>(top, CHILD_A);
    const childB = load<i32>(top, CHILD_B);
    if (childA < 0 && childB < 0) {
      if (!PairCull.areApart(context, ~childA, ~childB, load<i32>(top, SLOTS))) return false;
      context.cullTop = top;
      return true;
    }
    context.cullTop = top;
    context.cullSplits++;
    const sizeA = load<f32>(top, SIZE_A);
    const sizeB = load<f32>(top, SIZE_B);
    context.shortestPart = PairCull.shortestFor(context, sizeA + sizeB);
    PairCull.split(context, top, childB < 0 || (childA >= 0 && sizeA > sizeB));
    return true;
  }

  /** Whether two triangles are proven apart during their open slots. */
  @inline static areApart(context: RigidContext, leafA: i32, leafB: i32, open: i32): bool {
    const a = context.trianglesA + <usize>leafA * TRIANGLE_BYTES;
    const b = context.trianglesB + <usize>leafB * TRIANGLE_BYTES;
    const from = PairCull.startOf(context, open);
    const until = PairCull.endOf(context, open);
    if (TriangleAdvancement.isApartAlongFaces(context, a, b, from, until)) return true;
    const most = context.trianglePairs + TESTS_PER_PAIR;
    const tests = most < context.cullTests ? most : context.cullTests;
    return TriangleAdvancement.advance(context, a, b, from, until, tests) == Infinity;
  }

  /**
   * The number of parts of [0, 1] in which points travel about as far as the boxes are wide,
   * rounded down to a power of two. Parts of time that are not longer are not halved.
   */
  @inline static shortestFor(context: RigidContext, size: f32): i32 {
    const exponent = <i32>(reinterpret<u32>((size * PARTS) / context.travel) >> 23) - 127;
    return 1 << (exponent > MAX_LOG_PARTS ? MAX_LOG_PARTS : exponent > 0 ? exponent : 0);
  }

  /**
   * Splits one side of the pair at `entry`, which is off the stack already: the pushes overwrite
   * it.
   */
  static split(context: RigidContext, entry: usize, isOfA: bool): void {
    const at = changetype<usize>(context);
    const child = isOfA ? load<i32>(entry, CHILD_A) : load<i32>(entry, CHILD_B);
    const other = isOfA ? load<i32>(entry, BOX_B) : load<i32>(entry, BOX_A);
    const below = isOfA ? load<i32>(entry, CHILD_B) : load<i32>(entry, CHILD_A);
    const size = isOfA ? load<f32>(entry, SIZE_B) : load<f32>(entry, SIZE_A);
    const node = (isOfA ? context.nodesA : context.nodesB) + ((<usize>child) << 8);
    SampleTimes.setBoxes(context, node, BoxNodes.box(isOfA ? context.nodesB : context.nodesA, other), isOfA);
    const count = below < 0 ? BoxNodes.leafCount(node) : 0;
    if (count > 0) PairCull.setTriangles(context, node, count, ~below, isOfA);
    const open = SlotCull.run(context, count > 0, load<i32>(entry, SLOTS), BoxNodes.used(node));
    let lanes = i32x4.bitmask(i32x4.ne(open, i32x4.splat(0)));
    if (!lanes) return;
    v128.store(at, open, OPEN);
    v128.store(at, SampleTimes.sizes(context), SIZES);
    // The pair that may meet first is pushed last, so that it is taken next.
    while (lanes) {
      const lane = PairCull.latest(context, lanes);
      lanes &= ~(1 << lane);
      const by = (<usize>lane) << 2;
      const left = load<i32>(at + by, OPEN);
      const own = load<f32>(at + by, SIZES);
      const childBelow = load<i32>(node + by, CHILD);
      const id = (child << 2) + lane;
      if (isOfA) PairCull.push(context, id, childBelow, own, other, below, size, left);
      else PairCull.push(context, other, below, size, id, childBelow, own, left);
    }
  }

  /**
   * Sets the triangles in the leaves of a node against the triangle in a leaf of the other body.
   */
  @inline static setTriangles(context: RigidContext, node: usize, count: i32, leaf: i32, isOfA: bool): void {
    const firstLeaf = ~load<i32>(node, CHILD);
    const four = (isOfA ? context.trianglesA : context.trianglesB) + <usize>firstLeaf * TRIANGLE_BYTES;
    const single = (isOfA ? context.trianglesB : context.trianglesA) + <usize>leaf * TRIANGLE_BYTES;
    TriangleSamples.setTriangles(context, four, count, single);
  }

  /** The lane whose first open slot is the latest. */
  @inline static latest(context: RigidContext, lanes: i32): i32 {
    let best = ctz(lanes);
    let rest = lanes & (lanes - 1);
    if (!rest) return best;
    let latest: i32 = PairCull.first(context, best);
    for (; rest; rest &= rest - 1) {
      const lane = ctz(rest);
      const first = PairCull.first(context, lane);
      if (first > latest) {
        latest = first;
        best = lane;
      }
    }
    return best;
  }

  /** The first open slot of a lane, as a bit. */
  @inline static first(context: RigidContext, lane: i32): i32 {
    const open = load<i32>(changetype<usize>(context) + ((<usize>lane) << 2), OPEN);
    return open & -open;
  }
}
