// The search of two box trees for one best answer. A heap holds pairs of boxes, each with a key: a
// lower bound for all pairs of triangles below it. The search takes the least, splits the larger
// box, tests its children and pushes them with their own keys; a pair of leaves is decided at once.
// It ends when no key is less than the best answer.
//   first contact: the key is the time until which the pair is proven safe; all others are safe at
//     least until then
//   nearest: the key is the gap of the boxes at one pose
//   within: every pair of triangles not farther apart than a length, one by one
// A search for contact begins with a cull that needs no order (pair-cull.ts). Pairs that are close
// enough to count wait on a stack, so that the search descends at once where boxes tie, as between
// parallel faces. Where a buffer is full, the search stops between two pairs and continues when
// there is more room (search-queue.ts).
import { GAP, LASTS } from './box-gaps';
import { BoxNodes, CHILD, TRIANGLE_BYTES } from './box-nodes';
import { PairCull } from './pair-cull';
import { PairGaps } from './pair-gaps';
import { RelativePose, SCALE_A, SCALE_B } from './relative-pose';
import { CONTEXT_BYTES, FLOATS, LANES, RigidContext } from './rigid-context';
import { SearchQueue } from './search-queue';
import { ALL_OPEN, FINEST, TimeSlots } from './time-slots';
import { TriangleAdvancement } from './triangle-advancement';

/**
 * What a run of the search ends with: complete, one of several found, a buffer is full, too many
 * steps.
 */
const DONE: i32 = 0;
const FOUND: i32 = 1;
const FULL: i32 = 2;
const STEP_LIMIT: i32 = 3;

/** What is asked. */
const CONTACT: i32 = 0;
const NEAREST: i32 = 1;
const WITHIN: i32 = 2;

/**
 * Between these numbers of splits a search that has found no contact probably never will, and pairs
 * are culled again.
 */
const LATE_FROM: i32 = 1500;
const LATE_UNTIL: i32 = 40000;

/**
 * A pose will do for boxes if it is older by at most this part of the time for which their pair was
 * safe.
 */
const MAX_POSE_AGE: f64 = 0.125;

/** Covers the rounding of doubles to floats. */
const ROUND_DOWN: f32 = 0.9999998;

/** Four keys, while those in closed slots are moved. */
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
 * Returns 0 done, 1 found one of several, 2 a buffer is full, 3 as many pairs tested as `maxSteps`.
 */
export function runSearch(context: RigidContext, maxSteps: i32): i32 {
  return PairSearch.run(context, maxSteps);
}

export class PairSearch {
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
    // Gaps are those beyond the separation.
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
   * Boxes may be compared at any time until which their pair is safe: the last pose will do if it
   * is only a little older.
   */
  @inline static setPose(context: RigidContext, safe: f32): void {
    const time = context.safeTime;
    const boxTime = context.boxTime;
    if (boxTime <= time && time - boxTime <= MAX_POSE_AGE * <f64>safe) return;
    context.boxTime = time;
    RelativePose.setFloats(context, time);
  }

  /**
   * Drops most pairs that never meet, in any order; the queue gets the rest. False if the boxes of
   * all never meet.
   */
  static cull(context: RigidContext, maxSteps: i32): bool {
    context.isUnculled = false;
    if (!SearchQueue.take(context)) return false;
    context.safeTime = SearchQueue.key(context, context.safeTime);
    PairCull.begin(context);
    PairCull.runFirst(context, maxSteps);
    context.boxPairs += context.cullSplits;
    return true;
  }

  /**
   * Late in a search without a contact so far, each pair is culled to its end, until triangles are
   * found that may meet.
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
   * If the pair is apart in the slot of the search's time, it moves on to its next open slot, if
   * there is one.
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

  /** Two leaves. Returns a state if the search ends or pauses here, else −1. */
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
        // Nothing is earlier than the time of the search.
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

  /** Shortened by more than its rounding. */
  @inline static setHint(context: RigidContext, x: f64, y: f64, z: f64): void {
    context.hintX = <f32>(0.999999 * x);
    context.hintY = <f32>(0.999999 * y);
    context.hintZ = <f32>(0.999999 * z);
  }

  @inline static keep(context: RigidContext, value: f64, a: i32, b: i32): void {
    context.answer = value;
    context.answerDistance = context.distance;
    if (context.kind != WITHIN) context.limit = value;
    context.leafA = a;
    context.leafB = b;
  }

  /** The four boxes of a node against one box of the other body. */
  static split(context: RigidContext, node: usize, box: usize, isOfA: bool, other: i32, child: i32): void {
    const at = changetype<usize>(context);
    const kind = context.kind;
    const used = BoxNodes.used(node);
    PairGaps.measure(context, node, box, isOfA, kind == CONTACT, used);
    const waits = v128.and(used, f32x4.le(v128.load(at, GAP), f32x4.splat(context.stackGap)));
    SearchQueue.pushLanes(context, i32x4.bitmask(waits), isOfA, other, child);
    const goes = v128.andnot(used, waits);
    if (kind == WITHIN || !v128.any_true(goes)) return;
    const value = kind == CONTACT ? v128.load(at, LASTS) : v128.load(at, GAP);
    const keys = v128.bitselect(value, f32x4.splat(Infinity), goes);
    if (kind == CONTACT) SearchQueue.setKeys(context, context.boxTime, 1, PairSearch.skipClosed(context, keys));
    else SearchQueue.setKeys(context, 0, 1 / context.perUnit, keys);
    SearchQueue.pushFamily(context, isOfA, other, child, context.openSlots);
  }

  /**
   * Moves times that fall into a closed slot to the start of the next open one, or to infinity.
   * Relative to `boxTime`.
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
      const start = rest ? <f32>(TimeSlots.startOf(ctz(rest)) - boxTime) * ROUND_DOWN : Infinity;
      if (start > key) store<f32>(lane, start);
    }
    return v128.load(at);
  }
}
