// One iteration of controlled conservative advancement [C²A §V, algorithm 1]: two hierarchies are searched for the closest pair of triangles at
// one time, and every pair at which the search stops, a front node, gives a step for which it surely stays apart. The least of them is the
// step of the bodies. Control stops the search early: only what is nearer than w times the distance of a known pair is opened.
// Departs from the paper: both children are visited, where the printed algorithm returns out of the first; of two volumes the larger is
// opened, as in PQP.
import { MotionBounds } from './motion-bounds';
import { gap, nx, ny, nz, SweptDistance, upper } from './swept-distance';
import { kax, kay, kaz, kbx, kby, kbz } from './swept-frame';
import { SweptLeaves } from './swept-leaves';
import {
  CLOSEST,
  FRONT,
  LEAF_A,
  LEAF_B,
  margin,
  number,
  query,
  STEP,
  SweptQuery,
  stack,
  volumesA,
  volumesB,
} from './swept-query';
import { LINK, SIZE, VOLUME } from './swept-volumes';

/** Bytes of a pair that waits: both volumes, the gap, the step. */
const ENTRY: usize = 24;

let top: usize = 0;
/** The least step so far, the distance of the closest triangles known, the gap below which pairs are opened. */
let step: f64 = 0;
let closest: f64 = 0;
let open: f64 = 0;
let front: i32 = 0;
let controlled: bool = false;
let w: f64 = 0;
let threshold: f64 = 0;
/** What is left of the motion, Λ of §V-C: pairs that are safe for longer are out. */
let rest: f64 = 0;
/** Of the pair looked at last. */
let pairStep: f64 = 0;

export class Advancement {
  /**
   * An iteration at time t. With control the search starts from the distance of a known pair, and where that is below `below`, w is 1;
   * without it starts from infinity. It ends at once with a pair within `near`.
   */
  static iterate(t: f64, left: f64, control: bool, weight: f64, below: f64, near: f64): void {
    SweptQuery.setTime(t);
    rest = left;
    step = left;
    controlled = control;
    w = weight;
    threshold = below;
    front = 0;
    closest = Infinity;
    open = Infinity;
    top = stack;
    if (Advancement.look(volumesA, volumesB)) {
      Advancement.push(volumesA, volumesB);
      if (control) Advancement.know();
      if (closest > near) Advancement.search(near);
    }
    store<f64>(query, step, STEP);
    store<f64>(query, closest, CLOSEST);
    store<i32>(query, front, FRONT);
  }

  @inline static setClosest(distance: f64): void {
    closest = distance;
    open = closest < threshold ? closest : w * closest;
  }

  /** Looks at a pair of volumes; false if it is not to be opened, which makes it a front node. */
  @inline static look(a: usize, b: usize): bool {
    SweptDistance.between(a, b, open, margin);
    pairStep = 0;
    if (gap > 0) {
      const reachA = MotionBounds.remembered(a, number, kax, kay, kaz);
      const reachB = MotionBounds.remembered(b, number, kbx, kby, kbz);
      pairStep = MotionBounds.stepOver(gap, MotionBounds.closing(nx, ny, nz, reachA, reachB));
    }
    if (pairStep < rest && Advancement.opens(gap, pairStep)) return true;
    Advancement.stopAt(pairStep);
    return false;
  }

  @inline static push(a: usize, b: usize): void {
    store<u32>(top, <u32>a);
    store<u32>(top, <u32>b, 4);
    store<f64>(top, gap, 8);
    store<f64>(top, pairStep, 16);
    top += ENTRY;
  }

  /** A pair taken off puts on at most two, each a level lower in one of the trees: their heights together are room enough. */
  static search(near: f64): void {
    while (top != stack) {
      top -= ENTRY;
      const a = <usize>load<u32>(top);
      const b = <usize>load<u32>(top, 4);
      if (!Advancement.opens(load<f64>(top, 8), load<f64>(top, 16))) {
        Advancement.stopAt(load<f64>(top, 16));
        continue;
      }
      const linkA = load<i32>(a, LINK);
      const linkB = load<i32>(b, LINK);
      if (linkA < 0 && linkB < 0) {
        Advancement.meet(~linkA, ~linkB);
        if (closest <= near) return;
      } else if (Advancement.opensA(a, b, linkA, linkB)) {
        const child = volumesA + <usize>linkA * VOLUME;
        Advancement.split(child, b, child + VOLUME, b);
      } else {
        const child = volumesB + <usize>linkB * VOLUME;
        Advancement.split(a, child, a, child + VOLUME);
      }
    }
  }

  /** Under control a pair that is safe for longer than the step so far is not opened either: that would sharpen what does not count. */
  @inline static opens(distance: f64, lasts: f64): bool {
    return distance < open && (!controlled || lasts < step);
  }

  @inline static stopAt(one: f64): void {
    front++;
    if (one < step) step = one;
  }

  /** The larger is opened, if it is no leaf. */
  @inline static opensA(a: usize, b: usize, linkA: i32, linkB: i32): bool {
    return linkB < 0 || (linkA >= 0 && load<f64>(a, SIZE) > load<f64>(b, SIZE));
  }

  /** Puts both pairs on, the nearer on top. */
  @inline static split(a: usize, b: usize, c: usize, d: usize): void {
    const first = Advancement.look(a, b);
    const far = upper;
    const before = top;
    if (first) Advancement.push(a, b);
    if (!Advancement.look(c, d)) return;
    Advancement.push(c, d);
    if (first && upper > far) Advancement.swapWithNext(before);
  }

  @inline static swapWithNext(at: usize): void {
    for (let k: usize = at; k < at + ENTRY; k += 8) {
      const word = load<u64>(k);
      store<u64>(k, load<u64>(k, ENTRY));
      store<u64>(k, word, ENTRY);
    }
  }

  static meet(i: i32, j: i32): void {
    const distance = SweptLeaves.measure(i, j);
    if (distance < closest) {
      Advancement.setClosest(distance);
      store<i32>(query, i, LEAF_A);
      store<i32>(query, j, LEAF_B);
    }
    Advancement.stopAt(SweptLeaves.step());
  }

  /** The distance of the pair known from the iteration before; at first of one found by always taking the nearer child. */
  static know(): void {
    if (load<i32>(query, LEAF_A) < 0) Advancement.descend();
    Advancement.setClosest(SweptLeaves.measure(load<i32>(query, LEAF_A), load<i32>(query, LEAF_B)));
  }

  static descend(): void {
    let a = volumesA;
    let b = volumesB;
    while (true) {
      const linkA = load<i32>(a, LINK);
      const linkB = load<i32>(b, LINK);
      if (linkA < 0 && linkB < 0) {
        store<i32>(query, ~linkA, LEAF_A);
        store<i32>(query, ~linkB, LEAF_B);
        return;
      }
      if (Advancement.opensA(a, b, linkA, linkB)) {
        a = volumesA + <usize>linkA * VOLUME;
        if (Advancement.isFarther(a, b, a + VOLUME, b)) a += VOLUME;
      } else {
        b = volumesB + <usize>linkB * VOLUME;
        if (Advancement.isFarther(a, b, a, b + VOLUME)) b += VOLUME;
      }
    }
  }

  /** Are a and b farther apart than c and d? */
  static isFarther(a: usize, b: usize, c: usize, d: usize): bool {
    SweptDistance.between(a, b, -Infinity, margin);
    const first = upper;
    SweptDistance.between(c, d, -Infinity, margin);
    return first > upper;
  }

  /** How many pairs of triangles are within `near` of each other at time t. */
  static countWithin(t: f64, near: f64): i32 {
    SweptQuery.setTime(t);
    pairStep = 0;
    top = stack;
    let count = 0;
    Advancement.pushIfNear(volumesA, volumesB, near);
    while (top != stack) {
      top -= ENTRY;
      const a = <usize>load<u32>(top);
      const b = <usize>load<u32>(top, 4);
      const linkA = load<i32>(a, LINK);
      const linkB = load<i32>(b, LINK);
      if (linkA < 0 && linkB < 0) {
        if (SweptLeaves.measure(~linkA, ~linkB) <= near) count++;
        continue;
      }
      const opensA = Advancement.opensA(a, b, linkA, linkB);
      const child = opensA ? volumesA + <usize>linkA * VOLUME : volumesB + <usize>linkB * VOLUME;
      Advancement.pushIfNear(opensA ? child : a, opensA ? b : child, near);
      Advancement.pushIfNear(opensA ? child + VOLUME : a, opensA ? b : child + VOLUME, near);
    }
    return count;
  }

  @inline static pushIfNear(a: usize, b: usize, near: f64): void {
    SweptDistance.between(a, b, near, margin);
    if (gap <= near) Advancement.push(a, b);
  }
}
