// Products and sweeps with a symmetric matrix A = L + D + U of 3×3 blocks, of which D and U are stored: see engine/cloth/block-matrix.ts. L is read
// from U, transposed, by pushing. `matrix` is a table: the number of rows, then where the diagonal, the rows of near blocks (start, column,
// nine numbers a block), and those of far ones (start, column, one number) are.

export class BlockMatrix {
  @inline static word(matrix: usize, i: usize): usize {
    return load<u32>(matrix + (i << 2));
  }

  @inline static index(list: usize, i: usize): usize {
    return load<u32>(list + (i << 2));
  }

  @inline static vector(x: usize, i: usize): usize {
    return x + i * 24;
  }

  @inline static splat(value: f64): v128 {
    return f64x2.splat(value);
  }

  @inline static sum(pair: v128): f64 {
    return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
  }

  /** Bᵀ x, the first two. */
  @inline static pushXy(block: usize, x0: f64, x1: f64, x2: f64): v128 {
    return f64x2.add(
      f64x2.add(
        f64x2.mul(v128.load(block), BlockMatrix.splat(x0)),
        f64x2.mul(v128.load(block, 24), BlockMatrix.splat(x1)),
      ),
      f64x2.mul(v128.load(block, 48), BlockMatrix.splat(x2)),
    );
  }

  @inline static pushZ(block: usize, x0: f64, x1: f64, x2: f64): f64 {
    return load<f64>(block, 16) * x0 + load<f64>(block, 40) * x1 + load<f64>(block, 64) * x2;
  }

  /** One row of a block, as two numbers that are to be added up: the third product is in the first. */
  @inline static pull(block: usize, row: usize, xy: v128, z: v128): v128 {
    return f64x2.add(f64x2.mul(v128.load(block + row), xy), f64x2.mul(v128.load_zero<f64>(block + row, 16), z));
  }

  /** A block that is stored in six numbers, times y. */
  @inline static applySymmetric(block: usize, y: usize, x: usize): void {
    const y0 = load<f64>(y);
    const y1 = load<f64>(y, 8);
    const y2 = load<f64>(y, 16);
    store<f64>(x, load<f64>(block) * y0 + load<f64>(block, 8) * y1 + load<f64>(block, 16) * y2);
    store<f64>(x, load<f64>(block, 8) * y0 + load<f64>(block, 24) * y1 + load<f64>(block, 32) * y2, 8);
    store<f64>(x, load<f64>(block, 16) * y0 + load<f64>(block, 32) * y1 + load<f64>(block, 40) * y2, 16);
  }

  /** y = A x. */
  static multiply(matrix: usize, x: usize, y: usize): void {
    const size = BlockMatrix.word(matrix, 0);
    const diagonal = BlockMatrix.word(matrix, 1);
    for (let row: usize = 0; row < size; row++)
      BlockMatrix.applySymmetric(diagonal + row * 48, BlockMatrix.vector(x, row), BlockMatrix.vector(y, row));
    BlockMatrix.addUpper(matrix, x, y);
  }

  /** y += (L + U) x. */
  @inline static addUpper(matrix: usize, x: usize, y: usize): void {
    const size = BlockMatrix.word(matrix, 0);
    const start = BlockMatrix.word(matrix, 2);
    const column = BlockMatrix.word(matrix, 3);
    const farStart = BlockMatrix.word(matrix, 5);
    const farColumn = BlockMatrix.word(matrix, 6);
    const multiples = BlockMatrix.word(matrix, 7);
    let block = BlockMatrix.word(matrix, 4);
    for (let row: usize = 0; row < size; row++) {
      const own = BlockMatrix.vector(x, row);
      const to = BlockMatrix.vector(y, row);
      const x0 = load<f64>(own);
      const x1 = load<f64>(own, 8);
      const x2 = load<f64>(own, 16);
      let s0 = BlockMatrix.splat(0);
      let s1 = s0;
      let s2 = s0;
      for (let k = BlockMatrix.index(start, row), end = BlockMatrix.index(start, row + 1); k < end; k++, block += 72) {
        const j = BlockMatrix.index(column, k);
        const from = BlockMatrix.vector(x, j);
        const there = BlockMatrix.vector(y, j);
        const xy = v128.load(from);
        const z = v128.load_zero<f64>(from, 16);
        s0 = f64x2.add(s0, BlockMatrix.pull(block, 0, xy, z));
        s1 = f64x2.add(s1, BlockMatrix.pull(block, 24, xy, z));
        s2 = f64x2.add(s2, BlockMatrix.pull(block, 48, xy, z));
        v128.store(there, f64x2.add(v128.load(there), BlockMatrix.pushXy(block, x0, x1, x2)));
        store<f64>(there, load<f64>(there, 16) + BlockMatrix.pushZ(block, x0, x1, x2), 16);
      }
      let y0 = load<f64>(to) + BlockMatrix.sum(s0);
      let y1 = load<f64>(to, 8) + BlockMatrix.sum(s1);
      let y2 = load<f64>(to, 16) + BlockMatrix.sum(s2);
      const far = BlockMatrix.index(farStart, row + 1);
      for (let k = BlockMatrix.index(farStart, row); k < far; k++) {
        const j = BlockMatrix.index(farColumn, k);
        const from = BlockMatrix.vector(x, j);
        const there = BlockMatrix.vector(y, j);
        const m = load<f64>(multiples + (k << 3));
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

  /** y −= L x. With inverses of D, in six numbers each, first x = (L + D)⁻¹ y, row by row. */
  static sweepForward(matrix: usize, inverse: usize, x: usize, y: usize): void {
    const size = BlockMatrix.word(matrix, 0);
    const start = BlockMatrix.word(matrix, 2);
    const column = BlockMatrix.word(matrix, 3);
    const farStart = BlockMatrix.word(matrix, 5);
    const farColumn = BlockMatrix.word(matrix, 6);
    const multiples = BlockMatrix.word(matrix, 7);
    let block = BlockMatrix.word(matrix, 4);
    for (let row: usize = 0; row < size; row++) {
      const own = BlockMatrix.vector(x, row);
      if (inverse != 0) BlockMatrix.applySymmetric(inverse + row * 48, BlockMatrix.vector(y, row), own);
      const x0 = load<f64>(own);
      const x1 = load<f64>(own, 8);
      const x2 = load<f64>(own, 16);
      for (let k = BlockMatrix.index(start, row), end = BlockMatrix.index(start, row + 1); k < end; k++, block += 72) {
        const to = BlockMatrix.vector(y, BlockMatrix.index(column, k));
        v128.store(to, f64x2.sub(v128.load(to), BlockMatrix.pushXy(block, x0, x1, x2)));
        store<f64>(to, load<f64>(to, 16) - BlockMatrix.pushZ(block, x0, x1, x2), 16);
      }
      const far = BlockMatrix.index(farStart, row + 1);
      for (let k = BlockMatrix.index(farStart, row); k < far; k++) {
        const to = BlockMatrix.vector(y, BlockMatrix.index(farColumn, k));
        const m = load<f64>(multiples + (k << 3));
        v128.store(to, f64x2.sub(v128.load(to), f64x2.mul(v128.load(own), BlockMatrix.splat(m))));
        store<f64>(to, load<f64>(to, 16) - m * x2, 16);
      }
    }
  }

  /** y −= U x. With inverses x = (D + U)⁻¹ y, row by row from the last. */
  static sweepBackward(matrix: usize, inverse: usize, x: usize, y: usize): void {
    const start = BlockMatrix.word(matrix, 2);
    const column = BlockMatrix.word(matrix, 3);
    const blocks = BlockMatrix.word(matrix, 4);
    const farStart = BlockMatrix.word(matrix, 5);
    const farColumn = BlockMatrix.word(matrix, 6);
    const multiples = BlockMatrix.word(matrix, 7);
    for (let row = BlockMatrix.word(matrix, 0); row-- > 0; ) {
      let s0 = BlockMatrix.splat(0);
      let s1 = s0;
      let s2 = s0;
      for (let k = BlockMatrix.index(start, row), end = BlockMatrix.index(start, row + 1); k < end; k++) {
        const from = BlockMatrix.vector(x, BlockMatrix.index(column, k));
        const block = blocks + k * 72;
        const xy = v128.load(from);
        const z = v128.load_zero<f64>(from, 16);
        s0 = f64x2.add(s0, BlockMatrix.pull(block, 0, xy, z));
        s1 = f64x2.add(s1, BlockMatrix.pull(block, 24, xy, z));
        s2 = f64x2.add(s2, BlockMatrix.pull(block, 48, xy, z));
      }
      const own = BlockMatrix.vector(y, row);
      let y0 = load<f64>(own) - BlockMatrix.sum(s0);
      let y1 = load<f64>(own, 8) - BlockMatrix.sum(s1);
      let y2 = load<f64>(own, 16) - BlockMatrix.sum(s2);
      const far = BlockMatrix.index(farStart, row + 1);
      for (let k = BlockMatrix.index(farStart, row); k < far; k++) {
        const from = BlockMatrix.vector(x, BlockMatrix.index(farColumn, k));
        const m = load<f64>(multiples + (k << 3));
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
}
