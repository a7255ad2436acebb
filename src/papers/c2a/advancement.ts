// First contact of two rigid bodies by controlled conservative advancement [C²A §V]. Each iteration
// advances the time by the least step for which all front nodes surely stay apart, until a pair of
// triangles is within the tolerance or the motion is over. The time found is never late: no body
// meets the other during a step. kernels/advancement.ts makes one iteration.
import type { Leg, RigidMotion } from '../../core/motion/rigid-motion.ts';
import { SweptQuery } from './swept-query.ts';
import type { SweptSpheres } from './swept-spheres.ts';

/** Parameters of the paper; the defaults are those of docs/papers/c2a.md. */
export interface AdvancementOptions {
  /** Distance at which bodies touch, a length; at least eight times the rounding of a gap. */
  readonly tolerance?: number;
  /**
   * False is ordinary conservative advancement: each iteration searches from an infinite distance.
   */
  readonly control?: boolean;
  /** w [C²A §V-B]: volumes farther apart than w times the known distance are not opened. */
  readonly w?: number;
  /** R_max [C²A §V-B]: after this many iterations w is 1. */
  readonly rMax?: number;
  /** D_threshold [C²A §V-B], as part of the smaller body's extent: below this distance w is 1. */
  readonly dThreshold?: number;
  /** After this many iterations the search gives up with `iteration-limit`. */
  readonly maxIterations?: number;
}

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
  /** N_τ. */
  readonly iterations: number;
  /** N_BV: pairs of volumes or triangles at which the search stopped, over all iterations. */
  readonly frontNodes: number;
  /** The same for each iteration. */
  readonly frontPerIteration: readonly number[];
}

/** w is the paper's. With the other two, all pairs of table I are near their best. */
const DEFAULTS = { tolerance: 1e-4, control: true, w: 0.5, rMax: 20, dThreshold: 1e-2, maxIterations: 10_000 };

/** Smallest tolerance, in margins: below it contact cannot be told from rounding. */
const MIN_TOLERANCE_MARGINS = 8;

/** Queries about two bodies; reuses its memory. */
export class Advancement {
  private readonly a: SweptSpheres;
  private readonly b: SweptSpheres;
  private readonly query: SweptQuery;

  constructor(a: SweptSpheres, b: SweptSpheres) {
    this.a = a;
    this.b = b;
    this.query = new SweptQuery(a, b);
  }

  /** The first time within [0, 1] at which the bodies touch; never after the true contact. */
  firstContact(motionA: RigidMotion, motionB: RigidMotion, options: AdvancementOptions = {}): AdvancementResult {
    const { a, b, query } = this;
    const run = new Run(query, { ...DEFAULTS, ...options }, Math.min(a.extent, b.extent));
    for (const [legA, legB] of sharedLegs(motionA, motionB)) {
      query.begin(legA, legB);
      run.advance(Math.max(legA.start, legB.start), Math.min(legA.end, legB.end));
      if (run.state !== 'separated') break;
    }
    const { leafA, leafB } = query;
    const isKnown = leafA >= 0;
    return run.result(isKnown ? a.order[leafA] : -1, isKnown ? b.order[leafB] : -1);
  }

  /** Number of pairs of triangles within a distance of each other at a time: contacts of a hit. */
  countWithin(motionA: RigidMotion, motionB: RigidMotion, time: number, distance: number): number {
    const [legA, legB] = sharedLegs(motionA, motionB).find(([p, q]) => time <= p.end && time <= q.end) as [Leg, Leg];
    this.query.begin(legA, legB);
    return this.query.countWithin(time, distance);
  }
}

/** One query over all legs. */
class Run {
  state: AdvancementResult['state'] = 'separated';
  private time = 0;
  private distance = Number.POSITIVE_INFINITY;
  private readonly front: number[] = [];
  private readonly query: SweptQuery;
  private readonly options: Required<AdvancementOptions>;

  constructor(query: SweptQuery, options: Required<AdvancementOptions>, extent: number) {
    this.query = query;
    this.options = options;
    query.setControl(options.control, options.dThreshold * extent);
  }

  /** Over legs that share the time from `start` to `end`. */
  advance(start: number, end: number): void {
    const { query, front, options } = this;
    const near = Math.max(options.tolerance, MIN_TOLERANCE_MARGINS * query.margin);
    this.time = start;
    while (front.length < options.maxIterations) {
      const rest = end - this.time;
      this.iterate(rest, near);
      if (this.distance <= near) {
        this.state = this.time === 0 && this.distance <= query.margin ? 'overlapping' : 'hit';
        return;
      }
      if (query.step >= rest) return;
      this.time += query.step;
    }
    this.state = 'iteration-limit';
  }

  private iterate(rest: number, near: number): void {
    const { query, front } = this;
    const { control, w, rMax } = this.options;
    const isControlled = control && front.length < rMax;
    // At the start a pair within the tolerance does not end the search: another pair may overlap.
    const enough = this.time === 0 ? query.margin : near;
    query.iterate(this.time, rest, isControlled ? w : 1, enough);
    front.push(query.front);
    this.distance = query.closest;
  }

  result(faceA: number, faceB: number): AdvancementResult {
    const { state, distance, front } = this;
    return {
      state,
      time: state === 'separated' ? Number.POSITIVE_INFINITY : this.time,
      distance,
      faceA,
      faceB,
      iterations: front.length,
      frontNodes: front.reduce((sum, n) => sum + n, 0),
      frontPerIteration: front,
    };
  }
}

/** Pairs of legs that share some time, in order of time. */
function sharedLegs(a: RigidMotion, b: RigidMotion): [Leg, Leg][] {
  return a.legs.flatMap((legA) =>
    b.legs
      .filter((legB) => Math.max(legA.start, legB.start) < Math.min(legA.end, legB.end))
      .map((legB): [Leg, Leg] => [legA, legB]),
  );
}
