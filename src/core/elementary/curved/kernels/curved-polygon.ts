// The moving polygon of one pair with paths of degree 2 or 3: control values of its corners, and
// the proofs that the origin is inside or outside during a piece of the step. On a piece, the
// control values of the corners are restricted to it first, so that all that is computed from them
// holds for the piece.
import { TINY, U } from '../../../kernels/lanes';
import { Closest } from '../../kernels/closest';
import { PairScratch } from '../../kernels/pair-scratch';
import { Polygon } from '../../kernels/polygon';
import { CurvePolynomial } from './curve-polynomial';
import { COORDINATE, CORNER, CurveRoom, CurveScratch } from './curve-scratch';
import { CurveVolume } from './curve-volume';

/** The polygon in the scratch. */
export class CurvedPolygon {
  /** Writes the corner b − a. */
  static place(curves: CurveScratch, j: i32, a: usize, b: usize): void {
    const degree = curves.degree;
    let to = CurveRoom.polygon(curves) + <usize>j * CORNER;
    for (let axis = 0; axis < 3; axis++, to += COORDINATE)
      for (let i: usize = 0; i <= <usize>degree; i++, a += 8, b += 8)
        store<f64>(to + (i << 3), load<f64>(b) - load<f64>(a));
  }

  /** Writes all corners of the pair whose vertices are at p0 … p3, and the reaches. */
  static load(curves: CurveScratch, p0: usize, p1: usize, p2: usize, p3: usize, edges: bool): void {
    curves.corners = edges ? 4 : 3;
    CurvedPolygon.place(curves, 0, edges ? p2 : p1, p0);
    CurvedPolygon.place(curves, 1, p2, edges ? p1 : p0);
    CurvedPolygon.place(curves, 2, p3, edges ? p1 : p0);
    if (edges) CurvedPolygon.place(curves, 3, p3, p0);
    curves.reachX = CurvedPolygon.reach(curves, 0);
    curves.reachY = CurvedPolygon.reach(curves, COORDINATE);
    curves.reachZ = CurvedPolygon.reach(curves, 2 * COORDINATE);
  }

  /** Largest magnitude of a coordinate of a corner at any control point. */
  static reach(curves: CurveScratch, axis: usize): f64 {
    const polygon = CurveRoom.polygon(curves) + axis;
    let reach: f64 = 0;
    for (let j = 0; j < curves.corners; j++)
      for (let i = 0; i <= curves.degree; i++)
        reach = max(reach, abs(CurvePolynomial.at(polygon + <usize>j * CORNER, i)));
    return reach;
  }

  /** Scales the polygon as Polygon.normalize does. */
  static normalize(curves: CurveScratch): f64 {
    const scale = Polygon.unitScale(max(max(curves.reachX, curves.reachY), curves.reachZ));
    const polygon = CurveRoom.polygon(curves);
    for (let at = polygon; at < polygon + 4 * CORNER; at += 8) store<f64>(at, load<f64>(at) * scale);
    curves.reachX *= scale;
    curves.reachY *= scale;
    curves.reachZ *= scale;
    return scale;
  }

  /** Whether a corner is at the origin at the start: then two vertices of the pair coincide. */
  static startsAtOrigin(curves: CurveScratch): bool {
    const polygon = CurveRoom.polygon(curves);
    for (let at = polygon; at < polygon + <usize>curves.corners * CORNER; at += CORNER)
      if (load<f64>(at) == 0 && load<f64>(at, COORDINATE) == 0 && load<f64>(at, 2 * COORDINATE) == 0) return true;
    return false;
  }

  /**
   * Puts the polygon at time t into the other scratch, as one that does not move, for choices of
   * axes and directions.
   */
  static freeze(curves: CurveScratch, scratch: PairScratch, t: f64): void {
    const edges = curves.corners == 4;
    for (let axis: usize = 0; axis < 3; axis++) {
      const from = CurveRoom.polygon(curves) + axis * COORDINATE;
      const degree = curves.degree;
      const x0 = CurvePolynomial.value(curves, from, degree, t);
      const x1 = CurvePolynomial.value(curves, from + CORNER, degree, t);
      const x2 = CurvePolynomial.value(curves, from + 2 * CORNER, degree, t);
      const x3 = edges ? CurvePolynomial.value(curves, from + 3 * CORNER, degree, t) : x2;
      Polygon.setStill(scratch, axis << 4, x0, x1, x2, x3);
    }
    scratch.corners = curves.corners;
  }

  /** The control values of coordinate `axis` of all corners on [from, to]. */
  static restrict(curves: CurveScratch, axis: usize, from: f64, to: f64): void {
    const a = CurveRoom.polygon(curves) + axis * COORDINATE;
    const b = CurveRoom.restricted(curves) + axis * COORDINATE;
    for (let j: usize = 0; j < <usize>curves.corners; j++)
      CurvePolynomial.restrictPath(a + j * CORNER, b + j * CORNER, curves.degree, from, to);
  }

  /**
   * Where the origin is, seen along an axis, during all of [from, to]: 1 surely strictly inside, −1
   * surely outside, 0 unknown. The cross product of two neighbouring corners is a polynomial of
   * degree 2d; its coefficients err by at most 36 u for degree 2, 54 u for degree 3, times the
   * product of the reaches. Safe direction: a sign within the error bound counts as unknown.
   */
  static inside(curves: CurveScratch, from: f64, to: f64, axis: i32): i32 {
    const p: usize = axis == 2 ? 0 : axis + 1;
    const r: usize = axis == 0 ? 2 : axis - 1;
    CurvedPolygon.restrict(curves, p, from, to);
    CurvedPolygon.restrict(curves, r, from, to);
    const reachP = p == 0 ? curves.reachX : p == 1 ? curves.reachY : curves.reachZ;
    const reachR = r == 0 ? curves.reachX : r == 1 ? curves.reachY : curves.reachZ;
    const degree = curves.degree;
    const error = <f64>(degree == 2 ? 44 : 64) * U * reachP * reachR + TINY;
    const corners = curves.corners;
    const polygon = CurveRoom.restricted(curves);
    let last = polygon + <usize>(corners - 1) * CORNER;
    let left = 0;
    let right = 0;
    for (let j = 0; j < corners; j++) {
      const next = polygon + <usize>j * CORNER;
      const sign = CurvedPolygon.turn(last, next, p * COORDINATE, r * COORDINATE, degree, error);
      left += sign & 1;
      right += sign >> 1;
      if (left > 0 && right > 0) return -1;
      last = next;
    }
    return left == corners || right == corners ? 1 : 0;
  }

  /** Bit 0: a × b, of the coordinates p and r, is surely positive; bit 1: surely negative. */
  static turn(a: usize, b: usize, p: usize, r: usize, degree: i32, error: f64): i32 {
    const order = 2 * degree;
    let binomial: f64 = 1;
    let up = true;
    let down = true;
    for (let m = 0; m <= order; m++) {
      let sum: f64 = 0;
      const last = min(m, degree);
      for (let i = max(0, m - degree); i <= last; i++) {
        const k = m - i;
        const weight = CurveVolume.binomial(degree, i) * CurveVolume.binomial(degree, k);
        const left = CurvePolynomial.at(a + p, i) * CurvePolynomial.at(b + r, k);
        sum += weight * (left - CurvePolynomial.at(a + r, i) * CurvePolynomial.at(b + p, k));
      }
      up = up && sum > error * binomial;
      down = down && sum < -error * binomial;
      if (!up && !down) return 0;
      binomial = (binomial * <f64>(order - m)) / <f64>(m + 1);
    }
    return (up ? 1 : 0) | (down ? 2 : 0);
  }

  /**
   * True if the origin is surely outside on [from, to] because one direction d has d · x > 0 for all
   * corners: the best one at a time between. The dot products err by at most 13 u Σ|d_k| reach_k.
   */
  static isApart(curves: CurveScratch, scratch: PairScratch, from: f64, to: f64): bool {
    Closest.at(scratch, 0);
    const dx = scratch.dx;
    const dy = scratch.dy;
    const dz = scratch.dz;
    const error = 20 * U * (abs(dx) * curves.reachX + abs(dy) * curves.reachY + abs(dz) * curves.reachZ) + TINY;
    const polygon = CurveRoom.restricted(curves);
    for (let axis: usize = 0; axis < 3; axis++) CurvedPolygon.restrict(curves, axis, from, to);
    for (let j: usize = 0; j < <usize>curves.corners; j++) {
      const x = polygon + j * CORNER;
      for (let i = 0; i <= curves.degree; i++) {
        const y = CurvePolynomial.at(x + COORDINATE, i);
        if (!(dx * CurvePolynomial.at(x, i) + dy * y + dz * CurvePolynomial.at(x + 2 * COORDINATE, i) > error))
          return false;
      }
    }
    return true;
  }
}
