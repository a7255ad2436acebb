// Conjugate gradients for velocities some of which are given: the modified method of Baraff–Witkin §5.3. Departs from the paper: its
// preconditioner is a V-cycle, not the inverses of the diagonal. What it gives is free of what constraints fix, and so that never changes.
import type { DoubleColumn } from '../../core/memory/double-column.ts';
import type { BlockMatrix } from './block-matrix.ts';
import { Multigrid } from './multigrid.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

export interface CgLimits {
  /** Of the residual at the start, in the norm of the preconditioner. */
  readonly tolerance: number;
  /** Below this residual, squared and in that norm, nothing is left to do. */
  readonly floorSq: number;
  readonly maxIterations: number;
}

export class FilteredCg {
  iterations = 0;
  /** What is left of the residual at the start, in the norm of the preconditioner. */
  residual = 0;
  readonly #remainder: DoubleColumn;
  readonly #solution: DoubleColumn;
  readonly #trial: DoubleColumn;
  /** The residual in what is free, and preconditioned. */
  readonly #free: DoubleColumn;
  readonly #filtered: DoubleColumn;
  readonly #direction: DoubleColumn;
  readonly #product: DoubleColumn;
  readonly #matrix: BlockMatrix;
  readonly #preconditioner: Multigrid;

  constructor(matrix: BlockMatrix) {
    this.#matrix = matrix;
    this.#preconditioner = new Multigrid(matrix);
    this.#remainder = matrix.vector();
    this.#solution = matrix.vector();
    this.#trial = matrix.vector();
    this.#free = matrix.vector();
    this.#filtered = matrix.vector();
    this.#direction = matrix.vector();
    this.#product = matrix.vector();
  }

  /** b − A x without the filter: what constraints would have to add. */
  get remainder(): Float64Array {
    return this.#remainder.values;
  }

  /**
   * Solves A x = b for what the constraints leave free; x starts as a guess that satisfies them. `trial` is a direction to go
   * first, as far as is best: free fall is then exact, and a cloth at rest loses nothing.
   */
  solve(
    b: Float64Array,
    x: Float64Array,
    constraints: VelocityConstraints,
    trial: Float64Array,
    { tolerance, floorSq, maxIterations }: CgLimits,
  ): void {
    this.#preconditioner.prepare(constraints);
    const { kernels } = this.#matrix.memory;
    const filtered = this.#filtered;
    const direction = this.#direction;
    this.#begin(b, x);
    const first = this.#precondition(constraints);
    const enough = Math.max(tolerance ** 2 * first, floorSq);
    this.#trial.values.set(trial);
    constraints.filter(this.#trial.values);
    if (first > enough) this.#advance(this.#trial, this.#dot(this.#remainder, this.#trial));
    let size = this.#precondition(constraints);
    direction.values.set(filtered.values);
    this.iterations = 0;
    while (size > enough && this.iterations < maxIterations) {
      if (!this.#advance(direction, size)) break;
      const next = this.#precondition(constraints);
      kernels.followVector(direction.pointer, next / size, filtered.pointer, x.length);
      size = next;
      this.iterations++;
    }
    this.residual = first > 0 ? Math.sqrt(Math.max(0, size) / first) : 0;
    x.set(this.#solution.values);
  }

  #begin(b: Float64Array, x: Float64Array): void {
    const { remainder } = this;
    this.#solution.values.set(x);
    this.#matrix.multiply(this.#solution, this.#remainder);
    for (let i = 0; i < b.length; i++) remainder[i] = b[i] - remainder[i];
  }

  /** The residual squared, in the norm of the preconditioner; both its sides are filtered, for rounding leaves a trace of what is fixed. */
  #precondition(constraints: VelocityConstraints): number {
    const free = this.#free;
    const filtered = this.#filtered;
    free.values.set(this.remainder);
    constraints.filter(free.values);
    this.#preconditioner.apply(free, filtered, constraints);
    constraints.filter(filtered.values);
    return this.#dot(free, filtered);
  }

  /** Goes along a direction to where the error is least; `slope` is its product with the remainder. False if there is no such place. */
  #advance(direction: DoubleColumn, slope: number): boolean {
    const { memory, size } = this.#matrix;
    const product = this.#product;
    this.#matrix.multiply(direction, product);
    const curvature = this.#dot(direction, product);
    if (!(curvature > 0)) return false;
    const step = slope / curvature;
    memory.kernels.addVector(this.#solution.pointer, step, direction.pointer, 3 * size);
    memory.kernels.addVector(this.#remainder.pointer, -step, product.pointer, 3 * size);
    return true;
  }

  #dot(a: DoubleColumn, b: DoubleColumn): number {
    const { memory, size } = this.#matrix;
    return memory.kernels.dot(a.pointer, b.pointer, 3 * size);
  }
}
