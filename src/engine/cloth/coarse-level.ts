// The system of the patches: Pᵀ S A S P, where P spreads what patches do over their particles and S takes away what constraints fix. Where
// each block goes is decided once; a step only adds.
import { Block } from '../../core/memory/block.ts';
import { DoubleColumn } from '../../core/memory/double-column.ts';
import { BlockMatrix } from './block-matrix.ts';
import type { Interpolation } from './interpolation.ts';
import { unpackBlock } from './symmetric-block.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

/** What a fixed direction weighs in the system of patches: something, lest a patch that is fixed altogether have no inverse. */
const FIXED_SHARE = 1e-3;

export class CoarseLevel {
  readonly matrix: BlockMatrix;
  readonly #fine: BlockMatrix;
  /** Where the kernels find matrices, interpolation and places. */
  readonly #table: number;
  /** By particle: whether constraints hold it. */
  readonly #held: number;
  /** Blocks that constraints change: row, number, and where its pairs of patches begin. */
  readonly #left: number;
  /** A block that constraints have changed. */
  readonly #block: DoubleColumn;

  constructor(fine: BlockMatrix, interpolation: Interpolation) {
    const { memory } = fine;
    const { patchCount } = interpolation;
    const pairs = pairsOf(fine, interpolation);
    const keys = Float64Array.from(new Set(pairs.all.filter((key) => key >= 0))).sort();
    const placeOf = new Map(Array.from(keys, (key, i) => [key, i + 1]));
    const start = new Uint32Array(patchCount + 1);
    for (const key of keys) start[Math.floor(key / patchCount) + 1]++;
    for (let i = 0; i < patchCount; i++) start[i + 1] += start[i];
    const near = { start, column: Uint32Array.from(keys, (key) => key % patchCount) };
    const none = { start: new Uint32Array(patchCount + 1), column: new Uint32Array(0) };
    this.matrix = new BlockMatrix(near, none, memory);
    // For the blocks of the finer matrix in turn, near, far, then the diagonal, and for each pair of patches of its row and its column:
    // 1 + the block it adds to, negative if transposed, or 0 for the diagonal.
    const places = Int32Array.from(pairs.all, (key, i) => (placeOf.get(key) ?? 0) * (pairs.isTransposed[i] ? -1 : 1));
    const ids = (list: Uint32Array | Int32Array): number => new Block(memory).put(list).pointer;
    const weight = new DoubleColumn(memory, interpolation.weight.length);
    weight.values.set(interpolation.weight);
    const firstPlace = ids(places);
    this.#fine = fine;
    this.#table = ids(
      Uint32Array.of(
        fine.table,
        this.matrix.table,
        ids(interpolation.start),
        ids(interpolation.patch),
        weight.pointer,
        firstPlace,
        firstPlace + 4 * pairs.diagonalStart,
      ),
    );
    this.#held = memory.allocate(fine.size);
    this.#left = memory.allocate(12 * (fine.size + fine.near.column.length + fine.far.column.length));
    this.#block = new DoubleColumn(memory, 9);
  }

  /** Of the finer matrix as it is now; constraints are those of its particles, if it has any. */
  assemble(constraints: VelocityConstraints | null): void {
    const { memory } = this.#fine;
    if (constraints === null) memory.kernels.assembleLevel(this.#table, 0, this.#left);
    else {
      memory.u8(this.#held, this.#fine.size).set(constraints.taken);
      memory.kernels.assembleLevel(this.#table, this.#held, this.#left);
      this.#addHeld(constraints);
    }
  }

  /** What particles feel, summed over patches. */
  restrict(fine: DoubleColumn, coarse: DoubleColumn): void {
    this.matrix.memory.kernels.restrict(this.#table, fine.pointer, coarse.pointer);
  }

  /** Adds what patches do to their particles. */
  prolong(coarse: DoubleColumn, fine: DoubleColumn): void {
    this.matrix.memory.kernels.prolong(this.#table, coarse.pointer, fine.pointer);
  }

  /** The blocks that the kernel has left: those of particles that constraints hold. */
  #addHeld(constraints: VelocityConstraints): void {
    const { memory, diagonal, near, far, blocks, multiples } = this.#fine;
    const { kernels } = memory;
    const nearFirst = kernels.leftDiagonal.value;
    const farFirst = nearFirst + kernels.leftNear.value;
    const count = farFirst + kernels.leftFar.value;
    const left = memory.u32(this.#left, 3 * count);
    const block = this.#block.values;
    for (let item = 0; item < count; item++) {
      const i = left[3 * item];
      const k = left[3 * item + 1];
      const next = left[3 * item + 2];
      if (item < nearFirst) {
        unpackBlock(diagonal, 6 * i, block);
        const fixed = (FIXED_SHARE * (block[0] + block[4] + block[8])) / 3;
        constraints.filterBlock(block, i, i);
        constraints.addFixed(block, i, fixed);
        kernels.scatterDiagonal(this.#table, this.#block.pointer, i, next);
        continue;
      }
      const j = item < farFirst ? near.column[k] : far.column[k];
      if (item < farFirst) for (let entry = 0; entry < 9; entry++) block[entry] = blocks[9 * k + entry];
      else for (let entry = 0; entry < 9; entry++) block[entry] = entry % 4 === 0 ? multiples[k] : 0;
      constraints.filterBlock(block, i, j);
      kernels.scatterBlock(this.#table, this.#block.pointer, i, j, next);
    }
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
