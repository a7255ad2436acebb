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

  /**
   * Copies the coefficients; reads and writes one more if there is an odd number. A loop, because
   * `memory.copy` is a call that costs more than so few values.
   */
  @inline static copy(to: usize, from: usize, degree: i32): void {
    for (const end = from + ((<usize>(degree + 1)) << 3); from < end; from += 16, to += 16)
      v128.store(to, v128.load(from));
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
    const row = CurveRoom.rows(curves);
    const other = row + POLYNOMIAL;
    CurvePolynomial.copy(row, p, degree);
    for (let left = degree; ; left--) {
      CurvePolynomial.copy(other, row, left);
      for (let count = left; count > 0; count--) CurvePolynomial.level(other, count, s1, t1);
      store<f64>(to + ((<usize>left) << 3), load<f64>(other));
      if (left == 0) return;
      CurvePolynomial.level(row, left, s0, t0);
    }
  }

  /** The same for a path of degree 2 or 3. */
  static restrictPath(p: usize, to: usize, degree: i32, start: f64, end: f64): void {
    const s = 1 - start;
    const r = 1 - end;
    const b0 = load<f64>(p);
    const b1 = load<f64>(p, 8);
    const b2 = load<f64>(p, 16);
    const a0 = b0 * s + b1 * start;
    const a1 = b1 * s + b2 * start;
    const c0 = b0 * r + b1 * end;
    const c1 = b1 * r + b2 * end;
    const aa0 = a0 * s + a1 * start;
    const ac0 = a0 * r + a1 * end;
    const cc0 = c0 * r + c1 * end;
    if (degree == 2) {
      store<f64>(to, aa0);
      store<f64>(to, ac0, 8);
      store<f64>(to, cc0, 16);
      return;
    }
    const b3 = load<f64>(p, 24);
    const a2 = b2 * s + b3 * start;
    const c2 = b2 * r + b3 * end;
    const aa1 = a1 * s + a2 * start;
    store<f64>(to, aa0 * s + aa1 * start);
    store<f64>(to, aa0 * r + aa1 * end, 8);
    store<f64>(to, ac0 * r + (a1 * r + a2 * end) * end, 16);
    store<f64>(to, cc0 * r + (c1 * r + c2 * end) * end, 24);
  }

  /** The value at t of a polynomial of degree 1 or more; sets `slope`. */
  static value(curves: CurveScratch, p: usize, degree: i32, t: f64): f64 {
    const s = f64x2.splat(1 - t);
    const weight = f64x2.splat(t);
    const row = CurveRoom.rows(curves);
    CurvePolynomial.copy(row, p, degree);
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
