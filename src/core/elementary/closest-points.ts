// The result record of the distance kernels: created once, filled by every call.

/**
 * Distance, normal and closest points of two features or triangles; a record to reuse from call to
 * call.
 */
export interface ClosestPoints {
  /** The distance: 0 exactly if the features share a point, else positive. */
  distance: number;
  /** Unit vector from b to a; at distance 0 a normal of the features. */
  readonly normal: Float64Array;
  /**
   * Vertex and face: the barycentric weights of the face. Two edges: s on a, t on b, 0. Triangles:
   * the barycentric weights of a, then of b, six in all. Each weight is in [0, 1], and barycentric
   * weights add up to 1 within rounding.
   */
  readonly weights: Float64Array;
  /** The closest point of a: vertex, first edge or first triangle. */
  readonly pointA: Float64Array;
  /** The closest point of b: face, second edge or second triangle. */
  readonly pointB: Float64Array;
}

/** A record to pass to the distance functions. */
export function closestPoints(): ClosestPoints {
  return {
    distance: Infinity,
    normal: new Float64Array(3),
    weights: new Float64Array(6),
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
  };
}
