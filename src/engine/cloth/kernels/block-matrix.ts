// Products with the symmetric matrix A = L + D + U of an implicit step, and Gauss–Seidel sweeps
// over it. D and U are stored as 3×3 blocks. L is U transposed: its products are scattered to the
// rows below. See engine/cloth/solver/block-matrix.ts.
import { Vectors } from './vectors';

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
  /**
   * u8 per row: in how many directions its velocity is constrained; 0 if the matrix has no
   * constraints.
   */
  rank: usize;
  /** Nine f64 per row: up to three orthonormal directions, those that are constrained. */
  directions: usize;
  /** Nine f64: the block that is being filtered. */
  block: usize;
}

/** y = A x. */
export function multiply(matrix: MatrixColumns, x: usize, y: usize): void {
  const size = matrix.size;
  const diagonal = matrix.diagonal;
  for (let row: usize = 0; row < size; row++)
    BlockMatrix.applySymmetric(diagonal + row * 48, Vectors.at(x, row), Vectors.at(y, row));
  const fullStart = matrix.fullStart;
  const fullColumn = matrix.fullColumn;
  const scalarStart = matrix.scalarStart;
  const scalarColumn = matrix.scalarColumn;
  const scalars = matrix.scalars;
  let block = matrix.blocks;
  for (let row: usize = 0; row < size; row++) {
    const own = Vectors.at(x, row);
    const to = Vectors.at(y, row);
    const x0 = load<f64>(own);
    const x1 = load<f64>(own, 8);
    const x2 = load<f64>(own, 16);
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    for (let k = Vectors.index(fullStart, row), end = Vectors.index(fullStart, row + 1); k < end; k++, block += 72) {
      const j = Vectors.index(fullColumn, k);
      const from = Vectors.at(x, j);
      const there = Vectors.at(y, j);
      const xy = v128.load(from);
      const z = v128.load_zero<f64>(from, 16);
      s0 = f64x2.add(s0, BlockMatrix.rowProduct(block, 0, xy, z));
      s1 = f64x2.add(s1, BlockMatrix.rowProduct(block, 24, xy, z));
      s2 = f64x2.add(s2, BlockMatrix.rowProduct(block, 48, xy, z));
      v128.store(there, f64x2.add(v128.load(there), BlockMatrix.transposedXy(block, x0, x1, x2)));
      store<f64>(there, load<f64>(there, 16) + BlockMatrix.transposedZ(block, x0, x1, x2), 16);
    }
    let y0 = load<f64>(to) + Vectors.sum(s0);
    let y1 = load<f64>(to, 8) + Vectors.sum(s1);
    let y2 = load<f64>(to, 16) + Vectors.sum(s2);
    const scalarEnd = Vectors.index(scalarStart, row + 1);
    for (let k = Vectors.index(scalarStart, row); k < scalarEnd; k++) {
      const j = Vectors.index(scalarColumn, k);
      const from = Vectors.at(x, j);
      const there = Vectors.at(y, j);
      const m = load<f64>(scalars + (k << 3));
      y0 += m * load<f64>(from);
      y1 += m * load<f64>(from, 8);
      y2 += m * load<f64>(from, 16);
      v128.store(there, f64x2.add(v128.load(there), f64x2.mul(v128.load(own), f64x2.splat(m))));
      store<f64>(there, load<f64>(there, 16) + m * x2, 16);
    }
    store<f64>(to, y0);
    store<f64>(to, y1, 8);
    store<f64>(to, y2, 16);
  }
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
    const own = Vectors.at(x, row);
    if (inverse != 0) BlockMatrix.applySymmetric(inverse + row * 48, Vectors.at(y, row), own);
    const x0 = load<f64>(own);
    const x1 = load<f64>(own, 8);
    const x2 = load<f64>(own, 16);
    for (let k = Vectors.index(fullStart, row), end = Vectors.index(fullStart, row + 1); k < end; k++, block += 72) {
      const to = Vectors.at(y, Vectors.index(fullColumn, k));
      v128.store(to, f64x2.sub(v128.load(to), BlockMatrix.transposedXy(block, x0, x1, x2)));
      store<f64>(to, load<f64>(to, 16) - BlockMatrix.transposedZ(block, x0, x1, x2), 16);
    }
    const scalarEnd = Vectors.index(scalarStart, row + 1);
    for (let k = Vectors.index(scalarStart, row); k < scalarEnd; k++) {
      const to = Vectors.at(y, Vectors.index(scalarColumn, k));
      const m = load<f64>(scalars + (k << 3));
      v128.store(to, f64x2.sub(v128.load(to), f64x2.mul(v128.load(own), f64x2.splat(m))));
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
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    for (let k = Vectors.index(fullStart, row), end = Vectors.index(fullStart, row + 1); k < end; k++) {
      const from = Vectors.at(x, Vectors.index(fullColumn, k));
      const block = blocks + k * 72;
      const xy = v128.load(from);
      const z = v128.load_zero<f64>(from, 16);
      s0 = f64x2.add(s0, BlockMatrix.rowProduct(block, 0, xy, z));
      s1 = f64x2.add(s1, BlockMatrix.rowProduct(block, 24, xy, z));
      s2 = f64x2.add(s2, BlockMatrix.rowProduct(block, 48, xy, z));
    }
    const own = Vectors.at(y, row);
    let y0 = load<f64>(own) - Vectors.sum(s0);
    let y1 = load<f64>(own, 8) - Vectors.sum(s1);
    let y2 = load<f64>(own, 16) - Vectors.sum(s2);
    const scalarEnd = Vectors.index(scalarStart, row + 1);
    for (let k = Vectors.index(scalarStart, row); k < scalarEnd; k++) {
      const from = Vectors.at(x, Vectors.index(scalarColumn, k));
      const m = load<f64>(scalars + (k << 3));
      y0 -= m * load<f64>(from);
      y1 -= m * load<f64>(from, 8);
      y2 -= m * load<f64>(from, 16);
    }
    store<f64>(own, y0);
    store<f64>(own, y1, 8);
    store<f64>(own, y2, 16);
    if (inverse != 0) BlockMatrix.applySymmetric(inverse + row * 48, own, Vectors.at(x, row));
  }
}

/**
 * Writes the inverses of D, which is positive definite, six numbers each. Where constraints act,
 * the inverse is that of the directions that they leave free, and 0 in the others.
 */
export function invertDiagonal(matrix: MatrixColumns, inverse: usize): void {
  const size = matrix.size;
  const block = matrix.block;
  let packed = matrix.diagonal;
  for (let row: usize = 0; row < size; row++, packed += 48, inverse += 48) {
    if (!BlockMatrix.isConstrained(matrix, row)) {
      BlockMatrix.invert(packed, inverse);
      continue;
    }
    BlockMatrix.unpack(packed, block);
    const scale = BlockMatrix.trace(block) / 3;
    BlockMatrix.filter(matrix, row, row);
    BlockMatrix.addConstrainedIdentity(matrix, row, scale);
    BlockMatrix.pack(block, inverse);
    BlockMatrix.invert(inverse, inverse);
    BlockMatrix.unpack(inverse, block);
    BlockMatrix.filter(matrix, row, row);
    BlockMatrix.pack(block, inverse);
  }
}

/**
 * Single blocks: symmetric ones packed in six numbers, xx xy xz yy yz zz, or any in nine, row by
 * row.
 */
export class BlockMatrix {
  /** Whether constraints act on the velocity of a row. */
  @inline static isConstrained(matrix: MatrixColumns, row: usize): bool {
    return matrix.rank != 0 && load<u8>(matrix.rank + row) != 0;
  }

  /**
   * Removes the parts of `matrix.block`, the block of a row and a column, that lie along the
   * constraints of either.
   */
  static filter(matrix: MatrixColumns, row: usize, column: usize): void {
    BlockMatrix.filterSide(matrix, row, 24, 8);
    BlockMatrix.filterSide(matrix, column, 8, 24);
  }

  /**
   * Filters one side of the block. `along` and `across` are the bytes from an entry to the next one
   * in the filtered direction, and in the other.
   */
  @inline static filterSide(matrix: MatrixColumns, row: usize, along: usize, across: usize): void {
    let at = matrix.directions + row * 72;
    for (const end = Vectors.at(at, load<u8>(matrix.rank + row)); at < end; at += 24) {
      const x = load<f64>(at);
      const y = load<f64>(at, 8);
      const z = load<f64>(at, 16);
      let entry = matrix.block;
      for (const last = entry + 3 * across; entry < last; entry += across) {
        const sum = x * load<f64>(entry) + y * load<f64>(entry + along) + z * load<f64>(entry + 2 * along);
        Vectors.add(entry, -(sum * x));
        Vectors.add(entry + along, -(sum * y));
        Vectors.add(entry + 2 * along, -(sum * z));
      }
    }
  }

  /**
   * Adds a multiple of the unit matrix in the constrained directions of a row to `matrix.block`.
   */
  @inline static addConstrainedIdentity(matrix: MatrixColumns, row: usize, multiple: f64): void {
    let at = matrix.directions + row * 72;
    for (const end = Vectors.at(at, load<u8>(matrix.rank + row)); at < end; at += 24)
      for (let i: usize = 0; i < 9; i++)
        Vectors.add(
          matrix.block + (i << 3),
          multiple * load<f64>(at + ((i / 3) << 3)) * load<f64>(at + ((i % 3) << 3)),
        );
  }

  /** The sum of the diagonal of a block in nine numbers. */
  @inline static trace(block: usize): f64 {
    return load<f64>(block) + load<f64>(block, 32) + load<f64>(block, 64);
  }

  /** From six numbers to nine. */
  @inline static unpack(packed: usize, block: usize): void {
    const xy = load<f64>(packed, 8);
    const xz = load<f64>(packed, 16);
    const yz = load<f64>(packed, 32);
    store<f64>(block, load<f64>(packed));
    store<f64>(block, xy, 8);
    store<f64>(block, xz, 16);
    store<f64>(block, xy, 24);
    store<f64>(block, load<f64>(packed, 24), 32);
    store<f64>(block, yz, 40);
    store<f64>(block, xz, 48);
    store<f64>(block, yz, 56);
    store<f64>(block, load<f64>(packed, 40), 64);
  }

  /** From the nine numbers of a symmetric block to six. */
  @inline static pack(block: usize, packed: usize): void {
    memory.copy(packed, block, 24);
    store<f64>(packed, load<f64>(block, 32), 24);
    store<f64>(packed, load<f64>(block, 40), 32);
    store<f64>(packed, load<f64>(block, 64), 40);
  }

  /** Inverts a positive definite block in six numbers, by its cofactors; `out` may be `block`. */
  static invert(block: usize, out: usize): void {
    const xx = load<f64>(block);
    const xy = load<f64>(block, 8);
    const xz = load<f64>(block, 16);
    const yy = load<f64>(block, 24);
    const yz = load<f64>(block, 32);
    const zz = load<f64>(block, 40);
    const c0 = yy * zz - yz * yz;
    const c1 = xz * yz - xy * zz;
    const c2 = xy * yz - xz * yy;
    const scale = 1 / (xx * c0 + xy * c1 + xz * c2);
    store<f64>(out, scale * c0);
    store<f64>(out, scale * c1, 8);
    store<f64>(out, scale * c2, 16);
    store<f64>(out, scale * (xx * zz - xz * xz), 24);
    store<f64>(out, scale * (xy * xz - xx * yz), 32);
    store<f64>(out, scale * (xx * yy - xy * xy), 40);
  }

  /** The first two numbers of Bᵀ x. */
  @inline static transposedXy(block: usize, x0: f64, x1: f64, x2: f64): v128 {
    return f64x2.add(
      f64x2.add(f64x2.mul(v128.load(block), f64x2.splat(x0)), f64x2.mul(v128.load(block, 24), f64x2.splat(x1))),
      f64x2.mul(v128.load(block, 48), f64x2.splat(x2)),
    );
  }

  /** The third number of Bᵀ x. */
  @inline static transposedZ(block: usize, x0: f64, x1: f64, x2: f64): f64 {
    return load<f64>(block, 16) * x0 + load<f64>(block, 40) * x1 + load<f64>(block, 64) * x2;
  }

  /**
   * One row of a block times x, as two numbers whose sum is the product; the first of them includes
   * the third term.
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
}
