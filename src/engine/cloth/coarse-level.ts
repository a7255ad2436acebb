// The system of the patches: Pᵀ S A S P, where P spreads what patches do over their particles and S takes away what constraints fix. Where
// each block goes is decided once; a step only adds.
import { BlockMatrix } from './block-matrix.ts';
import type { Interpolation } from './interpolation.ts';
import { unpackBlock } from './symmetric-block.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

/** What a fixed direction weighs in the system of patches: something, lest a patch that is fixed altogether have no inverse. */
const FIXED_SHARE = 1e-3;

export class CoarseLevel {
  readonly matrix: BlockMatrix;
  readonly #interpolation: Interpolation;
  /**
   * For the blocks of the finer matrix in turn, near and then far, and for each pair of patches of its row and its column:
   * 1 + the block it adds to, negative if transposed, or 0 for the diagonal.
   */
  readonly #places: Int32Array;
  /** The same for blocks on the diagonal and pairs of different patches. */
  readonly #diagonalPlaces: Int32Array;
  readonly #block = new Float64Array(9);

  constructor(fine: BlockMatrix, interpolation: Interpolation) {
    this.#interpolation = interpolation;
    const pairs = pairsOf(fine, interpolation);
    const { patchCount } = interpolation;
    const keys = Float64Array.from(new Set(pairs.all.filter((key) => key >= 0))).sort();
    const placeOf = new Map(Array.from(keys, (key, i) => [key, i + 1]));
    const start = new Uint32Array(patchCount + 1);
    for (const key of keys) start[Math.floor(key / patchCount) + 1]++;
    for (let i = 0; i < patchCount; i++) start[i + 1] += start[i];
    const near = { start, column: Uint32Array.from(keys, (key) => key % patchCount) };
    const none = { start: new Uint32Array(patchCount + 1), column: new Uint32Array(0) };
    this.matrix = new BlockMatrix(near, none);
    const places = Int32Array.from(pairs.all, (key, i) => (placeOf.get(key) ?? 0) * (pairs.isTransposed[i] ? -1 : 1));
    this.#places = places.subarray(0, pairs.diagonalStart);
    this.#diagonalPlaces = places.subarray(pairs.diagonalStart);
  }

  assemble(fine: BlockMatrix, constraints: VelocityConstraints | null): void {
    this.matrix.diagonal.fill(0);
    this.matrix.blocks.fill(0);
    this.#addDiagonal(fine, constraints);
    this.#addFar(fine, constraints, this.#addNear(fine, constraints));
  }

  /** What particles feel, summed over patches. */
  restrict(fine: Float64Array, coarse: Float64Array): void {
    const { start, patch, weight } = this.#interpolation;
    coarse.fill(0);
    for (let i = 0; i < start.length - 1; i++) {
      for (let k = start[i], end = start[i + 1]; k < end; k++) {
        const to = 3 * patch[k];
        coarse[to] += weight[k] * fine[3 * i];
        coarse[to + 1] += weight[k] * fine[3 * i + 1];
        coarse[to + 2] += weight[k] * fine[3 * i + 2];
      }
    }
  }

  /** Adds what patches do to their particles. */
  prolong(coarse: Float64Array, fine: Float64Array): void {
    const { start, patch, weight } = this.#interpolation;
    for (let i = 0; i < start.length - 1; i++) {
      for (let k = start[i], end = start[i + 1]; k < end; k++) {
        const from = 3 * patch[k];
        fine[3 * i] += weight[k] * coarse[from];
        fine[3 * i + 1] += weight[k] * coarse[from + 1];
        fine[3 * i + 2] += weight[k] * coarse[from + 2];
      }
    }
  }

  #addDiagonal({ size, diagonal }: BlockMatrix, constraints: VelocityConstraints | null): void {
    const { start, patch, weight } = this.#interpolation;
    const { matrix } = this;
    const places = this.#diagonalPlaces;
    const block = this.#block;
    let next = 0;
    for (let i = 0; i < size; i++) {
      unpackBlock(diagonal, 6 * i, block);
      if (constraints !== null && constraints.taken[i] > 0) {
        const fixed = (FIXED_SHARE * (block[0] + block[4] + block[8])) / 3;
        constraints.filterBlock(block, i, i);
        constraints.addFixed(block, i, fixed);
      }
      for (let a = start[i]; a < start[i + 1]; a++) {
        addToDiagonal(matrix.diagonal, 6 * patch[a], (weight[a] * weight[a]) / 2, block, 0);
        for (let b = a + 1; b < start[i + 1]; b++) {
          addBlock(matrix.blocks, 9 * (places[next++] - 1), weight[a] * weight[b], block, 0);
        }
      }
    }
  }

  #addNear({ size, near, blocks }: BlockMatrix, constraints: VelocityConstraints | null): number {
    const block = this.#block;
    let next = 0;
    for (let i = 0; i < size; i++) {
      for (let k = near.start[i], end = near.start[i + 1]; k < end; k++) {
        const j = near.column[k];
        if (constraints !== null && constraints.taken[i] + constraints.taken[j] > 0) {
          for (let entry = 0; entry < 9; entry++) block[entry] = blocks[9 * k + entry];
          constraints.filterBlock(block, i, j);
          next = this.#scatter(block, 0, i, j, next);
        } else next = this.#scatter(blocks, 9 * k, i, j, next);
      }
    }
    return next;
  }

  #addFar({ size, far, multiples }: BlockMatrix, constraints: VelocityConstraints | null, next: number): void {
    const block = this.#block;
    for (let i = 0; i < size; i++) {
      for (let k = far.start[i], end = far.start[i + 1]; k < end; k++) {
        const j = far.column[k];
        if (constraints !== null && constraints.taken[i] + constraints.taken[j] > 0) {
          block.fill(0);
          block[0] = block[4] = block[8] = multiples[k];
          constraints.filterBlock(block, i, j);
          next = this.#scatter(block, 0, i, j, next);
        } else next = this.#scatterMultiple(multiples[k], i, j, next);
      }
    }
  }

  #scatter(block: Float64Array, at: number, i: number, j: number, next: number): number {
    const { start, patch, weight } = this.#interpolation;
    const { diagonal, blocks } = this.matrix;
    const places = this.#places;
    for (let a = start[i]; a < start[i + 1]; a++) {
      for (let b = start[j]; b < start[j + 1]; b++) {
        const place = places[next++];
        const w = weight[a] * weight[b];
        if (place > 0) addBlock(blocks, 9 * (place - 1), w, block, at);
        else if (place < 0) addTransposed(blocks, 9 * (-place - 1), w, block, at);
        else addToDiagonal(diagonal, 6 * patch[a], w, block, at);
      }
    }
    return next;
  }

  #scatterMultiple(multiple: number, i: number, j: number, next: number): number {
    const { start, patch, weight } = this.#interpolation;
    const { diagonal, blocks } = this.matrix;
    const places = this.#places;
    for (let a = start[i]; a < start[i + 1]; a++) {
      for (let b = start[j]; b < start[j + 1]; b++) {
        const place = places[next++];
        const value = multiple * weight[a] * weight[b];
        if (place === 0) {
          diagonal[6 * patch[a]] += 2 * value;
          diagonal[6 * patch[a] + 3] += 2 * value;
          diagonal[6 * patch[a] + 5] += 2 * value;
        } else {
          const to = 9 * (Math.abs(place) - 1);
          blocks[to] += value;
          blocks[to + 4] += value;
          blocks[to + 8] += value;
        }
      }
    }
    return next;
  }
}

interface Pairs {
  /** Smaller patch × patch count + larger patch, or −1 for a patch with itself. */
  readonly all: Float64Array;
  readonly isTransposed: Uint8Array;
  readonly diagonalStart: number;
}

function pairsOf(fine: BlockMatrix, { start, patch, patchCount }: Interpolation): Pairs {
  const keys: number[] = [];
  const isTransposed: number[] = [];
  const put = (p: number, q: number): void => {
    keys.push(p === q ? -1 : Math.min(p, q) * patchCount + Math.max(p, q));
    isTransposed.push(p > q ? 1 : 0);
  };
  for (const rows of [fine.near, fine.far]) {
    for (let i = 0; i < fine.size; i++) {
      for (let k = rows.start[i]; k < rows.start[i + 1]; k++) {
        const j = rows.column[k];
        for (let a = start[i]; a < start[i + 1]; a++)
          for (let b = start[j]; b < start[j + 1]; b++) put(patch[a], patch[b]);
      }
    }
  }
  const diagonalStart = keys.length;
  for (let i = 0; i < fine.size; i++) {
    for (let a = start[i]; a < start[i + 1]; a++) for (let b = a + 1; b < start[i + 1]; b++) put(patch[a], patch[b]);
  }
  return { all: Float64Array.from(keys), isTransposed: Uint8Array.from(isTransposed), diagonalStart };
}

/** A block and its transpose. */
function addToDiagonal(diagonal: Float64Array, to: number, w: number, block: Float64Array, at: number): void {
  diagonal[to] += 2 * w * block[at];
  diagonal[to + 1] += w * (block[at + 1] + block[at + 3]);
  diagonal[to + 2] += w * (block[at + 2] + block[at + 6]);
  diagonal[to + 3] += 2 * w * block[at + 4];
  diagonal[to + 4] += w * (block[at + 5] + block[at + 7]);
  diagonal[to + 5] += 2 * w * block[at + 8];
}

function addBlock(blocks: Float64Array, to: number, w: number, block: Float64Array, at: number): void {
  blocks[to] += w * block[at];
  blocks[to + 1] += w * block[at + 1];
  blocks[to + 2] += w * block[at + 2];
  blocks[to + 3] += w * block[at + 3];
  blocks[to + 4] += w * block[at + 4];
  blocks[to + 5] += w * block[at + 5];
  blocks[to + 6] += w * block[at + 6];
  blocks[to + 7] += w * block[at + 7];
  blocks[to + 8] += w * block[at + 8];
}

function addTransposed(blocks: Float64Array, to: number, w: number, block: Float64Array, at: number): void {
  blocks[to] += w * block[at];
  blocks[to + 1] += w * block[at + 3];
  blocks[to + 2] += w * block[at + 6];
  blocks[to + 3] += w * block[at + 1];
  blocks[to + 4] += w * block[at + 4];
  blocks[to + 5] += w * block[at + 7];
  blocks[to + 6] += w * block[at + 2];
  blocks[to + 7] += w * block[at + 5];
  blocks[to + 8] += w * block[at + 8];
}
