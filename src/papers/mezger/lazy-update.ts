// Lazy hierarchy update [Mezger §4.3]: volumes are made for reference positions, one per vertex.
// They stay valid while no vertex is farther than the budget b from its reference. For a step
// ahead, a volume that covers xRef + s·dRef for s in [0, 1] covers x + s·d if |x − xRef| + |d −
// dRef| ≤ b.
// Departs from the paper: volumes get b on top of ε_close/2, so that ε_close is guaranteed and not
// ε_close − 2b. The displacement of a vertex is measured, where the paper's b/v̂ relies on its
// velocity.
import { taxicabDistance } from '../../core/math/triples.ts';
import type { Positions } from '../../core/mesh/tri-mesh.ts';

/** Usable share of the budget; the rest covers the rounding of the sum. */
const USABLE_BUDGET_SHARE = 1 - 2 ** -48;

/** The references of all vertices. */
export class LazyUpdate {
  /** How far a vertex may be from its reference, a length. */
  readonly budget: number;
  /** Reference positions, for which the volumes are made. */
  readonly positions: Float64Array;
  /** Reference displacements of the step ahead. */
  readonly displacements: Float64Array;
  /** A byte per vertex: 1 if it got a new reference in the last call. */
  readonly isMoved: Uint8Array;
  /** Whether the next `advance` renews all references. */
  private isFresh = true;

  constructor(vertexCount: number, budget: number) {
    this.budget = budget;
    this.positions = new Float64Array(3 * vertexCount);
    this.displacements = new Float64Array(3 * vertexCount);
    this.isMoved = new Uint8Array(vertexCount);
  }

  /** Makes the next `advance` give every vertex a new reference. */
  forget(): void {
    this.isFresh = true;
  }

  /**
   * Gives new references where needed. Afterwards every vertex is within the budget of its
   * reference.
   */
  advance(x: Positions, displacements: Float64Array): void {
    const { positions, displacements: displacementsBefore, isMoved } = this;
    const limit = this.isFresh ? -1 : USABLE_BUDGET_SHARE * this.budget;
    this.isFresh = false;
    for (let v = 0, i = 0; v < isMoved.length; v++, i += 3) {
      const moved = taxicabDistance(x, i, positions, i);
      const turned = taxicabDistance(displacements, i, displacementsBefore, i);
      isMoved[v] = moved + turned > limit ? 1 : 0;
      if (isMoved[v] === 0) continue;
      for (let k = i; k < i + 3; k++) {
        positions[k] = x[k];
        displacementsBefore[k] = displacements[k];
      }
    }
  }
}
