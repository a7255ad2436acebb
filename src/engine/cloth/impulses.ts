// Impulses that keep every row from approaching faster than it may, and Coulomb friction, by Gauss–Seidel sweeps. An impulse acts on
// both points of a row, so momentum is conserved; vertices of inverse mass 0 (obstacles, pins) are not moved. Most rows say what others
// say: work begins with the worst of each vertex, and after every few sweeps takes in what is the worst then.
import { CONTACT, type ContactRows } from './contact-rows.ts';

/** Rows by their number. */
export interface RowList {
  rows: Uint32Array;
  count: number;
}

/** Sweeps before rows that were left alone are looked at again. */
const SWEEPS_A_LOOK = 2;

export class Impulses {
  private readonly inverseMass: Float64Array;
  private readonly velocities: Float64Array;
  /** Vertices from here on cannot be moved. */
  private readonly movable: number;
  private workingCount = 0;

  /** The velocities of all vertices, or of the first ones, where rows have those of the others, are changed in place. */
  constructor(inverseMass: Float64Array, velocities: Float64Array) {
    this.inverseMass = inverseMass;
    this.velocities = velocities;
    this.movable = inverseMass.findLastIndex((value) => value > 0) + 1;
  }

  /**
   * Sweeps until no row of the list, or of all, changes by more than `tolerance`, a speed, or `most` times. With `first`, rows before it
   * take part only where impulses have reached them.
   */
  settle(rows: ContactRows, list: Readonly<RowList> | null, tolerance: number, most: number, first = 0): void {
    this.begin(rows, list, first);
    const { memory, table, working } = rows;
    let change = 0;
    for (let sweeps = 0; sweeps < most; ) {
      const isMore = this.engage(rows, list, tolerance, first);
      if (!isMore && change <= tolerance) break;
      for (let k = 0; k < SWEEPS_A_LOOK && sweeps < most; k++, sweeps++) {
        change = memory.kernels.sweepRows(table, working.byteOffset, this.workingCount);
        if (change <= tolerance) break;
      }
    }
    this.end(rows);
  }

  private begin(rows: ContactRows, list: Readonly<RowList> | null, first: number): void {
    const { movable } = this;
    // What cannot be moved has not changed since all rows were settled.
    rows.velocities.set(first === 0 ? this.velocities : this.velocities.subarray(0, 3 * movable));
    rows.inverseMass.set(this.inverseMass.subarray(0, movable));
    rows.moved.fill(0, 0, movable);
    if (list !== null) rows.list.set(list.rows.subarray(0, list.count));
    this.workingCount = 0;
  }

  /** Puts rows to work that gave an impulse, that rub, or that approach too fast. Gives whether there are new ones. */
  private engage(rows: ContactRows, list: Readonly<RowList> | null, tolerance: number, first: number): boolean {
    const { memory, table, found } = rows;
    const place = list === null ? 0 : rows.list.byteOffset;
    const count = list === null ? rows.count : list.count;
    const foundCount = memory.kernels.findRows(table, place, count, first, tolerance, found.byteOffset);
    this.workingCount = rows.engage(foundCount, this.workingCount);
    return foundCount > 0;
  }

  private end({ state, working, velocities }: ContactRows): void {
    for (let i = 0; i < this.workingCount; i++) state[working[i]] = CONTACT;
    this.velocities.set(velocities.subarray(0, 3 * this.movable));
  }
}
