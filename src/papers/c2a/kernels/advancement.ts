// One iteration of controlled conservative advancement [C²A §V, algorithm 1]. Two hierarchies are
// searched for the closest pair of triangles at one time. Every pair at which the search stops, a
// front node, gives a step for which it provably stays apart; the least of these is the step of the
// bodies. Control stops the search early: only pairs nearer than w times the distance of a known
// pair are opened.
// Departs from the paper: both children are visited, where the printed algorithm returns out of the
// first. Unless options say otherwise, the larger of two volumes is opened, as in PQP, and the step
// so far rejects pairs too.
import { C2aContext } from './c2a-context';
import { MotionBounds } from './motion-bounds';
import { SweptDistance } from './swept-distance';
import { SweptVolume } from './swept-volume';
import { TrianglePair } from './triangle-pair';
import { WaitingPair } from './waiting-pair';

/** Bytes of an entry of the stack. */
const ENTRY_BYTES: usize = offsetof<WaitingPair>();

/**
 * One iteration at time t, with `rest` of the motion left; writes the answers into the context.
 * With coherence the search starts from the distance of a known pair, without it from infinity. It
 * ends at once with a pair of triangles within `near`.
 */
export function iterate(context: C2aContext, t: f64, rest: f64, w: f64, near: f64): void {
  C2aContext.setTime(context, t);
  context.rest = rest;
  context.step = rest;
  context.w = w;
  context.front = 0;
  context.closest = Infinity;
  context.open = Infinity;
  const a = SweptVolume.at(context.volumesA, 0);
  const b = SweptVolume.at(context.volumesB, 0);
  if (!Advancement.test(context, a, b)) return;
  const top = Advancement.push(context, context.stack, a, b);
  if (context.coherence) Advancement.startFromKnown(context);
  if (context.closest > near) Advancement.search(context, top, near);
}

/** The number of pairs of triangles that are within `near` of each other at time t. */
export function countWithin(context: C2aContext, t: f64, near: f64): i32 {
  C2aContext.setTime(context, t);
  context.pairStep = 0;
  const stack = context.stack;
  const rootA = SweptVolume.at(context.volumesA, 0);
  let top = Advancement.pushIfNear(context, stack, rootA, SweptVolume.at(context.volumesB, 0), near);
  let count = 0;
  while (top != stack) {
    top -= ENTRY_BYTES;
    const pair = changetype<WaitingPair>(top);
    const a = pair.a;
    const b = pair.b;
    if (a.link < 0 && b.link < 0) {
      if (TrianglePair.distance(context, ~a.link, ~b.link) <= near) count++;
      continue;
    }
    const ofA = Advancement.opensA(context, a, b);
    const child = Advancement.childOf(context, ofA, a, b);
    top = Advancement.pushIfNear(context, top, ofA ? child : a, ofA ? b : child, near);
    top = Advancement.pushIfNear(context, top, ofA ? child.next : a, ofA ? b : child.next, near);
  }
  return count;
}

/** The search of one iteration. */
export class Advancement {
  /**
   * Visits the pairs that wait below `top`, until none is left or a pair of triangles is within
   * `near`. A pair that is taken off pushes at most two, each a level lower in one of the
   * hierarchies: the sum of their heights is room enough.
   */
  static search(context: C2aContext, top: usize, near: f64): void {
    const stack = context.stack;
    while (top != stack) {
      top -= ENTRY_BYTES;
      const pair = changetype<WaitingPair>(top);
      const a = pair.a;
      const b = pair.b;
      if (!Advancement.opens(context, pair.gap, pair.safeStep)) {
        Advancement.stopAt(context, pair.safeStep);
      } else if (a.link < 0 && b.link < 0) {
        Advancement.testTriangles(context, ~a.link, ~b.link);
        if (context.closest <= near) return;
      } else {
        const ofA = Advancement.opensA(context, a, b);
        const child = Advancement.childOf(context, ofA, a, b);
        const c = ofA ? child.next : a;
        const d = ofA ? b : child.next;
        top = Advancement.split(context, top, ofA ? child : a, ofA ? b : child, c, d);
      }
    }
  }

  /** The first child of the volume that is opened. */
  @inline static childOf(context: C2aContext, ofA: bool, a: SweptVolume, b: SweptVolume): SweptVolume {
    return SweptVolume.at(ofA ? context.volumesA : context.volumesB, ofA ? a.link : b.link);
  }

  /**
   * Takes a distance as d_cur, and sets the gap below which pairs are opened: w · d_cur, or d_cur
   * if it is below D_threshold [C²A §V-B].
   */
  @inline static setClosest(context: C2aContext, distance: f64): void {
    context.closest = distance;
    context.open = distance < context.threshold ? distance : context.w * distance;
  }

  /**
   * Measures a pair of volumes. False if it need not be opened, because it is far enough away or
   * safe for the rest of the motion [C²A §V-C]: then it counts as a front node.
   */
  @inline static test(context: C2aContext, a: SweptVolume, b: SweptVolume): bool {
    SweptDistance.between(context, a, b, context.open);
    const gap = context.gap;
    let step: f64 = 0;
    if (gap > 0) {
      const speed = MotionBounds.lemma1(context, a, b, context.nx, context.ny, context.nz);
      step = MotionBounds.safeStep(context, gap, speed);
    }
    context.pairStep = step;
    if (step < context.rest && Advancement.opens(context, gap, step)) return true;
    Advancement.stopAt(context, step);
    return false;
  }

  /** Pushes the pair that was measured last. Returns the new top. */
  @inline static push(context: C2aContext, top: usize, a: SweptVolume, b: SweptVolume): usize {
    const pair = changetype<WaitingPair>(top);
    pair.a = a;
    pair.b = b;
    pair.gap = context.gap;
    pair.safeStep = context.pairStep;
    return top + ENTRY_BYTES;
  }

  /**
   * True if a pair is to be opened. With step rejection a pair that is safe for at least the step so
   * far is not: opening it could not shorten the step.
   */
  @inline static opens(context: C2aContext, gap: f64, safeStep: f64): bool {
    return gap < context.open && (!context.stepRejection || safeStep < context.step);
  }

  /** Counts a front node with this safe step. */
  @inline static stopAt(context: C2aContext, safeStep: f64): void {
    context.front++;
    if (safeStep < context.step) context.step = safeStep;
  }

  /** True if a's volume is the one to open: the larger or the first, if it is no leaf. */
  @inline static opensA(context: C2aContext, a: SweptVolume, b: SweptVolume): bool {
    return b.link < 0 || (a.link >= 0 && (context.opensFirst || a.size > b.size));
  }

  /**
   * Measures two pairs, and pushes those that are to be opened, the nearer on top. Returns the new
   * top.
   */
  @inline static split(
    context: C2aContext,
    top: usize,
    a: SweptVolume,
    b: SweptVolume,
    c: SweptVolume,
    d: SweptVolume,
  ): usize {
    const first = Advancement.test(context, a, b);
    const far = context.upper;
    const before = top;
    if (first) top = Advancement.push(context, top, a, b);
    if (!Advancement.test(context, c, d)) return top;
    if (first && context.upper > far) {
      memory.copy(top, before, ENTRY_BYTES);
      Advancement.push(context, before, c, d);
      return top + ENTRY_BYTES;
    }
    return Advancement.push(context, top, c, d);
  }

  /** Tests two triangles: they are a front node, and perhaps the closest pair. */
  static testTriangles(context: C2aContext, i: i32, j: i32): void {
    const distance = TrianglePair.distance(context, i, j);
    if (distance < context.closest) {
      Advancement.setClosest(context, distance);
      context.leafA = i;
      context.leafB = j;
    }
    Advancement.stopAt(context, TrianglePair.safeStep(context, i, j, distance));
  }

  /** Starts from the closest pair of the iteration before; the first iteration searches for one. */
  static startFromKnown(context: C2aContext): void {
    if (context.leafA < 0) Advancement.descend(context);
    Advancement.setClosest(context, TrianglePair.distance(context, context.leafA, context.leafB));
  }

  /** Finds a pair of triangles by always taking the nearer child. */
  static descend(context: C2aContext): void {
    let a = SweptVolume.at(context.volumesA, 0);
    let b = SweptVolume.at(context.volumesB, 0);
    while (a.link >= 0 || b.link >= 0) {
      if (Advancement.opensA(context, a, b)) {
        a = SweptVolume.at(context.volumesA, a.link);
        if (Advancement.isFarther(context, a, b, a.next, b)) a = a.next;
      } else {
        b = SweptVolume.at(context.volumesB, b.link);
        if (Advancement.isFarther(context, a, b, a, b.next)) b = b.next;
      }
    }
    context.leafA = ~a.link;
    context.leafB = ~b.link;
  }

  /** True if a and b are farther apart than c and d. */
  static isFarther(context: C2aContext, a: SweptVolume, b: SweptVolume, c: SweptVolume, d: SweptVolume): bool {
    SweptDistance.between(context, a, b, -Infinity);
    const first = context.upper;
    SweptDistance.between(context, c, d, -Infinity);
    return first > context.upper;
  }

  /** Pushes a pair if its gap is at most `near`. Returns the new top. */
  @inline static pushIfNear(context: C2aContext, top: usize, a: SweptVolume, b: SweptVolume, near: f64): usize {
    SweptDistance.between(context, a, b, near);
    return context.gap <= near ? Advancement.push(context, top, a, b) : top;
  }
}
