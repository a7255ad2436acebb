// Measures how far faces move relative to each other over many steps [Mezger §6.3], for the cache
// of closest points. The spread of a face in a step is the largest difference between the
// displacement of its first corner and that of another corner. Spreads are summed over all steps.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/**
 * Rounding error of the spread of one step, as a fraction of the displacements of two corners:
 * three differences and a root.
 */
const SPREAD_ERROR = 2 ** -50;

/** The spreads of all faces of a mesh. */
export class FaceDrift {
  /** Per face: upper bound of the sum of its spreads over all steps. */
  readonly spread: Float64Array;
  private readonly mesh: PolygonMesh;
  /** Positions of the last step. */
  private readonly last: Float64Array;
  private isFirst = true;

  constructor(mesh: PolygonMesh) {
    this.mesh = mesh;
    this.spread = new Float64Array(mesh.faceCount);
    this.last = new Float64Array(3 * mesh.vertexCount);
  }

  /** Adds the step from the last positions to x. */
  follow(x: Positions): void {
    if (!this.isFirst) this.addSpreads(x);
    this.isFirst = false;
    this.last.set(x);
  }

  private addSpreads(x: Positions): void {
    const { mesh, spread, last } = this;
    const { corners, start, faceCount } = mesh;
    for (let f = 0; f < faceCount; f++) {
      const c = 3 * corners[start[f]];
      const ax = x[c] - last[c];
      const ay = x[c + 1] - last[c + 1];
      const az = x[c + 2] - last[c + 2];
      const first = Math.abs(ax) + Math.abs(ay) + Math.abs(az);
      let most = 0;
      for (let i = start[f] + 1, end = start[f + 1]; i < end; i++) {
        const p = 3 * corners[i];
        const dx = x[p] - last[p] - ax;
        const dy = x[p + 1] - last[p + 1] - ay;
        const dz = x[p + 2] - last[p + 2] - az;
        const difference = Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (difference > most) most = difference;
      }
      // The displacement of a corner is at most that of the first corner plus the difference.
      spread[f] += most + SPREAD_ERROR * (2 * first + most);
    }
  }
}
