// Working memory of the elementary tests for paths of degree 2 and 3, and the layout of its blocks.
// Polynomials of time are Bernstein coefficients, one double after the other; "scaled" ones are
// times their binomials, so that a product is a plain convolution. Like PairScratch, each thread
// has one, and nothing in it outlives a call of a kernel.

/** Bytes of one coordinate of one corner: its control values. */
export const COORDINATE: usize = 32;
/** Bytes of one corner: three coordinates. */
export const CORNER: usize = 96;
/** Bytes of the block of lanes (curve-volume.ts). */
const LANE_BYTES: usize = 1216;
/** Bytes of a polynomial: ten coefficients, and two more to be read behind them. */
export const POLYNOMIAL: usize = 96;
/** Bytes of the list of pieces. */
const PIECES: usize = 512;
/** Bytes of `CurveScratch.room`. */
export const CURVE_ROOM_BYTES: usize = LANE_BYTES + 4 * POLYNOMIAL + 8 * CORNER + PIECES;

/** Scratch of the curved tests; 16-byte aligned. TypeScript sets the first fields. */
@unmanaged
export class CurveScratch {
  /** CURVE_ROOM_BYTES bytes, for the blocks of CurveRoom. */
  room: usize;
  /** Degree of the paths: 2 or 3. */
  degree: i32;
  /** Features that come this close count as touching; 0 for contacts. */
  clearance: f64;
  /** Corners of the present polygon: 3 for vertex–face, 4 for edge–edge. */
  corners: i32;
  /** A value of the coplanarity polynomial beyond ±bound has a sure sign. */
  bound: f64;
  // Largest |coordinate| of a corner at any control point.
  reachX: f64;
  reachY: f64;
  reachZ: f64;
  // Bracket last found by CurveRoot.narrow.
  rootFrom: f64;
  rootTo: f64;
  /** Derivative at the time last given to CurvePolynomial.value. */
  slope: f64;
  /** The pair is proven free of contact before this time; on a hit, the time of contact. */
  freeUntil: f64;
}

/** Addresses of the blocks in `CurveScratch.room`. */
export class CurveRoom {
  /** Two pairs at a time, one per lane (curve-volume.ts). */
  @inline static lanes(curves: CurveScratch): usize {
    return curves.room;
  }
  /** The coefficients of the coplanarity polynomial. */
  @inline static volume(curves: CurveScratch): usize {
    return curves.room + LANE_BYTES;
  }
  /** The same on the present piece of the step. */
  @inline static piece(curves: CurveScratch): usize {
    return CurveRoom.volume(curves) + POLYNOMIAL;
  }
  /** Two rows of intermediate values, of POLYNOMIAL bytes each. */
  @inline static rows(curves: CurveScratch): usize {
    return CurveRoom.piece(curves) + POLYNOMIAL;
  }
  /** The control values of the corners x_j. */
  @inline static polygon(curves: CurveScratch): usize {
    return CurveRoom.rows(curves) + 2 * POLYNOMIAL;
  }
  /** The same on a piece of the step. */
  @inline static restricted(curves: CurveScratch): usize {
    return CurveRoom.polygon(curves) + 4 * CORNER;
  }
  /** Ends of the pieces that are still to be decided, the next one last. */
  @inline static pieces(curves: CurveScratch): usize {
    return CurveRoom.restricted(curves) + 4 * CORNER;
  }
}
