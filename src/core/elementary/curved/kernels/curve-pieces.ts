// Decides a pair with paths of degree 2 or 3 piece by piece, in the order of time. A piece is free
// if its coplanarity polynomial has no root, or if the origin is outside the polygon throughout, as
// seen along an axis or along one direction. A piece with one simple root is decided at the root's
// bracket. Other pieces are cut. If a piece cannot be decided, the pair stays undecided, with the
// time until which it is proven free.
import { Cubic } from '../../kernels/cubic';
import { NO, UNDECIDED, YES } from '../../kernels/isolate';
import { PairScratch } from '../../kernels/pair-scratch';
import { Polygon } from '../../kernels/polygon';
import { CurvePolynomial } from './curve-polynomial';
import { CurveRoot } from './curve-root';
import { CurveRoom, CurveScratch } from './curve-scratch';
import { CurvedPolygon } from './curved-polygon';

/**
 * Pieces examined before a pair is left undecided. The list of waiting pieces has one entry at first
 * and one more per cut, at most 24 towards one place, so 64 doubles are enough.
 */
const MAX_PIECES: i32 = 96;
/** A piece shorter than this, in units of the step, is not cut further: its doubt is rounding. */
const SHORTEST_PIECE: f64 = 1e-7;
/** Where a piece is cut: not in the middle, because contacts at simple fractions are common. */
const CUT: f64 = 0.484375;

/** Decides the pair whose polygon and polynomial are in the scratch. */
export class CurvePieces {
  /** Decides the bracket of the one simple root in [from, to], given C at both ends. */
  static atRoot(curves: CurveScratch, scratch: PairScratch, from: f64, to: f64, atFrom: f64, atTo: f64): i32 {
    CurveRoot.narrow(curves, from, to, atFrom, atTo);
    const start = curves.rootFrom;
    const end = curves.rootTo;
    CurvedPolygon.freeze(curves, scratch, start);
    const where = CurvedPolygon.inside(curves, start, end, Polygon.widestAxis(scratch, 0));
    if (where < 0) return NO;
    curves.freeUntil = start;
    if (where > 0) return Cubic.isTight(start, end) ? YES : UNDECIDED;
    return CurvedPolygon.isApart(curves, scratch, start, end) ? NO : UNDECIDED;
  }

  /** Whether the piece is surely free although C may vanish in it: decided half-way. */
  static isOutside(curves: CurveScratch, scratch: PairScratch, from: f64, to: f64): bool {
    CurvedPolygon.freeze(curves, scratch, 0.5 * (from + to));
    if (CurvedPolygon.inside(curves, from, to, Polygon.widestAxis(scratch, 0)) < 0) return true;
    return CurvedPolygon.isApart(curves, scratch, from, to);
  }

  /** Decides the pair: NO, YES or UNDECIDED. */
  static run(curves: CurveScratch, scratch: PairScratch): i32 {
    const order = 3 * curves.degree;
    const volume = CurveRoom.volume(curves);
    const bottom = CurveRoom.pieces(curves);
    let top = bottom + 8;
    let from: f64 = 0;
    curves.freeUntil = 0;
    store<f64>(bottom, 1);
    for (let i = 0; i < MAX_PIECES; i++) {
      const to = load<f64>(top - 8);
      const isWhole = from == 0 && to == 1;
      const piece = isWhole ? volume : CurveRoom.piece(curves);
      if (!isWhole) CurvePolynomial.restrict(curves, volume, piece, order, from, to);
      if (!CurvePolynomial.isClear(piece, order, curves.bound)) {
        if (CurvePolynomial.isSingle(piece, order, curves.bound)) {
          const answer = CurvePieces.atRoot(
            curves,
            scratch,
            from,
            to,
            load<f64>(piece),
            CurvePolynomial.at(piece, order),
          );
          if (answer != NO) return answer;
        } else if (!CurvePieces.isOutside(curves, scratch, from, to)) {
          if (to - from < SHORTEST_PIECE) return UNDECIDED;
          store<f64>(top, from + CUT * (to - from));
          top += 8;
          continue;
        }
      }
      top -= 8;
      from = to;
      curves.freeUntil = from;
      if (top == bottom) return NO;
    }
    return UNDECIDED;
  }
}
