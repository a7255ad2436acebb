// The coplanarity cubic of one pair, as the first pass of the elementary tests (screen.ts) leaves
// it. The second pass (bracket.ts) fills in the bracket.

/** The cubic of one pair. */
@unmanaged
export class CubicRecord {
  /** Bernstein coefficients, those of the ends first: one vector is (b0, b3), the next (b1, b2). */
  b0: f64;
  b3: f64;
  b1: f64;
  b2: f64;
  /** A value beyond ±bound has a sure sign. */
  bound: f64;
  /** First id of the pair. */
  a: u32;
  /** Second id of the pair. */
  b: u32;
  /** Start of the bracket of the one simple root; −1 if it could not be certified. */
  from: f64;
  /** End of the bracket. */
  to: f64;
}
