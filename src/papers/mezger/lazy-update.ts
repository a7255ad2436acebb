// Lazy hierarchy update [Mezger §4.3]: volumes are made for reference positions, one per vertex,
// and stay valid while no vertex is farther than the budget b from its own.
// Departs from the paper: volumes get b on top of ε_close/2, so that ε_close and not ε_close − 2b
// is guaranteed. The displacement of a vertex is measured, where the paper's b/v̂ trusts its
// velocity.
// For a step ahead: a volume that covers xRef + s·dRef for s in [0, 1] covers x + s·d if |x − xRef|
// + |d − dRef| ≤ b.
import type { Positions } from '../../core/mesh/tri-mesh.ts';

/** Usable part of the budget; the rest covers the rounding of the sum. */
const USABLE = 1 - 2 ** -48;

/** The references of all vertices. */
export class LazyUpdate {
  /** How far a vertex may be from its reference, a length. */
  readonly budget: number;
  /** Reference positions: what the volumes are made for. */
  readonly positions: Float64Array;
  /** Reference displacements of the step ahead. */
  readonly displacements: Float64Array;
  /** A byte per vertex: 1 if it got a new reference in the last call. */
  readonly isMoved: Uint8Array;
  private isFresh = true;

  constructor(vertexCount: number, budget: number) {
    this.budget = budget;
    this.positions = new Float64Array(3 * vertexCount);
    this.displacements = new Float64Array(3 * vertexCount);
    this.isMoved = new Uint8Array(vertexCount);
  }

  /** The next call gives every vertex a new reference. */
  forget(): void {
    this.isFresh = true;
  }

  /** Gives new references where needed: afterwards every vertex is within the budget of its own. */
  advance(x: Positions, displacements: Float64Array): void {
    const { positions, displacements: displacementsBefore, isMoved } = this;
    const limit = this.isFresh ? -1 : USABLE * this.budget;
    this.isFresh = false;
    for (let v = 0, i = 0; v < isMoved.length; v++, i += 3) {
      // The sum of magnitudes is at least the length, and does not underflow as squares would.
      const moved =
        Math.abs(x[i] - positions[i]) + Math.abs(x[i + 1] - positions[i + 1]) + Math.abs(x[i + 2] - positions[i + 2]);
      const turned =
        Math.abs(displacements[i] - displacementsBefore[i]) +
        Math.abs(displacements[i + 1] - displacementsBefore[i + 1]) +
        Math.abs(displacements[i + 2] - displacementsBefore[i + 2]);
      isMoved[v] = moved + turned > limit ? 1 : 0;
      if (isMoved[v] === 0) continue;
      for (let k = i; k < i + 3; k++) {
        positions[k] = x[k];
        displacementsBefore[k] = displacements[k];
      }
    }
  }
}
