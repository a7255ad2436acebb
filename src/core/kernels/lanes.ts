// Two doubles a vector. A coordinate of a moving point is one vector: lane 0 at t = 0, lane 1 at t = 1.
// `U` and `TINY` are the units of every rounding bound of the certified stages; docs/numerics.md derives the multiples.

/** Relative error of one rounding. The mutation test scales it (and TINY) to see that the bounds are needed. */
export const U: f64 = 1.1102230246251565e-16 * (<f64>BOUND_PERCENT / 100);
/** Covers every underflow of a product of three while no coordinate exceeds 2^99: the door sends others to the exact stage. */
export const TINY: f64 = 1e-290 * (<f64>BOUND_PERCENT / 100);
/** Half the spacing of doubles just below 1: no bracket in time is narrower. */
export const ULP: f64 = 1.1102230246251565e-16;

export class Lane {
  @inline static swap(a: v128): v128 {
    return v128.shuffle<f64>(a, a, 1, 0);
  }
  @inline static first(a: v128): f64 {
    return f64x2.extract_lane(a, 0);
  }
  @inline static second(a: v128): f64 {
    return f64x2.extract_lane(a, 1);
  }
  @inline static pair(a: f64, b: f64): v128 {
    return f64x2.replace_lane(f64x2.splat(a), 1, b);
  }
  /** The larger magnitude of both ends, in both lanes. */
  @inline static reach(a: v128): v128 {
    const x = f64x2.abs(a);
    return f64x2.pmax(x, v128.shuffle<f64>(x, x, 1, 0));
  }
  /** Four doubles as f32. */
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
