// A ball that flies through a waving cloth within one step: at both ends of the step nothing
// crosses.
import { TriMesh } from 'graze';

/** @typedef {{ mesh: import('graze').TriMesh, x0: Float64Array, x1: Float64Array }} Body */

/**
 * A square cloth in the xy plane with a travelling wave.
 * @param {number} n cells per side
 * @returns {Body}
 */
function wavingCloth(n) {
  const triangles = [];
  const at = (/** @type {number} */ phase) => {
    const x = [];
    for (let i = 0; i <= n; i++)
      for (let j = 0; j <= n; j++) x.push((2 * i) / n - 1, (2 * j) / n - 1, 0.08 * Math.sin((5 * i) / n + phase));
    return Float64Array.from(x);
  };
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const v = i * (n + 1) + j;
      triangles.push(v, v + n + 1, v + 1, v + 1, v + n + 1, v + n + 2);
    }
  return { mesh: TriMesh.from(triangles, (n + 1) ** 2), x0: at(0), x1: at(1) };
}

/**
 * A ball by longitude and latitude.
 * @param {number} n segments around @param {number} radius
 * @param {number[]} from @param {number[]} to
 * @returns {Body}
 */
function flyingBall(n, radius, from, to) {
  const rings = n / 2;
  const points = [[0, 0, radius]];
  const triangles = [];
  for (let r = 1; r < rings; r++)
    for (let s = 0; s < n; s++) {
      const [polar, around] = [(Math.PI * r) / rings, (2 * Math.PI * s) / n];
      points.push([
        radius * Math.sin(polar) * Math.cos(around),
        radius * Math.sin(polar) * Math.sin(around),
        radius * Math.cos(polar),
      ]);
    }
  points.push([0, 0, -radius]);
  const ring = (/** @type {number} */ r, /** @type {number} */ s) => 1 + (r - 1) * n + (s % n);
  for (let s = 0; s < n; s++) {
    triangles.push(0, ring(1, s), ring(1, s + 1));
    for (let r = 1; r < rings - 1; r++)
      triangles.push(ring(r, s), ring(r + 1, s), ring(r, s + 1), ring(r, s + 1), ring(r + 1, s), ring(r + 1, s + 1));
    triangles.push(ring(rings - 1, s), points.length - 1, ring(rings - 1, s + 1));
  }
  const moved = (/** @type {number[]} */ by) => Float64Array.from(points.flatMap((p) => p.map((x, k) => x + by[k])));
  return { mesh: TriMesh.from(triangles, points.length), x0: moved(from), x1: moved(to) };
}

/** The cloth and the ball of the scene. */
export function ballThroughCloth() {
  return { cloth: wavingCloth(12), ball: flyingBall(12, 0.4, [-0.2, 0.1, 0.9], [0.3, 0, -0.9]) };
}
