// The preconditioner: a V-cycle over ever coarser patches, with a sweep of Gauss–Seidel before and one the other way after, so that it is
// symmetric. In a step of a hundredth of a second a pull crosses a whole cloth, and without it the number of iterations grows like the
// number of particles across. Constraints are kept on every level: what they fix is neither moved nor seen.
import { DoubleColumn } from '../../core/memory/double-column.ts';
import type { BlockMatrix } from './block-matrix.ts';
import { CoarseLevel } from './coarse-level.ts';
import { DenseCholesky } from './dense-cholesky.ts';
import { type Graph, graphOf, interpolate } from './interpolation.ts';
import { invertBlock, packBlock, unpackBlock } from './symmetric-block.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

/** So many patches are solved outright. */
const DENSE = 32;

/** A level that is not smaller than this share of the one above it is not worth its work. */
const LEAST_GAIN = 0.7;

interface Level {
  readonly matrix: BlockMatrix;
  readonly inverse: DoubleColumn;
  readonly work: DoubleColumn;
  /** Of particles or patches: what they feel, what they do. */
  readonly right: DoubleColumn;
  readonly solution: DoubleColumn;
}

export class Multigrid {
  readonly #levels: Level[] = [];
  /** From level i to level i + 1. */
  readonly #steps: CoarseLevel[] = [];
  readonly #dense: DenseCholesky | null;
  readonly #block = new Float64Array(9);

  constructor(fine: BlockMatrix) {
    let graph: Graph = graphOf(fine.near);
    this.#levels.push(levelOf(fine));
    for (let matrix = fine; matrix === fine || matrix.size > DENSE; ) {
      const interpolation = interpolate(graph);
      if (interpolation.patchCount > LEAST_GAIN * matrix.size) break;
      const step = new CoarseLevel(matrix, interpolation);
      this.#steps.push(step);
      this.#levels.push(levelOf(step.matrix));
      matrix = step.matrix;
      graph = interpolation.graph;
    }
    const coarsest = this.#levels[this.#levels.length - 1].matrix;
    this.#dense = this.#steps.length > 0 && coarsest.size <= DENSE ? new DenseCholesky(coarsest) : null;
  }

  /** To be called when the finest matrix or the constraints have changed. */
  prepare(constraints: VelocityConstraints): void {
    for (let i = 0; i < this.#levels.length; i++) {
      const { matrix, inverse } = this.#levels[i];
      if (i > 0) this.#steps[i - 1].assemble(i === 1 ? constraints : null);
      matrix.invertDiagonal(inverse.values);
    }
    this.#constrainInverse(constraints);
    this.#dense?.factor();
  }

  /** Of the finest level: the inverses act in what is free alone. */
  #constrainInverse(constraints: VelocityConstraints): void {
    const { matrix } = this.#levels[0];
    const inverse = this.#levels[0].inverse.values;
    const block = this.#block;
    for (let i = 0; i < constraints.count; i++) {
      const particle = constraints.particles[i];
      unpackBlock(matrix.diagonal, 6 * particle, block);
      const scale = (block[0] + block[4] + block[8]) / 3;
      constraints.filterBlock(block, particle, particle);
      constraints.addFixed(block, particle, scale);
      packBlock(block, inverse, 6 * particle);
      invertBlock(inverse, 6 * particle, inverse);
      unpackBlock(inverse, 6 * particle, block);
      constraints.filterBlock(block, particle, particle);
      packBlock(block, inverse, 6 * particle);
    }
  }

  /** x ≈ A⁻¹ r in what the constraints leave free; vectors of the matrix. */
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
      // After a sweep forward, only what is above the diagonal is left of the residual.
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
