// The elementary tests over a list of pairs whose points move along paths of degree 2 or 3. The
// points of the context have all control values: [x0 … xd y0 … yd z0 … zd] per vertex. Results are
// the hits (ids, time) and the pairs that only exact arithmetic can decide (ids, time until which
// they are proven free), as of `timePairs`. Safe direction: a pair is dropped only by a proof that
// it never meets.
//   axis       every corner is strictly on one side of a coordinate plane at all control points: it
//              stays there.
//   Bernstein  the coplanarity polynomial has coefficients surely of one sign.
//   pieces     curve-pieces.ts
import { HIT } from '../../../contacts/kernels/hit';
import { MeshContext } from '../../../kernels/mesh-context';
import { NO, YES } from '../../kernels/isolate';
import { Pair } from '../../kernels/pair';
import { PairScratch } from '../../kernels/pair-scratch';
import { Times } from '../../kernels/times';
import { CurvePieces } from './curve-pieces';
import { CurveScratch } from './curve-scratch';
import { CurveSeparation } from './curve-separation';
import { CurveVolume } from './curve-volume';
import { CurvedPolygon } from './curved-polygon';

export { CURVE_ROOM_BYTES } from './curve-scratch';

/**
 * Computes times of contact of edge–edge pairs, or of vertex–face pairs, for paths of the degree of
 * `curves`: hits go to `scratch.hits`, undecided pairs to `scratch.open`, their numbers to the
 * counts. With a clearance above 0 in `curves`, a pair is a hit when it comes within that distance,
 * and no pair is left undecided. Coordinates are at most 2^99.
 */
export function timeCurves(
  context: MeshContext,
  scratch: PairScratch,
  curves: CurveScratch,
  pairs: usize,
  count: i32,
  edges: bool,
): void {
  if (curves.clearance > 0) CurveTimes.separate(context, scratch, curves, pairs, count, edges);
  else CurveTimes.run(context, scratch, curves, pairs, count, edges);
}

/**
 * The same for one pair, whose four vertices are the only ones of the context. False if a coordinate
 * is beyond the certified range or not a number; nothing is tested then.
 */
export function timeSingleCurve(
  context: MeshContext,
  scratch: PairScratch,
  curves: CurveScratch,
  pair: usize,
  edges: bool,
): bool {
  if (!Times.areCertified(context.points, (<usize>(12 * (curves.degree + 1))) << 3)) return false;
  timeCurves(context, scratch, curves, pair, 1, edges);
  return true;
}

/** The passes of the curved tests. */
export class CurveTimes {
  /** Whether an axis separates the features at all control points. */
  static axisApart(a: usize, b: usize, c: usize, d: usize, bytes: usize, edges: bool): bool {
    for (let axis = 0; axis < 3; axis++) {
      let above = true;
      let below = true;
      for (const end = a + bytes; a < end; a += 8, b += 8, c += 8, d += 8) {
        const p = load<f64>(a);
        const q = load<f64>(b);
        const r = load<f64>(c);
        const s = load<f64>(d);
        if (edges) {
          above = above && min(p, q) > max(r, s);
          below = below && max(p, q) < min(r, s);
        } else {
          above = above && p > max(max(q, r), s);
          below = below && p < min(min(q, r), s);
        }
      }
      if (above || below) return true;
    }
    return false;
  }

  /** All pairs, without a clearance. */
  static run(
    context: MeshContext,
    scratch: PairScratch,
    curves: CurveScratch,
    pairs: usize,
    count: i32,
    edges: bool,
  ): void {
    const table = Pair.table(context, edges);
    const points = context.points;
    const bytes = (<usize>(curves.degree + 1)) << 3;
    const stride = 3 * bytes;
    const last = pairs + ((<usize>(count - 1)) << 3);
    scratch.hitCount = 0;
    scratch.openCount = 0;
    for (let at = pairs; at <= last; at += 16) {
      // Two pairs at a time; the last one fills both lanes if it is alone.
      const next = min(at + 8, last);
      const first = Pair.first(at, table, edges);
      const second = Pair.second(at, table, edges);
      const p0 = Pair.p0(points, first, stride);
      const p1 = Pair.p1(points, first, second, edges, stride);
      const p2 = Pair.p2(points, second, edges, stride);
      const p3 = Pair.p3(points, second, edges, stride);
      const nextFirst = Pair.first(next, table, edges);
      const nextSecond = Pair.second(next, table, edges);
      const q0 = Pair.p0(points, nextFirst, stride);
      const q1 = Pair.p1(points, nextFirst, nextSecond, edges, stride);
      const q2 = Pair.p2(points, nextSecond, edges, stride);
      const q3 = Pair.p3(points, nextSecond, edges, stride);
      const isLeft = !CurveTimes.axisApart(p0, p1, p2, p3, bytes, edges);
      const isNextLeft = next != at && !CurveTimes.axisApart(q0, q1, q2, q3, bytes, edges);
      if (!isLeft && !isNextLeft) continue;
      CurveVolume.corner(curves, edges ? p2 : p1, p0, edges ? q2 : q1, q0);
      CurveVolume.sideE(curves, edges ? p0 : p2, p1, edges ? q0 : q2, q1);
      CurveVolume.sideG(curves, p3, edges ? p2 : p1, q3, edges ? q2 : q1);
      const bound = CurveVolume.compute(curves);
      const clear = CurveVolume.clear(curves, bound);
      if (isLeft && !(clear & 1)) {
        CurveVolume.select(curves, bound, 0);
        CurvedPolygon.load(curves, p0, p1, p2, p3, edges);
        CurveTimes.finish(scratch, curves, at);
      }
      if (isNextLeft && !(clear & 2)) {
        CurveVolume.select(curves, bound, 1);
        CurvedPolygon.load(curves, q0, q1, q2, q3, edges);
        CurveTimes.finish(scratch, curves, next);
      }
    }
  }

  /** All pairs, with a clearance. */
  static separate(
    context: MeshContext,
    scratch: PairScratch,
    curves: CurveScratch,
    pairs: usize,
    count: i32,
    edges: bool,
  ): void {
    const table = Pair.table(context, edges);
    const points = context.points;
    const stride = (<usize>(3 * (curves.degree + 1))) << 3;
    const end = pairs + ((<usize>count) << 3);
    scratch.hitCount = 0;
    scratch.openCount = 0;
    for (let at = pairs; at < end; at += 8) {
      const first = Pair.first(at, table, edges);
      const second = Pair.second(at, table, edges);
      const p1 = Pair.p1(points, first, second, edges, stride);
      const p2 = Pair.p2(points, second, edges, stride);
      const p3 = Pair.p3(points, second, edges, stride);
      CurvedPolygon.load(curves, Pair.p0(points, first, stride), p1, p2, p3, edges);
      const clearance = curves.clearance * CurvedPolygon.normalize(curves);
      CurveTimes.append(scratch, at, CurveSeparation.run(curves, scratch, clearance), curves.freeUntil);
    }
  }

  /** Decides the loaded pair and appends it to the hits, or to the pairs left open. */
  static finish(scratch: PairScratch, curves: CurveScratch, pair: usize): void {
    let answer = YES;
    let time: f64 = 0;
    if (!CurvedPolygon.startsAtOrigin(curves)) {
      answer = CurvePieces.run(curves, scratch);
      time = curves.freeUntil;
    }
    CurveTimes.append(scratch, pair, answer, time);
  }

  /** Appends a pair to the hits, or to the pairs left open. */
  static append(scratch: PairScratch, pair: usize, answer: i32, time: f64): void {
    if (answer == NO) return;
    const to =
      answer == YES ? scratch.hits + <usize>scratch.hitCount * HIT : scratch.open + <usize>scratch.openCount * HIT;
    if (answer == YES) scratch.hitCount++;
    else scratch.openCount++;
    store<u64>(to, load<u64>(pair));
    store<f64>(to, time, 8);
  }
}
