// Resolves contacts that single impulses do not. Contacts that share vertices form one impact zone,
// and all its rows are solved together until nothing changes (inelastic projection). If that does
// not help, the zone moves as one. [Provot 1997; Bridson, Fedkiw, Anderson 2002 §7.5; Harmon,
// Vouga, Tamstorf, Grinspun 2008]
import type { ContactRows } from './contact-rows.ts';
import type { ImpulseSolver } from './impulse-solver.ts';

/** Sweeps over a zone; a stack of n layers needs about n². */
const MAX_SWEEPS = 300;

/** Zones of the contacts of a step. */
export class ImpactZones {
  private readonly inverseMass: Float64Array;
  private readonly velocities: Float64Array;
  /** By vertex: another vertex of its zone, or itself if it is the root. */
  private readonly parent: Uint32Array;
  /** By the root of a zone: whether one of its contacts is unresolved. */
  private readonly isUnresolved: Uint8Array;
  /**
   * By the root of a zone: mass and momentum (three) of its movable vertices, then weight and
   * weighted velocity (three) of its immovable ones.
   */
  private readonly sums: Float64Array;

  /** Velocities of all vertices, which are changed in place. */
  constructor(inverseMass: Float64Array, velocities: Float64Array) {
    this.inverseMass = inverseMass;
    this.velocities = velocities;
    this.parent = new Uint32Array(inverseMass.length);
    this.isUnresolved = new Uint8Array(inverseMass.length);
    this.sums = new Float64Array(8 * inverseMass.length);
  }

  /**
   * Solves the zones of the unresolved rows together. Zones are connected by the rows from `first`
   * on, those of the contacts of this step; rows before them take part if they touch a zone.
   */
  resolve(rows: ContactRows, first: number, unresolved: Uint32Array, impulses: ImpulseSolver, tolerance: number): void {
    this.connect(rows, first, unresolved);
    const list: number[] = [];
    for (let row = 0; row < rows.count; row++) if (this.touchesUnresolved(rows, row)) list.push(row);
    impulses.solve(rows, Uint32Array.from(list), tolerance, MAX_SWEEPS);
  }

  /**
   * Gives all vertices of an unresolved zone one velocity: that of the obstacles in it, or else of
   * its momentum.
   */
  freeze(rows: ContactRows, first: number, unresolved: Uint32Array): void {
    this.connect(rows, first, unresolved);
    this.sums.fill(0);
    for (let row = first; row < rows.count; row++) this.addObstacles(rows, row);
    const { inverseMass, parent, isUnresolved, sums, velocities } = this;
    for (let v = 0; v < parent.length; v++) {
      const root = this.rootOf(v);
      if (inverseMass[v] === 0 || isUnresolved[root] === 0) continue;
      sums[8 * root] += 1 / inverseMass[v];
      for (let k = 0; k < 3; k++) sums[8 * root + 1 + k] += velocities[3 * v + k] / inverseMass[v];
    }
    for (let v = 0; v < parent.length; v++) {
      const root = this.rootOf(v);
      if (inverseMass[v] === 0 || isUnresolved[root] === 0) continue;
      const from = 8 * root + (sums[8 * root + 4] > 0 ? 4 : 0);
      for (let k = 0; k < 3; k++) velocities[3 * v + k] = sums[from + 1 + k] / sums[from];
    }
  }

  /** Adds the immovable vertices of a row to the sums of its zone. */
  private addObstacles({ vertices, weights }: ContactRows, row: number): void {
    const { inverseMass, sums, velocities } = this;
    const at = 8 * this.zoneOf(vertices, row) + 4;
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      const v = vertices[k];
      const weight = Math.abs(weights[k]);
      if (inverseMass[v] > 0 || weight === 0) continue;
      sums[at] += weight;
      for (let axis = 0; axis < 3; axis++) sums[at + 1 + axis] += weight * velocities[3 * v + axis];
    }
  }

  /** Builds the zones, and marks those of unresolved rows. */
  private connect(rows: ContactRows, first: number, unresolved: Uint32Array): void {
    const { inverseMass, parent, isUnresolved } = this;
    const { vertices } = rows;
    for (let v = 0; v < parent.length; v++) parent[v] = v;
    isUnresolved.fill(0);
    for (let row = first; row < rows.count; row++) {
      const root = this.zoneOf(vertices, row);
      for (let k = 4 * row; k < 4 * row + 4; k++)
        if (inverseMass[vertices[k]] > 0) parent[this.rootOf(vertices[k])] = root;
    }
    for (const row of unresolved) isUnresolved[this.zoneOf(vertices, row)] = 1;
  }

  /** Whether a movable vertex of a row belongs to an unresolved zone. */
  private touchesUnresolved({ vertices, weights }: ContactRows, row: number): boolean {
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      if (weights[k] !== 0 && this.inverseMass[vertices[k]] > 0 && this.isUnresolved[this.rootOf(vertices[k])] === 1)
        return true;
    }
    return false;
  }

  /**
   * The root of a row's zone: that of its first movable vertex. Immovable vertices connect nothing.
   */
  private zoneOf(vertices: Uint32Array, row: number): number {
    for (let k = 4 * row; k < 4 * row + 4; k++) if (this.inverseMass[vertices[k]] > 0) return this.rootOf(vertices[k]);
    return vertices[4 * row];
  }

  /** The root of a vertex's zone, with path halving. */
  private rootOf(v: number): number {
    const { parent } = this;
    while (parent[v] !== v) {
      parent[v] = parent[parent[v]];
      v = parent[v];
    }
    return v;
  }
}
