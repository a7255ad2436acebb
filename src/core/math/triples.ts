// Vectors that lie in an array as three consecutive numbers, addressed by the index of the first.
// They allocate nothing, so they serve hot loops.

/** x[i…] · y[j…]. */
export function dot(x: ArrayLike<number>, i: number, y: ArrayLike<number>, j: number): number {
  return x[i] * y[j] + x[i + 1] * y[j + 1] + x[i + 2] * y[j + 2];
}

/**
 * Sum of the magnitudes of x[i…] − y[j…]. It is at least the length, and unlike squares it does not
 * underflow.
 */
export function taxicabDistance(x: ArrayLike<number>, i: number, y: ArrayLike<number>, j: number): number {
  return Math.abs(x[i] - y[j]) + Math.abs(x[i + 1] - y[j + 1]) + Math.abs(x[i + 2] - y[j + 2]);
}

/**
 * Writes (x[b…] − x[a…]) × (x[d…] − x[c…]) to out[0…2], a normal from two sides. Returns its
 * length.
 */
export function crossSides(
  x: ArrayLike<number>,
  a: number,
  b: number,
  c: number,
  d: number,
  out: Float64Array,
): number {
  const ex = x[b] - x[a];
  const ey = x[b + 1] - x[a + 1];
  const ez = x[b + 2] - x[a + 2];
  const fx = x[d] - x[c];
  const fy = x[d + 1] - x[c + 1];
  const fz = x[d + 2] - x[c + 2];
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  out[0] = nx;
  out[1] = ny;
  out[2] = nz;
  return Math.sqrt(nx * nx + ny * ny + nz * nz);
}
