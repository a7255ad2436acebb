// Buffers of the elementary tests in linear memory, for one batch of pairs. Nothing in them
// outlives one call of a kernel and the reading of its result, so all colliders of one memory can
// share them.
import type { DetailRows, PairRows, ResultRows } from '../contacts/contacts.ts';
import type { Allocator } from '../memory/block.ts';
import type { LinearMemory } from '../memory/linear-memory.ts';
import {
  CubicRecord,
  CurveScratch,
  Hit,
  HitColumns,
  type MeshKernels,
  PairRow,
  PairScratch,
  SieveLanes,
} from '../wasm/mesh.generated.ts';

/** Pairs per call of a kernel: few enough that their scratch stays in the cache. */
export const PAIRS_PER_CALL = 8192;

/** A memory with its kernels. */
export interface KernelAllocator extends Allocator {
  /** The kernels of the memory. */
  readonly kernels: MeshKernels;
}

/**
 * Allocates the scratch of the kernels that compute times of contact, for at most `room` pairs per
 * call. The caller sets `hits` before each call.
 */
export function makePairScratch(memory: KernelAllocator, room: number): PairScratch {
  const scratch = new PairScratch(memory, memory.allocate(PairScratch.BYTES));
  scratch.workspace = memory.allocate(memory.kernels.WORKSPACE_BYTES.value);
  scratch.sieve = memory.allocate(SieveLanes.BYTES);
  scratch.kept = memory.allocate(8 * (room + 1));
  scratch.singles = memory.allocate((room + 1) * CubicRecord.BYTES);
  scratch.several = memory.allocate((room + 1) * CubicRecord.BYTES);
  scratch.open = memory.allocate(room * Hit.BYTES);
  scratch.rows = memory.allocate(room * PairRow.BYTES);
  return scratch;
}

/** Allocates the scratch of the kernels for paths of degree 2 and 3. The caller sets the degree. */
export function makeCurveScratch(memory: KernelAllocator): CurveScratch {
  const scratch = new CurveScratch(memory, memory.allocate(CurveScratch.BYTES));
  scratch.room = memory.allocate(memory.kernels.CURVE_ROOM_BYTES.value);
  return scratch;
}

/** The columns that all searches of one memory share. */
export function columnBuffers(memory: LinearMemory): ColumnBuffers {
  return new ColumnBuffers(memory);
}

/** Columns for one batch of result rows. */
export class ColumnBuffers {
  private readonly memory: LinearMemory;
  private readonly columns: HitColumns;

  constructor(memory: LinearMemory) {
    const columns = new HitColumns(memory, memory.allocate(HitColumns.BYTES));
    columns.a = memory.allocate(4 * PAIRS_PER_CALL);
    columns.b = memory.allocate(4 * PAIRS_PER_CALL);
    columns.values = memory.allocate(8 * PAIRS_PER_CALL);
    columns.touching = memory.allocate(PAIRS_PER_CALL);
    columns.normals = memory.allocate(24 * PAIRS_PER_CALL);
    columns.weights = memory.allocate(24 * PAIRS_PER_CALL);
    this.memory = memory;
    this.columns = columns;
  }

  /** Splits `count` hits with the numbers of their rows; parameters as of the kernel `splitHits`. */
  split(hits: number, count: number, rows: number, map: number): ResultRows {
    const { memory, columns } = this;
    memory.kernels.splitHits(columns.address, hits, count, rows, map);
    return { ...this.pairs(count), ...this.details(count) };
  }

  /** Splits `count` hits with times. */
  splitTimes(hits: number, count: number, map: number): PairRows {
    const { memory, columns } = this;
    memory.kernels.splitTimes(columns.address, hits, count, map);
    return this.pairs(count);
  }

  /** Splits the details of `count` rows. */
  splitDetails(rows: number, count: number): DetailRows {
    const { memory, columns } = this;
    memory.kernels.splitDetails(columns.address, rows, count);
    return this.details(count);
  }

  private pairs(count: number): PairRows {
    const { memory, columns } = this;
    return {
      a: memory.u32(columns.a, count),
      b: memory.u32(columns.b, count),
      values: memory.f64(columns.values, count),
      touching: memory.u8(columns.touching, count),
    };
  }

  private details(count: number): DetailRows {
    const { memory, columns } = this;
    return { normal: memory.f64(columns.normals, 3 * count), weights: memory.f64(columns.weights, 3 * count) };
  }
}
