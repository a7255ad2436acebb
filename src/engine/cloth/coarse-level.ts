// The system of the patches: Pᵀ S A S P, where P spreads what patches do over their particles and S takes away what constraints fix. Where
// each block goes is decided once; a step only adds.
import { BlockMatrix, type UpperRows } from './block-matrix.ts';
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
    const next = this.#addRows(fine, fine.near, constraints, fine.blocks, 0);
    this.#addRows(fine, fine.far, constraints, null, next);
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
        addToDiagonal(matrix.diagonal, 6 * patch[a], (weight[a] * weight[a]) / 2, block);
        for (let b = a + 1; b < start[i + 1]; b++) {
          addBlock(matrix.blocks, 9 * (places[next++] - 1), weight[a] * weight[b], block, 0);
        }
      }
    }
  }

  /** `blocks` is null for multiples of the unit matrix. */
  #addRows(
    { size, multiples }: BlockMatrix,
    rows: UpperRows,
    constraints: VelocityConstraints | null,
    blocks: Float64Array | null,
    next: number,
  ): number {
    const block = this.#block;
    for (let i = 0; i < size; i++) {
      for (let k = rows.start[i], end = rows.start[i + 1]; k < end; k++) {
        const j = rows.column[k];
        if (blocks !== null) {
          for (let entry = 0; entry < 9; entry++) block[entry] = blocks[9 * k + entry];
        } else {
          block.fill(0);
          block[0] = block[4] = block[8] = multiples[k];
        }
        if (constraints !== null) constraints.filterBlock(block, i, j);
        next = this.#scatter(i, j, next);
      }
    }
    return next;
  }

  #scatter(i: number, j: number, next: number): number {
    const { start, patch, weight } = this.#interpolation;
    const { diagonal, blocks } = this.matrix;
    const places = this.#places;
    const block = this.#block;
    for (let a = start[i]; a < start[i + 1]; a++) {
      for (let b = start[j]; b < start[j + 1]; b++) {
        const place = places[next++];
        const w = weight[a] * weight[b];
        if (place > 0) addBlock(blocks, 9 * (place - 1), w, block, 0);
        else if (place < 0) addBlock(blocks, 9 * (-place - 1), w, block, 1);
        else addToDiagonal(diagonal, 6 * patch[a], w, block);
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
function addToDiagonal(diagonal: Float64Array, at: number, w: number, block: Float64Array): void {
  diagonal[at] += 2 * w * block[0];
  diagonal[at + 1] += w * (block[1] + block[3]);
  diagonal[at + 2] += w * (block[2] + block[6]);
  diagonal[at + 3] += 2 * w * block[4];
  diagonal[at + 4] += w * (block[5] + block[7]);
  diagonal[at + 5] += 2 * w * block[8];
}

function addBlock(blocks: Float64Array, at: number, w: number, block: Float64Array, transposed: 0 | 1): void {
  const x = transposed === 0 ? 1 : 3;
  const y = 4 - x;
  blocks[at] += w * block[0];
  blocks[at + 1] += w * block[x];
  blocks[at + 2] += w * block[2 * x];
  blocks[at + 3] += w * block[y];
  blocks[at + 4] += w * block[4];
  blocks[at + 5] += w * block[y + 2 * x];
  blocks[at + 6] += w * block[2 * y];
  blocks[at + 7] += w * block[2 * y + x];
  blocks[at + 8] += w * block[8];
}
