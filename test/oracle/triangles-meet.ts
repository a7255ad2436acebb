// Discrete oracle: do two closed triangles share a point? An extreme point of the common (convex)
// set lies on a side of one of the two, so it suffices to run a vertex along each side and ask
// whether it meets the other triangle, standing still. Degenerate triangles are their sides anyway.
import { oracleHit } from './hit.ts';

/** a and b: xyz of three corners each. */
export function oracleTrianglesMeet(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  return sideMeets(a, b) || sideMeets(b, a);
}

function sideMeets(sides: ArrayLike<number>, face: ArrayLike<number>): boolean {
  const corner = (i: number): number[] => Array.from({ length: 3 }, (_, k) => sides[3 * (i % 3) + k]);
  const still = Array.from({ length: 9 }, (_, k) => face[k]);
  return [0, 1, 2].some((i) => oracleHit('vf', [...corner(i), ...still, ...corner(i + 1), ...still]).hit);
}
