// Lazy hierarchy update [Mezger §4.3]: volumes are made for reference positions and stay while no vertex of theirs is farther than the
// budget b from its own. Departs from the paper: volumes get b on top of ε_close/2, so that ε_close stays guaranteed and not ε_close − 2b,
// and what a vertex did is measured, where b/v̂ trusts its velocity. With ways ahead, a volume that covers xRef + s·wayRef for s in [0, 1]
// covers x + s·way if |x − xRef| + |way − wayRef| ≤ b.
import type { Positions } from '../../core/mesh/tri-mesh.ts';

/** Of the budget; the rest is for the roundings of the sum. */
const SAFE = 1 - 2 ** -48;

export class LazyUpdate {
  readonly budget: number;
  /** What the volumes are made for. */
  readonly positions: Float64Array;
  readonly ways: Float64Array;
  /** 1 where a vertex got a new reference in the last call. */
  readonly isMoved: Uint8Array;
  private isFresh = true;

  constructor(vertexCount: number, budget: number) {
    this.budget = budget;
    this.positions = new Float64Array(3 * vertexCount);
    this.ways = new Float64Array(3 * vertexCount);
    this.isMoved = new Uint8Array(vertexCount);
  }

  /** All references are new with the next call. */
  forget(): void {
    this.isFresh = true;
  }

  /** Afterwards every vertex is within the budget of its reference. */
  advance(x: Positions, ways: Float64Array): void {
    const { positions, ways: waysBefore, isMoved } = this;
    const limit = this.isFresh ? -1 : SAFE * this.budget;
    this.isFresh = false;
    for (let v = 0, i = 0; v < isMoved.length; v++, i += 3) {
      // The sum of magnitudes is no less than the length, and squares of tiny numbers vanish.
      const moved =
        Math.abs(x[i] - positions[i]) + Math.abs(x[i + 1] - positions[i + 1]) + Math.abs(x[i + 2] - positions[i + 2]);
      const turned =
        Math.abs(ways[i] - waysBefore[i]) +
        Math.abs(ways[i + 1] - waysBefore[i + 1]) +
        Math.abs(ways[i + 2] - waysBefore[i + 2]);
      isMoved[v] = moved + turned > limit ? 1 : 0;
      if (isMoved[v] === 0) continue;
      for (let k = i; k < i + 3; k++) {
        positions[k] = x[k];
        waysBefore[k] = ways[k];
      }
    }
  }
}
