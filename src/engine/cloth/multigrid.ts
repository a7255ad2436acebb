// The preconditioner: a V-cycle over ever coarser patches, with a sweep of Gauss–Seidel before and one the other way after, so that it is
// symmetric. In a step of a hundredth of a second a pull crosses a whole cloth, and without it the number of iterations grows like the
// number of particles across. Constraints are kept on every level: what they fix is neither moved nor seen.
import type { BlockMatrix } from './block-matrix.ts';
import { CoarseLevel } from './coarse-level.ts';
import { DenseCholesky } from './dense-cholesky.ts';
import { sweepBackward, sweepForward } from './gauss-seidel.ts';
import { type Graph, graphOf, interpolate } from './interpolation.ts';
import { invertBlock, packBlock, unpackBlock } from './symmetric-block.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

/** So many patches are solved outright. */
const DENSE = 32;

/** A level that is not smaller than this share of the one above it is not worth its work. */
const LEAST_GAIN = 0.7;

interface Level {
  readonly matrix: BlockMatrix;
  readonly inverse: Float64Array;
  readonly work: Float64Array;
  /** Of patches: what they feel, what they do. */
  readonly right: Float64Array;
  readonly solution: Float64Array;
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
    const { size } = this.#levels[this.#levels.length - 1].matrix;
    this.#dense = this.#steps.length > 0 && size <= DENSE ? new DenseCholesky(size) : null;
  }

  /** To be called when the finest matrix or the constraints have changed. */
  prepare(constraints: VelocityConstraints): void {
    for (let i = 0; i < this.#levels.length; i++) {
      const { matrix, inverse } = this.#levels[i];
      if (i > 0) this.#steps[i - 1].assemble(this.#levels[i - 1].matrix, i === 1 ? constraints : null);
      matrix.invertDiagonal(inverse);
    }
    this.#constrainInverse(constraints);
    this.#dense?.factor(this.#levels[this.#levels.length - 1].matrix);
  }

  /** Of the finest level: the inverses act in what is free alone. */
  #constrainInverse(constraints: VelocityConstraints): void {
    const { matrix, inverse } = this.#levels[0];
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

  /** x ≈ A⁻¹ r in what the constraints leave free. */
  apply(r: Float64Array, x: Float64Array, constraints: VelocityConstraints): void {
    this.#cycle(0, r, x, constraints);
  }

  #cycle(depth: number, r: Float64Array, x: Float64Array, constraints: VelocityConstraints | null): void {
    const { matrix, inverse, work } = this.#levels[depth];
    if (this.#dense !== null && depth === this.#steps.length) {
      this.#dense.solve(r, x);
      return;
    }
    work.set(r);
    sweepForward(matrix, inverse, x, work);
    if (depth < this.#steps.length) {
      const { right, solution } = this.#levels[depth + 1];
      // After a sweep forward, only what is above the diagonal is left of the residual.
      work.fill(0);
      sweepBackward(matrix, null, x, work);
      constraints?.filter(work);
      this.#steps[depth].restrict(work, right);
      this.#cycle(depth + 1, right, solution, null);
      this.#steps[depth].prolong(solution, x);
      constraints?.filter(x);
    }
    work.set(r);
    sweepForward(matrix, null, x, work);
    sweepBackward(matrix, inverse, x, work);
  }
}

function levelOf(matrix: BlockMatrix): Level {
  return {
    matrix,
    inverse: new Float64Array(6 * matrix.size),
    work: new Float64Array(3 * matrix.size),
    right: new Float64Array(3 * matrix.size),
    solution: new Float64Array(3 * matrix.size),
  };
}
