// How far faces move relative to each other over many steps [Mezger §6.3]. For each face: the
// displacement of its first corner, and the spread, by how much the displacements of the other
// corners differ from it, summed over all steps.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/**
 * Rounding error of one step's spread, as a part of the displacements of two corners: three
 * differences and a root.
 */
const ROUNDING = 2 ** -50;

/** The spreads of all faces of a mesh. */
export class FaceDrift {
  /**
   * Per face: upper bound of the sum over all steps of the difference between displacements of its
   * first and another corner.
   */
  readonly spread: Float64Array;
  private readonly mesh: PolygonMesh;
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
      // The displacement of a corner is at most that of the first plus the difference.
      spread[f] += most + ROUNDING * (2 * first + most);
    }
  }
}
