// The best-first search of two box trees for one best answer. A heap holds pairs of boxes, each
// with a key: a lower bound for all pairs of triangles below it. The search takes the pair with the
// least key, splits the larger box, tests its children and pushes them with their own keys. A pair
// of leaves is decided at once. The search ends when no key is less than the best answer.
//   first contact: the key is the time until which the pair is proven safe; it is the least key, so
//     all other pairs are safe at least until then
//   nearest: the key is the gap of the boxes at one pose
//   within: every pair of triangles not farther apart than a length, one by one
// A search for contact begins with a cull that needs no order (pair-cull.ts). Pairs of boxes that
// are close enough to count go to a stack instead of the heap. So the search descends at once where
// keys tie, as between parallel faces. If a buffer is full, the search stops between two pairs and
// continues when there is more room (search-queue.ts).
import { GAP, SAFE_DURATION } from './box-gaps';
import { BoxNodes, CHILD, TRIANGLE_BYTES } from './box-nodes';
import { PairCull } from './pair-cull';
import { PairGaps } from './pair-gaps';
import { RelativePose, SCALE_A, SCALE_B } from './relative-pose';
import { CONTEXT_BYTES, FLOATS, LANES, RigidContext } from './rigid-context';
import { SampleTimes } from './sample-times';
import { SearchQueue } from './search-queue';
import { ALL_OPEN, FINEST, TimeSlots } from './time-slots';
import { TriangleAdvancement } from './triangle-advancement';

/** A run ends: the search is complete. */
const DONE: i32 = 0;
/** A run ends: one pair of several was found. */
const FOUND: i32 = 1;
/** A run ends: a buffer is full. */
const FULL: i32 = 2;
/** A run ends: `maxSteps` pairs were tested. */
const STEP_LIMIT: i32 = 3;

/** Kind of search: first contact. */
const CONTACT: i32 = 0;
/** Kind of search: the nearest pair of triangles at one pose. */
const NEAREST: i32 = 1;
/** Kind of search: all pairs of triangles within a distance at one pose. */
const WITHIN: i32 = 2;

/**
 * From this many splits on, a search without a contact probably finds none: each pair is culled
 * again.
 */
const LATE_FROM: i32 = 1500;
/** From this many splits on, pairs are no longer culled. */
const LATE_UNTIL: i32 = 40000;

/**
 * A pose is reused for a pair of boxes if its age is at most this share of the duration for which
 * the pair was last known to be safe.
 */
const MAX_POSE_AGE: f64 = 0.125;

/** With this factor a lower bound remains one after it is rounded to the nearest float. */
const F32_ROUND_DOWN: f32 = 0.9999998;

/** Scratch of `skipClosed`: four keys. */
const KEYS: usize = LANES + 3 * 16;

/** Bytes of a context with its scratch. */
export function rigidContextBytes(): usize {
  return CONTEXT_BYTES;
}

/** Moves the queue to buffers of (capacity + 1) × 16, capacity × 48 and capacity × 8 bytes. */
export function moveQueue(context: RigidContext, heap: usize, families: usize, stack: usize, capacity: i32): void {
  SearchQueue.moveTo(context, heap, families, stack, capacity);
}

/** Begins a search over the bodies and motions in the context, from `safeTime` up to `limit`. */
export function beginSearch(context: RigidContext): void {
  PairSearch.begin(context);
}

/**
 * Continues the search. Returns 0 if it is complete, 1 if one pair of several was found, 2 if a
 * buffer is full, 3 if `maxSteps` pairs were tested.
 */
export function runSearch(context: RigidContext, maxSteps: i32): i32 {
  return PairSearch.run(context, maxSteps);
}

/** The best-first search; all state is in the context. */
export class PairSearch {
  /** Begins a search: resets queue, slots and answer, and queues the pair of root boxes. */
  static begin(context: RigidContext): void {
    const kind = context.kind;
    const near = context.near;
    context.answer = Infinity;
    context.answerDistance = Infinity;
    context.leafA = -1;
    context.leafB = -1;
    context.boxPairs = 0;
    context.trianglePairs = 0;
    RelativePose.begin(context);
    const perUnit = context.perUnit;
    // GAP is the gap beyond the separation, so `near` is reduced by it too.
    const slack = near - context.separation;
    context.stackGap =
      kind == CONTACT ? <f32>(0.5 * slack * perUnit) : kind == NEAREST ? 0 : <f32>(near * perUnit * 1.000001);
    PairSearch.setHint(context, 0, 0, 0);
    SearchQueue.begin(context);
    TimeSlots.begin(context);
    context.openSlots = ALL_OPEN;
    context.isUnculled = kind == CONTACT;
    context.cullsLate = kind == CONTACT;
    // The first node of a tree has the box of everything in its first lane, and no other.
    context.boxTime = context.safeTime;
    RelativePose.setFloats(context, context.safeTime);
    PairSearch.split(context, context.nodesA, context.nodesB, true, 0, 0);
  }

  /** Runs until one of the four states is reached. */
  static run(context: RigidContext, maxSteps: i32): i32 {
    if (context.isUnculled && maxSteps > 0 && !PairSearch.cull(context, maxSteps)) return DONE;
    const kind = context.kind;
    const nodesA = context.nodesA;
    const nodesB = context.nodesB;
    const scaleA = load<f32>(changetype<usize>(context), FLOATS + SCALE_A * 4);
    const scaleB = load<f32>(changetype<usize>(context), FLOATS + SCALE_B * 4);
    while (true) {
      if (SearchQueue.isFull(context)) return FULL;
      if (context.boxPairs + context.trianglePairs >= maxSteps) return STEP_LIMIT;
      if (!SearchQueue.take(context)) return DONE;
      const a = context.nextA;
      const b = context.nextB;
      if (kind == CONTACT) context.safeTime = SearchQueue.key(context, context.safeTime);
      const boxA = BoxNodes.box(nodesA, a);
      const boxB = BoxNodes.box(nodesB, b);
      const childA = load<i32>(boxA, CHILD);
      const childB = load<i32>(boxB, CHILD);
      if (childA < 0 && childB < 0) {
        const state = PairSearch.testLeaves(context, ~childA, ~childB, maxSteps);
        if (state >= 0) return state;
        continue;
      }
      context.boxPairs++;
      if (kind == CONTACT && PairSearch.cullPair(context, a, b, maxSteps)) continue;
      if (kind == CONTACT && PairSearch.postpone(context, a, b, boxA, boxB)) continue;
      const splitsA = childB < 0 || (childA >= 0 && BoxNodes.sizeSq(boxA, scaleA) > BoxNodes.sizeSq(boxB, scaleB));
      PairSearch.setPose(context, context.nextSafe);
      if (splitsA) PairSearch.split(context, nodesA + ((<usize>childA) << 8), boxB, true, b, childA);
      else PairSearch.split(context, nodesB + ((<usize>childB) << 8), boxA, false, a, childB);
    }
  }

  /**
   * Sets the pose at which a pair of boxes is compared. Any time until which the pair is safe is
   * sound: the last pose is reused if it is only a little older.
   */
  @inline static setPose(context: RigidContext, safe: f32): void {
    const time = context.safeTime;
    const boxTime = context.boxTime;
    if (boxTime <= time && time - boxTime <= MAX_POSE_AGE * <f64>safe) return;
    context.boxTime = time;
    RelativePose.setFloats(context, time);
  }

  /**
   * The first cull: drops most pairs that never meet, in any order, and queues the rest. False if
   * the root boxes never meet.
   */
  static cull(context: RigidContext, maxSteps: i32): bool {
    context.isUnculled = false;
    if (!SearchQueue.take(context)) return false;
    context.safeTime = SearchQueue.key(context, context.safeTime);
    SampleTimes.begin(context);
    PairCull.runFirst(context, maxSteps);
    context.boxPairs += context.cullSplits;
    return true;
  }

  /**
   * Late in a search that has found no contact, culls a pair down to its triangles, until some are
   * found that may meet. Returns whether the pair is done: it was dropped, or the queue has the
   * pairs that are left of it.
   */
  static cullPair(context: RigidContext, a: i32, b: i32, maxSteps: i32): bool {
    const most = maxSteps < LATE_UNTIL ? maxSteps : LATE_UNTIL;
    const boxPairs = context.boxPairs;
    if (!context.cullsLate || boxPairs < LATE_FROM || boxPairs >= most) return false;
    const open = context.nextOpen & (-1 << TimeSlots.at(context.safeTime));
    if (!open) return true;
    context.cullTests = maxSteps - boxPairs;
    context.cullsLate = PairCull.run(context, a, b, open, most - boxPairs);
    context.boxPairs = boxPairs + context.cullSplits;
    return true;
  }

  /**
   * Tests the time slots of a pair from the time of the search on. If the first open one closes,
   * the pair is queued again for its next open slot, or dropped if there is none; then returns
   * true.
   */
  static postpone(context: RigidContext, a: i32, b: i32, boxA: usize, boxB: usize): bool {
    let open = context.nextOpen & (-1 << TimeSlots.at(context.safeTime));
    const level = context.nextLevel;
    context.openSlots = open;
    if (level > FINEST) return false;
    const now = ctz(open);
    open = TimeSlots.testAhead(context, boxA, boxB, open, level);
    context.openSlots = open;
    if (ctz(open) == now) return false;
    if (open) SearchQueue.pushPair(context, TimeSlots.startOf(ctz(open)), a, b, open);
    return true;
  }

  /** Decides a pair of leaves. Returns a state if the search ends or pauses here, else −1. */
  static testLeaves(context: RigidContext, a: i32, b: i32, maxSteps: i32): i32 {
    const ofA = context.trianglesA + <usize>a * TRIANGLE_BYTES;
    const ofB = context.trianglesB + <usize>b * TRIANGLE_BYTES;
    const kind = context.kind;
    const time = context.safeTime;
    if (kind == CONTACT) {
      const limit = context.limit;
      const t = TriangleAdvancement.advance(context, ofA, ofB, time, limit, maxSteps - context.boxPairs);
      if (!(t >= 0)) return STEP_LIMIT;
      if (t < limit) {
        PairSearch.keep(context, t, a, b);
        // No other pair touches before the time of the search: this contact is the first.
        if (t <= time) return DONE;
      }
      return -1;
    }
    RelativePose.set(context, time);
    const d = TriangleAdvancement.measure(context, ofA, ofB);
    if (kind == NEAREST) {
      if (d < context.limit) {
        PairSearch.keep(context, d, a, b);
        if (d == 0) return DONE;
        TriangleAdvancement.setNormalBetween(context, d);
        PairSearch.setHint(context, context.normalX, context.normalY, context.normalZ);
      }
      return -1;
    }
    if (d > context.near) return -1;
    PairSearch.keep(context, d, a, b);
    return FOUND;
  }

  /**
   * Sets the hint, a direction along which gaps are measured too. It is shortened by more than its
   * rounding, so that its length is at most 1.
   */
  @inline static setHint(context: RigidContext, x: f64, y: f64, z: f64): void {
    context.hintX = <f32>(0.999999 * x);
    context.hintY = <f32>(0.999999 * y);
    context.hintZ = <f32>(0.999999 * z);
  }

  /** Keeps a pair of leaves as the best answer. */
  @inline static keep(context: RigidContext, value: f64, a: i32, b: i32): void {
    context.answer = value;
    context.answerDistance = context.distance;
    if (context.kind != WITHIN) context.limit = value;
    context.leafA = a;
    context.leafB = b;
  }

  /**
   * Measures the four boxes of a node against one box of the other body, and queues the pairs: on
   * the stack if their gap is at most `stackGap`, else as a family with keys. `other` is the id of
   * the single box, `child` the number of the node.
   */
  static split(context: RigidContext, node: usize, box: usize, isOfA: bool, other: i32, child: i32): void {
    const at = changetype<usize>(context);
    const kind = context.kind;
    const used = BoxNodes.used(node);
    PairGaps.measure(context, node, box, isOfA, kind == CONTACT, used);
    const waits = v128.and(used, f32x4.le(v128.load(at, GAP), f32x4.splat(context.stackGap)));
    SearchQueue.pushLanes(context, i32x4.bitmask(waits), isOfA, other, child);
    const goes = v128.andnot(used, waits);
    if (kind == WITHIN || !v128.any_true(goes)) return;
    const value = kind == CONTACT ? v128.load(at, SAFE_DURATION) : v128.load(at, GAP);
    const keys = v128.bitselect(value, f32x4.splat(Infinity), goes);
    if (kind == CONTACT) SearchQueue.setKeys(context, context.boxTime, 1, PairSearch.skipClosed(context, keys));
    else SearchQueue.setKeys(context, 0, 1 / context.perUnit, keys);
    SearchQueue.pushFamily(context, isOfA, other, child, context.openSlots);
  }

  /**
   * Moves keys that fall into a closed slot to the start of the next open one, or to infinity if
   * there is none. Keys are times relative to `boxTime`.
   */
  static skipClosed(context: RigidContext, keys: v128): v128 {
    const open = context.openSlots;
    if (open == ALL_OPEN) return keys;
    const boxTime = context.boxTime;
    const at = changetype<usize>(context) + KEYS;
    v128.store(at, keys);
    let due = i32x4.bitmask(f32x4.lt(keys, f32x4.splat(<f32>(context.limit - boxTime))));
    for (let lane = at; due; lane += 4, due >>= 1) {
      if (!(due & 1)) continue;
      const key = load<f32>(lane);
      const rest = open & (-1 << TimeSlots.at(boxTime + <f64>key));
      const start = rest ? <f32>(TimeSlots.startOf(ctz(rest)) - boxTime) * F32_ROUND_DOWN : Infinity;
      if (start > key) store<f32>(lane, start);
    }
    return v128.load(at);
  }
}
