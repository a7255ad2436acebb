// Sequential impulses with Coulomb friction: Gauss–Seidel sweeps that keep every row from
// approaching faster than it may. An impulse acts on both points of a row, so that momentum is
// conserved; vertices of inverse mass 0 (obstacles, pins) are not moved. Most rows repeat what
// others demand: only the worst row of each vertex is activated, and after every few sweeps the
// rows that are the worst then.
import type { ContactRows } from './contact-rows.ts';

/** Rows by number. */
export interface RowList {
  /** Their numbers; the array may be longer than `count`. */
  rows: Uint32Array;
  /** How many rows the list has. */
  count: number;
}

/** Sweeps before the rows that are not active are examined again. */
const SWEEPS_PER_SEARCH = 2;

/** Applies impulses to velocities. */
export class ImpulseSolver {
  private readonly inverseMass: Float64Array;
  private readonly velocities: Float64Array;
  /** Vertices from this one on cannot be moved. */
  private readonly movableCount: number;
  private activeCount = 0;

  /**
   * `velocities` are those of all vertices, or of the first ones if rows have those of the others.
   */
  constructor(inverseMass: Float64Array, velocities: Float64Array) {
    this.inverseMass = inverseMass;
    this.velocities = velocities;
    this.movableCount = inverseMass.findLastIndex((value) => value > 0) + 1;
  }

  /**
   * Sweeps over the rows of the list, or over all, until no normal speed changes by more than
   * `tolerance`, or `maxSweeps` times. Rows before `first` take part only if an active row moves
   * one of their vertices.
   */
  solve(rows: ContactRows, list: Readonly<RowList> | null, tolerance: number, maxSweeps: number, first = 0): void {
    this.begin(rows, list, first);
    const { memory, columns } = rows;
    let change = 0;
    for (let sweeps = 0; sweeps < maxSweeps; ) {
      const isNew = this.activate(rows, list, tolerance, first);
      if (!isNew && change <= tolerance) break;
      for (let k = 0; k < SWEEPS_PER_SEARCH && sweeps < maxSweeps; k++, sweeps++) {
        change = memory.kernels.sweepActiveRows(columns.address, this.activeCount);
        if (change <= tolerance) break;
      }
    }
    memory.kernels.deactivateRows(columns.address, this.activeCount);
    this.velocities.set(rows.velocities.subarray(0, 3 * this.movableCount));
  }

  private begin(rows: ContactRows, list: Readonly<RowList> | null, first: number): void {
    const { movableCount } = this;
    // The rows have had the other velocities, which cannot change, since the solve with `first` =
    // 0.
    rows.velocities.set(first === 0 ? this.velocities : this.velocities.subarray(0, 3 * movableCount));
    rows.inverseMass.set(this.inverseMass.subarray(0, movableCount));
    rows.isMoved.fill(0, 0, movableCount);
    if (list !== null) rows.candidates.set(list.rows.subarray(0, list.count));
    this.activeCount = 0;
  }

  /**
   * Activates rows that have an impulse, that rub, or that approach too fast. Returns whether it
   * found any.
   */
  private activate(rows: ContactRows, list: Readonly<RowList> | null, tolerance: number, first: number): boolean {
    const { kernels } = rows.memory;
    const { address } = rows.columns;
    const foundCount = kernels.findViolatedRows(address, list === null, list?.count ?? rows.count, first, tolerance);
    this.activeCount = kernels.activateRows(address, foundCount, this.activeCount);
    return foundCount > 0;
  }
}
