// Decides the pairs that the certified stages leave open. Many of them touch at the start (resting,
// sliding), which adaptive predicates decide cheaply. All others take exact arithmetic on integers
// (exact/exact-time.ts).
import { exactTime } from './exact/exact-time.ts';
import { RepeatedQueries } from './exact/repeated-queries.ts';
import { pointMeetsTriangle, segmentsMeet } from './segment-meets-triangle.ts';

const query = new Float64Array(24);
const repeated = new RepeatedQueries(exactTime);

/**
 * A proven lower bound of the first time of contact, within one rounding of it; Infinity if there
 * is no contact. 24 doubles at q[offset…], as in times.ts.
 */
export function decideExactly(q: ArrayLike<number>, offset: number, edges: boolean): number {
  for (let i = 0; i < 24; i++) query[i] = q[offset + i];
  const touching = edges ? segmentsMeet(query, 0, 3, 6, 9) : pointMeetsTriangle(query, 0, 3, 6, 9);
  return touching ? 0 : repeated.time(query, edges);
}
