// What the first pass of the elementary tests leaves of a pair: its coplanarity cubic. The second
// pass fills in the bracket.

/** The cubic of one pair. */
@unmanaged
export class CubicRecord {
  /** Bernstein coefficients, those of the ends first. */
  b0: f64;
  b3: f64;
  b1: f64;
  b2: f64;
  /** A value beyond ±bound has a sure sign. */
  bound: f64;
  /** Both ids of the pair. */
  a: u32;
  b: u32;
  /** Bracket of the one simple root. `from` is −1 where it could not be certified. */
  from: f64;
  to: f64;
}
