// The least height of a cloth's triangles: an upper limit of the thickness that it can keep from
// itself.

/**
 * The least height of the triangles. In a flat cloth, features that are no neighbours are at least
 * this far apart.
 */
export function minTriangleHeight(triangles: Uint32Array, x: ArrayLike<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (let t = 0; t < triangles.length; t += 3) {
    const [p, q, r] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const e = [0, 1, 2].map((k) => x[q + k] - x[p + k]);
    const g = [0, 1, 2].map((k) => x[r + k] - x[p + k]);
    const twice = Math.hypot(e[1] * g[2] - e[2] * g[1], e[2] * g[0] - e[0] * g[2], e[0] * g[1] - e[1] * g[0]);
    const longest = Math.max(Math.hypot(...e), Math.hypot(...g), Math.hypot(...e.map((value, k) => value - g[k])));
    least = Math.min(least, twice / longest);
  }
  return least;
}
