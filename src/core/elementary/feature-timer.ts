// Elementary tests over whole pair buffers: the certified stages in bulk, exact arithmetic for what
// they leave open; at the end the hits are sorted and described. Works through the pairs in
// batches, so that scratch has a fixed size and stays in cache.
import type { Contacts } from '../contacts/contacts.ts';
import type { LinearMemory } from '../memory/linear-memory.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';
import { Hit } from '../wasm/mesh.generated.ts';
import { decideExactly } from './decide-exactly.ts';
import { gatherPair } from './gather-pair.ts';
import { HitBuffer } from './hit-buffer.ts';
import { sharedTimer } from './query-timer.ts';
import { PAIRS_PER_CALL, TimeBuffers } from './time-buffers.ts';

/**
 * Finds the contacts of a step among pairs of features. Its hits survive from one `run` to
 * `finish`.
 */
export class FeatureTimer {
  private readonly memory: LinearMemory;
  private readonly buffers: TimeBuffers;
  private readonly vfHits: HitBuffer;
  private readonly eeHits: HitBuffer;
  private readonly query = new Float64Array(24);

  constructor(memory: LinearMemory) {
    this.memory = memory;
    this.buffers = memory.shared(timeBuffers);
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
    this.runKind(motion, vf, contacts, minSeparation, false);
    this.runKind(motion, ee, contacts, minSeparation, true);
  }

  /**
   * Appends the hits as contacts, sorted by kind, a, b; with a separation the features are apart at
   * the time. `repeats`: a pair may have been tested more than once, and counts once. No more than
   * `most`.
   */
  finish(motion: VertexMotion, contacts: Contacts, minSeparation = 0, repeats = false, most: number = Infinity): void {
    const vf = this.vfHits.sort(motion.faceOfBlock);
    const ee = this.eeHits.sort(0);
    if (repeats) {
      this.vfHits.unique();
      this.eeHits.unique();
    }
    contacts.truncated = this.hitCount > most;
    this.append(motion, vf, this.vfHits.count, contacts, minSeparation > 0, false, most);
    this.append(motion, ee, this.eeHits.count, contacts, minSeparation > 0, true, most);
  }

  private runKind(
    motion: VertexMotion,
    pairs: PairBuffer,
    contacts: Contacts,
    clearance: number,
    edges: boolean,
  ): void {
    contacts.tally.tests += pairs.count;
    for (let first = 0; first < pairs.count; first += PAIRS_PER_CALL) {
      const count = Math.min(PAIRS_PER_CALL, pairs.count - first);
      const pointer = pairs.pointer + 8 * first;
      if (motion.inRange) this.time(motion, pointer, count, contacts, clearance, edges);
      else this.timeOneByOne(motion, pointer, count, contacts, clearance, edges);
    }
  }

  private time(
    motion: VertexMotion,
    pairs: number,
    count: number,
    contacts: Contacts,
    clearance: number,
    edges: boolean,
  ): void {
    const { kernels } = this.memory;
    const { points } = motion;
    const { scratch } = this.buffers;
    const table = edges ? motion.edges : motion.faces;
    const hits = edges ? this.eeHits : this.vfHits;
    scratch.hits = hits.end(count);
    if (clearance > 0) {
      const within = edges ? kernels.withinEe : kernels.withinVf;
      within(scratch.address, pairs, count, table, points, clearance);
    } else {
      const time = edges ? kernels.timeEe : kernels.timeVf;
      time(scratch.address, pairs, count, table, points);
    }
    hits.count += scratch.hitCount;
    const { openCount } = scratch;
    contacts.tally.exact += openCount;
    for (let i = 0; i < openCount; i++) {
      const { a, b } = new Hit(this.memory, scratch.open + Hit.BYTES * i);
      gatherPair(motion, a, b, edges, this.query);
      const time = decideExactly(this.query, 0, edges);
      if (time <= 1) hits.push(a, b, time);
    }
  }

  /** For coordinates beyond the range of the kernels: slow, and just as exact. */
  private timeOneByOne(
    motion: VertexMotion,
    pairs: number,
    count: number,
    contacts: Contacts,
    clearance: number,
    edges: boolean,
  ): void {
    const timer = sharedTimer();
    const before = timer.exactCount;
    const hits = edges ? this.eeHits : this.vfHits;
    for (let i = 0; i < count; i++) {
      const [a, b] = this.memory.u32(pairs + 8 * i, 2);
      gatherPair(motion, a, b, edges, this.query);
      const time = edges ? timer.ee(this.query, 0, clearance) : timer.vf(this.query, 0, clearance);
      if (time <= 1) hits.push(a, b, time);
    }
    contacts.tally.exact += timer.exactCount - before;
  }

  private append(
    motion: VertexMotion,
    hits: number,
    found: number,
    contacts: Contacts,
    apart: boolean,
    edges: boolean,
    most: number,
  ): void {
    const count = Math.min(found, most - contacts.count);
    contacts.reserve(contacts.count + count);
    const { kernels } = this.memory;
    const { scratch, columns } = this.buffers;
    const describe = edges ? kernels.describeEe : kernels.describeVf;
    const { a, b, times, touching, normals, weights } = columns;
    for (let first = 0; first < count; first += PAIRS_PER_CALL) {
      const piece = Math.min(PAIRS_PER_CALL, count - first);
      const from = hits + Hit.BYTES * first;
      describe(scratch.address, from, piece, edges ? motion.edges : motion.faces, motion.points, apart);
      const map = edges ? 0 : motion.faceOfBlock;
      kernels.splitHits(columns.address, from, piece, scratch.details, map);
      contacts.append(piece, edges ? 1 : 0, {
        a: this.memory.u32(a, piece),
        b: this.memory.u32(b, piece),
        time: this.memory.f64(times, piece),
        startsTouching: this.memory.u8(touching, piece),
        normal: this.memory.f64(normals, 3 * piece),
        weights: this.memory.f64(weights, 3 * piece),
      });
    }
  }
}

/** All timers of one memory share their buffers. */
function timeBuffers(memory: LinearMemory): TimeBuffers {
  return new TimeBuffers(memory);
}
