// Tears cloth: triangles whose warp or weft is stretched beyond its strength are removed. The
// remaining triangles are a subset and no vertex moves, so that a state that was free of contact
// still is. Mass stays with the particles. A particle whose last triangle is removed transfers its
// mass and momentum to the other corners of that triangle and stays where it is, touching nothing.
import type { ClothModel } from './cloth-model.ts';

/**
 * Mass in kg that a particle keeps when it transfers its mass: the solver's matrix needs a positive
 * diagonal.
 */
const RESIDUAL_MASS = 1e-12;

/** Which triangles of the start are torn, and which tear next. */
export class ClothTears {
  /** 1 per torn triangle of the start. */
  readonly isTorn: Uint8Array;
  /** All tears so far: the number of triangles, then their ids at the start, tear by tear. */
  readonly log: number[] = [];
  private readonly start: ClothModel;
  private readonly strength: Float64Array;
  private readonly mayTear: boolean;
  /** Strain / strength per triangle of the start. */
  private readonly strainRatio: Float64Array;
  /** Warp and weft of a triangle. */
  private readonly w = new Float64Array(6);
  /** How many triangles each particle still has. */
  private readonly degree: Uint32Array;
  /** The current id in the mesh of each triangle of the start. */
  private faceOf: Uint32Array;

  /** `strength` is the strain that each triangle withstands. */
  constructor(start: ClothModel, strength: Float64Array) {
    const count = strength.length;
    this.start = start;
    this.strength = strength;
    this.mayTear = strength.some(Number.isFinite);
    this.isTorn = new Uint8Array(count);
    this.strainRatio = new Float64Array(count);
    this.degree = new Uint32Array(start.particleCount);
    for (const particle of start.triangles) this.degree[particle]++;
    this.faceOf = Uint32Array.from({ length: count }, (_, face) => face);
  }

  /** The model of the remaining cloth. */
  model(): ClothModel {
    return this.start.without(this.isTorn);
  }

  /**
   * Triangles that tear at x: those beyond their strength whose ratio of strain to strength is
   * the largest among their neighbours. The neighbours wait for the next frame, since the tear
   * relieves them: a crack is one triangle wide.
   */
  findTearing(x: Float64Array): number[] {
    const { strainRatio, isTorn, strength } = this;
    if (!this.mayTear) return [];
    for (let t = 0; t < strainRatio.length; t++)
      strainRatio[t] = isTorn[t] === 1 ? 0 : this.strainOf(t, x) / strength[t];
    return Array.from(strainRatio.keys()).filter((t) => strainRatio[t] > 1 && this.isLocalMaximum(t));
  }

  /** The larger strain of warp and weft. */
  private strainOf(t: number, x: Float64Array): number {
    const { w } = this;
    this.start.warpWeft(t, x, w);
    const warpSq = w[0] ** 2 + w[1] ** 2 + w[2] ** 2;
    const weftSq = w[3] ** 2 + w[4] ** 2 + w[5] ** 2;
    return Math.sqrt(Math.max(warpSq, weftSq)) - 1;
  }

  /**
   * Whether no neighbour of a triangle has a larger ratio of strain to strength; the lower id wins
   * a tie.
   */
  private isLocalMaximum(t: number): boolean {
    const { triangles, topology } = this.start;
    const { starStart, starFaces } = topology;
    const { strainRatio } = this;
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      const particle = triangles[corner];
      for (let i = starStart[particle]; i < starStart[particle + 1]; i++) {
        const other = starFaces[i];
        if (strainRatio[other] > strainRatio[t] || (strainRatio[other] === strainRatio[t] && other < t)) return false;
      }
    }
    return true;
  }

  /**
   * Tears triangles of the start, one after the other, and returns their current ids in the
   * mesh. Skips those that are torn already, and those without neighbours: there is nothing to tear
   * them from.
   */
  tear(faces: ArrayLike<number>, velocities: Float64Array, inverseMass: Float64Array): number[] {
    const { isTorn, log } = this;
    const torn: number[] = [];
    for (const face of Array.from(faces)) {
      if (isTorn[face] === 1 || this.isIsolated(face)) continue;
      isTorn[face] = 1;
      torn.push(face);
      this.detach(face, velocities, inverseMass);
    }
    if (torn.length > 0) log.push(torn.length, ...torn);
    return torn.map((face) => this.faceOf[face]);
  }

  /** Takes over the new ids of the faces of the mesh. */
  renumber(faceRemap: Uint32Array): void {
    this.faceOf = this.faceOf.map((face, t) => (this.isTorn[t] === 1 ? face : faceRemap[face]));
  }

  private corners(face: number): Uint32Array {
    return this.start.triangles.subarray(3 * face, 3 * face + 3);
  }

  private isIsolated(face: number): boolean {
    return this.corners(face).every((particle) => this.degree[particle] === 1);
  }

  /** Removes a triangle from its particles. */
  private detach(face: number, velocities: Float64Array, inverseMass: Float64Array): void {
    const { degree } = this;
    const corners = this.corners(face);
    for (const particle of corners) degree[particle]--;
    const receivers = corners.filter((particle) => degree[particle] > 0);
    for (const particle of corners)
      if (degree[particle] === 0) this.transferMass(particle, receivers, velocities, inverseMass);
  }

  /** Divides mass and momentum of a particle among its receivers. */
  private transferMass(
    particle: number,
    receivers: Uint32Array,
    velocities: Float64Array,
    inverseMass: Float64Array,
  ): void {
    const { mass } = this.start;
    const share = (mass[particle] - RESIDUAL_MASS) / receivers.length;
    for (const receiver of receivers) {
      const before = mass[receiver];
      mass[receiver] += share;
      for (let k = 0; k < 3; k++) {
        const momentum = (mass[particle] / receivers.length) * velocities[3 * particle + k];
        velocities[3 * receiver + k] = (before * velocities[3 * receiver + k] + momentum) / mass[receiver];
      }
      if (inverseMass[receiver] > 0) inverseMass[receiver] = 1 / mass[receiver];
    }
    mass[particle] = RESIDUAL_MASS;
    inverseMass[particle] = 0;
    velocities.fill(0, 3 * particle, 3 * particle + 3);
  }
}
