// Polynomials of time in Bernstein form, in memory: values and restrictions by de Casteljau's
// algorithm. Each of its levels has three roundings on convex weights, so that a value of a
// polynomial of degree n errs by 3n roundings more than its coefficients.
import { CurveRoom, CurveScratch, POLYNOMIAL } from './curve-scratch';

/** Polynomials at an address. */
export class CurvePolynomial {
  /** Coefficient i. */
  @inline static at(p: usize, i: i32): f64 {
    return load<f64>(p + ((<usize>i) << 3));
  }

  /** One level: each of `count` values becomes a mean of itself and the next. Writes one more. */
  @inline static level(row: usize, count: i32, s: v128, t: v128): void {
    for (let end = row + ((<usize>count) << 3); row < end; row += 16)
      v128.store(row, f64x2.add(f64x2.mul(v128.load(row), s), f64x2.mul(v128.load(row, 8), t)));
  }

  /**
   * The coefficients on [start, end] of a polynomial of this degree, by blossoming: `start` in some of
   * the arguments, `end` in the others.
   */
  static restrict(curves: CurveScratch, p: usize, to: usize, degree: i32, start: f64, end: f64): void {
    const s0 = f64x2.splat(1 - start);
    const t0 = f64x2.splat(start);
    const s1 = f64x2.splat(1 - end);
    const t1 = f64x2.splat(end);
    const bytes = (<usize>(degree + 1)) << 3;
    const row = CurveRoom.rows(curves);
    const other = row + POLYNOMIAL;
    memory.copy(row, p, bytes);
    for (let left = degree; ; left--) {
      memory.copy(other, row, (<usize>(left + 1)) << 3);
      for (let count = left; count > 0; count--) CurvePolynomial.level(other, count, s1, t1);
      store<f64>(to + ((<usize>left) << 3), load<f64>(other));
      if (left == 0) return;
      CurvePolynomial.level(row, left, s0, t0);
    }
  }

  /** The value at t of a polynomial of degree 1 or more; sets `slope`. */
  static value(curves: CurveScratch, p: usize, degree: i32, t: f64): f64 {
    const s = f64x2.splat(1 - t);
    const weight = f64x2.splat(t);
    const row = CurveRoom.rows(curves);
    memory.copy(row, p, (<usize>(degree + 1)) << 3);
    for (let count = degree; count > 1; count--) CurvePolynomial.level(row, count, s, weight);
    const a = load<f64>(row);
    const b = load<f64>(row, 8);
    curves.slope = <f64>degree * (b - a);
    return a * (1 - t) + b * t;
  }

  /** True if all coefficients surely have one sign: no root on the interval. */
  static isClear(p: usize, degree: i32, bound: f64): bool {
    const isUp = load<f64>(p) > 0;
    for (let i = 0; i <= degree; i++) {
      const b = CurvePolynomial.at(p, i);
      if (!(isUp ? b > bound : b < -bound)) return false;
    }
    return true;
  }

  /**
   * True if the coefficients surely have one change of sign: sure signs up to it and from it on, and
   * at most one coefficient between them whose sign is not sure. Then there is one simple root.
   */
  static isSingle(p: usize, degree: i32, bound: f64): bool {
    const isUp = load<f64>(p) > 0;
    let before = 0;
    let after = degree;
    for (; before <= degree; before++) {
      const b = CurvePolynomial.at(p, before);
      if (!(isUp ? b > bound : b < -bound)) break;
    }
    for (; after >= before; after--) {
      const b = CurvePolynomial.at(p, after);
      if (!(isUp ? b < -bound : b > bound)) break;
    }
    return before > 0 && after < degree && after <= before;
  }
}
