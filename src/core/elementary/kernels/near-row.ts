// A pair of features that is near, as the search for near pairs keeps it from its start to the
// sorted result.

/** A near pair with its nearest points. */
@unmanaged
export class NearRow {
  /** Both ids of the pair. */
  a: u32;
  b: u32;
  /** Distance of the features. */
  distance: f64;
  /** Unit normal, from b to a. */
  normalX: f64;
  normalY: f64;
  normalZ: f64;
  /** Weights of the nearest points: barycentric of the face, or (s, t, 0) on the edges. */
  weight0: f64;
  weight1: f64;
  weight2: f64;
}
