// One iteration of controlled conservative advancement [C²A §V, algorithm 1]. Two hierarchies are
// searched for the closest pair of triangles at one time. Every pair at which the search stops, a
// front node, gives a step for which it surely stays apart; the least of these is the step of the
// bodies. Control stops the search early: only pairs nearer than w times the distance of a known
// pair are opened.
// Departs from the paper: both children are visited, where the printed algorithm returns out of the
// first; of two volumes the larger is opened, as in PQP.
import { C2aContext } from './c2a-context';
import { MotionBounds } from './motion-bounds';
import { SweptDistance } from './swept-distance';
import { SweptVolume } from './swept-volume';
import { TrianglePair } from './triangle-pair';
import { WaitingPair } from './waiting-pair';

/** Bytes of an entry of the stack. */
const ENTRY: usize = offsetof<WaitingPair>();

/**
 * An iteration at time t, with `rest` of the motion left; writes the answers into the context. With
 * control the search starts from the distance of a known pair, without it from infinity. It ends at
 * once with a pair of triangles within `near`.
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
  if (!Advancement.look(context, a, b)) return;
  const top = Advancement.push(context, context.stack, a, b);
  if (context.control) Advancement.know(context);
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
    top -= ENTRY;
    const pair = changetype<WaitingPair>(top);
    const a = pair.a;
    const b = pair.b;
    if (a.link < 0 && b.link < 0) {
      if (TrianglePair.distance(context, ~a.link, ~b.link) <= near) count++;
      continue;
    }
    const ofA = Advancement.opensA(a, b);
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
   * `near`. A pair taken off puts on at most two, each a level lower in one of the hierarchies:
   * their heights together are room enough.
   */
  static search(context: C2aContext, top: usize, near: f64): void {
    const stack = context.stack;
    while (top != stack) {
      top -= ENTRY;
      const pair = changetype<WaitingPair>(top);
      const a = pair.a;
      const b = pair.b;
      if (!Advancement.opens(context, pair.gap, pair.safeStep)) {
        Advancement.stopAt(context, pair.safeStep);
      } else if (a.link < 0 && b.link < 0) {
        Advancement.meet(context, ~a.link, ~b.link);
        if (context.closest <= near) return;
      } else {
        const ofA = Advancement.opensA(a, b);
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

  @inline static setClosest(context: C2aContext, distance: f64): void {
    context.closest = distance;
    context.open = distance < context.threshold ? distance : context.w * distance;
  }

  /** Looks at a pair of volumes. False if it need not be opened: then it is a front node. */
  @inline static look(context: C2aContext, a: SweptVolume, b: SweptVolume): bool {
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

  /** Puts the pair looked at last on the stack; the new top. */
  @inline static push(context: C2aContext, top: usize, a: SweptVolume, b: SweptVolume): usize {
    const pair = changetype<WaitingPair>(top);
    pair.a = a;
    pair.b = b;
    pair.gap = context.gap;
    pair.safeStep = context.pairStep;
    return top + ENTRY;
  }

  /**
   * True if a pair is to be opened. Under control a pair that is safe for longer than the step so
   * far is not: opening it could not shorten the step.
   */
  @inline static opens(context: C2aContext, gap: f64, safeStep: f64): bool {
    return gap < context.open && (!context.control || safeStep < context.step);
  }

  /** Counts a front node with this safe step. */
  @inline static stopAt(context: C2aContext, safeStep: f64): void {
    context.front++;
    if (safeStep < context.step) context.step = safeStep;
  }

  /** True if a's volume is the one to open: the larger, if it is no leaf. */
  @inline static opensA(a: SweptVolume, b: SweptVolume): bool {
    return b.link < 0 || (a.link >= 0 && a.size > b.size);
  }

  /** Looks at two pairs. Those to be opened go on the stack, the nearer on top; the new top. */
  @inline static split(
    context: C2aContext,
    top: usize,
    a: SweptVolume,
    b: SweptVolume,
    c: SweptVolume,
    d: SweptVolume,
  ): usize {
    const first = Advancement.look(context, a, b);
    const far = context.upper;
    const before = top;
    if (first) top = Advancement.push(context, top, a, b);
    if (!Advancement.look(context, c, d)) return top;
    if (first && context.upper > far) {
      memory.copy(top, before, ENTRY);
      Advancement.push(context, before, c, d);
      return top + ENTRY;
    }
    return Advancement.push(context, top, c, d);
  }

  /** Two triangles: a front node, and perhaps the closest pair. */
  static meet(context: C2aContext, i: i32, j: i32): void {
    const distance = TrianglePair.distance(context, i, j);
    if (distance < context.closest) {
      Advancement.setClosest(context, distance);
      context.leafA = i;
      context.leafB = j;
    }
    Advancement.stopAt(context, TrianglePair.safeStep(context, i, j, distance));
  }

  /** Starts from the closest pair of the iteration before; the first iteration searches for one. */
  static know(context: C2aContext): void {
    if (context.leafA < 0) Advancement.descend(context);
    Advancement.setClosest(context, TrianglePair.distance(context, context.leafA, context.leafB));
  }

  /** Finds a pair of triangles by always taking the nearer child. */
  static descend(context: C2aContext): void {
    let a = SweptVolume.at(context.volumesA, 0);
    let b = SweptVolume.at(context.volumesB, 0);
    while (a.link >= 0 || b.link >= 0) {
      if (Advancement.opensA(a, b)) {
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

  /** Puts a pair on the stack if its gap is at most `near`; the new top. */
  @inline static pushIfNear(context: C2aContext, top: usize, a: SweptVolume, b: SweptVolume, near: f64): usize {
    SweptDistance.between(context, a, b, near);
    return context.gap <= near ? Advancement.push(context, top, a, b) : top;
  }
}
