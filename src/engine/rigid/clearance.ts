// The least distance of two bodies over their motions, with its time. Samples and a descent from the least of them find a good one. The
// queue of safe times answers when the bodies come within a given distance of each other; so the best distance so far, less the tolerance,
// is asked for again and again from where it was last reached, and between two questions the distance is followed down to where it is
// least nearby. What the last question denies is proven. A question costs as much as a hundred distances or more.
import type { RigidMotion } from '../../core/motion/rigid-motion.ts';
import { checkTolerance, firstContact } from './first-contact.ts';
import { reach } from './frame.ts';
import type { RigidBody } from './rigid-body.ts';
import { distanceAt, type RigidDistance } from './rigid-queries.ts';
import { RigidSearch } from './rigid-search.ts';
import { type Stretch, stretches } from './stretch.ts';
import { length, minus } from './vectors.ts';

export interface ClearanceOptions {
  /** By how much the answer may exceed the least distance, a length: 1e-4 by default. */
  readonly tolerance?: number;
}

export interface Clearance extends RigidDistance {
  /** When the bodies are that near. */
  readonly time: number;
  /** No time in [0, 1] has less: the distance less the tolerance, or 0. */
  readonly atLeast: number;
}

/** Golden section: the part of an interval that each comparison keeps. */
const KEPT = (Math.sqrt(5) - 1) / 2;
/** Distances looked at in a stretch before the first question. */
const SAMPLES = 16;
const ENDLESS = 2 ** 31 - 1;

export function clearance(
  a: RigidBody,
  motionA: RigidMotion,
  b: RigidBody,
  motionB: RigidMotion,
  { tolerance = 1e-4 }: ClearanceOptions = {},
): Clearance {
  checkTolerance(tolerance);
  const follower = new Follower(a, motionA, b, motionB);
  if (a.faceCount === 0 || b.faceCount === 0) return { ...follower.best, atLeast: Infinity };
  const contact = firstContact(a, motionA, b, motionB, { tolerance: tolerance / 2 });
  if (contact.state === 'hit' || contact.state === 'overlapping') {
    follower.look(contact.time);
    return { ...follower.best, atLeast: 0 };
  }
  let allowed = tolerance;
  for (const stretch of stretches(motionA, motionB)) {
    allowed = Math.max(allowed, 4 * new RigidSearch(a, b, stretch).leastTolerance);
    // In less time the distance changes by less than a part of the tolerance.
    const instant = allowed / (8 * relativeSpeed(a, b, stretch));
    follower.survey(stretch, instant);
    for (let from: number | null = stretch.start; from !== null; )
      from = nearerFrom(a, b, stretch, follower, from, allowed, instant);
  }
  const { best } = follower;
  return { ...best, atLeast: Math.max(0, best.distance - allowed) };
}

/** How fast two points of the bodies may near each other, about. */
function relativeSpeed(a: RigidBody, b: RigidBody, { a: moverA, b: moverB }: Stretch): number {
  const [rateA, rateB] = [length(moverA.angularVelocity), length(moverB.angularVelocity)];
  return length(minus(moverA.velocity, moverB.velocity)) + rateA * reach(a) + rateB * reach(b);
}

/** Follows the distance down from the next time with one less than the best by half the tolerance; null if there is none. */
function nearerFrom(
  a: RigidBody,
  b: RigidBody,
  stretch: Stretch,
  follower: Follower,
  from: number,
  tolerance: number,
  instant: number,
): number | null {
  const goal = follower.best.distance - tolerance;
  if (goal <= 0) return null;
  const search = new RigidSearch(a, b, stretch, goal);
  const answer = search.firstContact(from, stretch.end, goal + tolerance / 2, ENDLESS);
  if (answer === 'iteration-limit') return search.safeTime;
  if (answer === null) return null;
  follower.descend(answer.value, stretch.end, instant);
  return answer.value;
}

/** The distance at chosen times, and the least of them. */
class Follower {
  best: RigidDistance & { readonly time: number };
  private readonly a: RigidBody;
  private readonly b: RigidBody;
  private readonly motionA: RigidMotion;
  private readonly motionB: RigidMotion;

  constructor(a: RigidBody, motionA: RigidMotion, b: RigidBody, motionB: RigidMotion) {
    this.a = a;
    this.b = b;
    this.motionA = motionA;
    this.motionB = motionB;
    this.best = { ...distanceAt(a, motionA.at(0), b, motionB.at(0)), time: 0 };
  }

  look(time: number): number {
    const { a, b, motionA, motionB } = this;
    const there = distanceAt(a, motionA.at(time), b, motionB.at(time), { near: this.best });
    if (there.distance < this.best.distance) this.best = { ...there, time };
    return there.distance;
  }

  /** Evenly over a stretch, and closer about the least. */
  survey({ start, end }: Stretch, instant: number): void {
    const time = (i: number): number => (i >= SAMPLES ? end : start + (i / SAMPLES) * (end - start));
    const found = Array.from({ length: SAMPLES + 1 }, (_, i) => this.look(time(i)));
    const nearest = found.indexOf(Math.min(...found));
    this.closeIn(time(Math.max(0, nearest - 1)), time(nearest + 1), instant);
  }

  /** Goes on while the distance falls, with growing steps, then closes in on the least. */
  descend(from: number, end: number, instant: number): void {
    let [low, middle, high] = [from, from, from];
    let least = this.look(from);
    for (let width = instant; high < end; width *= 2) {
      high = Math.min(end, middle + width);
      const there = this.look(high);
      if (there >= least) break;
      [low, middle, least] = [middle, high, there];
    }
    this.closeIn(low, high, instant);
  }

  /** On a least distance in between, until less than an instant is left. */
  private closeIn(from: number, to: number, instant: number): void {
    let [low, high] = [from, to];
    let [left, right] = [high - KEPT * (high - low), low + KEPT * (high - low)];
    let [ofLeft, ofRight] = [this.look(left), this.look(right)];
    while (high - low > instant && left < right) {
      if (ofLeft <= ofRight) {
        [high, right, ofRight] = [right, left, ofLeft];
        left = high - KEPT * (high - low);
        ofLeft = this.look(left);
      } else {
        [low, left, ofLeft] = [left, right, ofRight];
        right = low + KEPT * (high - low);
        ofRight = this.look(right);
      }
    }
  }
}
