// Whether a prim is shown: `invisible` hides a prim and all below it, over time.
import { lastAtOrBefore } from '../stage/usd-stage-attribute.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';

/** Types without a visibility of their own. */
const WITHOUT_VISIBILITY = '';

/** What hides a prim over time. */
export class UsdVisibility {
  /** The times in seconds at which it may change. */
  readonly times: Float64Array;
  /** What hides the prims above. */
  readonly above: UsdVisibility | undefined;
  private readonly hidden: readonly boolean[];

  /** `hidden` has a value for each time, or one for all. */
  constructor(above: UsdVisibility | undefined, times: Float64Array, hidden: readonly boolean[]) {
    this.above = above;
    this.times = times;
    this.hidden = hidden;
  }

  /** Whether the prim is shown at a time in seconds. */
  isShown(time: number): boolean {
    const { times, hidden, above } = this;
    return !hidden[Math.max(0, lastAtOrBefore(times, time))] && (above === undefined || above.isShown(time));
  }
}

/** Returns the visibility of a prim below another one; the same if the prim says nothing. */
export function visibilityOf(prim: StagePrim, above: UsdVisibility | undefined): UsdVisibility | undefined {
  const attribute = prim.typeName === WITHOUT_VISIBILITY ? undefined : prim.attribute('visibility');
  if (attribute === undefined) return above;
  const isHidden = (time: number): boolean => attribute.heldAt(time)?.strings()[0] === 'invisible';
  const hidden = attribute.times.length === 0 ? [isHidden(0)] : Array.from(attribute.times, isHidden);
  const isConstant = hidden.every((one) => one === hidden[0]);
  if (isConstant && !hidden[0]) return above;
  return new UsdVisibility(above, isConstant ? new Float64Array() : attribute.times, hidden);
}

/** Whether anything with these visibilities is shown at some time. */
export function isEverShown(visibility: UsdVisibility | undefined): boolean {
  let hasTimes = false;
  for (let one = visibility; one; one = one.above) {
    hasTimes ||= one.times.length > 0;
    if (one.times.some((time) => visibility?.isShown(time))) return true;
  }
  return !hasTimes && (visibility?.isShown(0) ?? true);
}
