// From particles to patches and back, and the system of the patches: see engine/cloth/coarse-level.ts. `level` is a table: the finer matrix, the
// coarser one, then where interpolation (start, patch, weight) and places (of blocks, of the diagonal) are.
import { BlockMatrix } from './block-matrix';

/** A block of the diagonal, row by row. */
const BLOCK: usize = memory.data(72, 16);

/** Written by `assemble`: how many blocks of the diagonal, near and far were left out. */
export let leftDiagonal: i32 = 0;
export let leftNear: i32 = 0;
export let leftFar: i32 = 0;

export class CoarseLevel {
  @inline static weight(weights: usize, k: usize): f64 {
    return load<f64>(weights + (k << 3));
  }

  /** What particles feel, summed over patches. */
  static restrict(level: usize, fine: usize, coarse: usize): void {
    const size = BlockMatrix.word(BlockMatrix.word(level, 0), 0);
    const start = BlockMatrix.word(level, 2);
    const patch = BlockMatrix.word(level, 3);
    const weights = BlockMatrix.word(level, 4);
    memory.fill(coarse, 0, BlockMatrix.word(BlockMatrix.word(level, 1), 0) * 24);
    for (let i: usize = 0, k: usize = 0; i < size; i++, fine += 24) {
      for (const end = BlockMatrix.index(start, i + 1); k < end; k++) {
        const to = BlockMatrix.vector(coarse, BlockMatrix.index(patch, k));
        const w = CoarseLevel.weight(weights, k);
        v128.store(to, f64x2.add(v128.load(to), f64x2.mul(f64x2.splat(w), v128.load(fine))));
        store<f64>(to, load<f64>(to, 16) + w * load<f64>(fine, 16), 16);
      }
    }
  }

  /** Adds what patches do to their particles. */
  static prolong(level: usize, coarse: usize, fine: usize): void {
    const size = BlockMatrix.word(BlockMatrix.word(level, 0), 0);
    const start = BlockMatrix.word(level, 2);
    const patch = BlockMatrix.word(level, 3);
    const weights = BlockMatrix.word(level, 4);
    for (let i: usize = 0, k: usize = 0; i < size; i++, fine += 24) {
      let xy = v128.load(fine);
      let z = load<f64>(fine, 16);
      for (const end = BlockMatrix.index(start, i + 1); k < end; k++) {
        const from = BlockMatrix.vector(coarse, BlockMatrix.index(patch, k));
        const w = CoarseLevel.weight(weights, k);
        xy = f64x2.add(xy, f64x2.mul(f64x2.splat(w), v128.load(from)));
        z += w * load<f64>(from, 16);
      }
      v128.store(fine, xy);
      store<f64>(fine, z, 16);
    }
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

  /** A block and its transpose, onto six numbers. */
  @inline static addToDiagonal(to: usize, w: f64, block: usize): void {
    CoarseLevel.gain(to, 2 * w * load<f64>(block));
    CoarseLevel.gain(to + 8, w * (load<f64>(block, 8) + load<f64>(block, 24)));
    CoarseLevel.gain(to + 16, w * (load<f64>(block, 16) + load<f64>(block, 48)));
    CoarseLevel.gain(to + 24, 2 * w * load<f64>(block, 32));
    CoarseLevel.gain(to + 32, w * (load<f64>(block, 40) + load<f64>(block, 56)));
    CoarseLevel.gain(to + 40, 2 * w * load<f64>(block, 64));
  }

  /** Adds the block of particles i and j to all pairs of their patches, whose places begin at `next`. Gives where they end. */
  static scatter(level: usize, block: usize, i: usize, j: usize, next: usize): usize {
    const coarse = BlockMatrix.word(level, 1);
    const diagonal = BlockMatrix.word(coarse, 1);
    const blocks = BlockMatrix.word(coarse, 4);
    const start = BlockMatrix.word(level, 2);
    const patch = BlockMatrix.word(level, 3);
    const weights = BlockMatrix.word(level, 4);
    const places = BlockMatrix.word(level, 5);
    const iEnd = BlockMatrix.index(start, i + 1);
    const jStart = BlockMatrix.index(start, j);
    const jEnd = BlockMatrix.index(start, j + 1);
    for (let a = BlockMatrix.index(start, i); a < iEnd; a++) {
      for (let b = jStart; b < jEnd; b++, next++) {
        const place = load<i32>(places + (next << 2));
        const w = CoarseLevel.weight(weights, a) * CoarseLevel.weight(weights, b);
        if (place > 0) CoarseLevel.addBlock(blocks + <usize>(place - 1) * 72, w, block);
        else if (place < 0) CoarseLevel.addTransposed(blocks + <usize>(-place - 1) * 72, w, block);
        else CoarseLevel.addToDiagonal(diagonal + BlockMatrix.index(patch, a) * 48, w, block);
      }
    }
    return next;
  }

  /** The same of a multiple of the unit matrix. */
  static scatterMultiple(level: usize, multiple: f64, i: usize, j: usize, next: usize): usize {
    const coarse = BlockMatrix.word(level, 1);
    const diagonal = BlockMatrix.word(coarse, 1);
    const blocks = BlockMatrix.word(coarse, 4);
    const start = BlockMatrix.word(level, 2);
    const patch = BlockMatrix.word(level, 3);
    const weights = BlockMatrix.word(level, 4);
    const places = BlockMatrix.word(level, 5);
    const iEnd = BlockMatrix.index(start, i + 1);
    const jStart = BlockMatrix.index(start, j);
    const jEnd = BlockMatrix.index(start, j + 1);
    for (let a = BlockMatrix.index(start, i); a < iEnd; a++) {
      for (let b = jStart; b < jEnd; b++, next++) {
        const place = load<i32>(places + (next << 2));
        const value = multiple * CoarseLevel.weight(weights, a) * CoarseLevel.weight(weights, b);
        const isOwn = place == 0;
        const to = isOwn
          ? diagonal + BlockMatrix.index(patch, a) * 48
          : blocks + <usize>((place < 0 ? -place : place) - 1) * 72;
        const part = isOwn ? 2 * value : value;
        CoarseLevel.gain(to, part);
        CoarseLevel.gain(to + (isOwn ? 24 : 32), part);
        CoarseLevel.gain(to + (isOwn ? 40 : 64), part);
      }
    }
    return next;
  }

  /** Adds a block of the diagonal, nine numbers, to all pairs of the patches of particle i. */
  static scatterDiagonal(level: usize, block: usize, i: usize, next: usize): usize {
    const coarse = BlockMatrix.word(level, 1);
    const diagonal = BlockMatrix.word(coarse, 1);
    const blocks = BlockMatrix.word(coarse, 4);
    const start = BlockMatrix.word(level, 2);
    const patch = BlockMatrix.word(level, 3);
    const weights = BlockMatrix.word(level, 4);
    const places = BlockMatrix.word(level, 6);
    const end = BlockMatrix.index(start, i + 1);
    for (let a = BlockMatrix.index(start, i); a < end; a++) {
      const w = CoarseLevel.weight(weights, a);
      CoarseLevel.addToDiagonal(diagonal + BlockMatrix.index(patch, a) * 48, (w * w) / 2, block);
      for (let b = a + 1; b < end; b++, next++) {
        const place = load<i32>(places + (next << 2));
        CoarseLevel.addBlock(blocks + <usize>(place - 1) * 72, w * CoarseLevel.weight(weights, b), block);
      }
    }
    return next;
  }

  @inline static unpack(packed: usize): void {
    const xy = load<f64>(packed, 8);
    const xz = load<f64>(packed, 16);
    const yz = load<f64>(packed, 32);
    store<f64>(BLOCK, load<f64>(packed));
    store<f64>(BLOCK, xy, 8);
    store<f64>(BLOCK, xz, 16);
    store<f64>(BLOCK, xy, 24);
    store<f64>(BLOCK, load<f64>(packed, 24), 32);
    store<f64>(BLOCK, yz, 40);
    store<f64>(BLOCK, xz, 48);
    store<f64>(BLOCK, yz, 56);
    store<f64>(BLOCK, load<f64>(packed, 40), 64);
  }

  @inline static isHeld(held: usize, i: usize): bool {
    return held != 0 && load<u8>(held + i) != 0;
  }

  @inline static leave(left: usize, i: usize, k: usize, next: usize): usize {
    store<u32>(left, <u32>i);
    store<u32>(left, <u32>k, 4);
    store<u32>(left, <u32>next, 8);
    return left + 12;
  }

  /**
   * The system of the patches, but for the blocks of particles that constraints hold: of these it writes row, number and place of the
   * first pair to `left`, and lets the caller add them.
   */
  static assemble(level: usize, held: usize, left: usize): void {
    const fine = BlockMatrix.word(level, 0);
    const coarse = BlockMatrix.word(level, 1);
    const size = BlockMatrix.word(fine, 0);
    const coarseSize = BlockMatrix.word(coarse, 0);
    memory.fill(BlockMatrix.word(coarse, 1), 0, coarseSize * 48);
    memory.fill(BlockMatrix.word(coarse, 4), 0, BlockMatrix.index(BlockMatrix.word(coarse, 2), coarseSize) * 72);
    const first = left;
    left = CoarseLevel.addDiagonal(level, fine, size, held, left);
    leftDiagonal = <i32>((left - first) / 12);
    const start = BlockMatrix.word(fine, 2);
    const column = BlockMatrix.word(fine, 3);
    const blocks = BlockMatrix.word(fine, 4);
    let next: usize = 0;
    const nearFirst = left;
    for (let i: usize = 0, k: usize = 0; i < size; i++) {
      const isHeld = CoarseLevel.isHeld(held, i);
      for (const end = BlockMatrix.index(start, i + 1); k < end; k++) {
        const j = BlockMatrix.index(column, k);
        if (isHeld || CoarseLevel.isHeld(held, j)) {
          left = CoarseLevel.leave(left, i, k, next);
          next += CoarseLevel.pairs(level, i, j);
        } else next = CoarseLevel.scatter(level, blocks + k * 72, i, j, next);
      }
    }
    leftNear = <i32>((left - nearFirst) / 12);
    leftFar = <i32>((CoarseLevel.addFar(level, fine, size, held, left, next) - left) / 12);
  }

  /** How many pairs of patches two particles have. */
  @inline static pairs(level: usize, i: usize, j: usize): usize {
    const start = BlockMatrix.word(level, 2);
    return (
      (BlockMatrix.index(start, i + 1) - BlockMatrix.index(start, i)) *
      (BlockMatrix.index(start, j + 1) - BlockMatrix.index(start, j))
    );
  }

  @inline static addDiagonal(level: usize, fine: usize, size: usize, held: usize, left: usize): usize {
    const start = BlockMatrix.word(level, 2);
    let next: usize = 0;
    for (let i: usize = 0, own = BlockMatrix.word(fine, 1); i < size; i++, own += 48) {
      if (CoarseLevel.isHeld(held, i)) {
        const count = BlockMatrix.index(start, i + 1) - BlockMatrix.index(start, i);
        left = CoarseLevel.leave(left, i, i, next);
        next += (count * (count - 1)) >> 1;
      } else {
        CoarseLevel.unpack(own);
        next = CoarseLevel.scatterDiagonal(level, BLOCK, i, next);
      }
    }
    return left;
  }

  @inline static addFar(level: usize, fine: usize, size: usize, held: usize, left: usize, next: usize): usize {
    const start = BlockMatrix.word(fine, 5);
    const column = BlockMatrix.word(fine, 6);
    const multiples = BlockMatrix.word(fine, 7);
    for (let i: usize = 0, k: usize = 0; i < size; i++) {
      const isHeld = CoarseLevel.isHeld(held, i);
      for (const end = BlockMatrix.index(start, i + 1); k < end; k++) {
        const j = BlockMatrix.index(column, k);
        if (isHeld || CoarseLevel.isHeld(held, j)) {
          left = CoarseLevel.leave(left, i, k, next);
          next += CoarseLevel.pairs(level, i, j);
        } else next = CoarseLevel.scatterMultiple(level, load<f64>(multiples + (k << 3)), i, j, next);
      }
    }
    return left;
  }
}
