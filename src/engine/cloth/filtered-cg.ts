// Conjugate gradients for velocities some of which are given: the modified method of Baraff–Witkin §5.3. Departs from the paper: its
// preconditioner is a V-cycle, not the inverses of the diagonal. What it gives is free of what constraints fix, and so that never changes.
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
  /** b − A x without the filter: what constraints would have to add. */
  readonly remainder: Float64Array;
  /** The residual in what is free, and preconditioned. */
  readonly #free: Float64Array;
  readonly #filtered: Float64Array;
  readonly #direction: Float64Array;
  readonly #product: Float64Array;
  readonly #matrix: BlockMatrix;
  readonly #preconditioner: Multigrid;

  constructor(matrix: BlockMatrix) {
    const { size } = matrix;
    this.#matrix = matrix;
    this.#preconditioner = new Multigrid(matrix);
    this.remainder = new Float64Array(3 * size);
    this.#free = new Float64Array(3 * size);
    this.#filtered = new Float64Array(3 * size);
    this.#direction = new Float64Array(3 * size);
    this.#product = new Float64Array(3 * size);
  }

  /**
   * Solves A x = b for what the constraints leave free; x starts as a guess that satisfies them. `trial` is a direction to go
   * first, as far as is best: free fall is then exact, and a cloth at rest loses nothing. It is overwritten.
   */
  solve(
    b: Float64Array,
    x: Float64Array,
    constraints: VelocityConstraints,
    trial: Float64Array,
    { tolerance, floorSq, maxIterations }: CgLimits,
  ): void {
    const { remainder } = this;
    const filtered = this.#filtered;
    const direction = this.#direction;
    this.#preconditioner.prepare(constraints);
    this.#matrix.multiply(x, remainder);
    for (let i = 0; i < b.length; i++) remainder[i] = b[i] - remainder[i];
    const first = this.#precondition(constraints);
    const enough = Math.max(tolerance ** 2 * first, floorSq);
    constraints.filter(trial);
    if (first > enough) this.#advance(x, trial, dot(remainder, trial));
    let size = this.#precondition(constraints);
    direction.set(filtered);
    this.iterations = 0;
    while (size > enough && this.iterations < maxIterations) {
      if (!this.#advance(x, direction, size)) break;
      const next = this.#precondition(constraints);
      const share = next / size;
      for (let i = 0; i < x.length; i++) direction[i] = filtered[i] + share * direction[i];
      size = next;
      this.iterations++;
    }
    this.residual = first > 0 ? Math.sqrt(Math.max(0, size) / first) : 0;
  }

  /** The residual squared, in the norm of the preconditioner; both its sides are filtered, for rounding leaves a trace of what is fixed. */
  #precondition(constraints: VelocityConstraints): number {
    const free = this.#free;
    const filtered = this.#filtered;
    free.set(this.remainder);
    constraints.filter(free);
    this.#preconditioner.apply(free, filtered, constraints);
    constraints.filter(filtered);
    return dot(free, filtered);
  }

  /** Goes along a direction to where the error is least; `slope` is its product with the remainder. False if there is no such place. */
  #advance(x: Float64Array, direction: Float64Array, slope: number): boolean {
    const { remainder } = this;
    const product = this.#product;
    this.#matrix.multiply(direction, product);
    const curvature = dot(direction, product);
    if (!(curvature > 0)) return false;
    const step = slope / curvature;
    for (let i = 0; i < x.length; i++) {
      x[i] += step * direction[i];
      remainder[i] -= step * product[i];
    }
    return true;
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
