// The positions of a frame as the report shows them. Its page has one list of faces for all frames:
// what a frame hides is drawn together into one point, so that nothing of it can be seen. The same
// is done with objects whose faces change, which one list of faces cannot show.
import type { CheckFrames } from '../check/check-sequence.ts';

/** Returns the positions, in a new array if something is not shown. */
export function shownPositions(
  { remeshed, hiddenIn, meshOf }: Pick<CheckFrames, 'remeshed' | 'hiddenIn' | 'meshOf'>,
  frame: number,
  x: Float64Array,
): Float64Array {
  const ranges = [...remeshed, ...hiddenIn(frame)];
  if (ranges.length === 0) return x;
  const shown = x.slice();
  const isGone = (v: number): boolean => ranges.some(({ first, end }) => v >= first && v < end);
  // A point of what is shown, so that the picture does not have to reach farther.
  const at = 3 * (meshOf(frame).triangles.find((v) => !isGone(v)) ?? 0);
  for (const { first, end } of ranges) for (let v = first; v < end; v++) shown.copyWithin(3 * v, at, at + 3);
  return shown;
}
