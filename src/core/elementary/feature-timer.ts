// Elementary tests over whole pair buffers. Kernels run the certified stages in bulk, and exact
// arithmetic decides the pairs that these leave open. At the end the hits are sorted; they are
// described by normal and weights when these are read. Pairs are processed in batches, so that scratch has a fixed size and stays
// in cache.
import type { ContactKind, Contacts } from '../contacts/contacts.ts';
import type { LinearMemory } from '../memory/linear-memory.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';
import { Hit, type PairScratch } from '../wasm/mesh.generated.ts';
import { decideExactly } from './decide-exactly.ts';
import { gatherPair } from './gather-pair.ts';
import { HitBuffer } from './hit-buffer.ts';
import { type ColumnBuffers, columnBuffers, makePairScratch, PAIRS_PER_CALL } from './pair-buffers.ts';
import { sharedTimer } from './query-timer.ts';

/** Sorted hits of both kinds. */
export interface SortedHits {
  /** Pointer to vertex–face hits. */
  readonly vf: number;
  /** Their number. */
  readonly vfCount: number;
  /** Pointer to edge–edge hits. */
  readonly ee: number;
  /** Their number. */
  readonly eeCount: number;
  /** Whether the features keep a distance at the time of contact. */
  readonly isApart: boolean;
}

/** Several threads that describe hits. */
export interface ThreadedDescription {
  /**
   * Describes hits; `take` is called with pointers to rows, whose first is that of this number,
   * vertex–face hits first. False if one thread has to do it.
   */
  run(hits: SortedHits, take: (first: number, rows: number, count: number) => void): boolean;
}

/**
 * Finds the contacts of a step among pairs of features. Hits accumulate from `run` to `run` until
 * `clear`; `finish` makes them contacts.
 */
export class FeatureTimer {
  private readonly memory: LinearMemory;
  private readonly scratch: PairScratch;
  private readonly columns: ColumnBuffers;
  private readonly vfHits: HitBuffer;
  private readonly eeHits: HitBuffer;
  private readonly query = new Float64Array(24);
  private readonly threads: ThreadedDescription | null;

  constructor(memory: LinearMemory, threads: ThreadedDescription | null = null) {
    this.memory = memory;
    this.threads = threads;
    this.scratch = memory.shared(batchScratch);
    this.columns = memory.shared(columnBuffers);
    this.vfHits = new HitBuffer(memory);
    this.eeHits = new HitBuffer(memory);
  }

  /** Hits since the last `clear`. */
  get hitCount(): number {
    return this.vfHits.count + this.eeHits.count;
  }

  /**
   * The least first feature among the hits of a kind from number `from` on that touch at the start,
   * Infinity if none does; and the number of all hits.
   */
  leastAtStart(kind: ContactKind, from: number): { readonly least: number; readonly count: number } {
    const hits = kind === 1 ? this.eeHits : this.vfHits;
    return { least: hits.leastAtStart(from), count: hits.count };
  }

  /** Forgets all hits. */
  clear(): void {
    this.vfHits.count = 0;
    this.eeHits.count = 0;
  }

  /** Tests all pairs and keeps the hits; counts into the tally. */
  run(motion: VertexMotion, vf: PairBuffer, ee: PairBuffer, contacts: Contacts, minSeparation = 0): void {
    for (const edges of [false, true]) {
      const pairs = edges ? ee : vf;
      contacts.tally.tests += pairs.count;
      for (let first = 0; first < pairs.count; first += PAIRS_PER_CALL) {
        const count = Math.min(PAIRS_PER_CALL, pairs.count - first);
        const pointer = pairs.pointer + 8 * first;
        contacts.tally.exact += motion.inRange
          ? this.timeBatch(motion, pointer, count, minSeparation, edges)
          : this.timeOneByOne(motion, pointer, count, minSeparation, edges);
      }
    }
  }

  /** Keeps hits that another thread has found and left in the memory. */
  addHits(from: number, count: number, edges: boolean): void {
    (edges ? this.eeHits : this.vfHits).append(from, count);
  }

  /**
   * Appends the hits as contacts, sorted by kind, a, b, but no more than `maxContacts`; `truncated`
   * tells whether there were more. With a separation, the features are apart at the time of
   * contact. `repeats`: a pair may have been tested more than once, and counts once.
   */
  finish(
    motion: VertexMotion,
    contacts: Contacts,
    minSeparation = 0,
    repeats = false,
    maxContacts: number = Infinity,
  ): void {
    const vf = this.vfHits.sort(motion.faceOfBlock);
    const ee = this.eeHits.sort(0);
    if (repeats) {
      this.vfHits.unique();
      this.eeHits.unique();
    }
    contacts.truncated = this.hitCount > maxContacts;
    const vfCount = Math.min(this.vfHits.count, maxContacts);
    const eeCount = Math.min(this.eeHits.count, maxContacts - vfCount);
    contacts.reserve(vfCount + eeCount);
    this.append(vf, vfCount, motion.faceOfBlock, contacts, 0);
    this.append(ee, eeCount, 0, contacts, 1);
    const hits = { vf, vfCount, ee, eeCount, isApart: minSeparation > 0 };
    contacts.describeLater(() => this.describe(motion, contacts, hits));
  }

  /**
   * Tests a batch by the kernels, and the pairs that these leave open exactly. Returns how many
   * were left open.
   */
  private timeBatch(motion: VertexMotion, pairs: number, count: number, clearance: number, edges: boolean): number {
    const { scratch } = this;
    const { kernels } = this.memory;
    const { address } = motion.context;
    const hits = edges ? this.eeHits : this.vfHits;
    // The sieve proves that pairs do not touch, not that they keep a distance.
    const isSieved = clearance === 0;
    const list = isSieved ? scratch.kept : pairs;
    const left = isSieved ? kernels.sievePairs(address, scratch.address, pairs, count, edges) : count;
    scratch.hits = hits.end(left);
    kernels.timePairs(address, scratch.address, list, left, clearance, edges);
    hits.count += scratch.hitCount;
    const { openCount } = scratch;
    for (let i = 0; i < openCount; i++) {
      const { a, b } = new Hit(this.memory, scratch.open + Hit.BYTES * i);
      gatherPair(motion, a, b, edges, this.query);
      const time = decideExactly(this.query, 0, edges);
      if (time <= 1) hits.push(a, b, time);
    }
    return openCount;
  }

  /** The same for coordinates beyond the range of the kernels: slow, and just as exact. */
  private timeOneByOne(motion: VertexMotion, pairs: number, count: number, clearance: number, edges: boolean): number {
    const timer = sharedTimer();
    const before = timer.exactCount;
    const hits = edges ? this.eeHits : this.vfHits;
    for (let i = 0; i < count; i++) {
      const [a, b] = this.memory.u32(pairs + 8 * i, 2);
      gatherPair(motion, a, b, edges, this.query);
      const time = edges ? timer.ee(this.query, 0, clearance) : timer.vf(this.query, 0, clearance);
      if (time <= 1) hits.push(a, b, time);
    }
    return timer.exactCount - before;
  }

  /** Appends `count` sorted hits as contacts; `map` translates second ids, or is 0. */
  private append(hits: number, count: number, map: number, contacts: Contacts, kind: ContactKind): void {
    for (let first = 0; first < count; first += PAIRS_PER_CALL) {
      const piece = Math.min(PAIRS_PER_CALL, count - first);
      contacts.append(kind, this.columns.splitTimes(hits + Hit.BYTES * first, piece, map));
    }
  }

  /** Fills in normals and weights. */
  private describe(motion: VertexMotion, contacts: Contacts, hits: SortedHits): void {
    const { scratch, columns, memory } = this;
    const { vf, vfCount, ee, eeCount, isApart } = hits;
    const take = (first: number, rows: number, count: number) =>
      contacts.putDetails(first, columns.splitDetails(rows, count));
    if (this.threads?.run(hits, take)) return;
    for (const [from, before, count, edges] of [
      [vf, 0, vfCount, false],
      [ee, vfCount, eeCount, true],
    ] as const)
      for (let first = 0; first < count; first += PAIRS_PER_CALL) {
        const piece = Math.min(PAIRS_PER_CALL, count - first);
        const some = from + Hit.BYTES * first;
        memory.kernels.describeHits(motion.context.address, scratch.address, some, piece, isApart, edges);
        take(before + first, scratch.rows, piece);
      }
  }
}

/** The scratch that all timers of one memory share. */
function batchScratch(memory: LinearMemory): PairScratch {
  return makePairScratch(memory, PAIRS_PER_CALL);
}
