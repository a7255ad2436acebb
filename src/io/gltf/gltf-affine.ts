// Affine maps as 12 doubles in an array, column by column: the x, y and z axes, then the origin.
// Kept separate from the matrices of three.js, which `graze/io` does not need.

/** The number of doubles of an affine map. */
export const AFFINE = 12;

/**
 * The number of doubles of translation (3), rotation as a quaternion x, y, z, w (4) and scale (3).
 */
export const TRS = 10;
/** The offset of the rotation in a TRS. */
export const ROTATION_AT = 3;
/** The offset of the scale in a TRS. */
export const SCALE_AT = 7;

/**
 * Writes the affine map of a TRS. The quaternion need not have length 1; in single precision it
 * rarely has.
 */
export function composeTrs(trs: Float64Array, at: number, out: Float64Array, to: number): void {
  const x = trs[at + ROTATION_AT];
  const y = trs[at + ROTATION_AT + 1];
  const z = trs[at + ROTATION_AT + 2];
  const w = trs[at + ROTATION_AT + 3];
  const lengthSq = x * x + y * y + z * z + w * w;
  const s = lengthSq > 0 ? 2 / lengthSq : 0;
  const sx = trs[at + SCALE_AT];
  const sy = trs[at + SCALE_AT + 1];
  const sz = trs[at + SCALE_AT + 2];
  out[to] = (1 - s * (y * y + z * z)) * sx;
  out[to + 1] = s * (x * y + z * w) * sx;
  out[to + 2] = s * (x * z - y * w) * sx;
  out[to + 3] = s * (x * y - z * w) * sy;
  out[to + 4] = (1 - s * (x * x + z * z)) * sy;
  out[to + 5] = s * (y * z + x * w) * sy;
  out[to + 6] = s * (x * z + y * w) * sz;
  out[to + 7] = s * (y * z - x * w) * sz;
  out[to + 8] = (1 - s * (x * x + y * y)) * sz;
  for (let i = 0; i < 3; i++) out[to + 9 + i] = trs[at + i];
}

/** Writes a ∘ b: first b, then a. `out` must be neither of them. */
export function multiply(
  a: Float64Array,
  aAt: number,
  b: Float64Array,
  bAt: number,
  out: Float64Array,
  to: number,
): void {
  for (let column = 0; column < 4; column++) {
    const x = b[bAt + 3 * column];
    const y = b[bAt + 3 * column + 1];
    const z = b[bAt + 3 * column + 2];
    for (let row = 0; row < 3; row++) {
      const origin = column === 3 ? a[aAt + 9 + row] : 0;
      out[to + 3 * column + row] = a[aAt + row] * x + a[aAt + 3 + row] * y + a[aAt + 6 + row] * z + origin;
    }
  }
}

/** Returns the affine part of a matrix of 16 numbers, column by column; its last row is ignored. */
export function affineFrom(matrix: ArrayLike<number>, at: number): Float64Array {
  return Float64Array.from({ length: AFFINE }, (_, i) => matrix[at + 4 * Math.floor(i / 3) + (i % 3)]);
}

/** Moves points, 3 coordinates each, by the affine map `m[at…]`. */
export function moveAll(points: Float64Array, m: Float64Array, at: number): void {
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    points[i] = m[at] * x + m[at + 3] * y + m[at + 6] * z + m[at + 9];
    points[i + 1] = m[at + 1] * x + m[at + 4] * y + m[at + 7] * z + m[at + 10];
    points[i + 2] = m[at + 2] * x + m[at + 5] * y + m[at + 8] * z + m[at + 11];
  }
}
