// Pairs with several roots, or in doubt: the step is cut at the turning points of the cubic, then halved where needed, and the
// pieces are settled in the order of time. Each piece has no root, or one simple root whose contact is decided on its
// bracket, or lies wholly outside the polygon. What resists is left undecided with the time up to which it is proven free.
import { b0, b1, b2, b3, Cubic, r0, r3, rootFrom, rootTo } from './cubic';
import { Polygon } from './polygon';

/** Ends of pieces still to come, the next on top. At most three at first, one more per halving, and `PIECES` halvings. */
const STACK: usize = memory.data(8 * 64, 16);
/** Pieces looked at before giving up: 24 halvings on the way to a root on a border, twice, and some. */
const PIECES: i32 = 56;
/** A piece shorter than this is not halved further: what is in doubt here is in doubt by rounding. */
const SHORTEST: f64 = 1e-7;

/** Proven free of contact up to here. */
export let free: f64 = 0;

export const NO: i32 = 0;
export const YES: i32 = 1;
export const UNDECIDED: i32 = 2;

export class Isolate {
  @inline static setFree(time: f64): void {
    free = time;
  }

  /** Pushes the turning points of the cubic inside (0, 1), the later one first. Any points would do. */
  @inline static pushTurningPoints(top: usize): usize {
    const c1 = b1 - b0;
    const c2 = b2 - b1 - c1;
    const c3 = b3 - b2 - (b2 - b1) - c2;
    const discriminant = c2 * c2 - c3 * c1;
    if (!(discriminant > 0)) return top;
    const root = sqrt(discriminant);
    const q = c2 > 0 ? -(c2 + root) : root - c2;
    const x = q / c3;
    const y = c1 / q;
    const first = x < y ? x : y;
    const second = x < y ? y : x;
    if (second > 0 && second < 1) {
      store<f64>(top, second);
      top += 8;
    }
    if (first > 0 && first < 1 && first < second) {
      store<f64>(top, first);
      top += 8;
    }
    return top;
  }

  /** One simple root in [from, to]: a coarse bracket settles most that are outside, the finest one the rest. */
  static atRoot(from: f64, to: f64, start: f64, end: f64): i32 {
    const t = from + (to - from) * (start / (start - end));
    let y = t - Cubic.value(t) / Cubic.slope(t);
    if (!(y > from && y < to)) y = t;
    const width = max(2 * abs(y - t), 1e-3 * (to - from));
    const low = y - width > from ? y - width : from;
    const high = y + width < to ? y + width : to;
    const axis = Polygon.widestAxis(y);
    const bracketed = Cubic.opposite(Cubic.value(low), Cubic.value(high));
    if (bracketed && Polygon.inside(low, high, axis) < 0) return NO;
    if (bracketed) Cubic.narrow(low, high);
    else Cubic.narrow(from, to);
    const where = Polygon.inside(rootFrom, rootTo, Polygon.widestAxis(rootFrom));
    if (where < 0) return NO;
    free = rootFrom;
    return where > 0 && Cubic.tight() ? YES : UNDECIDED;
  }

  /** For the loaded polygon and cubic. On YES, `free` is the time of contact. */
  static run(): i32 {
    let top = STACK;
    let from: f64 = 0;
    free = 0;
    store<f64>(top, 1);
    top = Isolate.pushTurningPoints(top + 8);
    for (let i = 0; i < PIECES; i++) {
      const to = load<f64>(top - 8);
      Cubic.restrict(from, to);
      let settled = Cubic.restrictedClear();
      if (!settled && Cubic.restrictedSingle()) {
        const answer = Isolate.atRoot(from, to, r0, r3);
        if (answer != NO) return answer;
        settled = true;
      }
      if (!settled) {
        const middle = 0.5 * (from + to);
        settled = Polygon.inside(from, to, Polygon.widestAxis(middle)) < 0;
        if (!settled) {
          if (to - from < SHORTEST) return UNDECIDED;
          store<f64>(top, middle);
          top += 8;
          continue;
        }
      }
      top -= 8;
      from = to;
      free = from;
      if (top == STACK) return NO;
    }
    return UNDECIDED;
  }
}
