// One row of a result in linear memory: a contact or a near pair, as the elementary tests leave it
// and hit-columns.ts reads it.

/** A pair of features, and its contact or its nearest points. */
@unmanaged
export class PairRow {
  /** Both ids of the pair; of a contact, the hit alone has them. */
  a: u32;
  b: u32;
  /** Time of a contact, or distance of a near pair. */
  value: f64;
  /** Unit normal, from b to a. */
  normalX: f64;
  normalY: f64;
  normalZ: f64;
  /** Weights of the nearest points: barycentric of the face, or (s, t, 0) on the edges. */
  weight0: f64;
  weight1: f64;
  weight2: f64;
}
