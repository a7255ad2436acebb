// The result record of `vfContact` and `eeContact`: when two features touch, along which direction,
// and where on the features.

/** Time, normal and weights of one contact; a record to reuse from call to call. */
export interface ElementaryContact {
  /**
   * Proven lower bound of the time of contact. Infinity if there is no contact; normal and weights
   * are then left as they were.
   */
  time: number;
  /** Unit vector from the face to the vertex, or from the second edge to the first. */
  readonly normal: Float64Array;
  /** Barycentric weights on the face, or (s, t, 0) along the edges. */
  readonly weights: Float64Array;
}

/** A record to pass to `vfContact` and `eeContact`. */
export function elementaryContact(): ElementaryContact {
  return { time: Number.POSITIVE_INFINITY, normal: new Float64Array(3), weights: new Float64Array(3) };
}
