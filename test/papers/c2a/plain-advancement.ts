// References for advancement in plain TypeScript: distances of small soups over all pairs of
// triangles; conservative advancement by these distances, without direction or hierarchy; algorithm
// 1 as the paper prints it.
import { closestPoints, triangleDistance } from '../../../src/index.ts';
import { type Gap, SweptQuery } from '../../../src/papers/c2a/swept-query.ts';
import type { SweptSpheres } from '../../../src/papers/c2a/swept-spheres.ts';
import { apply, type Frame, length, minus, type Vec } from '../../oracle/rigid-motion.ts';
import type { Drawn } from './motions.ts';
import { placed, times } from './volumes.ts';

export interface Outcome {
  readonly hit: boolean;
  readonly time: number;
  /** The least distance met on the way. */
  readonly least: number;
}

const scratch = new Float64Array(18);
const points = closestPoints();

function distanceOfPair(a: Float64Array, i: number, b: Float64Array, j: number): number {
  scratch.set(a.subarray(9 * i, 9 * i + 9));
  scratch.set(b.subarray(9 * j, 9 * j + 9), 9);
  return triangleDistance(scratch, 0, points);
}

export function posedTriangles(triangles: Float64Array, frame: Frame): Float64Array {
  const out = new Float64Array(triangles.length);
  for (let k = 0; k < out.length; k += 3) {
    out.set(placed(frame, [triangles[k], triangles[k + 1], triangles[k + 2]]), k);
  }
  return out;
}

export function bruteDistance(a: Float64Array, b: Float64Array, moveA: Drawn, moveB: Drawn, t: number): number {
  const posedA = posedTriangles(a, moveA.reference.frame(t));
  const posedB = posedTriangles(b, moveB.reference.frame(t));
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < a.length / 9; i++)
    for (let j = 0; j < b.length / 9; j++) least = Math.min(least, distanceOfPair(posedA, i, posedB, j));
  return least;
}

const farthest = (triangles: Float64Array): number => {
  let most = 0;
  for (let k = 0; k < triangles.length; k += 3) most = Math.max(most, Math.hypot(...triangles.subarray(k, k + 3)));
  return most;
};

/** Steps of distance / fastest speed, until contact within the tolerance or the end. */
export function plainAdvancement(
  a: Float64Array,
  b: Float64Array,
  moveA: Drawn,
  moveB: Drawn,
  tolerance: number,
): Outcome {
  const turning = moveA.reference.rate * farthest(a) + moveB.reference.rate * farthest(b);
  const speed = length(moveA.reference.velocity) + length(moveB.reference.velocity) + turning;
  let [time, least] = [0, Number.POSITIVE_INFINITY];
  while (time <= 1) {
    const distance = bruteDistance(a, b, moveA, moveB, time);
    least = Math.min(least, distance);
    if (distance <= tolerance) return { hit: true, time, least };
    time += distance / speed;
  }
  return { hit: false, time: Number.POSITIVE_INFINITY, least };
}

/**
 * A time after `from` at which the soups touch: no first contact is later. Infinite if none is
 * found.
 */
export function contactAfter(a: Float64Array, b: Float64Array, moveA: Drawn, moveB: Drawn, from: number): number {
  for (let wait = 1e-9; from + wait <= 1; wait *= 2) {
    if (bruteDistance(a, b, moveA, moveB, from + wait) === 0) return from + wait;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * Algorithm 1 with w = 1, iterated. With `returns` it returns out of the branch of the first child,
 * as printed; without, it visits the second child too.
 */
export class PrintedAlgorithm {
  private readonly query: SweptQuery;
  private readonly a: SweptSpheres;
  private readonly b: SweptSpheres;
  private readonly returns: boolean;
  private t = 0;
  private distance = 0;
  private step = 0;
  private frames: readonly [Frame, Frame] | undefined;

  constructor(a: SweptSpheres, b: SweptSpheres, returns: boolean) {
    this.a = a;
    this.b = b;
    this.query = new SweptQuery(a, b);
    this.returns = returns;
  }

  run(moveA: Drawn, moveB: Drawn, tolerance: number): Outcome {
    this.query.begin(moveA.motion.legs[0], moveB.motion.legs[0]);
    let least = Number.POSITIVE_INFINITY;
    for (this.t = 0; this.t <= 1; this.t += this.step) {
      this.frames = [moveA.reference.frame(this.t), moveB.reference.frame(this.t)];
      this.distance = Number.POSITIVE_INFINITY;
      this.step = 1;
      this.visit(0, 0);
      least = Math.min(least, this.distance);
      if (this.distance <= tolerance) return { hit: true, time: this.t, least };
    }
    return { hit: false, time: Number.POSITIVE_INFINITY, least };
  }

  private visit(nodeA: number, nodeB: number): void {
    const [linkA, linkB] = [this.a.link(nodeA), this.b.link(nodeB)];
    if (linkA < 0 && linkB < 0) {
      this.meet(~linkA, ~linkB);
      return;
    }
    const children = linkA >= 0 ? [linkA, linkA + 1].map((k) => [k, nodeB]) : [linkB, linkB + 1].map((k) => [nodeA, k]);
    const pairs = children.map(([k, l]) => ({ k, l, ...this.query.gap(this.t, k, l) }));
    if (pairs[1].gap < pairs[0].gap) pairs.reverse();
    for (const { k, l, gap, direction } of pairs) {
      if (gap < this.distance) {
        this.visit(k, l);
        if (this.returns) return;
      } else this.limit(gap, this.query.closingSpeedOfNodes(this.t, direction, k, l));
    }
  }

  private meet(i: number, j: number): void {
    const [frameA, frameB] = this.frames as readonly [Frame, Frame];
    const [a, b] = [this.a.triangles.subarray(9 * i, 9 * i + 9), this.b.triangles.subarray(9 * j, 9 * j + 9)];
    const distance = distanceOfPair(posedTriangles(a, frameA), 0, posedTriangles(b, frameB), 0);
    this.distance = Math.min(this.distance, distance);
    const n = times(minus(points.pointB as unknown as Vec, points.pointA as unknown as Vec), 1 / distance);
    const r = frameB.rotation;
    const inB = apply([r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]], ...n);
    this.limit(distance, this.query.closingSpeedOfTriangles(this.t, inB as Gap['direction'], i, j));
  }

  private limit(distance: number, closing: number): void {
    if (closing > 0) this.step = Math.min(this.step, distance / closing);
  }
}
