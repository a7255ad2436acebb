// Cloth that tears: triangles whose warp or weft is stretched beyond its strength go. What is left is a part of what was there, and
// vertices stay where they are: a state that was free of contact still is, for every pair. Nothing is opened, moved or excused.
// Mass stays with the particles. One whose last triangle goes leaves its mass and momentum to the other corners of that triangle, and
// rests where it is, in nobody's way.
import type { ClothModel } from './cloth-model.ts';

/** kg that a particle keeps when its mass goes to others: no row of the solver's matrix may be nothing. */
const LEFT_BEHIND = 1e-12;

export class ClothTears {
  /** By triangle of the start. */
  readonly isTorn: Uint8Array;
  /** All tears so far: the number of triangles, then their ids at the start, tear by tear. */
  readonly log: number[] = [];
  private readonly start: ClothModel;
  private readonly strength: Float64Array;
  private readonly mayTear: boolean;
  /** How much of its strength each triangle of the start needs. */
  private readonly load: Float64Array;
  /** Triangles that each particle has left. */
  private readonly degree: Uint32Array;
  /** The id that each triangle of the start has in the mesh now. */
  private faceOf: Uint32Array;

  /** `strength` is the strain that each triangle bears. */
  constructor(start: ClothModel, strength: Float64Array) {
    const count = strength.length;
    this.start = start;
    this.strength = strength;
    this.mayTear = strength.some(Number.isFinite);
    this.isTorn = new Uint8Array(count);
    this.load = new Float64Array(count);
    this.degree = new Uint32Array(start.particleCount);
    for (const particle of start.triangles) this.degree[particle]++;
    this.faceOf = Uint32Array.from({ length: count }, (_, face) => face);
  }

  /** The cloth that is left. */
  model(): ClothModel {
    return this.start.without(this.isTorn);
  }

  /**
   * Triangles that tear at x: those beyond their strength of which no neighbour is further beyond its own. Neighbours wait for the next
   * frame, since what goes relieves them: a crack is a triangle wide.
   */
  overstretched(x: Float64Array): number[] {
    const { load, isTorn, strength } = this;
    if (!this.mayTear) return [];
    for (let t = 0; t < load.length; t++) load[t] = isTorn[t] === 1 ? 0 : this.strainOf(t, x) / strength[t];
    return Array.from(load.keys()).filter((t) => load[t] > 1 && this.leads(t));
  }

  /** The larger strain of warp and weft. */
  private strainOf(t: number, x: Float64Array): number {
    const { triangles, rows } = this.start;
    const { gradient } = rows;
    const [p, q, r] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    let warpSq = 0;
    let weftSq = 0;
    for (let k = 0; k < 3; k++) {
      const d1 = x[q + k] - x[p + k];
      const d2 = x[r + k] - x[p + k];
      warpSq += (gradient[4 * t] * d1 + gradient[4 * t + 1] * d2) ** 2;
      weftSq += (gradient[4 * t + 2] * d1 + gradient[4 * t + 3] * d2) ** 2;
    }
    return Math.sqrt(Math.max(warpSq, weftSq)) - 1;
  }

  private leads(t: number): boolean {
    const { triangles, topology } = this.start;
    const { starStart, starFaces } = topology;
    const { load } = this;
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      const particle = triangles[corner];
      for (let i = starStart[particle]; i < starStart[particle + 1]; i++) {
        const other = starFaces[i];
        if (load[other] > load[t] || (load[other] === load[t] && other < t)) return false;
      }
    }
    return true;
  }

  /**
   * Tears triangles of the start, one after the other, and gives their ids in the mesh now. Those that are torn already stay so, and one
   * that is a piece by itself is left: there is nothing to tear it from.
   */
  tear(faces: ArrayLike<number>, velocities: Float64Array, inverseMass: Float64Array): number[] {
    const { isTorn, log } = this;
    const torn: number[] = [];
    for (const face of Array.from(faces)) {
      if (isTorn[face] === 1 || this.isAlone(face)) continue;
      isTorn[face] = 1;
      torn.push(face);
      this.detach(face, velocities, inverseMass);
    }
    if (torn.length > 0) log.push(torn.length, ...torn);
    return torn.map((face) => this.faceOf[face]);
  }

  /** Faces of the mesh have other ids now. */
  renumber(faceRemap: Uint32Array): void {
    this.faceOf = this.faceOf.map((face, t) => (this.isTorn[t] === 1 ? face : faceRemap[face]));
  }

  private corners(face: number): Uint32Array {
    return this.start.triangles.subarray(3 * face, 3 * face + 3);
  }

  private isAlone(face: number): boolean {
    return this.corners(face).every((particle) => this.degree[particle] === 1);
  }

  private detach(face: number, velocities: Float64Array, inverseMass: Float64Array): void {
    const { degree } = this;
    const corners = this.corners(face);
    for (const particle of corners) degree[particle]--;
    const heirs = corners.filter((particle) => degree[particle] > 0);
    for (const particle of corners) if (degree[particle] === 0) this.bequeath(particle, heirs, velocities, inverseMass);
  }

  private bequeath(particle: number, heirs: Uint32Array, velocities: Float64Array, inverseMass: Float64Array): void {
    const { mass } = this.start;
    const share = (mass[particle] - LEFT_BEHIND) / heirs.length;
    for (const heir of heirs) {
      const before = mass[heir];
      mass[heir] += share;
      for (let k = 0; k < 3; k++) {
        const momentum = (mass[particle] / heirs.length) * velocities[3 * particle + k];
        velocities[3 * heir + k] = (before * velocities[3 * heir + k] + momentum) / mass[heir];
      }
      if (inverseMass[heir] > 0) inverseMass[heir] = 1 / mass[heir];
    }
    mass[particle] = LEFT_BEHIND;
    inverseMass[particle] = 0;
    velocities.fill(0, 3 * particle, 3 * particle + 3);
  }
}
