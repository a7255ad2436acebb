// First contact of two rigid bodies by controlled conservative advancement [C²A §V]. Each iteration
// advances the time by the least step for which all front nodes provably stay apart, until a pair
// of triangles is within the tolerance or the motion is over. The time found is never late: the
// bodies do not meet during a step. kernels/advancement.ts makes one iteration.
import { checkTime, type Leg, type RigidMotion } from '../../core/motion/rigid-motion.ts';
import {
  type AdvancementOptions,
  type CheckedAdvancementOptions,
  checkAdvancementOptions,
} from './advancement-options.ts';
import { SweptQuery } from './swept-query.ts';
import type { SweptSpheres } from './swept-spheres.ts';

/** How a search ended. */
export interface AdvancementResult {
  /** `hit` within the tolerance; `overlapping` at time 0; `separated` for the whole motion. */
  readonly state: 'hit' | 'separated' | 'overlapping' | 'iteration-limit';
  /** τ: no contact before it; infinite where separated, 0 where overlapping. */
  readonly time: number;
  /**
   * Distance of the closest pair of triangles known, at the last iteration; infinite if none is.
   */
  readonly distance: number;
  /** Triangle of a in that pair; −1 if there is none. */
  readonly faceA: number;
  /** Triangle of b in that pair; −1 if there is none. */
  readonly faceB: number;
  /** N_τ: number of iterations [C²A §V-A]. */
  readonly iterations: number;
  /**
   * N_BV: pairs of volumes or triangles at which the search stopped, over all iterations [C²A
   * §V-A].
   */
  readonly frontNodes: number;
  /** Front nodes of each iteration. */
  readonly frontPerIteration: readonly number[];
}

/** Smallest tolerance, in margins: below it contact cannot be told from rounding. */
const MIN_TOLERANCE_MARGINS = 8;

/** Queries about two bodies by controlled conservative advancement; reuses its memory. */
export class Advancement {
  private readonly a: SweptSpheres;
  private readonly b: SweptSpheres;
  private readonly query: SweptQuery;

  /** Takes the hierarchies of both bodies, which may be the same. */
  constructor(a: SweptSpheres, b: SweptSpheres) {
    this.a = a;
    this.b = b;
    this.query = new SweptQuery(a, b);
  }

  /**
   * The first time within [0, 1] at which the bodies touch; never after the true contact. Throws
   * `TypeError` for an option that is unknown or wrong.
   */
  firstContact(motionA: RigidMotion, motionB: RigidMotion, options: AdvancementOptions = {}): AdvancementResult {
    const { a, b, query } = this;
    const { context } = query;
    const checked = checkAdvancementOptions(options);
    context.coherence = checked.coherence;
    context.stepRejection = checked.stepRejection;
    context.signedSpeed = checked.signedSpeed;
    context.opensFirst = checked.opens === 'first';
    context.threshold = checked.dThreshold * Math.min(a.extent, b.extent);
    const front: number[] = [];
    let end: LegsEnd = { state: 'separated', time: Number.POSITIVE_INFINITY };
    for (const [legA, legB] of sharedLegs(motionA, motionB)) {
      query.begin(legA, legB);
      const last = Math.min(legA.end, legB.end);
      end = advance(query, checked, Math.max(legA.start, legB.start), last, front);
      if (end.state !== 'separated') break;
    }
    const isKnown = context.leafA >= 0;
    return {
      ...end,
      distance: front.length > 0 ? context.closest : Number.POSITIVE_INFINITY,
      faceA: isKnown ? a.order[context.leafA] : -1,
      faceB: isKnown ? b.order[context.leafB] : -1,
      iterations: front.length,
      frontNodes: front.reduce((sum, n) => sum + n, 0),
      frontPerIteration: front,
    };
  }

  /**
   * Number of pairs of triangles within a distance of each other at a time: contacts of a hit.
   * Throws `RangeError` for a time outside [0, 1] and for what is no length.
   */
  countWithin(motionA: RigidMotion, motionB: RigidMotion, time: number, distance: number): number {
    checkTime(time);
    if (!(distance >= 0 && distance < Infinity)) {
      throw new RangeError(`The distance is ${distance}; it must be a length, 0 or more.`);
    }
    const [legA, legB] = sharedLegs(motionA, motionB).find(([p, q]) => time <= p.end && time <= q.end) as [Leg, Leg];
    this.query.begin(legA, legB);
    return this.query.countWithin(time, distance);
  }
}

/** How the search over one pair of legs ended, and when. */
type LegsEnd = Pick<AdvancementResult, 'state' | 'time'>;

/**
 * Advances over legs that share the time from `start` to `end`, and adds the front nodes of each
 * iteration to `front`.
 */
function advance(
  query: SweptQuery,
  { tolerance, control, w, rMax, maxIterations }: CheckedAdvancementOptions,
  start: number,
  end: number,
  front: number[],
): LegsEnd {
  const { context } = query;
  const near = Math.max(tolerance, MIN_TOLERANCE_MARGINS * context.margin);
  let time = start;
  while (front.length < maxIterations) {
    const rest = end - time;
    const isControlled = control && front.length < rMax;
    // At the start a pair within the tolerance does not end the search: another pair may overlap.
    query.iterate(time, rest, isControlled ? w : 1, time === 0 ? context.margin : near);
    front.push(context.front);
    if (context.closest <= near) {
      return { state: time === 0 && context.closest <= context.margin ? 'overlapping' : 'hit', time };
    }
    if (context.step >= rest) return { state: 'separated', time: Number.POSITIVE_INFINITY };
    time += context.step;
  }
  return { state: 'iteration-limit', time };
}

/** Pairs of legs that share some time, in order of time. */
function sharedLegs(a: RigidMotion, b: RigidMotion): [Leg, Leg][] {
  return a.legs.flatMap((legA) =>
    b.legs
      .filter((legB) => Math.max(legA.start, legB.start) < Math.min(legA.end, legB.end))
      .map((legB): [Leg, Leg] => [legA, legB]),
  );
}
