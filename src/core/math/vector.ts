// Vectors of three numbers, and 3 × 3 matrices as nine numbers in row-major order.

/** Three numbers: x, y and z. */
export type Vector = readonly [number, number, number];

/** The zero vector. */
export const ZERO: Vector = [0, 0, 0];

/** Euclidean length. Squares of components must not overflow. */
export function length(v: Vector): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/** p − q. */
export function minus(p: Vector, q: Vector): Vector {
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
}

/** factor · v. */
export function times(v: Vector, factor: number): Vector {
  return [factor * v[0], factor * v[1], factor * v[2]];
}

/** p × q. */
export function cross(p: Vector, q: Vector): Vector {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

/** v / |v|, or v itself if it is zero. */
export function unitVector(v: Vector): Vector {
  const size = length(v);
  return size > 0 ? [v[0] / size, v[1] / size, v[2] / size] : v;
}

/** m·v: the vector after the rotation m. */
export function rotated(m: readonly number[], v: Vector): Vector {
  return [
    m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
    m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
    m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
  ];
}

/** m⁻¹·v: the vector in the coordinates of a frame with the rotation m. */
export function rotatedBack(m: readonly number[], v: Vector): Vector {
  return [
    m[0] * v[0] + m[3] * v[1] + m[6] * v[2],
    m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
    m[2] * v[0] + m[5] * v[1] + m[8] * v[2],
  ];
}

/** m⁻¹·n of rotations. */
export function productWithInverse(m: readonly number[], n: readonly number[]): number[] {
  const p = rotatedBack(m, [n[0], n[3], n[6]]);
  const q = rotatedBack(m, [n[1], n[4], n[7]]);
  const r = rotatedBack(m, [n[2], n[5], n[8]]);
  return [p[0], q[0], r[0], p[1], q[1], r[1], p[2], q[2], r[2]];
}
