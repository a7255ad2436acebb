// The preconditioner of conjugate gradients: a V-cycle over ever coarser aggregates, with a
// Gauss–Seidel sweep before each coarse correction and one in the opposite order after it, so that
// it is symmetric. In a step of a hundredth of a second a pull crosses a whole cloth; without
// coarse levels the number of iterations would grow like the number of particles across it.
// Constrained directions are filtered out on the finest level, and the coarser ones are built
// without them.
import { DoubleColumn } from '../../../core/memory/double-column.ts';
import type { BlockMatrix } from './block-matrix.ts';
import { CoarseLevel } from './coarse-level.ts';
import { DenseCholesky } from './dense-cholesky.ts';
import { type Graph, graphOf, interpolate } from './interpolation.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

/** A level of at most this many aggregates is solved directly. */
const DIRECT_SIZE = 32;

/**
 * A level with more than this share of the nodes of the finer one is not built: it is not worth its
 * work.
 */
const MAX_SIZE_RATIO = 0.7;

/** A matrix and the vectors of a cycle. */
interface Level {
  readonly matrix: BlockMatrix;
  /** Inverses of the diagonal blocks. */
  readonly inverse: DoubleColumn;
  /** Right side or residual during a sweep. */
  readonly work: DoubleColumn;
  /** Right side of the coarse correction on this level. */
  readonly right: DoubleColumn;
  /** Solution of the coarse correction on this level. */
  readonly solution: DoubleColumn;
}

/** A symmetric positive operator that approximates A⁻¹. */
export class Multigrid {
  readonly #levels: Level[] = [];
  /** Item i leads from level i to level i + 1. */
  readonly #steps: CoarseLevel[] = [];
  readonly #dense: DenseCholesky | null;

  /** Builds the levels from the pattern of the matrix; `prepare` computes the numbers. */
  constructor(fine: BlockMatrix) {
    let graph: Graph = graphOf(fine.full);
    this.#levels.push(levelOf(fine));
    for (let matrix = fine; matrix === fine || matrix.size > DIRECT_SIZE; ) {
      const interpolation = interpolate(graph);
      if (interpolation.aggregateCount > MAX_SIZE_RATIO * matrix.size) break;
      const step = new CoarseLevel(matrix, interpolation);
      this.#steps.push(step);
      this.#levels.push(levelOf(step.matrix));
      matrix = step.matrix;
      graph = interpolation.graph;
    }
    const coarsest = this.#levels[this.#levels.length - 1].matrix;
    this.#dense = this.#steps.length > 0 && coarsest.size <= DIRECT_SIZE ? new DenseCholesky(coarsest) : null;
  }

  /** Computes all levels. Call it when the finest matrix or the constraints have changed. */
  prepare(constraints: VelocityConstraints): void {
    this.#levels[0].matrix.constrain(constraints);
    this.#levels.forEach(({ matrix, inverse }, i) => {
      if (i > 0) this.#steps[i - 1].assemble();
      matrix.invertDiagonal(inverse);
    });
    this.#dense?.factor();
  }

  /**
   * x ≈ A⁻¹ r in the directions that constraints leave free. Both are vectors of the finest matrix.
   */
  apply(r: DoubleColumn, x: DoubleColumn, constraints: VelocityConstraints): void {
    this.#cycle(0, r, x, constraints);
  }

  /** One V-cycle from level `depth` on. */
  #cycle(depth: number, r: DoubleColumn, x: DoubleColumn, constraints: VelocityConstraints | null): void {
    const { matrix, inverse, work } = this.#levels[depth];
    if (this.#dense !== null && depth === this.#steps.length) {
      this.#dense.solve(r, x);
      return;
    }
    work.values.set(r.values);
    matrix.sweepForward(inverse, x, work);
    if (depth < this.#steps.length) {
      const { right, solution } = this.#levels[depth + 1];
      // After a forward sweep the residual is −U x alone.
      work.values.fill(0);
      matrix.sweepBackward(null, x, work);
      constraints?.filter(work.values);
      this.#steps[depth].restrict(work, right);
      this.#cycle(depth + 1, right, solution, null);
      this.#steps[depth].prolong(solution, x);
      constraints?.filter(x.values);
    }
    work.values.set(r.values);
    matrix.sweepForward(null, x, work);
    matrix.sweepBackward(inverse, x, work);
  }
}

function levelOf(matrix: BlockMatrix): Level {
  return {
    matrix,
    inverse: new DoubleColumn(matrix.memory, 6 * matrix.size),
    work: matrix.vector(),
    right: matrix.vector(),
    solution: matrix.vector(),
  };
}
