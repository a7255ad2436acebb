// The product of a block matrix and a vector, by the kernels.
import type { BlockMatrix } from '../../../../src/engine/cloth/solver/block-matrix.ts';

/** A x. */
export function product(matrix: BlockMatrix, x: Float64Array): Float64Array {
  const [from, to] = [matrix.vector(), matrix.vector()];
  from.values.set(x);
  matrix.multiply(from, to);
  return to.values.slice();
}
