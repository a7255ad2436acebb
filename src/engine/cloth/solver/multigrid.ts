// The preconditioner of conjugate gradients: a V-cycle over ever coarser aggregates, with a
// Gauss–Seidel sweep before and one in the opposite order after each coarse correction, so that it
// is symmetric. In a hundredth of a second a pull crosses a whole cloth; without coarse levels the
// number of iterations grows like the number of particles across. Constrained directions are
// filtered out on the finest level, and the coarser ones are built without them.
import { DoubleColumn } from '../../../core/memory/double-column.ts';
import type { BlockMatrix } from './block-matrix.ts';
import { CoarseLevel } from './coarse-level.ts';
import { DenseCholesky } from './dense-cholesky.ts';
import { type Graph, graphOf, interpolate } from './interpolation.ts';
import { invertBlock, packBlock, unpackBlock } from './symmetric-block.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

/** A level of at most so many aggregates is solved directly. */
const DIRECT_SIZE = 32;

/** A level that is larger than this share of the finer one is not worth its work. */
const MAX_SIZE_RATIO = 0.7;

/** A matrix and the vectors of a cycle. */
interface Level {
  readonly matrix: BlockMatrix;
  /** Inverses of the diagonal blocks. */
  readonly inverse: DoubleColumn;
  readonly work: DoubleColumn;
  /** Right side and solution of the correction. */
  readonly right: DoubleColumn;
  readonly solution: DoubleColumn;
}

/** A symmetric positive operator that approximates A⁻¹. */
export class Multigrid {
  readonly #levels: Level[] = [];
  /** Item i leads from level i to level i + 1. */
  readonly #steps: CoarseLevel[] = [];
  readonly #dense: DenseCholesky | null;
  readonly #block = new Float64Array(9);

  /** Builds the levels from the pattern of the matrix; the numbers come with `prepare`. */
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
    for (let i = 0; i < this.#levels.length; i++) {
      const { matrix, inverse } = this.#levels[i];
      if (i > 0) this.#steps[i - 1].assemble(i === 1 ? constraints : null);
      matrix.invertDiagonal(inverse.values);
    }
    this.#constrainInverse(constraints);
    this.#dense?.factor();
  }

  /** Restricts the inverses of the finest level to what constraints leave free. */
  #constrainInverse(constraints: VelocityConstraints): void {
    const { matrix } = this.#levels[0];
    const inverse = this.#levels[0].inverse.values;
    const block = this.#block;
    for (let i = 0; i < constraints.count; i++) {
      const particle = constraints.particles[i];
      unpackBlock(matrix.diagonal, 6 * particle, block);
      const scale = (block[0] + block[4] + block[8]) / 3;
      constraints.filterBlock(block, particle, particle);
      constraints.addConstrainedIdentity(block, particle, scale);
      packBlock(block, inverse, 6 * particle);
      invertBlock(inverse, 6 * particle, inverse);
      unpackBlock(inverse, 6 * particle, block);
      constraints.filterBlock(block, particle, particle);
      packBlock(block, inverse, 6 * particle);
    }
  }

  /** x ≈ A⁻¹ r in what the constraints leave free. Both are vectors of the finest matrix. */
  apply(r: DoubleColumn, x: DoubleColumn, constraints: VelocityConstraints): void {
    this.#cycle(0, r, x, constraints);
  }

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
