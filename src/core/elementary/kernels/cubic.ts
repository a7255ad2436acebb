// The coplanarity cubic of one pair, given by its Bernstein coefficients, and certified brackets of
// its roots. A sign is sure if the value exceeds `bound`, which covers the rounding of the
// coefficients and of the evaluation on [0, 1].
import { CubicRecord } from './cubic-record';
import { PairScratch } from './pair-scratch';

/** The cubic in the scratch. */
export class Cubic {
  /** Loads a record. */
  @inline static read(scratch: PairScratch, record: CubicRecord): void {
    scratch.b0 = record.b0;
    scratch.b1 = record.b1;
    scratch.b2 = record.b2;
    scratch.b3 = record.b3;
    scratch.bound = record.bound;
  }

  /** The value at t of a cubic with these Bernstein coefficients. */
  @inline static valueOf(b0: f64, b1: f64, b2: f64, b3: f64, t: f64): f64 {
    const s = 1 - t;
    const a = b0 * s + b1 * t;
    const b = b1 * s + b2 * t;
    const c = b2 * s + b3 * t;
    return (a * s + b * t) * s + (b * s + c * t) * t;
  }

  /** The derivative at t of a cubic with these Bernstein coefficients. */
  @inline static slopeOf(b0: f64, b1: f64, b2: f64, b3: f64, t: f64): f64 {
    const s = 1 - t;
    const a = b1 - b0;
    const b = b2 - b1;
    const c = b3 - b2;
    return 3 * ((a * s + b * t) * s + (b * s + c * t) * t);
  }

  /** The value of the cubic at t. */
  @inline static value(scratch: PairScratch, t: f64): f64 {
    return Cubic.valueOf(scratch.b0, scratch.b1, scratch.b2, scratch.b3, t);
  }

  /**
   * Sets r0 … r3 to the Bernstein coefficients on [from, to], by blossoming. Their error is within
   * `bound`, too.
   */
  static restrict(scratch: PairScratch, from: f64, to: f64): void {
    const b0 = scratch.b0;
    const b1 = scratch.b1;
    const b2 = scratch.b2;
    const b3 = scratch.b3;
    const s = 1 - from;
    const r = 1 - to;
    const a0 = b0 * s + b1 * from;
    const a1 = b1 * s + b2 * from;
    const a2 = b2 * s + b3 * from;
    const aa0 = a0 * s + a1 * from;
    const aa1 = a1 * s + a2 * from;
    const ab0 = a0 * r + a1 * to;
    const ab1 = a1 * r + a2 * to;
    const c0 = b0 * r + b1 * to;
    const c1 = b1 * r + b2 * to;
    const c2 = b2 * r + b3 * to;
    const cc0 = c0 * r + c1 * to;
    const cc1 = c1 * r + c2 * to;
    scratch.r0 = aa0 * s + aa1 * from;
    scratch.r1 = aa0 * r + aa1 * to;
    scratch.r2 = ab0 * r + ab1 * to;
    scratch.r3 = cc0 * r + cc1 * to;
  }

  /** True if r0 … r3 surely all have one sign: no root in the interval. */
  @inline static isRestrictedClear(scratch: PairScratch): bool {
    const r0 = scratch.r0;
    const r1 = scratch.r1;
    const r2 = scratch.r2;
    const r3 = scratch.r3;
    const bound = scratch.bound;
    return (
      (r0 > bound && r1 > bound && r2 > bound && r3 > bound) ||
      (r0 < -bound && r1 < -bound && r2 < -bound && r3 < -bound)
    );
  }

  /** True if r0 … r3 surely have one sign change: one simple root between sure ends. */
  @inline static isRestrictedSingle(scratch: PairScratch): bool {
    const r0 = scratch.r0;
    const r1 = scratch.r1;
    const r2 = scratch.r2;
    const r3 = scratch.r3;
    const bound = scratch.bound;
    return (
      (r0 > bound && r3 < -bound && (r1 > bound || r2 < -bound)) ||
      (r0 < -bound && r3 > bound && (r1 < -bound || r2 > bound))
    );
  }

  /** True if two values have sure opposite signs. */
  @inline static areOpposite(scratch: PairScratch, a: f64, b: f64): bool {
    const bound = scratch.bound;
    return (a > bound && b < -bound) || (a < -bound && b > bound);
  }

  /**
   * Whether the start of a bracket can be reported as the time of contact: it falls short of the
   * root by at most 1e-10 and a ten-thousandth of it. A wider bracket is left to the exact stage. 0
   * is never reported here, because it means touching at the start.
   */
  @inline static isTight(from: f64, to: f64): bool {
    return to - from <= min(1e-10, 1e-4 * from) && from > 0;
  }
}
