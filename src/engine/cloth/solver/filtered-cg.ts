// Conjugate gradients for velocities some of which are given: the modified method of [Baraff–Witkin
// §5.3]. Search directions are filtered, so that constrained velocities never change.
// Departs from the paper: the preconditioner is a multigrid V-cycle, not the inverse of the
// diagonal.
import type { DoubleColumn } from '../../../core/memory/double-column.ts';
import type { BlockMatrix } from './block-matrix.ts';
import { Multigrid } from './multigrid.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

/** When an iteration ends. */
export interface CgLimits {
  /** The share of the first residual that may be left, in the norm of the preconditioner. */
  readonly tolerance: number;
  /** A squared residual, in that norm, at which the iteration ends in any case. */
  readonly floorSq: number;
  /** Iterations at most. */
  readonly maxIterations: number;
}

/** Solves A x = b in the directions that constraints leave free. */
export class FilteredCg {
  readonly #residual: DoubleColumn;
  readonly #solution: DoubleColumn;
  readonly #trial: DoubleColumn;
  /** The filtered residual. */
  readonly #free: DoubleColumn;
  /** The filtered residual, preconditioned. */
  readonly #preconditioned: DoubleColumn;
  readonly #direction: DoubleColumn;
  readonly #product: DoubleColumn;
  readonly #matrix: BlockMatrix;
  readonly #preconditioner: Multigrid;

  /** Levels are built here, from the pattern of the matrix; its numbers are read by `solve`. */
  constructor(matrix: BlockMatrix) {
    this.#matrix = matrix;
    this.#preconditioner = new Multigrid(matrix);
    this.#residual = matrix.vector();
    this.#solution = matrix.vector();
    this.#trial = matrix.vector();
    this.#free = matrix.vector();
    this.#preconditioned = matrix.vector();
    this.#direction = matrix.vector();
    this.#product = matrix.vector();
  }

  /** b − A x without the filter. Along constraints it is the negated impulse that they exert. */
  get residual(): Float64Array {
    return this.#residual.values;
  }

  /**
   * Solves A x = b in the directions that constraints leave free; x starts as a guess that
   * satisfies them. The first search goes along `trial`. If that is the velocity that gravity adds,
   * free fall is exact and a cloth at rest loses nothing. Returns the number of iterations.
   */
  solve(
    b: Float64Array,
    x: Float64Array,
    constraints: VelocityConstraints,
    trial: Float64Array,
    { tolerance, floorSq, maxIterations }: CgLimits,
  ): number {
    this.#preconditioner.prepare(constraints);
    const { kernels } = this.#matrix.memory;
    const preconditioned = this.#preconditioned;
    const direction = this.#direction;
    this.#begin(b, x);
    const first = this.#precondition(constraints);
    const enough = Math.max(tolerance ** 2 * first, floorSq);
    this.#trial.values.set(trial);
    constraints.filter(this.#trial.values);
    if (first > enough) this.#advance(this.#trial, this.#dot(this.#residual, this.#trial));
    let size = this.#precondition(constraints);
    direction.values.set(preconditioned.values);
    let iterations = 0;
    while (size > enough && iterations < maxIterations) {
      if (!this.#advance(direction, size)) break;
      const next = this.#precondition(constraints);
      kernels.xpay(direction.pointer, next / size, preconditioned.pointer, x.length);
      size = next;
      iterations++;
    }
    x.set(this.#solution.values);
    return iterations;
  }

  #begin(b: Float64Array, x: Float64Array): void {
    const { residual } = this;
    this.#solution.values.set(x);
    this.#matrix.multiply(this.#solution, this.#residual);
    for (let i = 0; i < b.length; i++) residual[i] = b[i] - residual[i];
  }

  /**
   * Applies the preconditioner to the filtered residual. Returns the squared residual in the norm
   * of the preconditioner. Both factors are filtered, since rounding leaves a trace along
   * constraints.
   */
  #precondition(constraints: VelocityConstraints): number {
    const free = this.#free;
    const preconditioned = this.#preconditioned;
    free.values.set(this.residual);
    constraints.filter(free.values);
    this.#preconditioner.apply(free, preconditioned, constraints);
    constraints.filter(preconditioned.values);
    return this.#dot(free, preconditioned);
  }

  /**
   * Moves along a direction to the least error; `slope` is its product with the residual. False if
   * the curvature is not positive.
   */
  #advance(direction: DoubleColumn, slope: number): boolean {
    const { memory, size } = this.#matrix;
    const product = this.#product;
    this.#matrix.multiply(direction, product);
    const curvature = this.#dot(direction, product);
    if (!(curvature > 0)) return false;
    const step = slope / curvature;
    memory.kernels.axpy(this.#solution.pointer, step, direction.pointer, 3 * size);
    memory.kernels.axpy(this.#residual.pointer, -step, product.pointer, 3 * size);
    return true;
  }

  #dot(a: DoubleColumn, b: DoubleColumn): number {
    const { memory, size } = this.#matrix;
    return memory.kernels.dot(a.pointer, b.pointer, 3 * size);
  }
}
