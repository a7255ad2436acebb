// What comes before the queue of a first contact: the pairs that never meet need no order among them. From the pair of all down, depth
// first, four children at a time over the stretches that are open for their parents (box-sweep.ts), triangles by themselves; a pair
// without an open stretch is dropped. Where triangles might meet, or after so many splits, the sweep ends, and the queue goes on with the
// pairs that are left.
import { BoxPairs, CHILD } from './box-pairs';
import { ALL_OPEN, BoxStretches, STRETCHES } from './box-stretches';
import { BoxSweep } from './box-sweep';
import { Moments } from './moments';
import { PER_UNIT, RADII, RATE_A, RATE_B, RelativePose, SCALE_A, SCALE_B, V } from './relative-pose';
import { MOST_LEFT, SearchQueue } from './search-queue';
import { TriangleMoments } from './triangle-moments';
import { looks, TriangleTimes } from './triangle-times';

/** Splits and looks at triangles for which the order does not matter yet: free motions seldom take more. Later, looks at one pair. */
const SPLITS: i32 = 1000;
const LOOKS: i32 = 12;

/** log₂ of the parts of [0, 1] that are halved for small boxes only; and how many parts there are. */
const COARSEST: i32 = 4;
const SHARE: f32 = 96;

/**
 * Pairs to be split: slots of both, what is below them, their half diagonals in units of the floats, and the stretches that are open. The
 * sweep ends where there is no room for four more.
 */
const ENTRY: usize = 32;
const STACK: usize = memory.data(256 * 32, 16);
const FULL: usize = STACK + <usize>(MOST_LEFT - 4) * ENTRY;
/** By lane: stretches that are open, and half diagonals. */
const OPEN: usize = memory.data(16, 16);
const SIZES: usize = memory.data(16, 16);

let query: usize = 0;
let nodesA: usize = 0;
let nodesB: usize = 0;
let trianglesA: usize = 0;
let trianglesB: usize = 0;
let top: usize = 0;
/** How far points go against each other, about, in units of the floats. */
let way: f32 = 0;
let start: f64 = 0;
let end: f64 = 0;
let tolerance: f64 = 0;
let mostLooks: i32 = 0;

/** Pairs split by the last sweep. */
export let sweepSplits: i32 = 0;

export class PairSweep {
  static begin(block: usize, boxesA: usize, ofA: usize, boxesB: usize, ofB: usize): void {
    query = block;
    nodesA = boxesA;
    nodesB = boxesB;
    trianglesA = ofA;
    trianglesB = ofB;
    Moments.begin(block);
  }

  /** From the pair of all down. */
  static runFirst(from: f64, until: f64, near: f64, patience: i32): void {
    const most = patience < SPLITS ? patience : SPLITS;
    const open = ALL_OPEN & (-1 << BoxStretches.at(from)) & ((2 << BoxStretches.at(until)) - 1);
    PairSweep.run(0, 0, open, from, until, near, most, LOOKS);
  }

  /** From one pair down; the queue gets what is left. False if triangles were found that may meet. */
  static run(a: i32, b: i32, open: i32, from: f64, until: f64, near: f64, splits: i32, most: i32): bool {
    start = from;
    end = until;
    tolerance = near;
    mostLooks = most;
    sweepSplits = 0;
    PairSweep.setWay();
    top = STACK;
    const boxA = BoxPairs.box(nodesA, a);
    const boxB = BoxPairs.box(nodesB, b);
    const sizeA = sqrt(BoxPairs.size(query, boxA, SCALE_A));
    const sizeB = sqrt(BoxPairs.size(query, boxB, SCALE_B));
    PairSweep.wait(a, load<i32>(boxA, CHILD), sizeA, b, load<i32>(boxB, CHILD), sizeB, open);
    let isApart: bool = true;
    while (isApart && top != STACK && top < FULL && sweepSplits < splits) isApart = PairSweep.next();
    while (top != STACK) {
      top -= ENTRY;
      const rest = load<i32>(top, 24);
      SearchQueue.pushOne(PairSweep.startOf(rest), load<i32>(top), load<i32>(top, 12), rest, until);
    }
    return isApart;
  }

  /** At the start; it decides on the length of parts, nothing else. */
  @inline static setWay(): void {
    RelativePose.set(start);
    const turning = RelativePose.get(RATE_A) + RelativePose.get(RATE_B);
    way = <f32>((RelativePose.norm(V) + turning * load<f64>(query, RADII)) * load<f64>(query, PER_UNIT));
  }

  @inline static wait(a: i32, childA: i32, sizeA: f32, b: i32, childB: i32, sizeB: f32, open: i32): void {
    store<i32>(top, a);
    store<i32>(top, childA, 4);
    store<f32>(top, sizeA, 8);
    store<i32>(top, b, 12);
    store<i32>(top, childB, 16);
    store<f32>(top, sizeB, 20);
    store<i32>(top, open, 24);
    top += ENTRY;
  }

  @inline static startOf(open: i32): f64 {
    const first = BoxStretches.startOf(ctz(open));
    return first > start ? first : start;
  }

  /** After the last stretch there is one that is closed, its start included, or the end of the search. */
  @inline static endOf(open: i32): f64 {
    const last = 31 - clz(open);
    if (last == STRETCHES - 1) return end;
    const next = BoxStretches.startOf(last + 1);
    return next < end ? next : end;
  }

  /** False, and the pair stays, if these are triangles that may meet. */
  static next(): bool {
    const at = top - ENTRY;
    const childA = load<i32>(at, 4);
    const childB = load<i32>(at, 16);
    const open = load<i32>(at, 24);
    if (childA < 0 && childB < 0) {
      const ofA = trianglesA + <usize>~childA * 72;
      const ofB = trianglesB + <usize>~childB * 72;
      const from = PairSweep.startOf(open);
      const until = PairSweep.endOf(open);
      if (!TriangleTimes.isApartAlongFaces(ofA, ofB, from, until)) {
        const most = looks + LOOKS < mostLooks ? looks + LOOKS : mostLooks;
        if (TriangleTimes.advance(ofA, ofB, from, until, tolerance, most) != Infinity) return false;
      }
      top = at;
      return true;
    }
    top = at;
    sweepSplits++;
    const sizeA = load<f32>(at, 8);
    const sizeB = load<f32>(at, 20);
    const shortest = PairSweep.shortestFor(sizeA + sizeB);
    if (childB < 0 || (childA >= 0 && sizeA > sizeB))
      PairSweep.split(childA, load<i32>(at, 12), childB, sizeB, true, open, shortest);
    else PairSweep.split(childB, load<i32>(at), childA, sizeA, false, open, shortest);
    return true;
  }

  /** Parts in which points go about as far as boxes are wide: the power of two that is not above that, by its exponent. */
  @inline static shortestFor(size: f32): i32 {
    const exponent = <i32>(reinterpret<u32>((size * SHARE) / way) >> 23) - 127;
    return 1 << (exponent > COARSEST ? COARSEST : exponent > 0 ? exponent : 0);
  }

  /** `leaf`: what is below the other box, in `slot`. */
  static split(child: i32, slot: i32, leaf: i32, size: f32, ofA: bool, open: i32, shortest: i32): void {
    const node = (ofA ? nodesA : nodesB) + ((<usize>child) << 8);
    Moments.setBoxes(node, BoxPairs.box(ofA ? nodesB : nodesA, slot), ofA);
    const count = leaf < 0 ? BoxPairs.leaves(node) : 0;
    if (count > 0) PairSweep.setTriangles(node, count, leaf, ofA);
    const rest = BoxSweep.run(count > 0, open, BoxPairs.there(node), shortest);
    let lanes = i32x4.bitmask(i32x4.ne(rest, i32x4.splat(0)));
    if (!lanes) return;
    v128.store(OPEN, rest);
    v128.store(SIZES, Moments.sizes());
    // Who may meet first comes last, and is taken next.
    while (lanes) {
      const lane = PairSweep.latest(lanes);
      lanes &= ~(1 << lane);
      const at = (<usize>lane) << 2;
      const left = load<i32>(OPEN + at);
      const own = load<f32>(SIZES + at);
      const below = load<i32>(node + at, CHILD);
      const childSlot = (child << 2) + lane;
      if (ofA) PairSweep.wait(childSlot, below, own, slot, leaf, size, left);
      else PairSweep.wait(slot, leaf, size, childSlot, below, own, left);
    }
  }

  @inline static setTriangles(node: usize, count: i32, leaf: i32, ofA: bool): void {
    const four = (ofA ? trianglesA : trianglesB) + <usize>~load<i32>(node, CHILD) * 72;
    const one = (ofA ? trianglesB : trianglesA) + <usize>~leaf * 72;
    TriangleMoments.setTriangles(query, four, count, one);
  }

  /** Of some lanes the one whose first open stretch is the latest. */
  @inline static latest(lanes: i32): i32 {
    let best = ctz(lanes);
    let rest = lanes & (lanes - 1);
    if (!rest) return best;
    let latest: i32 = PairSweep.first(best);
    for (; rest; rest &= rest - 1) {
      const lane = ctz(rest);
      const first = PairSweep.first(lane);
      if (first > latest) {
        latest = first;
        best = lane;
      }
    }
    return best;
  }

  @inline static first(lane: i32): i32 {
    const open = load<i32>(OPEN + ((<usize>lane) << 2));
    return open & -open;
  }
}
