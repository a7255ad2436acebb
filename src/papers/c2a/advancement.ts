// First contact of two rigid bodies by controlled conservative advancement [C²A §V]: at each time the least step for which all front nodes
// surely stay apart, then the same from there on, until a pair of triangles is within the tolerance or the motion is over. Never late:
// every step is a proven one. The kernel makes one iteration (assembly/advancement.ts).
import type { Leg, RigidMotion } from '../../core/motion/rigid-motion.ts';
import { SweptQuery } from './query.ts';
import type { SweptSpheres } from './swept-spheres.ts';

export interface AdvancementOptions {
  /** The distance at which bodies touch, an absolute length; eight times what rounding may do to a gap, if that is more. */
  readonly tolerance?: number;
  /** Without it every iteration searches for the closest pair from an infinite distance on: ordinary conservative advancement. */
  readonly control?: boolean;
  /** Volumes farther apart than this part of the distance of a known pair are not opened. */
  readonly w?: number;
  /** After so many iterations w is 1. */
  readonly rMax?: number;
  /** w is 1 as soon as a known pair is nearer than this part of the smaller body's extent. */
  readonly dThreshold?: number;
  readonly maxIterations?: number;
}

export interface AdvancementResult {
  readonly state: 'hit' | 'separated' | 'overlapping' | 'iteration-limit';
  /** Free of contact before it; infinite where separated, 0 where overlapping. */
  readonly time: number;
  /** At the last time looked at, of the closest pair of triangles known; infinite if none is. */
  readonly distance: number;
  /** That pair, −1 if there is none. */
  readonly faceA: number;
  readonly faceB: number;
  /** N_τ. */
  readonly iterations: number;
  /** N_BV: pairs of volumes or triangles that the search stopped at, of all iterations and of each. */
  readonly frontNodes: number;
  readonly frontPerIteration: readonly number[];
}

/** w is the paper's; the other two are where all pairs of table I are near their best (docs/papers/c2a.md). */
const DEFAULTS = { tolerance: 1e-4, control: true, w: 0.5, rMax: 20, dThreshold: 1e-2, maxIterations: 10_000 };

/** Contact cannot be told from rounding nearer than so many margins. */
const LEAST_TOLERANCE = 8;

export class Advancement {
  private readonly a: SweptSpheres;
  private readonly b: SweptSpheres;
  private readonly query: SweptQuery;

  constructor(a: SweptSpheres, b: SweptSpheres) {
    this.a = a;
    this.b = b;
    this.query = new SweptQuery(a, b);
  }

  firstContact(motionA: RigidMotion, motionB: RigidMotion, options: AdvancementOptions = {}): AdvancementResult {
    const { a, b, query } = this;
    const run = new Run(query, { ...DEFAULTS, ...options }, Math.min(a.extent, b.extent));
    for (const [legA, legB] of sharedLegs(motionA, motionB)) {
      query.begin(legA, legB);
      run.advance(Math.max(legA.start, legB.start), Math.min(legA.end, legB.end));
      if (run.state !== 'separated') break;
    }
    const [leafA, leafB] = query.leaves;
    const isKnown = leafA >= 0;
    return run.result(isKnown ? a.order[leafA] : -1, isKnown ? b.order[leafB] : -1);
  }

  /** How many pairs of triangles are within a distance of each other at a time: the contacts of a hit. */
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
  private readonly extent: number;

  constructor(query: SweptQuery, options: Required<AdvancementOptions>, extent: number) {
    this.query = query;
    this.options = options;
    this.extent = extent;
  }

  /** Over legs that share the time from `start` to `end`. */
  advance(start: number, end: number): void {
    const { query, front, options } = this;
    const near = Math.max(options.tolerance, LEAST_TOLERANCE * query.margin);
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
    const { query, front, extent } = this;
    const { control, w, rMax, dThreshold } = this.options;
    const isControlled = control && front.length < rMax;
    // At the start a pair within the tolerance is not enough: another may overlap.
    const enough = this.time === 0 ? query.margin : near;
    query.iterate(this.time, rest, control, isControlled ? w : 1, dThreshold * extent, enough);
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

/** Pairs of legs that share some time, in its order. */
function sharedLegs(a: RigidMotion, b: RigidMotion): [Leg, Leg][] {
  return a.legs.flatMap((legA) =>
    b.legs
      .filter((legB) => Math.max(legA.start, legB.start) < Math.min(legA.end, legB.end))
      .map((legB): [Leg, Leg] => [legA, legB]),
  );
}
