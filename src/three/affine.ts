// Matrices as three.js stores them, column by column, reduced to their affine part: twelve numbers
// in a Float64Array. All arithmetic is in doubles, though the GPU uses floats: adjacent surfaces
// then stay together to 1e-16 and not to 1e-7.

/** Copies the affine part of a matrix of 16 numbers to `out[at…]`. */
export function setAffine(m: ArrayLike<number>, out: Float64Array, at: number): void {
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 3; row++) out[at + 3 * column + row] = m[4 * column + row];
  }
}

/** Multiplies a·b: `a` has twelve numbers at `a[at…]` and is overwritten, `b` is a matrix of 16. */
export function multiplyAffine(a: Float64Array, at: number, b: ArrayLike<number>): void {
  for (let row = at; row < at + 3; row++) {
    const x = a[row];
    const y = a[row + 3];
    const z = a[row + 6];
    a[row] = x * b[0] + y * b[1] + z * b[2];
    a[row + 3] = x * b[4] + y * b[5] + z * b[6];
    a[row + 6] = x * b[8] + y * b[9] + z * b[10];
    a[row + 9] += x * b[12] + y * b[13] + z * b[14];
  }
}

/** Transforms `count` points of `x` in place, from point `first` on. */
export function transformPoints(m: Float64Array, x: Float64Array, first: number, count: number): void {
  for (let at = 3 * first; at < 3 * (first + count); at += 3) {
    const px = x[at];
    const py = x[at + 1];
    const pz = x[at + 2];
    x[at] = m[0] * px + m[3] * py + m[6] * pz + m[9];
    x[at + 1] = m[1] * px + m[4] * py + m[7] * pz + m[10];
    x[at + 2] = m[2] * px + m[5] * py + m[8] * pz + m[11];
  }
}
