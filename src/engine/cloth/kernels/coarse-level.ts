// One coarsening of the multigrid preconditioner: restriction, prolongation, and the Galerkin
// product Pᵀ A P of the coarser matrix. Where each block of the finer matrix goes is decided once,
// see engine/cloth/solver/coarse-level.ts; a step only adds.
import { BlockMatrix, MatrixColumns } from './block-matrix';

/**
 * A finer matrix, the coarser one of its aggregates, and the interpolation P between them: node i
 * takes `weight[k]` of aggregate `aggregate[k]` for k from `start[i]` to `start[i + 1]`.
 */
@unmanaged
export class LevelColumns {
  /** The matrix of the nodes. */
  fine: MatrixColumns;
  /** The matrix of the aggregates. */
  coarse: MatrixColumns;
  /** u32 per node, and one more: where its entries of P begin. */
  start: usize;
  /** u32 per entry of P: its column. */
  aggregate: usize;
  /** f64 per entry of P: its value. */
  weight: usize;
  /**
   * i32 for each off-diagonal block of the finer matrix, full ones first, and each pair of
   * aggregates of its row and column: 1 + the coarse block that it adds to, negative if transposed,
   * 0 for the diagonal.
   */
  target: usize;
  /** The same for the blocks of the diagonal. */
  diagonalTarget: usize;
  /** Nine f64: the block that is being added. */
  block: usize;
  /**
   * Blocks that `assembleLevel` left to the caller: three u32 each, row, number, and where its
   * targets begin.
   */
  deferred: usize;
  /** How many of them are of the diagonal; they come first. */
  deferredDiagonal: u32;
  /** How many of them are full blocks; they come next. */
  deferredFull: u32;
  /** How many of them are multiples of the unit matrix; they come last. */
  deferredScalar: u32;
}

/** coarse = Pᵀ fine. */
export function restrict(level: LevelColumns, fine: usize, coarse: usize): void {
  const size = level.fine.size;
  const start = level.start;
  const aggregate = level.aggregate;
  const weights = level.weight;
  memory.fill(coarse, 0, level.coarse.size * 24);
  for (let i: usize = 0, k: usize = 0; i < size; i++, fine += 24) {
    for (const end = BlockMatrix.index(start, i + 1); k < end; k++) {
      const to = BlockMatrix.vector(coarse, BlockMatrix.index(aggregate, k));
      const w = CoarseLevel.weight(weights, k);
      v128.store(to, f64x2.add(v128.load(to), f64x2.mul(f64x2.splat(w), v128.load(fine))));
      store<f64>(to, load<f64>(to, 16) + w * load<f64>(fine, 16), 16);
    }
  }
}

/** fine += P coarse. */
export function prolong(level: LevelColumns, coarse: usize, fine: usize): void {
  const size = level.fine.size;
  const start = level.start;
  const aggregate = level.aggregate;
  const weights = level.weight;
  for (let i: usize = 0, k: usize = 0; i < size; i++, fine += 24) {
    let xy = v128.load(fine);
    let z = load<f64>(fine, 16);
    for (const end = BlockMatrix.index(start, i + 1); k < end; k++) {
      const from = BlockMatrix.vector(coarse, BlockMatrix.index(aggregate, k));
      const w = CoarseLevel.weight(weights, k);
      xy = f64x2.add(xy, f64x2.mul(f64x2.splat(w), v128.load(from)));
      z += w * load<f64>(from, 16);
    }
    v128.store(fine, xy);
    store<f64>(fine, z, 16);
  }
}

/**
 * coarse = Pᵀ fine P. Blocks of constrained nodes have to be filtered first: they are listed in
 * `deferred`, and the caller adds them. `isConstrained` holds a byte per node; 0 for no
 * constraints.
 */
export function assembleLevel(level: LevelColumns, isConstrained: usize): void {
  const fine = level.fine;
  const coarse = level.coarse;
  const size = fine.size;
  const coarseSize = coarse.size;
  memory.fill(coarse.diagonal, 0, coarseSize * 48);
  memory.fill(coarse.blocks, 0, BlockMatrix.index(coarse.fullStart, coarseSize) * 72);
  const first = level.deferred;
  const fullFirst = CoarseLevel.addDiagonal(level, isConstrained, first);
  level.deferredDiagonal = <u32>((fullFirst - first) / 12);
  const start = fine.fullStart;
  const column = fine.fullColumn;
  const blocks = fine.blocks;
  let next: usize = 0;
  let deferred = fullFirst;
  for (let i: usize = 0, k: usize = 0; i < size; i++) {
    const isRowConstrained = CoarseLevel.isSet(isConstrained, i);
    for (const end = BlockMatrix.index(start, i + 1); k < end; k++) {
      const j = BlockMatrix.index(column, k);
      if (isRowConstrained || CoarseLevel.isSet(isConstrained, j)) {
        deferred = CoarseLevel.defer(deferred, i, k, next);
        next += CoarseLevel.pairCount(level, i, j);
      } else next = addCoarseBlock(level, blocks + k * 72, i, j, next);
    }
  }
  level.deferredFull = <u32>((deferred - fullFirst) / 12);
  level.deferredScalar = <u32>((CoarseLevel.addScalars(level, isConstrained, deferred, next) - deferred) / 12);
}

/**
 * Adds the block of nodes i and j to all pairs of their aggregates, whose targets begin at `next`.
 * Returns where they end.
 */
export function addCoarseBlock(level: LevelColumns, block: usize, i: usize, j: usize, next: usize): usize {
  const diagonal = level.coarse.diagonal;
  const blocks = level.coarse.blocks;
  const start = level.start;
  const aggregate = level.aggregate;
  const weights = level.weight;
  const targets = level.target;
  const iEnd = BlockMatrix.index(start, i + 1);
  const jStart = BlockMatrix.index(start, j);
  const jEnd = BlockMatrix.index(start, j + 1);
  for (let a = BlockMatrix.index(start, i); a < iEnd; a++) {
    for (let b = jStart; b < jEnd; b++, next++) {
      const target = load<i32>(targets + (next << 2));
      const w = CoarseLevel.weight(weights, a) * CoarseLevel.weight(weights, b);
      if (target > 0) CoarseLevel.addBlock(blocks + <usize>(target - 1) * 72, w, block);
      else if (target < 0) CoarseLevel.addTransposed(blocks + <usize>(-target - 1) * 72, w, block);
      else CoarseLevel.addToDiagonal(diagonal + BlockMatrix.index(aggregate, a) * 48, w, block);
    }
  }
  return next;
}

/**
 * Adds a block of the diagonal, nine numbers, to all pairs of the aggregates of node i. Returns
 * where its targets end.
 */
export function addCoarseDiagonal(level: LevelColumns, block: usize, i: usize, next: usize): usize {
  const diagonal = level.coarse.diagonal;
  const blocks = level.coarse.blocks;
  const start = level.start;
  const aggregate = level.aggregate;
  const weights = level.weight;
  const targets = level.diagonalTarget;
  const end = BlockMatrix.index(start, i + 1);
  for (let a = BlockMatrix.index(start, i); a < end; a++) {
    const w = CoarseLevel.weight(weights, a);
    CoarseLevel.addToDiagonal(diagonal + BlockMatrix.index(aggregate, a) * 48, (w * w) / 2, block);
    for (let b = a + 1; b < end; b++, next++) {
      const target = load<i32>(targets + (next << 2));
      CoarseLevel.addBlock(blocks + <usize>(target - 1) * 72, w * CoarseLevel.weight(weights, b), block);
    }
  }
  return next;
}

class CoarseLevel {
  @inline static weight(weights: usize, k: usize): f64 {
    return load<f64>(weights + (k << 3));
  }

  @inline static gain(to: usize, value: f64): void {
    store<f64>(to, load<f64>(to) + value);
  }

  /** Two numbers at a time. */
  @inline static gainPair(to: usize, w: v128, from: usize): void {
    v128.store(to, f64x2.add(v128.load(to), f64x2.mul(w, v128.load(from))));
  }

  @inline static addBlock(to: usize, w: f64, block: usize): void {
    const both = f64x2.splat(w);
    CoarseLevel.gainPair(to, both, block);
    CoarseLevel.gainPair(to + 16, both, block + 16);
    CoarseLevel.gainPair(to + 32, both, block + 32);
    CoarseLevel.gainPair(to + 48, both, block + 48);
    CoarseLevel.gain(to + 64, w * load<f64>(block, 64));
  }

  @inline static addTransposed(to: usize, w: f64, block: usize): void {
    CoarseLevel.gain(to, w * load<f64>(block));
    CoarseLevel.gain(to + 8, w * load<f64>(block, 24));
    CoarseLevel.gain(to + 16, w * load<f64>(block, 48));
    CoarseLevel.gain(to + 24, w * load<f64>(block, 8));
    CoarseLevel.gain(to + 32, w * load<f64>(block, 32));
    CoarseLevel.gain(to + 40, w * load<f64>(block, 56));
    CoarseLevel.gain(to + 48, w * load<f64>(block, 16));
    CoarseLevel.gain(to + 56, w * load<f64>(block, 40));
    CoarseLevel.gain(to + 64, w * load<f64>(block, 64));
  }

  /** Adds a block and its transpose to a symmetric block in six numbers. */
  @inline static addToDiagonal(to: usize, w: f64, block: usize): void {
    CoarseLevel.gain(to, 2 * w * load<f64>(block));
    CoarseLevel.gain(to + 8, w * (load<f64>(block, 8) + load<f64>(block, 24)));
    CoarseLevel.gain(to + 16, w * (load<f64>(block, 16) + load<f64>(block, 48)));
    CoarseLevel.gain(to + 24, 2 * w * load<f64>(block, 32));
    CoarseLevel.gain(to + 32, w * (load<f64>(block, 40) + load<f64>(block, 56)));
    CoarseLevel.gain(to + 40, 2 * w * load<f64>(block, 64));
  }

  /** Does what `addCoarseBlock` does for a multiple of the unit matrix. */
  static addScalar(level: LevelColumns, scalar: f64, i: usize, j: usize, next: usize): usize {
    const diagonal = level.coarse.diagonal;
    const blocks = level.coarse.blocks;
    const start = level.start;
    const aggregate = level.aggregate;
    const weights = level.weight;
    const targets = level.target;
    const iEnd = BlockMatrix.index(start, i + 1);
    const jStart = BlockMatrix.index(start, j);
    const jEnd = BlockMatrix.index(start, j + 1);
    for (let a = BlockMatrix.index(start, i); a < iEnd; a++) {
      for (let b = jStart; b < jEnd; b++, next++) {
        const target = load<i32>(targets + (next << 2));
        const value = scalar * CoarseLevel.weight(weights, a) * CoarseLevel.weight(weights, b);
        const isDiagonal = target == 0;
        const to = isDiagonal
          ? diagonal + BlockMatrix.index(aggregate, a) * 48
          : blocks + <usize>((target < 0 ? -target : target) - 1) * 72;
        const part = isDiagonal ? 2 * value : value;
        CoarseLevel.gain(to, part);
        CoarseLevel.gain(to + (isDiagonal ? 24 : 32), part);
        CoarseLevel.gain(to + (isDiagonal ? 40 : 64), part);
      }
    }
    return next;
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

  @inline static isSet(flags: usize, i: usize): bool {
    return flags != 0 && load<u8>(flags + i) != 0;
  }

  /** Appends block k of row i, whose targets begin at `next`, to the list. Returns its end. */
  @inline static defer(end: usize, i: usize, k: usize, next: usize): usize {
    store<u32>(end, <u32>i);
    store<u32>(end, <u32>k, 4);
    store<u32>(end, <u32>next, 8);
    return end + 12;
  }

  /** How many pairs of aggregates two nodes have. */
  @inline static pairCount(level: LevelColumns, i: usize, j: usize): usize {
    const start = level.start;
    return (
      (BlockMatrix.index(start, i + 1) - BlockMatrix.index(start, i)) *
      (BlockMatrix.index(start, j + 1) - BlockMatrix.index(start, j))
    );
  }

  /** Adds D, but for constrained nodes. Returns the end of the deferred blocks. */
  @inline static addDiagonal(level: LevelColumns, isConstrained: usize, deferred: usize): usize {
    const size = level.fine.size;
    const start = level.start;
    const block = level.block;
    let next: usize = 0;
    for (let i: usize = 0, packed = level.fine.diagonal; i < size; i++, packed += 48) {
      if (CoarseLevel.isSet(isConstrained, i)) {
        const count = BlockMatrix.index(start, i + 1) - BlockMatrix.index(start, i);
        deferred = CoarseLevel.defer(deferred, i, i, next);
        next += (count * (count - 1)) >> 1;
      } else {
        CoarseLevel.unpack(packed, block);
        next = addCoarseDiagonal(level, block, i, next);
      }
    }
    return deferred;
  }

  /**
   * Adds the multiples of the unit matrix, but for constrained nodes. Returns the end of the
   * deferred blocks.
   */
  @inline static addScalars(level: LevelColumns, isConstrained: usize, deferred: usize, next: usize): usize {
    const fine = level.fine;
    const size = fine.size;
    const start = fine.scalarStart;
    const column = fine.scalarColumn;
    const scalars = fine.scalars;
    for (let i: usize = 0, k: usize = 0; i < size; i++) {
      const isRowConstrained = CoarseLevel.isSet(isConstrained, i);
      for (const end = BlockMatrix.index(start, i + 1); k < end; k++) {
        const j = BlockMatrix.index(column, k);
        if (isRowConstrained || CoarseLevel.isSet(isConstrained, j)) {
          deferred = CoarseLevel.defer(deferred, i, k, next);
          next += CoarseLevel.pairCount(level, i, j);
        } else next = CoarseLevel.addScalar(level, load<f64>(scalars + (k << 3)), i, j, next);
      }
    }
    return deferred;
  }
}
