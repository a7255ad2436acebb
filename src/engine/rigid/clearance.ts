// Clearance: the least distance of two bodies over their motions, and when it occurs. Samples and a
// golden-section search around the least of them give a first candidate. A search for first contact
// then looks for a time at which the bodies are closer than the candidate less the tolerance. From
// such a time the distance is followed down to a local minimum, the next candidate, and the search
// is repeated. The last search finds nothing: that is the proof. One search costs as much as a
// hundred distance queries or more.
import { length, minus } from '../../core/math/vector.ts';
import type { RigidMotion } from '../../core/motion/rigid-motion.ts';
import { checkTolerance, firstContact } from './first-contact.ts';
import { type MotionSegment, motionSegments } from './motion-segment.ts';
import type { RigidBody } from './rigid-body.ts';
import { distanceAt, type RigidDistance } from './rigid-queries.ts';
import { RigidSearch } from './rigid-search.ts';

/** Options of `clearance`. */
export interface ClearanceOptions {
  /** By how much the answer may exceed the least distance, a length: 1e-4 by default. */
  readonly tolerance?: number;
}

/** Answer of `clearance`: the nearest points are those at `time`. */
export interface Clearance extends RigidDistance {
  /** Time in [0, 1] at which the bodies are that near. */
  readonly time: number;
  /**
   * Proven lower bound of the distance at any time in [0, 1]: `distance` less the tolerance, or 0.
   */
  readonly atLeast: number;
}

/** Golden section: the share of an interval that each comparison keeps. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Intervals into which a segment is divided to sample distances, before the first search. */
const SAMPLES_PER_SEGMENT = 16;
/** No limit of steps: a search for first contact ends by itself. */
const NO_STEP_LIMIT = 2 ** 31 - 1;

/**
 * The least distance of two bodies over their motions, to a tolerance, with its time and the
 * nearest points.
 */
export function clearance(
  a: RigidBody,
  motionA: RigidMotion,
  b: RigidBody,
  motionB: RigidMotion,
  { tolerance = 1e-4 }: ClearanceOptions = {},
): Clearance {
  checkTolerance(tolerance);
  const sampler = new DistanceSampler(a, motionA, b, motionB);
  if (a.faceCount === 0 || b.faceCount === 0) return { ...sampler.best, atLeast: Infinity };
  const contact = firstContact(a, motionA, b, motionB, { tolerance: tolerance / 2 });
  if (contact.state === 'hit' || contact.state === 'overlapping') {
    sampler.measure(contact.time);
    return { ...sampler.best, atLeast: 0 };
  }
  let allowed = tolerance;
  for (const segment of motionSegments(motionA, motionB)) {
    allowed = Math.max(allowed, 4 * new RigidSearch(a, b, segment).minTolerance);
    // A duration in which the distance changes by about an eighth of the tolerance at most.
    const instant = allowed / (8 * relativeSpeed(a, b, segment));
    sampler.sampleSegment(segment, instant);
    for (let from: number | null = segment.start; from !== null; )
      from = descendFrom(a, b, segment, sampler, from, allowed, instant);
  }
  const { best } = sampler;
  return { ...best, atLeast: Math.max(0, best.distance - allowed) };
}

/**
 * Estimate of the speed at which two points of the bodies approach each other. It only scales the
 * widths of steps; no proof depends on it.
 */
function relativeSpeed(a: RigidBody, b: RigidBody, { a: motionA, b: motionB }: MotionSegment): number {
  const [speedA, speedB] = [length(motionA.angularVelocity), length(motionB.angularVelocity)];
  return length(minus(motionA.velocity, motionB.velocity)) + speedA * a.reach + speedB * b.reach;
}

/**
 * Searches from `from` on for a time at which the distance is less than the best by at least half
 * the tolerance, and follows the distance down from there. Returns the time from which to continue;
 * null if the distance stays above the best less the tolerance until the segment ends.
 */
function descendFrom(
  a: RigidBody,
  b: RigidBody,
  segment: MotionSegment,
  sampler: DistanceSampler,
  from: number,
  tolerance: number,
  instant: number,
): number | null {
  const goal = sampler.best.distance - tolerance;
  if (goal <= 0) return null;
  const search = new RigidSearch(a, b, segment, goal);
  const answer = search.firstContact(from, segment.end, goal + tolerance / 2, NO_STEP_LIMIT);
  if (answer === 'iteration-limit') return search.safeTime;
  if (answer === null) return null;
  sampler.descend(answer.value, segment.end, instant);
  return answer.value;
}

/** Measures the distance at chosen times and keeps the least. */
class DistanceSampler {
  /** The least distance so far. */
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

  /** Measures the distance at a time, and keeps it if it is the least so far. */
  measure(time: number): number {
    const { a, b, motionA, motionB } = this;
    const there = distanceAt(a, motionA.at(time), b, motionB.at(time), { near: this.best });
    if (there.distance < this.best.distance) this.best = { ...there, time };
    return there.distance;
  }

  /** Samples a segment evenly, then more closely around the least distance. */
  sampleSegment({ start, end }: MotionSegment, instant: number): void {
    const time = (i: number): number =>
      i >= SAMPLES_PER_SEGMENT ? end : start + (i / SAMPLES_PER_SEGMENT) * (end - start);
    const found = Array.from({ length: SAMPLES_PER_SEGMENT + 1 }, (_, i) => this.measure(time(i)));
    const nearest = found.indexOf(Math.min(...found));
    this.narrow(time(Math.max(0, nearest - 1)), time(nearest + 1), instant);
  }

  /** Steps forward with doubling widths while the distance falls, then narrows down the minimum. */
  descend(from: number, end: number, instant: number): void {
    let [low, middle, high] = [from, from, from];
    let least = this.measure(from);
    for (let width = instant; high < end; width *= 2) {
      high = Math.min(end, middle + width);
      const there = this.measure(high);
      if (there >= least) break;
      [low, middle, least] = [middle, high, there];
    }
    this.narrow(low, high, instant);
  }

  /** Golden-section search for a local minimum, until the interval is shorter than `instant`. */
  private narrow(from: number, to: number, instant: number): void {
    let [low, high] = [from, to];
    let [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    let [ofLeft, ofRight] = [this.measure(left), this.measure(right)];
    while (high - low > instant && left < right) {
      if (ofLeft <= ofRight) {
        [high, right, ofRight] = [right, left, ofLeft];
        left = high - GOLDEN * (high - low);
        ofLeft = this.measure(left);
      } else {
        [low, left, ofLeft] = [left, right, ofRight];
        right = low + GOLDEN * (high - low);
        ofRight = this.measure(right);
      }
    }
  }
}
