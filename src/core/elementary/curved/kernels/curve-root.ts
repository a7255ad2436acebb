// The narrowest certified bracket of a simple root of the coplanarity polynomial, as
// ../../kernels/narrow.ts finds it for the cubic.
import { ULP } from '../../../kernels/lanes';
import { CurvePolynomial } from './curve-polynomial';
import { CurveRoom, CurveScratch } from './curve-scratch';

/** Newton steps, or halvings, at most. */
const MAX_STEPS: i32 = 60;
/** Widths of the bracket that are tried, each four times the one before. */
const WIDTHS: i32 = 6;

/** Narrows brackets. */
export class CurveRoot {
  /**
   * Given one simple root in [from, to] and values of sure opposite signs at both ends, sets rootFrom
   * and rootTo to the narrowest bracket with sure signs that Newton's method and the rounding bound
   * allow. An end for which it finds no sure sign nearer to the root stays where it was.
   */
  static narrow(curves: CurveScratch, from: f64, to: f64, atFrom: f64, atTo: f64): void {
    const volume = CurveRoom.volume(curves);
    const order = 3 * curves.degree;
    const bound = curves.bound;
    const sign: f64 = atFrom > 0 ? 1 : -1;
    let low = from;
    let high = to;
    let t = from + (to - from) * (atFrom / (atFrom - atTo));
    for (let i = 0; i < MAX_STEPS; i++) {
      const value = CurvePolynomial.value(curves, volume, order, t);
      if (value * sign > 0) low = t;
      else high = t;
      if (abs(value) <= 0.5 * bound) break;
      let next = t - value / curves.slope;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      if (next == t) break;
      t = next;
    }
    CurvePolynomial.value(curves, volume, order, t);
    let width = max((1.6 * bound) / abs(curves.slope), 2 * ULP * t);
    let start = from;
    let end = to;
    for (let i = 0; i < WIDTHS && (start == from || end == to); i++, width *= 4) {
      const a = t - width;
      const b = t + width;
      if (start == from && a > from && sign * CurvePolynomial.value(curves, volume, order, a) > bound) start = a;
      if (end == to && b < to && sign * CurvePolynomial.value(curves, volume, order, b) < -bound) end = b;
    }
    curves.rootFrom = start;
    curves.rootTo = end;
  }
}
