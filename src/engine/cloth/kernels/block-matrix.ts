// Products with, and Gauss–Seidel sweeps over, the symmetric matrix A = L + D + U of an implicit
// step. D and U are stored as 3×3 blocks; L is U transposed, so that its products are scattered to
// the rows below. See engine/cloth/solver/block-matrix.ts.

/**
 * Where the parts of a matrix lie. Row i of U has full blocks in the columns
 * `fullColumn[fullStart[i]]` … and multiples of the unit matrix in the columns
 * `scalarColumn[scalarStart[i]]` …
 */
@unmanaged
export class MatrixColumns {
  /** The number of block rows. */
  size: usize;
  /** D: six f64 per row, xx xy xz yy yz zz. */
  diagonal: usize;
  /** u32 per row, and one more: where its full blocks begin. */
  fullStart: usize;
  /** u32 per full block: its column. */
  fullColumn: usize;
  /** Nine f64 per full block, row by row. */
  blocks: usize;
  /** u32 per row, and one more: where its multiples of the unit matrix begin. */
  scalarStart: usize;
  /** u32 per multiple of the unit matrix: its column. */
  scalarColumn: usize;
  /** f64 per multiple of the unit matrix: its factor. */
  scalars: usize;
}

/** y = A x. */
export function multiply(matrix: MatrixColumns, x: usize, y: usize): void {
  const size = matrix.size;
  const diagonal = matrix.diagonal;
  for (let row: usize = 0; row < size; row++)
    BlockMatrix.applySymmetric(diagonal + row * 48, BlockMatrix.vector(x, row), BlockMatrix.vector(y, row));
  BlockMatrix.addUpper(matrix, x, y);
}

/**
 * y −= L x. If `inverse` holds the inverses of D, six numbers each, it first sets x = (L + D)⁻¹ y,
 * row by row; 0 for none.
 */
export function sweepForward(matrix: MatrixColumns, inverse: usize, x: usize, y: usize): void {
  const size = matrix.size;
  const fullStart = matrix.fullStart;
  const fullColumn = matrix.fullColumn;
  const scalarStart = matrix.scalarStart;
  const scalarColumn = matrix.scalarColumn;
  const scalars = matrix.scalars;
  let block = matrix.blocks;
  for (let row: usize = 0; row < size; row++) {
    const own = BlockMatrix.vector(x, row);
    if (inverse != 0) BlockMatrix.applySymmetric(inverse + row * 48, BlockMatrix.vector(y, row), own);
    const x0 = load<f64>(own);
    const x1 = load<f64>(own, 8);
    const x2 = load<f64>(own, 16);
    for (
      let k = BlockMatrix.index(fullStart, row), end = BlockMatrix.index(fullStart, row + 1);
      k < end;
      k++, block += 72
    ) {
      const to = BlockMatrix.vector(y, BlockMatrix.index(fullColumn, k));
      v128.store(to, f64x2.sub(v128.load(to), BlockMatrix.transposedXy(block, x0, x1, x2)));
      store<f64>(to, load<f64>(to, 16) - BlockMatrix.transposedZ(block, x0, x1, x2), 16);
    }
    const scalarEnd = BlockMatrix.index(scalarStart, row + 1);
    for (let k = BlockMatrix.index(scalarStart, row); k < scalarEnd; k++) {
      const to = BlockMatrix.vector(y, BlockMatrix.index(scalarColumn, k));
      const m = load<f64>(scalars + (k << 3));
      v128.store(to, f64x2.sub(v128.load(to), f64x2.mul(v128.load(own), BlockMatrix.splat(m))));
      store<f64>(to, load<f64>(to, 16) - m * x2, 16);
    }
  }
}

/**
 * y −= U x. If `inverse` holds the inverses of D, it also sets x = (D + U)⁻¹ y, row by row from the
 * last; 0 for none.
 */
export function sweepBackward(matrix: MatrixColumns, inverse: usize, x: usize, y: usize): void {
  const fullStart = matrix.fullStart;
  const fullColumn = matrix.fullColumn;
  const blocks = matrix.blocks;
  const scalarStart = matrix.scalarStart;
  const scalarColumn = matrix.scalarColumn;
  const scalars = matrix.scalars;
  for (let row = matrix.size; row-- > 0; ) {
    let s0 = BlockMatrix.splat(0);
    let s1 = s0;
    let s2 = s0;
    for (let k = BlockMatrix.index(fullStart, row), end = BlockMatrix.index(fullStart, row + 1); k < end; k++) {
      const from = BlockMatrix.vector(x, BlockMatrix.index(fullColumn, k));
      const block = blocks + k * 72;
      const xy = v128.load(from);
      const z = v128.load_zero<f64>(from, 16);
      s0 = f64x2.add(s0, BlockMatrix.rowProduct(block, 0, xy, z));
      s1 = f64x2.add(s1, BlockMatrix.rowProduct(block, 24, xy, z));
      s2 = f64x2.add(s2, BlockMatrix.rowProduct(block, 48, xy, z));
    }
    const own = BlockMatrix.vector(y, row);
    let y0 = load<f64>(own) - BlockMatrix.sum(s0);
    let y1 = load<f64>(own, 8) - BlockMatrix.sum(s1);
    let y2 = load<f64>(own, 16) - BlockMatrix.sum(s2);
    const scalarEnd = BlockMatrix.index(scalarStart, row + 1);
    for (let k = BlockMatrix.index(scalarStart, row); k < scalarEnd; k++) {
      const from = BlockMatrix.vector(x, BlockMatrix.index(scalarColumn, k));
      const m = load<f64>(scalars + (k << 3));
      y0 -= m * load<f64>(from);
      y1 -= m * load<f64>(from, 8);
      y2 -= m * load<f64>(from, 16);
    }
    store<f64>(own, y0);
    store<f64>(own, y1, 8);
    store<f64>(own, y2, 16);
    if (inverse != 0) BlockMatrix.applySymmetric(inverse + row * 48, own, BlockMatrix.vector(x, row));
  }
}

/** Products with single blocks. */
export class BlockMatrix {
  /** Entry i of a list of u32. */
  @inline static index(list: usize, i: usize): usize {
    return load<u32>(list + (i << 2));
  }

  /** Three f64 of row i. */
  @inline static vector(x: usize, i: usize): usize {
    return x + i * 24;
  }

  @inline static splat(value: f64): v128 {
    return f64x2.splat(value);
  }

  @inline static sum(pair: v128): f64 {
    return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
  }

  /** The first two numbers of Bᵀ x. */
  @inline static transposedXy(block: usize, x0: f64, x1: f64, x2: f64): v128 {
    return f64x2.add(
      f64x2.add(
        f64x2.mul(v128.load(block), BlockMatrix.splat(x0)),
        f64x2.mul(v128.load(block, 24), BlockMatrix.splat(x1)),
      ),
      f64x2.mul(v128.load(block, 48), BlockMatrix.splat(x2)),
    );
  }

  /** The third number of Bᵀ x. */
  @inline static transposedZ(block: usize, x0: f64, x1: f64, x2: f64): f64 {
    return load<f64>(block, 16) * x0 + load<f64>(block, 40) * x1 + load<f64>(block, 64) * x2;
  }

  /**
   * One row of a block times x, as two numbers whose sum it is: the first holds the third product
   * too.
   */
  @inline static rowProduct(block: usize, row: usize, xy: v128, z: v128): v128 {
    return f64x2.add(f64x2.mul(v128.load(block + row), xy), f64x2.mul(v128.load_zero<f64>(block + row, 16), z));
  }

  /** x = B y of a symmetric block B in six numbers. */
  @inline static applySymmetric(block: usize, y: usize, x: usize): void {
    const y0 = load<f64>(y);
    const y1 = load<f64>(y, 8);
    const y2 = load<f64>(y, 16);
    store<f64>(x, load<f64>(block) * y0 + load<f64>(block, 8) * y1 + load<f64>(block, 16) * y2);
    store<f64>(x, load<f64>(block, 8) * y0 + load<f64>(block, 24) * y1 + load<f64>(block, 32) * y2, 8);
    store<f64>(x, load<f64>(block, 16) * y0 + load<f64>(block, 32) * y1 + load<f64>(block, 40) * y2, 16);
  }

  /** y += (L + U) x. */
  @inline static addUpper(matrix: MatrixColumns, x: usize, y: usize): void {
    const size = matrix.size;
    const fullStart = matrix.fullStart;
    const fullColumn = matrix.fullColumn;
    const scalarStart = matrix.scalarStart;
    const scalarColumn = matrix.scalarColumn;
    const scalars = matrix.scalars;
    let block = matrix.blocks;
    for (let row: usize = 0; row < size; row++) {
      const own = BlockMatrix.vector(x, row);
      const to = BlockMatrix.vector(y, row);
      const x0 = load<f64>(own);
      const x1 = load<f64>(own, 8);
      const x2 = load<f64>(own, 16);
      let s0 = BlockMatrix.splat(0);
      let s1 = s0;
      let s2 = s0;
      for (
        let k = BlockMatrix.index(fullStart, row), end = BlockMatrix.index(fullStart, row + 1);
        k < end;
        k++, block += 72
      ) {
        const j = BlockMatrix.index(fullColumn, k);
        const from = BlockMatrix.vector(x, j);
        const there = BlockMatrix.vector(y, j);
        const xy = v128.load(from);
        const z = v128.load_zero<f64>(from, 16);
        s0 = f64x2.add(s0, BlockMatrix.rowProduct(block, 0, xy, z));
        s1 = f64x2.add(s1, BlockMatrix.rowProduct(block, 24, xy, z));
        s2 = f64x2.add(s2, BlockMatrix.rowProduct(block, 48, xy, z));
        v128.store(there, f64x2.add(v128.load(there), BlockMatrix.transposedXy(block, x0, x1, x2)));
        store<f64>(there, load<f64>(there, 16) + BlockMatrix.transposedZ(block, x0, x1, x2), 16);
      }
      let y0 = load<f64>(to) + BlockMatrix.sum(s0);
      let y1 = load<f64>(to, 8) + BlockMatrix.sum(s1);
      let y2 = load<f64>(to, 16) + BlockMatrix.sum(s2);
      const scalarEnd = BlockMatrix.index(scalarStart, row + 1);
      for (let k = BlockMatrix.index(scalarStart, row); k < scalarEnd; k++) {
        const j = BlockMatrix.index(scalarColumn, k);
        const from = BlockMatrix.vector(x, j);
        const there = BlockMatrix.vector(y, j);
        const m = load<f64>(scalars + (k << 3));
        y0 += m * load<f64>(from);
        y1 += m * load<f64>(from, 8);
        y2 += m * load<f64>(from, 16);
        v128.store(there, f64x2.add(v128.load(there), f64x2.mul(v128.load(own), BlockMatrix.splat(m))));
        store<f64>(there, load<f64>(there, 16) + m * x2, 16);
      }
      store<f64>(to, y0);
      store<f64>(to, y1, 8);
      store<f64>(to, y2, 16);
    }
  }
}
