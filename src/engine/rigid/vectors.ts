// Vectors and row-major matrices of three.

export type Vector = readonly [number, number, number];

export const ZERO: Vector = [0, 0, 0];

export function length(v: Vector): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

export function minus(p: Vector, q: Vector): Vector {
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
}

export function cross(p: Vector, q: Vector): Vector {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

/** The vector after a rotation. */
export function turned(m: readonly number[], v: Vector): Vector {
  return [
    m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
    m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
    m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
  ];
}

/** The vector in the coordinates of a frame with this rotation. */
export function turnedBack(m: readonly number[], v: Vector): Vector {
  return [
    m[0] * v[0] + m[3] * v[1] + m[6] * v[2],
    m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
    m[2] * v[0] + m[5] * v[1] + m[8] * v[2],
  ];
}

/** m⁻¹·n of rotations. */
export function productWithInverse(m: readonly number[], n: readonly number[]): number[] {
  const p = turnedBack(m, [n[0], n[3], n[6]]);
  const q = turnedBack(m, [n[1], n[4], n[7]]);
  const r = turnedBack(m, [n[2], n[5], n[8]]);
  return [p[0], q[0], r[0], p[1], q[1], r[1], p[2], q[2], r[2]];
}
