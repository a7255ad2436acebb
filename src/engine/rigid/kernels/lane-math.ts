// Vectors of three coordinates, each a v128 with one lane per pair of boxes: four in floats (X is
// f32) or two in doubles (X is f64).

/** Vector operations, lane by lane. */
export class LaneMath {
  /** The scalar product of (a, b, c) and (x, y, z). */
  @inline static dot<X extends number>(a: v128, b: v128, c: v128, x: v128, y: v128, z: v128): v128 {
    return v128.add<X>(v128.add<X>(v128.mul<X>(a, x), v128.mul<X>(b, y)), v128.mul<X>(c, z));
  }

  /** a·x − b·y: one coordinate of a vector product. */
  @inline static cross<X extends number>(a: v128, b: v128, x: v128, y: v128): v128 {
    return v128.sub<X>(v128.mul<X>(a, x), v128.mul<X>(b, y));
  }

  /** The length of (x, y, z). */
  @inline static length<X extends number>(x: v128, y: v128, z: v128): v128 {
    return v128.sqrt<X>(LaneMath.dot<X>(x, y, z, x, y, z));
  }
}
