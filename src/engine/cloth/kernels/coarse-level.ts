// One coarsening of the multigrid preconditioner: restriction, prolongation, and the Galerkin
// product Pᵀ A P of the coarser matrix. The target of each block of the finer matrix is decided
// once, see engine/cloth/solver/coarse-level.ts; a step only adds.
import { BlockMatrix, MatrixColumns } from './block-matrix';
import { Vectors } from './vectors';

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
   * i32 for each block of the finer matrix (those of D, full ones of U, multiples of the unit
   * matrix) and each pair of aggregates of its row and column: 1 + the coarse block that it adds
   * to, negative if transposed, 0 for the diagonal. A block of D has each pair of different
   * aggregates once.
   */
  target: usize;
}

/**
 * The share of its diagonal that a constrained direction keeps, so that an aggregate which is fixed
 * altogether has an inverse too.
 */
const CONSTRAINED_SHARE: f64 = 1e-3;

/** coarse = Pᵀ fine. */
export function restrict(level: LevelColumns, fine: usize, coarse: usize): void {
  const size = level.fine.size;
  const start = level.start;
  const aggregate = level.aggregate;
  const weights = level.weight;
  memory.fill(coarse, 0, level.coarse.size * 24);
  for (let i: usize = 0, k: usize = 0; i < size; i++, fine += 24) {
    for (const end = Vectors.index(start, i + 1); k < end; k++) {
      const to = Vectors.at(coarse, Vectors.index(aggregate, k));
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
    for (const end = Vectors.index(start, i + 1); k < end; k++) {
      const from = Vectors.at(coarse, Vectors.index(aggregate, k));
      const w = CoarseLevel.weight(weights, k);
      xy = f64x2.add(xy, f64x2.mul(f64x2.splat(w), v128.load(from)));
      z += w * load<f64>(from, 16);
    }
    v128.store(fine, xy);
    store<f64>(fine, z, 16);
  }
}

/**
 * coarse = Pᵀ S fine S P, where S filters out the constrained directions of the finer matrix. The
 * blocks that S changes are added last.
 */
export function assembleLevel(level: LevelColumns): void {
  const coarse = level.coarse;
  memory.fill(coarse.diagonal, 0, coarse.size * 48);
  memory.fill(coarse.blocks, 0, Vectors.index(coarse.fullStart, coarse.size) * 72);
  CoarseLevel.addBlocks(level, false);
  if (level.fine.rank != 0) CoarseLevel.addBlocks(level, true);
}

/** Sums of blocks over aggregates. */
class CoarseLevel {
  /** Adds all blocks that S leaves as they are, or with `isFiltered` all others. */
  static addBlocks(level: LevelColumns, isFiltered: bool): void {
    const fine = level.fine;
    const target = CoarseLevel.addDiagonal(level, isFiltered);
    const scalarTarget = CoarseLevel.addUpper(level, isFiltered, false, fine.fullStart, fine.fullColumn, target);
    CoarseLevel.addUpper(level, isFiltered, true, fine.scalarStart, fine.scalarColumn, scalarTarget);
  }

  /** Adds D. Returns the end of its targets. */
  @inline static addDiagonal(level: LevelColumns, isFiltered: bool): usize {
    const fine = level.fine;
    const size = fine.size;
    const block = fine.block;
    let target = level.target;
    for (let i: usize = 0, packed = fine.diagonal; i < size; i++, packed += 48) {
      if (BlockMatrix.isConstrained(fine, i) != isFiltered) {
        const count = CoarseLevel.aggregateCount(level, i);
        target += (count * (count - 1)) << 1;
        continue;
      }
      BlockMatrix.unpack(packed, block);
      if (isFiltered) {
        const kept = (CONSTRAINED_SHARE * BlockMatrix.trace(block)) / 3;
        BlockMatrix.filter(fine, i, i);
        BlockMatrix.addConstrainedIdentity(fine, i, kept);
      }
      target = CoarseLevel.addOwnPairs(level, block, i, target);
    }
    return target;
  }

  /**
   * Adds full blocks of U, or with `isScalar` multiples of the unit matrix. Returns the end of
   * their targets.
   */
  @inline static addUpper(
    level: LevelColumns,
    isFiltered: bool,
    isScalar: bool,
    start: usize,
    column: usize,
    target: usize,
  ): usize {
    const fine = level.fine;
    const size = fine.size;
    const block = fine.block;
    const blocks = fine.blocks;
    const scalars = fine.scalars;
    for (let i: usize = 0, k: usize = 0; i < size; i++) {
      const isRowConstrained = BlockMatrix.isConstrained(fine, i);
      for (const end = Vectors.index(start, i + 1); k < end; k++) {
        const j = Vectors.index(column, k);
        if ((isRowConstrained || BlockMatrix.isConstrained(fine, j)) != isFiltered) {
          target += (CoarseLevel.aggregateCount(level, i) * CoarseLevel.aggregateCount(level, j)) << 2;
        } else if (isFiltered) {
          if (isScalar) CoarseLevel.setScalar(block, load<f64>(scalars + (k << 3)));
          else memory.copy(block, blocks + k * 72, 72);
          BlockMatrix.filter(fine, i, j);
          target = CoarseLevel.addFull(level, block, i, j, target);
        } else if (isScalar) target = CoarseLevel.addPairs(level, true, 0, load<f64>(scalars + (k << 3)), i, j, target);
        else target = CoarseLevel.addFull(level, blocks + k * 72, i, j, target);
      }
    }
    return target;
  }

  /** Adds a full block; see `addPairs`. */
  static addFull(level: LevelColumns, block: usize, i: usize, j: usize, target: usize): usize {
    return CoarseLevel.addPairs(level, false, block, 1, i, j, target);
  }

  /**
   * Adds the block of nodes i and j, or with `isScalar` a multiple of the unit matrix, to all pairs
   * of their aggregates. Returns the end of its targets.
   */
  @inline static addPairs(
    level: LevelColumns,
    isScalar: bool,
    block: usize,
    scalar: f64,
    i: usize,
    j: usize,
    target: usize,
  ): usize {
    const diagonal = level.coarse.diagonal;
    const blocks = level.coarse.blocks;
    const start = level.start;
    const aggregate = level.aggregate;
    const weights = level.weight;
    const iEnd = Vectors.index(start, i + 1);
    const jStart = Vectors.index(start, j);
    const jEnd = Vectors.index(start, j + 1);
    for (let a = Vectors.index(start, i); a < iEnd; a++) {
      for (let b = jStart; b < jEnd; b++, target += 4) {
        const to = load<i32>(target);
        const w = scalar * CoarseLevel.weight(weights, a) * CoarseLevel.weight(weights, b);
        const own = diagonal + Vectors.index(aggregate, a) * 48;
        const other = blocks + <usize>(abs(to) - 1) * 72;
        if (isScalar) CoarseLevel.addIdentity(to == 0 ? own : other, w, to == 0);
        else if (to > 0) CoarseLevel.addBlock(other, w, block);
        else if (to < 0) CoarseLevel.addTransposed(other, w, block);
        else CoarseLevel.addToDiagonal(own, w, block);
      }
    }
    return target;
  }

  /**
   * Adds the diagonal block of node i, in nine numbers, to all pairs of its aggregates. Returns the
   * end of its targets.
   */
  static addOwnPairs(level: LevelColumns, block: usize, i: usize, target: usize): usize {
    const diagonal = level.coarse.diagonal;
    const blocks = level.coarse.blocks;
    const aggregate = level.aggregate;
    const weights = level.weight;
    const end = Vectors.index(level.start, i + 1);
    for (let a = Vectors.index(level.start, i); a < end; a++) {
      const w = CoarseLevel.weight(weights, a);
      CoarseLevel.addToDiagonal(diagonal + Vectors.index(aggregate, a) * 48, (w * w) / 2, block);
      for (let b = a + 1; b < end; b++, target += 4)
        CoarseLevel.addBlock(blocks + <usize>(load<i32>(target) - 1) * 72, w * CoarseLevel.weight(weights, b), block);
    }
    return target;
  }

  /** Value of entry k of P. */
  @inline static weight(weights: usize, k: usize): f64 {
    return load<f64>(weights + (k << 3));
  }

  /** How many aggregates a node is interpolated from. */
  @inline static aggregateCount(level: LevelColumns, i: usize): usize {
    return Vectors.index(level.start, i + 1) - Vectors.index(level.start, i);
  }

  /** Sets a block to a multiple of the unit matrix. */
  @inline static setScalar(block: usize, value: f64): void {
    memory.fill(block, 0, 72);
    store<f64>(block, value);
    store<f64>(block, value, 32);
    store<f64>(block, value, 64);
  }

  /** Adds w times two numbers. */
  @inline static gainPair(to: usize, w: v128, from: usize): void {
    v128.store(to, f64x2.add(v128.load(to), f64x2.mul(w, v128.load(from))));
  }

  /** Adds w times a block. */
  @inline static addBlock(to: usize, w: f64, block: usize): void {
    const both = f64x2.splat(w);
    CoarseLevel.gainPair(to, both, block);
    CoarseLevel.gainPair(to + 16, both, block + 16);
    CoarseLevel.gainPair(to + 32, both, block + 32);
    CoarseLevel.gainPair(to + 48, both, block + 48);
    Vectors.add(to + 64, w * load<f64>(block, 64));
  }

  /** Adds w times the transpose of a block. */
  @inline static addTransposed(to: usize, w: f64, block: usize): void {
    Vectors.add(to, w * load<f64>(block));
    Vectors.add(to + 8, w * load<f64>(block, 24));
    Vectors.add(to + 16, w * load<f64>(block, 48));
    Vectors.add(to + 24, w * load<f64>(block, 8));
    Vectors.add(to + 32, w * load<f64>(block, 32));
    Vectors.add(to + 40, w * load<f64>(block, 56));
    Vectors.add(to + 48, w * load<f64>(block, 16));
    Vectors.add(to + 56, w * load<f64>(block, 40));
    Vectors.add(to + 64, w * load<f64>(block, 64));
  }

  /** Adds a block and its transpose to a symmetric block in six numbers. */
  @inline static addToDiagonal(to: usize, w: f64, block: usize): void {
    Vectors.add(to, 2 * w * load<f64>(block));
    Vectors.add(to + 8, w * (load<f64>(block, 8) + load<f64>(block, 24)));
    Vectors.add(to + 16, w * (load<f64>(block, 16) + load<f64>(block, 48)));
    Vectors.add(to + 24, 2 * w * load<f64>(block, 32));
    Vectors.add(to + 32, w * (load<f64>(block, 40) + load<f64>(block, 56)));
    Vectors.add(to + 40, 2 * w * load<f64>(block, 64));
  }

  /**
   * Adds a multiple of the unit matrix to a block, or twice to a symmetric block in six numbers.
   */
  @inline static addIdentity(to: usize, value: f64, isDiagonal: bool): void {
    const part = isDiagonal ? 2 * value : value;
    Vectors.add(to, part);
    Vectors.add(to + (isDiagonal ? 24 : 32), part);
    Vectors.add(to + (isDiagonal ? 40 : 64), part);
  }
}
