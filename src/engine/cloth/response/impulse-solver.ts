// Sequential impulses with Coulomb friction: projected Gauss–Seidel sweeps after which the normal
// speed of every row is at least its target speed. An impulse acts on both points of a row, so that
// momentum is conserved; vertices of inverse mass 0 (obstacles, pins) are not moved. Most rows are
// satisfied by the impulses of others, so only the worst row of each vertex is activated. After
// every few sweeps the search for the worst rows is repeated. The inverse effective mass of a row
// is computed when it is activated (`inverseEffectiveMass` in kernels/contact-rows.ts).
import type { ContactRows } from './contact-rows.ts';

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
   * `velocities` are those of all vertices, or of the first ones if the rows hold those of the
   * others.
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
  solve(rows: ContactRows, list: Uint32Array | null, tolerance: number, maxSweeps: number, first = 0): void {
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

  /** Copies velocities, inverse masses and the list to the rows; no row is active. */
  private begin(rows: ContactRows, list: Uint32Array | null, first: number): void {
    const { movableCount } = this;
    // The other velocities cannot change; the rows have them since the solve with `first` = 0.
    rows.velocities.set(first === 0 ? this.velocities : this.velocities.subarray(0, 3 * movableCount));
    rows.inverseMass.set(this.inverseMass.subarray(0, movableCount));
    rows.isMoved.fill(0, 0, movableCount);
    if (list !== null) rows.candidates.set(list);
    this.activeCount = 0;
  }

  /**
   * Activates rows that have a normal impulse already, of this solver or of the implicit solve, and
   * rows whose points approach too fast. Returns whether it found any.
   */
  private activate(rows: ContactRows, list: Uint32Array | null, tolerance: number, first: number): boolean {
    const { kernels } = rows.memory;
    const { address } = rows.columns;
    const foundCount = kernels.findViolatedRows(address, list === null, list?.length ?? rows.count, first, tolerance);
    this.activeCount = kernels.activateRows(address, foundCount, this.activeCount);
    return foundCount > 0;
  }
}
