// Reference for first contacts: until when is a pair of moving bodies proven free of contact? Pairs
// of nodes over spans of time are halved, in space or in time, until each is clear: parted along a
// direction that stays fixed for the span. Nothing hangs on the direction but how early a proof
// ends, so no distance has to be trusted here.
import { closestPoints, triangleDistance } from '../../src/index.ts';
import { carriedAbout } from './rigid-carried.ts';
import type { Vec } from './rigid-motion.ts';
import { halve, type ReferencePair } from './rigid-pair.ts';
import {
  boxAxes,
  boxesPart,
  cornersOf,
  cornersPart,
  type Span,
  sideAxes,
  sphereOf,
  spheresPart,
} from './rigid-parting.ts';

export interface Clearance {
  /** No contact in [0, until). */
  readonly until: number;
  /**
   * Faces that could not be proven apart from then on, and their distance; null if all is clear.
   */
  readonly doubt: { readonly faceA: number; readonly faceB: number; readonly distance: number } | null;
  /** Spans examined. */
  readonly visits: number;
}

/** Spans after which the reference gives up, in doubt from the time that it is at. */
const MOST = 2_000_000;

const closest = closestPoints();

/** Searches [0, end], the earlier parts first. */
export function clearUntil(pair: ReferencePair, end: number): Clearance {
  return new Search(pair, end).run();
}

class Search {
  private readonly pair: ReferencePair;
  private readonly end: number;
  private visits = 0;
  private until: number;
  private doubt: Clearance['doubt'] = null;

  constructor(pair: ReferencePair, end: number) {
    this.pair = pair;
    this.end = end;
    this.until = end;
  }

  run(): Clearance {
    this.visit(0, 0, 0, this.end);
    const { until, doubt, visits } = this;
    return { until, doubt, visits };
  }

  private visit(i: number, j: number, from: number, to: number): void {
    if (this.doubt && from >= this.until) return;
    const { a, b } = this.pair;
    if (++this.visits > MOST) this.note(from, -1, -1, Number.NaN);
    else if (a.links[i] < 0 && b.links[j] < 0) this.visitFaces(i, j, from, to);
    else this.visitNodes(i, j, from, to);
  }

  private visitTimes(i: number, j: number, from: number, m: number, to: number): void {
    this.visit(i, j, from, m);
    this.visit(i, j, m, to);
  }

  private visitNodes(i: number, j: number, from: number, to: number): void {
    const { a, motionA, b, motionB } = this.pair;
    const m = from + (to - from) / 2;
    const span = this.spanAbout(m, to - m);
    const p = sphereOf(a, i, motionA, m);
    const q = sphereOf(b, j, motionB, m);
    const { gap, drift } = spheresPart(span, p, q);
    if (gap > drift) return;
    const halves = halve(a, i, b, j);
    const size = halves[0][0] === i ? q.radius : p.radius;
    if (drift > size) this.visitTimes(i, j, from, m, to);
    else if (!boxAxes(span).some((n) => boxesPart(span, n, p, q)))
      for (const [k, l] of halves) this.visit(k, l, from, to);
  }

  private visitFaces(i: number, j: number, from: number, to: number): void {
    const { pair } = this;
    const m = from + (to - from) / 2;
    const faceA = -1 - pair.a.links[i];
    const faceB = -1 - pair.b.links[j];
    pair.place(m, faceA, faceB);
    const distance = triangleDistance(pair.corners, 0, closest);
    if (distance > 0 && this.facesPart(faceA, faceB, m, to - m)) return;
    // A shorter span would prove nothing more: rounding blurs what it could show.
    if (pair.speed * (to - m) <= pair.margin) this.note(from, faceA, faceB, distance);
    else this.visitTimes(i, j, from, m, to);
  }

  /**
   * Along the direction that the distance left behind, or else one of those that a touching pair
   * may need.
   */
  private facesPart(faceA: number, faceB: number, m: number, h: number): boolean {
    const { a, motionA, b, motionB, corners } = this.pair;
    const span = this.spanAbout(m, h);
    const ps = cornersOf(a, faceA, motionA, m);
    const qs = cornersOf(b, faceB, motionB, m);
    const [x, y, z] = closest.normal;
    const nearest: Vec = [-x, -y, -z];
    return cornersPart(span, nearest, ps, qs) || sideAxes(corners).some((n) => cornersPart(span, n, ps, qs));
  }

  private spanAbout(m: number, h: number): Span {
    const { motionA, motionB, margin } = this.pair;
    return { motionA, motionB, m, h, margin, carried: carriedAbout(motionA, motionB, m, h) };
  }

  private note(from: number, faceA: number, faceB: number, distance: number): void {
    this.until = from;
    this.doubt = { faceA, faceB, distance };
  }
}
