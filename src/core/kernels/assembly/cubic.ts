// The coplanarity cubic of one pair, by its Bernstein coefficients, and certified brackets of its roots.
// A sign is sure where the value exceeds `bound`, which covers the rounding of coefficients and of evaluation on [0, 1].
import { ULP } from './lanes';

export let b0: f64 = 0;
export let b1: f64 = 0;
export let b2: f64 = 0;
export let b3: f64 = 0;
export let bound: f64 = 0;
/** Coefficients on the interval last given to `Cubic.restrict`. */
export let r0: f64 = 0;
export let r1: f64 = 0;
export let r2: f64 = 0;
export let r3: f64 = 0;
/** The bracket last found by `Cubic.narrow`. */
export let rootFrom: f64 = 0;
export let rootTo: f64 = 0;

export class Cubic {
  @inline static read(record: usize): void {
    b0 = load<f64>(record);
    b3 = load<f64>(record, 8);
    b1 = load<f64>(record, 16);
    b2 = load<f64>(record, 24);
    bound = load<f64>(record, 32);
  }

  @inline static value(t: f64): f64 {
    const s = 1 - t;
    const a = b0 * s + b1 * t;
    const b = b1 * s + b2 * t;
    const c = b2 * s + b3 * t;
    return (a * s + b * t) * s + (b * s + c * t) * t;
  }

  @inline static slope(t: f64): f64 {
    const s = 1 - t;
    const a = b1 - b0;
    const b = b2 - b1;
    const c = b3 - b2;
    return 3 * ((a * s + b * t) * s + (b * s + c * t) * t);
  }

  /** Blossoms of C on [from, to] into r0 … r3: its Bernstein coefficients there, within `bound` too. */
  static restrict(from: f64, to: f64): void {
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
    r0 = aa0 * s + aa1 * from;
    r1 = aa0 * r + aa1 * to;
    r2 = ab0 * r + ab1 * to;
    r3 = cc0 * r + cc1 * to;
  }

  /** r0 … r3 surely all of one sign. */
  @inline static restrictedClear(): bool {
    return (
      (r0 > bound && r1 > bound && r2 > bound && r3 > bound) ||
      (r0 < -bound && r1 < -bound && r2 < -bound && r3 < -bound)
    );
  }

  /** r0 … r3 surely with one sign change: one simple root between sure ends. */
  @inline static restrictedSingle(): bool {
    return (
      (r0 > bound && r3 < -bound && (r1 > bound || r2 < -bound)) ||
      (r0 < -bound && r3 > bound && (r1 < -bound || r2 > bound))
    );
  }

  @inline static opposite(a: f64, b: f64): bool {
    return (a > bound && b < -bound) || (a < -bound && b > bound);
  }

  /**
   * Given one simple root in [from, to] and sure opposite signs at both ends, finds the narrowest bracket with sure signs
   * that Newton and the rounding bound allow. Always leaves a valid bracket.
   */
  static narrow(from: f64, to: f64): void {
    const falling = Cubic.value(from) > 0;
    let low = from;
    let high = to;
    let t = 0.5 * (from + to);
    for (let i = 0; i < 60; i++) {
      const c = Cubic.value(t);
      if (c > 0 == falling) low = t;
      else high = t;
      if (abs(c) <= 0.5 * bound) break;
      let y = t - c / Cubic.slope(t);
      if (!(y > low && y < high)) y = 0.5 * (low + high);
      if (y == t) break;
      t = y;
    }
    rootFrom = from;
    rootTo = to;
    let width = max((1.6 * bound) / abs(Cubic.slope(t)), 2 * ULP * t);
    for (let i = 0; i < 6; i++, width *= 4) {
      const a = t - width;
      const b = t + width;
      // Signs as they are before the root and after it.
      const before = falling ? Cubic.value(a) : -Cubic.value(a);
      const after = falling ? Cubic.value(b) : -Cubic.value(b);
      if (rootFrom == from && a > from && before > bound) rootFrom = a;
      if (rootTo == to && b < to && after < -bound) rootTo = b;
      if (rootFrom != from && rootTo != to) return;
    }
  }

  /**
   * The start of the bracket is a time of contact to report if it is within 1e-10 and a ten-thousandth of the root; a wider
   * one is left to the exact stage. 0 is never reported here: it means touching at the start.
   */
  @inline static tight(): bool {
    return rootTo - rootFrom <= min(1e-10, 1e-4 * rootFrom) && rootFrom > 0;
  }
}
