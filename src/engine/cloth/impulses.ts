// Impulses that keep every row from approaching faster than it may, and Coulomb friction, by Gauss–Seidel sweeps. An impulse acts on
// both points of a row, so momentum is conserved; vertices of inverse mass 0 (obstacles, pins) are not moved.
import type { ContactRows } from './contact-rows.ts';

/** Rows by their number. */
export interface RowList {
  rows: Uint32Array;
  count: number;
}

/** How often rows that were left alone are looked at again. */
const PASSES = 3;

export class Impulses {
  private readonly inverseMass: Float64Array;
  private readonly velocities: Float64Array;
  /** Rows that something is done about, and by row: whether it is one of them, and how much speed an impulse of 1 gives it. */
  private readonly active: RowList = { rows: new Uint32Array(0), count: 0 };
  private isActive: Uint8Array = new Uint8Array(0);
  private give: Float64Array = new Float64Array(0);
  /** Relative velocity of the row at hand. */
  private readonly relative = new Float64Array(3);

  /** The velocities of all vertices are changed in place. */
  constructor(inverseMass: Float64Array, velocities: Float64Array) {
    this.inverseMass = inverseMass;
    this.velocities = velocities;
  }

  /** Sweeps until no row of the list changes by more than `tolerance`, a speed, or `most` times. */
  settle(rows: ContactRows, list: Readonly<RowList>, tolerance: number, most: number): void {
    this.reserve(rows.count);
    this.active.count = 0;
    this.isActive.fill(0, 0, rows.count);
    let sweeps = 0;
    for (let pass = 0; pass < PASSES && this.activate(rows, list, tolerance); pass++) {
      while (sweeps++ < most && this.sweep(rows) > tolerance);
    }
  }

  private reserve(count: number): void {
    if (count <= this.give.length) return;
    this.active.rows = new Uint32Array(2 * count);
    this.isActive = new Uint8Array(2 * count);
    this.give = new Float64Array(2 * count);
  }

  /** Adds the rows that approach too fast, that gave an impulse, or that rub. Gives whether there are new ones. */
  private activate(rows: ContactRows, list: Readonly<RowList>, tolerance: number): boolean {
    const { active, isActive, give, velocities } = this;
    const { aim, push, held } = rows;
    const before = active.count;
    for (let i = 0; i < list.count; i++) {
      const row = list.rows[i];
      if (isActive[row] === 1) continue;
      if (push[row] === 0 && held[row] <= 0 && rows.along(row, velocities) >= aim[row] - tolerance) continue;
      give[row] = this.giveOf(rows, row);
      if (give[row] === 0) continue;
      isActive[row] = 1;
      active.rows[active.count++] = row;
    }
    return active.count > before;
  }

  private giveOf({ vertices, shares }: ContactRows, row: number): number {
    let sum = 0;
    for (let k = 4 * row; k < 4 * row + 4; k++) sum += shares[k] * shares[k] * this.inverseMass[vertices[k]];
    return sum;
  }

  /** Gives the largest change of a relative speed. */
  private sweep(rows: ContactRows): number {
    const { active, give, velocities } = this;
    const { aim, push, held, normal, friction } = rows;
    let change = 0;
    for (let i = 0; i < active.count; i++) {
      const row = active.rows[i];
      const before = push[row];
      const missing = aim[row] - rows.along(row, velocities);
      let after = before + missing / give[row];
      if (after < 0) after = 0;
      if (after !== before) {
        push[row] = after;
        this.apply(rows, row, after - before, normal, 3 * row);
        const changed = Math.abs(after - before) * give[row];
        if (changed > change) change = changed;
      }
      if (friction[row] > 0 && (after > 0 || before > 0 || held[row] > 0)) this.rub(rows, row);
    }
    return change;
  }

  /** Ends the motion across the normal as far as friction reaches. */
  private rub(rows: ContactRows, row: number): void {
    const { normal, drag } = rows;
    const { relative, give } = this;
    this.takeRelative(rows, row);
    const at = 3 * row;
    const along = relative[0] * normal[at] + relative[1] * normal[at + 1] + relative[2] * normal[at + 2];
    let squares = 0;
    for (let axis = 0; axis < 3; axis++) {
      const across = relative[axis] - along * normal[at + axis];
      relative[axis] = drag[at + axis] - across / give[row];
      squares += relative[axis] * relative[axis];
    }
    const held = rows.held[row];
    const most = rows.friction[row] * (rows.push[row] + (held > 0 ? held : 0));
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
    let x = 0;
    let y = 0;
    let z = 0;
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      const at = 3 * vertices[k];
      x += shares[k] * velocities[at];
      y += shares[k] * velocities[at + 1];
      z += shares[k] * velocities[at + 2];
    }
    relative[0] = x;
    relative[1] = y;
    relative[2] = z;
  }

  private apply(
    { vertices, shares }: ContactRows,
    row: number,
    size: number,
    direction: Float64Array,
    from: number,
  ): void {
    const { inverseMass, velocities } = this;
    const dx = size * direction[from];
    const dy = size * direction[from + 1];
    const dz = size * direction[from + 2];
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      const factor = shares[k] * inverseMass[vertices[k]];
      if (factor === 0) continue;
      const at = 3 * vertices[k];
      velocities[at] += factor * dx;
      velocities[at + 1] += factor * dy;
      velocities[at + 2] += factor * dz;
    }
  }
}
