// What single impulses do not resolve: contacts that share vertices are one impact zone, and all its rows are solved together until
// nothing changes (inelastic projection). Where that does not help, a zone moves as one.
import type { ContactRows } from './contact-rows.ts';
import type { Impulses, RowList } from './impulses.ts';

/** Sweeps over a zone; a row of n layers needs some n². */
const MOST_SWEEPS = 300;

export class ImpactZones {
  private readonly inverseMass: Float64Array;
  private readonly velocities: Float64Array;
  /** A vertex of the same zone; its own at the root of it. */
  private readonly parent: Uint32Array;
  /** By the root of a zone: whether it has a contact that is not resolved. */
  private readonly isOpen: Uint8Array;
  /** By the root of a zone: mass, three of momentum, weight, three of velocity of what cannot be moved. */
  private readonly sums: Float64Array;
  private list: Uint32Array = new Uint32Array(0);

  constructor(inverseMass: Float64Array, velocities: Float64Array) {
    this.inverseMass = inverseMass;
    this.velocities = velocities;
    this.parent = new Uint32Array(inverseMass.length);
    this.isOpen = new Uint8Array(inverseMass.length);
    this.sums = new Float64Array(8 * inverseMass.length);
  }

  /**
   * Solves the zones of the open rows. Zones are connected by the rows from `first` on, those of the contacts of this step;
   * rows before them take part where they touch a zone.
   */
  resolve(rows: ContactRows, first: number, open: Readonly<RowList>, impulses: Impulses, tolerance: number): void {
    this.connect(rows, first, open);
    if (this.list.length < rows.count) this.list = new Uint32Array(2 * rows.count);
    let count = 0;
    for (let row = 0; row < rows.count; row++) if (this.touchesOpen(rows, row)) this.list[count++] = row;
    impulses.settle(rows, { rows: this.list, count }, tolerance, MOST_SWEEPS);
  }

  /** Gives all that can be moved in an open zone one velocity: that of the obstacles in it, or else of its momentum. */
  freeze(rows: ContactRows, first: number, open: Readonly<RowList>): void {
    this.connect(rows, first, open);
    this.sums.fill(0);
    for (let row = first; row < rows.count; row++) this.addObstacles(rows, row);
    const { inverseMass, parent, isOpen, sums, velocities } = this;
    for (let v = 0; v < parent.length; v++) {
      const root = this.rootOf(v);
      if (inverseMass[v] === 0 || isOpen[root] === 0) continue;
      sums[8 * root] += 1 / inverseMass[v];
      for (let k = 0; k < 3; k++) sums[8 * root + 1 + k] += velocities[3 * v + k] / inverseMass[v];
    }
    for (let v = 0; v < parent.length; v++) {
      const root = this.rootOf(v);
      if (inverseMass[v] === 0 || isOpen[root] === 0) continue;
      const from = 8 * root + (sums[8 * root + 4] > 0 ? 4 : 0);
      for (let k = 0; k < 3; k++) velocities[3 * v + k] = sums[from + 1 + k] / sums[from];
    }
  }

  private addObstacles({ vertices, shares }: ContactRows, row: number): void {
    const { inverseMass, sums, velocities } = this;
    const at = 8 * this.zoneOf(vertices, row) + 4;
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      const v = vertices[k];
      const share = Math.abs(shares[k]);
      if (inverseMass[v] > 0 || share === 0) continue;
      sums[at] += share;
      for (let axis = 0; axis < 3; axis++) sums[at + 1 + axis] += share * velocities[3 * v + axis];
    }
  }

  private connect(rows: ContactRows, first: number, open: Readonly<RowList>): void {
    const { inverseMass, parent, isOpen } = this;
    const { vertices } = rows;
    for (let v = 0; v < parent.length; v++) parent[v] = v;
    isOpen.fill(0);
    for (let row = first; row < rows.count; row++) {
      const root = this.zoneOf(vertices, row);
      for (let k = 4 * row; k < 4 * row + 4; k++)
        if (inverseMass[vertices[k]] > 0) parent[this.rootOf(vertices[k])] = root;
    }
    for (let i = 0; i < open.count; i++) isOpen[this.zoneOf(vertices, open.rows[i])] = 1;
  }

  private touchesOpen({ vertices, shares }: ContactRows, row: number): boolean {
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      if (shares[k] !== 0 && this.inverseMass[vertices[k]] > 0 && this.isOpen[this.rootOf(vertices[k])] === 1)
        return true;
    }
    return false;
  }

  /** The zone of a row: of its first vertex that can be moved. What cannot be moved connects nothing. */
  private zoneOf(vertices: Uint32Array, row: number): number {
    for (let k = 4 * row; k < 4 * row + 4; k++) if (this.inverseMass[vertices[k]] > 0) return this.rootOf(vertices[k]);
    return vertices[4 * row];
  }

  private rootOf(v: number): number {
    const { parent } = this;
    while (parent[v] !== v) {
      parent[v] = parent[parent[v]];
      v = parent[v];
    }
    return v;
  }
}
