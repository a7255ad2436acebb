// The search of two box trees for one best answer: a heap of pairs of boxes, each with a key that no pair of triangles below it undercuts.
// Pop the least, split the larger box, look at its children, push them with their keys; a pair of leaves answers for itself. The search
// ends when no key is less than the best answer, so nothing that is left could be better.
//   first contact: the key is the pair's own proven-safe time; all others are safe at least until the popped one
//   distance: the key is the gap of the boxes at one pose
//   within: every pair of triangles not farther apart than a length, one by one
// A search for contact begins with a sweep that needs no order (pair-sweep.ts).
// Pairs that are as near as the answer has to be wait on a stack, so that the search goes down at once where boxes tie, as between
// parallel faces. Where a buffer is full, the search stops between two pairs and goes on when there is more room (search-queue.ts).
import { hint } from './box-gaps';
import { BoxPairs, CHILD } from './box-pairs';
import { ALL_OPEN, BoxStretches, FINEST } from './box-stretches';
import { ax, ay, az, bx, by, bz } from './nearest-triangles';
import { familyGap, familyLasts, PairGaps } from './pair-gaps';
import { PairSweep, sweepSplits } from './pair-sweep';
import { MARGIN, PER_UNIT, RelativePose, SCALE_A, SCALE_B, SEPARATION } from './relative-pose';
import { SearchQueue } from './search-queue';
import { distance, looks, TriangleTimes } from './triangle-times';

/** What a search stops with. */
const DONE: i32 = 0;
const FOUND: i32 = 1;
const FULL: i32 = 2;
const TIRED: i32 = 3;

/** What is asked. */
const CONTACT: i32 = 0;
const NEAREST: i32 = 1;
const WITHIN: i32 = 2;

/** Splits after which a search without a contact so far probably never finds one; and those up to which it is worth a try. */
const LATE: i32 = 1500;
const TOO_LATE: i32 = 40000;

/** The age of a pose that will do, by the time for which a pair was safe. */
const OLDER: f64 = 0.125;

/** Takes the rounding of doubles to floats. */
const DOWN: f32 = 0.9999998;

/** Byte offsets in a query behind those of relative-pose.ts. */
const PLACED: usize = 1392;
const KEYS: usize = 1728;

let query: usize = 0;
let kind: i32 = 0;
let nodesA: usize = 0;
let nodesB: usize = 0;
let trianglesA: usize = 0;
let trianglesB: usize = 0;
/** Pairs with a key of at least this are dropped: a time or a distance. */
let limit: f64 = 0;
/** The distance that counts as contact, or within which pairs are asked for. */
let near: f64 = 0;
/** Boxes with less of a gap than this go to the stack. */
let waiting: f32 = 0;
/** Lengths of a gap of 1 in floats. */
let keyUnit: f64 = 1;
/** Of the pair at hand and all below it: the stretches in which it is not proven to be apart, see box-stretches.ts. */
let open: i32 = ALL_OPEN;
/** Whether the sweep comes next. */
let isUnswept: bool = false;
/** Whether pairs are swept late in the search. */
let sweepsLate: bool = false;
/** When the boxes are compared. */
let posed: f64 = 0;
/** The time of the search: no pair that is left touches before it. */
export let safeTime: f64 = 0;

/** The best answer: a time or a distance, the distance there, and its triangles. */
export let answer: f64 = Infinity;
export let answerDistance: f64 = Infinity;
export let leafA: i32 = -1;
export let leafB: i32 = -1;
export let visits: i32 = 0;

export class PairSearch {
  /** Everything about the bodies and motions is in the query; triangles are in the order of the leaves. */
  static begin(
    block: usize,
    asked: i32,
    turns: bool,
    boxesA: usize,
    ofA: usize,
    boxesB: usize,
    ofB: usize,
    start: f64,
    end: f64,
    nearness: f64,
  ): void {
    query = block;
    kind = asked;
    nodesA = boxesA;
    nodesB = boxesB;
    trianglesA = ofA;
    trianglesB = ofB;
    safeTime = start;
    limit = end;
    near = nearness;
    answer = Infinity;
    answerDistance = Infinity;
    leafA = -1;
    leafB = -1;
    visits = 0;
    RelativePose.begin(block);
    PairGaps.begin(block, kind == CONTACT, turns);
    TriangleTimes.begin(block + PLACED, load<f64>(block, MARGIN));
    const perUnit = load<f64>(block, PER_UNIT);
    keyUnit = 1 / perUnit;
    // Gaps are those beyond the separation.
    const slack = near - load<f64>(block, SEPARATION);
    waiting = kind == CONTACT ? <f32>(0.5 * slack * perUnit) : kind == NEAREST ? 0 : <f32>(near * perUnit * 1.000001);
    PairSearch.setHint(0, 0, 0);
    SearchQueue.begin();
    BoxStretches.begin(block);
    open = ALL_OPEN;
    isUnswept = kind == CONTACT;
    sweepsLate = isUnswept;
    // The first node of a tree has the box of everything in its first lane, and no other.
    posed = start;
    RelativePose.setFloats(start);
    PairSearch.split(nodesA, nodesB, true, 0, 0);
  }

  static run(patience: i32): i32 {
    if (isUnswept && patience > 0 && !PairSearch.sweep(patience)) return DONE;
    while (true) {
      if (SearchQueue.isFull()) return FULL;
      if (visits + looks >= patience) return TIRED;
      if (!SearchQueue.take(limit)) return DONE;
      const a = SearchQueue.a();
      const b = SearchQueue.b();
      if (kind == CONTACT) safeTime = SearchQueue.key(safeTime);
      const boxA = BoxPairs.box(nodesA, a);
      const boxB = BoxPairs.box(nodesB, b);
      const childA = load<i32>(boxA, CHILD);
      const childB = load<i32>(boxB, CHILD);
      if (childA < 0 && childB < 0) {
        const state = PairSearch.meet(~childA, ~childB, patience);
        if (state >= 0) return state;
        continue;
      }
      visits++;
      if (kind == CONTACT && PairSearch.sweepsPair(a, b, patience)) continue;
      if (kind == CONTACT && PairSearch.moves(a, b, boxA, boxB)) continue;
      const splitsA =
        childB < 0 || (childA >= 0 && BoxPairs.size(query, boxA, SCALE_A) > BoxPairs.size(query, boxB, SCALE_B));
      PairSearch.setPose(SearchQueue.lasted());
      if (splitsA) PairSearch.split(nodesA + ((<usize>childA) << 8), boxB, true, b, childA);
      else PairSearch.split(nodesB + ((<usize>childB) << 8), boxA, false, a, childB);
    }
  }

  /**
   * Boxes may be compared at any time until which their pair is safe: the last pose will do if it is only a little older, measured by the
   * time for which the pair was safe.
   */
  @inline static setPose(lasted: f32): void {
    if (posed <= safeTime && safeTime - posed <= OLDER * <f64>lasted) return;
    posed = safeTime;
    RelativePose.setFloats(posed);
  }

  /** Most of what never meets goes without any order; the queue has the rest. False if the boxes of all never come due. */
  static sweep(patience: i32): bool {
    isUnswept = false;
    if (!SearchQueue.take(limit)) return false;
    safeTime = SearchQueue.key(safeTime);
    PairSweep.begin(query, nodesA, trianglesA, nodesB, trianglesB);
    PairSweep.runFirst(safeTime, limit, near, patience);
    visits += sweepSplits;
    return true;
  }

  /** Late in a search without a contact so far, each pair that comes due is swept to its end, until triangles are found that may meet. */
  static sweepsPair(a: i32, b: i32, patience: i32): bool {
    const most = patience < TOO_LATE ? patience : TOO_LATE;
    if (!sweepsLate || visits < LATE || visits >= most) return false;
    const open = SearchQueue.open() & (-1 << BoxStretches.at(safeTime));
    if (!open) return true;
    sweepsLate = PairSweep.run(a, b, open, safeTime, limit, near, most - visits, patience - visits);
    visits += sweepSplits;
    return true;
  }

  /** Looks ahead from the time of the search: if the pair is apart in this stretch it goes to the next that is open, if there is one. */
  static moves(a: i32, b: i32, boxA: usize, boxB: usize): bool {
    open = SearchQueue.open() & (-1 << BoxStretches.at(safeTime));
    const level = SearchQueue.level();
    if (level > FINEST) return false;
    const now = ctz(open);
    open = BoxStretches.lookAhead(boxA, boxB, open, level);
    if (ctz(open) == now) return false;
    if (open) SearchQueue.pushOne(BoxStretches.startOf(ctz(open)), a, b, open, limit);
    return true;
  }

  /** Two leaves. A state if the search ends or pauses here, else −1. */
  static meet(a: i32, b: i32, patience: i32): i32 {
    const ofA = trianglesA + <usize>a * 72;
    const ofB = trianglesB + <usize>b * 72;
    if (kind == CONTACT) {
      const t = TriangleTimes.advance(ofA, ofB, safeTime, limit, near, patience - visits);
      if (!(t >= 0)) return TIRED;
      if (t < limit) {
        PairSearch.keep(t, a, b);
        // Nothing is earlier than the time of the search.
        if (t <= safeTime) return DONE;
      }
      return -1;
    }
    RelativePose.set(safeTime);
    const d = TriangleTimes.measure(ofA, ofB);
    if (kind == NEAREST) {
      if (d < limit) {
        PairSearch.keep(d, a, b);
        if (d == 0) return DONE;
        PairSearch.setHint((ax - bx) / d, (ay - by) / d, (az - bz) / d);
      }
      return -1;
    }
    if (d > near) return -1;
    PairSearch.keep(d, a, b);
    return FOUND;
  }

  /** Shortened by more than its rounding. */
  @inline static setHint(x: f64, y: f64, z: f64): void {
    store<f32>(hint, <f32>(0.999999 * x));
    store<f32>(hint, <f32>(0.999999 * y), 4);
    store<f32>(hint, <f32>(0.999999 * z), 8);
  }

  @inline static keep(value: f64, a: i32, b: i32): void {
    answer = value;
    answerDistance = distance;
    if (kind != WITHIN) limit = value;
    leafA = a;
    leafB = b;
  }

  /** The four boxes of a node against one box of the other body, `other`. */
  static split(node: usize, other: usize, ofA: bool, slot: i32, child: i32): void {
    const there = BoxPairs.there(node);
    PairGaps.measure(node, other, ofA, there, posed, limit);
    const g = familyGap;
    const d = kind == CONTACT ? familyLasts : familyGap;
    const waits = v128.and(there, f32x4.le(g, f32x4.splat(waiting)));
    SearchQueue.waitFor(i32x4.bitmask(waits), ofA, slot, child);
    const goes = v128.andnot(there, waits);
    const keys = v128.bitselect(d, f32x4.splat(Infinity), goes);
    if (kind == WITHIN || !v128.any_true(goes)) return;
    if (kind == CONTACT) SearchQueue.pushFamily(posed, 1, PairSearch.skipClosed(keys), ofA, slot, child, open, limit);
    else SearchQueue.pushFamily(0, keyUnit, keys, ofA, slot, child, open, limit);
  }

  /** Times from that of the pose on that fall into a stretch that is closed: the start of the next open one, or never. */
  static skipClosed(keys: v128): v128 {
    if (open == ALL_OPEN) return keys;
    const at = query + KEYS;
    v128.store(at, keys);
    let due = i32x4.bitmask(f32x4.lt(keys, f32x4.splat(<f32>(limit - posed))));
    for (let lane = at; due; lane += 4, due >>= 1) {
      if (!(due & 1)) continue;
      const key = load<f32>(lane);
      const rest = open & (-1 << BoxStretches.at(posed + <f64>key));
      const start = rest ? <f32>(BoxStretches.startOf(ctz(rest)) - posed) * DOWN : Infinity;
      if (start > key) store<f32>(lane, start);
    }
    return v128.load(at);
  }
}
