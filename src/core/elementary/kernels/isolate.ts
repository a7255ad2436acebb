// Decides pairs with several roots, or in doubt. The step is cut at the turning points of the
// cubic, then halved as needed, and the pieces are decided in the order of time. A piece is decided
// if it has no root, or one simple root whose contact its bracket decides, or if the origin is
// outside the polygon throughout. If a piece cannot be decided, the pair stays undecided, with the
// time until which it is proven free.
import { Cubic } from './cubic';
import { Narrow } from './narrow';
import { PairScratch } from './pair-scratch';
import { Polygon } from './polygon';

/**
 * Pieces examined before a pair is left undecided: enough for 24 halvings towards a root on the
 * polygon's border, twice, and some more. The stack of pieces has three entries at first and one
 * more per halving, so 64 doubles are enough.
 */
const MAX_PIECES: i32 = 56;
/**
 * A piece shorter than this, in units of the step, is not halved further: its doubt comes from
 * rounding.
 */
const SHORTEST_PIECE: f64 = 1e-7;

/** Surely no contact. */
export const NO: i32 = 0;
/** Surely a contact, at `freeUntil`. */
export const YES: i32 = 1;
/** No proof either way; free of contact until `freeUntil`. */
export const UNDECIDED: i32 = 2;

/** Decides the pair whose polygon and cubic are in the scratch. */
export class Isolate {
  /**
   * Pushes the turning points of the cubic inside (0, 1), the later one first. They need not be
   * exact: the proofs hold for any cuts.
   */
  @inline static pushTurningPoints(scratch: PairScratch, top: usize): usize {
    const b0 = scratch.b0;
    const b1 = scratch.b1;
    const b2 = scratch.b2;
    const b3 = scratch.b3;
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

  /**
   * Decides a piece with one simple root in [from, to]; `atFrom` and `atTo` are the cubic's values
   * at its ends. A coarse bracket decides most roots that are outside the polygon, the narrowest
   * one the others.
   */
  static atRoot(scratch: PairScratch, from: f64, to: f64, atFrom: f64, atTo: f64): i32 {
    const t = from + (to - from) * (atFrom / (atFrom - atTo));
    let y = t - Cubic.value(scratch, t) / Cubic.slopeOf(scratch.b0, scratch.b1, scratch.b2, scratch.b3, t);
    if (!(y > from && y < to)) y = t;
    const width = max(2 * abs(y - t), 1e-3 * (to - from));
    const low = y - width > from ? y - width : from;
    const high = y + width < to ? y + width : to;
    const axis = Polygon.widestAxis(scratch, y);
    const bracketed = Cubic.areOpposite(scratch, Cubic.value(scratch, low), Cubic.value(scratch, high));
    if (bracketed && Polygon.inside(scratch, low, high, axis) < 0) return NO;
    if (bracketed) Narrow.one(scratch, low, high);
    else Narrow.one(scratch, from, to);
    const start = scratch.rootFrom;
    const where = Polygon.inside(scratch, start, scratch.rootTo, Polygon.widestAxis(scratch, start));
    if (where < 0) return NO;
    scratch.freeUntil = start;
    return where > 0 && Cubic.isTight(start, scratch.rootTo) ? YES : UNDECIDED;
  }

  /** Decides the pair: NO, YES or UNDECIDED. */
  static run(scratch: PairScratch): i32 {
    const stack = scratch.workspace;
    let top = stack;
    let from: f64 = 0;
    scratch.freeUntil = 0;
    store<f64>(top, 1);
    top = Isolate.pushTurningPoints(scratch, top + 8);
    for (let i = 0; i < MAX_PIECES; i++) {
      const to = load<f64>(top - 8);
      Cubic.restrict(scratch, from, to);
      let isDecided = Cubic.isRestrictedClear(scratch);
      if (!isDecided && Cubic.isRestrictedSingle(scratch)) {
        const answer = Isolate.atRoot(scratch, from, to, scratch.r0, scratch.r3);
        if (answer != NO) return answer;
        isDecided = true;
      }
      if (!isDecided) {
        const middle = 0.5 * (from + to);
        isDecided = Polygon.inside(scratch, from, to, Polygon.widestAxis(scratch, middle)) < 0;
        if (!isDecided) {
          if (to - from < SHORTEST_PIECE) return UNDECIDED;
          store<f64>(top, middle);
          top += 8;
          continue;
        }
      }
      top -= 8;
      from = to;
      scratch.freeUntil = from;
      if (top == stack) return NO;
    }
    return UNDECIDED;
  }
}
