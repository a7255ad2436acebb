// Whether a prim is shown: `invisible` hides a prim and all below it, over time.
import { lastAtOrBefore } from '../stage/usd-stage-attribute.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';

/** Types without a visibility of their own. */
const WITHOUT_VISIBILITY = '';

/** The token that hides a prim. */
const HIDDEN = 'invisible';

/** What hides a prim over time. */
export class UsdVisibility {
  /** The times in seconds at which it may change. */
  readonly times: Float64Array;
  /** What hides the prims above. */
  readonly above: UsdVisibility | undefined;
  private readonly tokens: readonly string[];

  /** `tokens` has a value for each time, or one for all. */
  constructor(above: UsdVisibility | undefined, times: Float64Array, tokens: readonly string[]) {
    this.above = above;
    this.times = times;
    this.tokens = tokens;
  }

  /** Whether the prim is shown at a time in seconds. */
  isShown(time: number): boolean {
    const { times, tokens, above } = this;
    return tokens[Math.max(0, lastAtOrBefore(times, time))] !== HIDDEN && (above === undefined || above.isShown(time));
  }
}

/** Returns the visibility of a prim below another one; the same if the prim says nothing. */
export function visibilityOf(prim: StagePrim, above: UsdVisibility | undefined): UsdVisibility | undefined {
  const attribute = prim.typeName === WITHOUT_VISIBILITY ? undefined : prim.attribute('visibility');
  if (attribute === undefined) return above;
  const tokens = prim.shared.tokensOf(attribute);
  const isConstant = attribute.isConstant || tokens.every((token) => token === tokens[0]);
  if (isConstant && tokens[0] !== HIDDEN) return above;
  return new UsdVisibility(above, isConstant ? new Float64Array() : attribute.times, tokens);
}

/** Whether a prim with these visibilities is shown at some time. */
export function isEverShown(prim: StagePrim, visibility: UsdVisibility | undefined): boolean {
  let hasTimes = false;
  for (let one = visibility; one; one = one.above) {
    hasTimes ||= one.times.length > 0;
    const at = one.times.findIndex((time) => visibility?.isShown(time) ?? true);
    prim.budget.take('sampleVisits', at < 0 ? one.times.length : at + 1, prim.path);
    if (at >= 0) return true;
  }
  return !hasTimes && (visibility?.isShown(0) ?? true);
}
