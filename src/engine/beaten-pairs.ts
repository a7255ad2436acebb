// Pairs of features that cannot be the earliest contact. Nothing is earlier than a contact at the
// start, and ties go to the least kind, then to the least first feature. Where many faces touch at the
// start, this leaves hardly any elementary tests. Safe direction: a pair is dropped only if a
// contact that was found comes before it in this order.
import type { FeatureTimer } from '../core/elementary/feature-timer.ts';
import type { PairBuffer } from '../core/pairs/pair-buffer.ts';

/** What the contacts at the start, found so far, rule out. */
export class BeatenPairs {
  private readonly timer: FeatureTimer;
  /** The least first feature of a contact at the start, per kind. */
  private readonly least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  /** How many hits of each kind have been looked at. */
  private readonly seen = [0, 0];

  constructor(timer: FeatureTimer) {
    this.timer = timer;
  }

  /** Drops the pairs that come after a contact that the timer has found. */
  drop(vf: PairBuffer, ee: PairBuffer): void {
    for (const kind of [0, 1] as const) {
      const { least, count } = this.timer.leastAtStart(kind, this.seen[kind]);
      this.seen[kind] = count;
      this.least[kind] = Math.min(this.least[kind], least);
    }
    const [ofVertices, ofEdges] = this.least;
    if (ofVertices < Number.POSITIVE_INFINITY) {
      vf.keep((vertex) => vertex <= ofVertices);
      ee.clear();
    } else if (ofEdges < Number.POSITIVE_INFINITY) ee.keep((edge) => edge <= ofEdges);
  }
}
