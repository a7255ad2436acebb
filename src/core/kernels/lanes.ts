// Vectors of two doubles. A coordinate of a moving point is one vector: lane 0 at t = 0, lane 1 at
// t = 1. `U` and `TINY` are the units of every rounding bound of the certified stages;
// docs/numerics.md derives the multiples.

/**
 * 2^-53, the relative error of one rounding. The mutation test scales it (and TINY) to see that the
 * bounds are needed.
 */
export const U: f64 = 1.1102230246251565e-16 * (<f64>BOUND_PERCENT / 100);
/**
 * More than any underflow of a product of three factors, while no coordinate exceeds 2^99; pairs
 * with larger ones go to the exact stage.
 */
export const TINY: f64 = 1e-290 * (<f64>BOUND_PERCENT / 100);
/**
 * 2^-53, the spacing of doubles just below 1: no bracket in time is narrower. Unlike `U` the
 * mutation test does not scale it.
 */
export const ULP: f64 = 1.1102230246251565e-16;

/** Operations on the lanes of vectors. */
export class Lane {
  /** The lanes exchanged. */
  @inline static swap(a: v128): v128 {
    return v128.shuffle<f64>(a, a, 1, 0);
  }
  /** Lane 0. */
  @inline static first(a: v128): f64 {
    return f64x2.extract_lane(a, 0);
  }
  /** Lane 1. */
  @inline static second(a: v128): f64 {
    return f64x2.extract_lane(a, 1);
  }
  /** The vector (a, b). */
  @inline static pair(a: f64, b: f64): v128 {
    return f64x2.replace_lane(f64x2.splat(a), 1, b);
  }
  /** The larger magnitude of both lanes, in both lanes. */
  @inline static reach(a: v128): v128 {
    const x = f64x2.abs(a);
    return f64x2.pmax(x, v128.shuffle<f64>(x, x, 1, 0));
  }
  /** The four doubles of two vectors as one vector of f32. */
  @inline static narrowed(a: v128, b: v128): v128 {
    return v128.shuffle<f32>(f32x4.demote_f64x2_zero(a), f32x4.demote_f64x2_zero(b), 0, 1, 4, 5);
  }
  /** a·b − c·d, lane by lane. */
  @inline static cross(a: v128, b: v128, c: v128, d: v128): v128 {
    return f64x2.sub(f64x2.mul(a, b), f64x2.mul(c, d));
  }
  /** a·b + c·d, lane by lane. */
  @inline static mix(a: v128, b: v128, c: v128, d: v128): v128 {
    return f64x2.add(f64x2.mul(a, b), f64x2.mul(c, d));
  }
  /** a·b + c·d + e·f, lane by lane. */
  @inline static dot(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128): v128 {
    return f64x2.add(f64x2.add(f64x2.mul(a, b), f64x2.mul(c, d)), f64x2.mul(e, f));
  }
  /** (1 − t)·a0 + t·a1, where weights = (1 − t, t). */
  @inline static at(a: v128, weights: v128): f64 {
    const x = f64x2.mul(a, weights);
    return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1);
  }
}
