// How far faces move relative to each other over many steps [Mezger §6.3], like a velocity cone of one face: an axis, the way of
// its first corner, and a spread, how far the other corners depart from that way, added up step by step.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Rounding of one step's spread, as a part of the ways of two corners: three differences and a root, with room. */
const ROUNDING = 2 ** -50;

export class FaceDrift {
  /** Upper bound of the sum over all steps of how far a corner departs from the way of the face's first corner. */
  readonly spread: Float64Array;
  private readonly mesh: PolygonMesh;
  private readonly last: Float64Array;
  private isFirst = true;

  constructor(mesh: PolygonMesh) {
    this.mesh = mesh;
    this.spread = new Float64Array(mesh.faceCount);
    this.last = new Float64Array(3 * mesh.vertexCount);
  }

  /** Takes the positions of the next step. */
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
      const way = Math.abs(ax) + Math.abs(ay) + Math.abs(az);
      let most = 0;
      for (let i = start[f] + 1, end = start[f + 1]; i < end; i++) {
        const p = 3 * corners[i];
        const dx = x[p] - last[p] - ax;
        const dy = x[p + 1] - last[p + 1] - ay;
        const dz = x[p + 2] - last[p + 2] - az;
        const departs = Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (departs > most) most = departs;
      }
      // A corner's way is at most that of the first and the departure.
      spread[f] += most + ROUNDING * (2 * way + most);
    }
  }
}
