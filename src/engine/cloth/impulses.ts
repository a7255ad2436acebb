// Impulses that keep every row from approaching faster than it may, and Coulomb friction, by Gauss–Seidel sweeps. An impulse acts on
// both points of a row, so momentum is conserved; vertices of inverse mass 0 (obstacles, pins) are not moved.
import type { ContactRows } from './contact-rows.ts';

/** Rows by their number. */
export interface RowList {
  rows: Uint32Array;
  count: number;
}

export class Impulses {
  private readonly inverseMass: Float64Array;
  private readonly velocities: Float64Array;
  /** Relative velocity of the row at hand. */
  private readonly relative = new Float64Array(3);

  /** The velocities of all vertices are changed in place. */
  constructor(inverseMass: Float64Array, velocities: Float64Array) {
    this.inverseMass = inverseMass;
    this.velocities = velocities;
  }

  /** Sweeps until no row changes by more than `tolerance`, a speed, or `most` times. Gives the largest change of the last sweep. */
  settle(rows: ContactRows, list: Readonly<RowList>, tolerance: number, most: number): number {
    let change = 0;
    for (let sweep = 0; sweep < most; sweep++) {
      change = this.sweep(rows, list);
      if (change <= tolerance) break;
    }
    return change;
  }

  private sweep(rows: ContactRows, list: Readonly<RowList>): number {
    let change = 0;
    for (let i = 0; i < list.count; i++) {
      const row = list.rows[i];
      const give = this.giveOf(rows, row);
      if (give === 0) continue;
      const before = rows.push[row];
      const after = Math.max(0, before + (rows.aim[row] - rows.along(row, this.velocities)) / give);
      if (after !== before) {
        rows.push[row] = after;
        this.apply(rows, row, after - before, rows.normal, 3 * row);
        change = Math.max(change, Math.abs(after - before) * give);
      }
      if (rows.friction[row] > 0) this.rub(rows, row, give);
    }
    return change;
  }

  /** How much relative speed an impulse of 1 gives. */
  private giveOf({ vertices, shares }: ContactRows, row: number): number {
    let sum = 0;
    for (let k = 4 * row; k < 4 * row + 4; k++) sum += shares[k] * shares[k] * this.inverseMass[vertices[k]];
    return sum;
  }

  /** Ends the motion across the normal as far as friction reaches. */
  private rub(rows: ContactRows, row: number, give: number): void {
    const { normal, drag } = rows;
    const { relative } = this;
    this.takeRelative(rows, row);
    const at = 3 * row;
    const along = relative[0] * normal[at] + relative[1] * normal[at + 1] + relative[2] * normal[at + 2];
    let squares = 0;
    for (let axis = 0; axis < 3; axis++) {
      const across = relative[axis] - along * normal[at + axis];
      relative[axis] = drag[at + axis] - across / give;
      squares += relative[axis] * relative[axis];
    }
    const most = rows.friction[row] * (rows.push[row] + Math.max(0, rows.held[row]));
    const scale = squares > most * most ? most / Math.sqrt(squares) : 1;
    for (let axis = 0; axis < 3; axis++) {
      const after = scale * relative[axis];
      relative[axis] = after - drag[at + axis];
      drag[at + axis] = after;
    }
    this.apply(rows, row, 1, relative, 0);
  }

  private takeRelative({ vertices, shares }: ContactRows, row: number): void {
    const { relative, velocities } = this;
    relative.fill(0);
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      const at = 3 * vertices[k];
      for (let axis = 0; axis < 3; axis++) relative[axis] += shares[k] * velocities[at + axis];
    }
  }

  private apply(
    { vertices, shares }: ContactRows,
    row: number,
    size: number,
    direction: Float64Array,
    from: number,
  ): void {
    const { inverseMass, velocities } = this;
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      const factor = size * shares[k] * inverseMass[vertices[k]];
      if (factor === 0) continue;
      const at = 3 * vertices[k];
      velocities[at] += factor * direction[from];
      velocities[at + 1] += factor * direction[from + 1];
      velocities[at + 2] += factor * direction[from + 2];
    }
  }
}
