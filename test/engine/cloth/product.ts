// A matrix of the kernels applied to a vector of its own.
import type { BlockMatrix } from '../../../src/engine/cloth/block-matrix.ts';

export function product(matrix: BlockMatrix, x: Float64Array): Float64Array {
  const [from, to] = [matrix.vector(), matrix.vector()];
  from.values.set(x);
  matrix.multiply(from, to);
  return to.values.slice();
}
