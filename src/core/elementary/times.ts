// Entry points of the elementary tests over a step: one vertex and one face, or two edges, move over
// [0, 1], in straight lines or along Bézier curves of degree 2 or 3. A query is 12 doubles for each
// control point, at q[offset…]: xyz of v, f0, f1, f2 (or a0, a1, b0, b1). For straight motion,
// degree 1, that is 24 doubles: the points at t = 0, then at t = 1.
import type { ElementaryContact } from './elementary-contact.ts';
import { sharedTimer } from './query-timer.ts';

/**
 * First time at which the vertex meets the face: a proven lower bound, 0 exactly if they touch at
 * the start, Infinity exactly if they never meet.
 *
 * With `minSeparation`, the first time at which they come that close. No pair that comes within the
 * separation is missed, and no pair is reported that stays farther apart than 1.001 times the
 * separation (docs/numerics.md has the limits of that).
 *
 * With `degree` 2 or 3, the points move along the Bézier curves of 3 or 4 control points: 36 or 48
 * doubles, the four points at the first control point, then at the next.
 */
export function vfTime(q: ArrayLike<number>, offset = 0, minSeparation = 0, degree = 1): number {
  return sharedTimer().vf(q, offset, minSeparation, degree);
}

/** First time at which two edges meet or come within `minSeparation`, as `vfTime`. */
export function eeTime(q: ArrayLike<number>, offset = 0, minSeparation = 0, degree = 1): number {
  return sharedTimer().ee(q, offset, minSeparation, degree);
}

/**
 * `vfTime`, and at a contact its normal and weights, into a record made by `elementaryContact`.
 * Returns the time.
 */
export function vfContact(
  q: ArrayLike<number>,
  offset: number,
  out: ElementaryContact,
  minSeparation = 0,
  degree = 1,
): number {
  const time = vfTime(q, offset, minSeparation, degree);
  out.time = time;
  if (time <= 1) sharedTimer().describe(minSeparation > 0, false, out);
  return time;
}

/**
 * `eeTime`, and at a contact its normal and weights, into a record made by `elementaryContact`.
 * Returns the time.
 */
export function eeContact(
  q: ArrayLike<number>,
  offset: number,
  out: ElementaryContact,
  minSeparation = 0,
  degree = 1,
): number {
  const time = eeTime(q, offset, minSeparation, degree);
  out.time = time;
  if (time <= 1) sharedTimer().describe(minSeparation > 0, true, out);
  return time;
}
