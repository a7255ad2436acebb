// The chunks of a job in linear memory: whether they are complete, and what they gave. The results
// of a chunk lie in the streams of the worker that ran it. They count only when the worker has
// exchanged the state of the chunk from open to complete, which fails after the caller has taken
// the chunk. The state contains the job, so a worker that is late for an earlier one changes
// nothing.
import type { MemoryViews } from '../../core/memory/memory-views.ts';

/** The words of a chunk. */
const ENTRY = {
  state: 0,
  worker: 1,
  first0: 2,
  count0: 3,
  first1: 4,
  count1: 5,
  nodePairs: 6,
  boxPairs: 7,
  slabPairs: 8,
  tests: 9,
  exact: 10,
  representativeWalks: 11,
} as const;

/** Words per chunk. */
const ENTRY_WORDS = 12;
/** Bytes per chunk. */
export const CHUNK_BYTES: number = 4 * ENTRY_WORDS;

/** What a chunk gave: records in two streams, and the work done. */
export interface ChunkResult {
  /** The first record in either stream. */
  readonly first: [number, number];
  /** The number of records in either stream. */
  readonly count: [number, number];
  /** Pairs of nodes visited. */
  nodePairs: number;
  /** Pairs of faces whose boxes touch. */
  boxPairs: number;
  /** Of these, pairs that no slab separates. */
  slabPairs: number;
  /** Elementary tests run. */
  tests: number;
  /** Of these, how many only exact arithmetic could decide. */
  exact: number;
  /** Walks around features for their representatives. */
  representativeWalks: number;
}

/** A result of nothing. */
export function noResult(): ChunkResult {
  const none = { nodePairs: 0, boxPairs: 0, slabPairs: 0, tests: 0, exact: 0, representativeWalks: 0 };
  return { first: [0, 0], count: [0, 0], ...none };
}

/** What has become of a chunk: the two lowest bits of its state. */
export const CHUNK = {
  /** Nobody has completed it. */
  open: 0,
  /** A worker has completed it: its results count. */
  complete: 1,
  /** The caller runs it: what workers have of it does not count. */
  taken: 2,
  /** The worker that claimed it had no room for its results. */
  refused: 3,
} as const;

/** The states of one job's chunks. Workers write results, the caller reads them. */
export class ChunkTable {
  private readonly words: Int32Array;
  /** The state of a chunk that nobody has completed, in this job. */
  private readonly open: number;

  /** At this address, for this many chunks of a job. */
  constructor(memory: MemoryViews, pointer: number, chunks: number, job: number) {
    this.words = memory.i32(pointer, ENTRY_WORDS * chunks);
    this.open = 4 * job;
  }

  /** Makes all chunks open. */
  reset(): void {
    for (let at = 0; at < this.words.length; at += ENTRY_WORDS) Atomics.store(this.words, at, this.open);
  }

  /** What has become of a chunk. */
  stateOf(chunk: number): number {
    return Atomics.load(this.words, ENTRY_WORDS * chunk) - this.open;
  }

  /** Changes the state of an open chunk; false if it is not open. */
  change(chunk: number, state: number): boolean {
    return Atomics.compareExchange(this.words, ENTRY_WORDS * chunk, this.open, this.open + state) === this.open;
  }

  /** Stores what a chunk gave and makes it complete, unless it is no longer open. */
  complete(chunk: number, worker: number, result: ChunkResult): void {
    const { words } = this;
    const at = ENTRY_WORDS * chunk;
    if (this.stateOf(chunk) !== CHUNK.open) return;
    // Written before the state, so that whoever sees the state sees these.
    words[at + ENTRY.worker] = worker;
    words[at + ENTRY.first0] = result.first[0];
    words[at + ENTRY.count0] = result.count[0];
    words[at + ENTRY.first1] = result.first[1];
    words[at + ENTRY.count1] = result.count[1];
    for (const name of ['nodePairs', 'boxPairs', 'slabPairs', 'tests', 'exact', 'representativeWalks'] as const)
      words[at + ENTRY[name]] = result[name];
    this.change(chunk, CHUNK.complete);
  }

  /** The worker that completed a chunk. */
  workerOf(chunk: number): number {
    return this.words[ENTRY_WORDS * chunk + ENTRY.worker];
  }

  /** What a complete chunk gave. */
  resultOf(chunk: number): ChunkResult {
    const row = this.words.subarray(ENTRY_WORDS * chunk, ENTRY_WORDS * (chunk + 1));
    return {
      first: [row[ENTRY.first0], row[ENTRY.first1]],
      count: [row[ENTRY.count0], row[ENTRY.count1]],
      nodePairs: row[ENTRY.nodePairs],
      boxPairs: row[ENTRY.boxPairs],
      slabPairs: row[ENTRY.slabPairs],
      tests: row[ENTRY.tests],
      exact: row[ENTRY.exact],
      representativeWalks: row[ENTRY.representativeWalks],
    };
  }
}
