// Elementary tests over whole pair buffers. Kernels run the certified stages in bulk, and exact
// arithmetic decides the pairs that these leave open. At the end the hits are sorted and described
// by normal and weights. Pairs are processed in batches, so that scratch has a fixed size and stays
// in cache.
import type { Contacts } from '../contacts/contacts.ts';
import type { LinearMemory } from '../memory/linear-memory.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';
import { Hit, type PairScratch } from '../wasm/mesh.generated.ts';
import { decideExactly } from './decide-exactly.ts';
import { gatherPair } from './gather-pair.ts';
import { HitBuffer } from './hit-buffer.ts';
import { type ColumnBuffers, columnBuffers, makePairScratch, PAIRS_PER_CALL } from './pair-buffers.ts';
import { sharedTimer } from './query-timer.ts';

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

  constructor(memory: LinearMemory) {
    this.memory = memory;
    this.scratch = memory.shared(batchScratch);
    this.columns = memory.shared(columnBuffers);
    this.vfHits = new HitBuffer(memory);
    this.eeHits = new HitBuffer(memory);
  }

  /** Hits since the last `clear`. */
  get hitCount(): number {
    return this.vfHits.count + this.eeHits.count;
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
    this.append(
      motion,
      vf,
      Math.min(this.vfHits.count, maxContacts - contacts.count),
      contacts,
      minSeparation > 0,
      false,
    );
    this.append(
      motion,
      ee,
      Math.min(this.eeHits.count, maxContacts - contacts.count),
      contacts,
      minSeparation > 0,
      true,
    );
  }

  /**
   * Tests a batch by the kernels, and the pairs that these leave open exactly. Returns how many
   * were left open.
   */
  private timeBatch(motion: VertexMotion, pairs: number, count: number, clearance: number, edges: boolean): number {
    const { scratch } = this;
    const hits = edges ? this.eeHits : this.vfHits;
    scratch.hits = hits.end(count);
    this.memory.kernels.timePairs(motion.context.address, scratch.address, pairs, count, clearance, edges);
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

  /**
   * Describes `count` sorted hits and appends them as contacts. `apart`: the features keep a
   * distance at the time of contact.
   */
  private append(
    motion: VertexMotion,
    hits: number,
    count: number,
    contacts: Contacts,
    apart: boolean,
    edges: boolean,
  ): void {
    const { scratch, columns } = this;
    const map = edges ? 0 : motion.faceOfBlock;
    contacts.reserve(contacts.count + count);
    for (let first = 0; first < count; first += PAIRS_PER_CALL) {
      const piece = Math.min(PAIRS_PER_CALL, count - first);
      const from = hits + Hit.BYTES * first;
      this.memory.kernels.describeHits(motion.context.address, scratch.address, from, piece, apart, edges);
      contacts.append(edges ? 1 : 0, columns.split(from, piece, scratch.rows, true, map));
    }
  }
}

/** The scratch that all timers of one memory share. */
function batchScratch(memory: LinearMemory): PairScratch {
  return makePairScratch(memory, PAIRS_PER_CALL);
}
