// Decides the pairs that the certified stages leave open. Many of them touch at the start (resting,
// sliding), which adaptive predicates decide cheaply. All others take exact arithmetic on integers
// (exact/exact-time.ts).
import { exactTime } from './exact/exact-time.ts';
import { RepeatedQueries } from './exact/repeated-queries.ts';
import { pointMeetsTriangle, segmentsMeet } from './segment-meets-triangle.ts';

/** A query by its degree: four points for each control point of their paths. */
const queries = [1, 2, 3, 4].map((points) => new Float64Array(12 * points));
const repeated = new RepeatedQueries(exactTime);

/**
 * A proven lower bound of the first time of contact, within one rounding of it; Infinity if there
 * is no contact. A query at q[offset…], as in times.ts, whose points move along paths of degree 1, 2
 * or 3.
 */
export function decideExactly(q: ArrayLike<number>, offset: number, edges: boolean, degree = 1): number {
  const query = queries[degree];
  for (let i = 0; i < query.length; i++) query[i] = q[offset + i];
  const touching = edges ? segmentsMeet(query, 0, 3, 6, 9) : pointMeetsTriangle(query, 0, 3, 6, 9);
  return touching ? 0 : repeated.time(query, edges);
}
