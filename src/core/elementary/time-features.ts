// Elementary tests over whole pair buffers: the certified stages in bulk, exact arithmetic for what they leave open, then the
// normal and weights of each hit. Works through the pairs in pieces, so that scratch has a fixed size and stays in cache.
import type { Contacts } from '../contacts/contacts.ts';
import type { LinearMemory } from '../memory/linear-memory.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';
import { sharedTimer } from './query-timer.ts';
import { settle } from './settle.ts';

/** Pairs a piece. */
const PIECE = 8192;
/** Bytes of a record and of a hit: see assembly/screen.ts and assembly/contain.ts. */
const RECORD = 64;
const HIT = 16;

export class FeatureTimer {
  private readonly memory: LinearMemory;
  private readonly singles: number;
  private readonly several: number;
  private readonly hits: number;
  private readonly open: number;
  private readonly details: number;
  private readonly counts: number;
  private readonly query = new Float64Array(24);

  constructor(memory: LinearMemory) {
    this.memory = memory;
    this.singles = memory.allocate((PIECE + 1) * RECORD);
    this.several = memory.allocate((PIECE + 1) * RECORD);
    this.hits = memory.allocate(PIECE * HIT);
    this.open = memory.allocate(PIECE * HIT);
    this.details = memory.allocate(PIECE * 48);
    this.counts = memory.allocate(8);
  }

  /** Appends every contact of the pairs, in no particular order. */
  run(motion: VertexMotion, vf: PairBuffer, ee: PairBuffer, contacts: Contacts, minSeparation = 0): void {
    this.runKind(motion, vf, contacts, minSeparation, false);
    this.runKind(motion, ee, contacts, minSeparation, true);
  }

  private runKind(
    motion: VertexMotion,
    pairs: PairBuffer,
    contacts: Contacts,
    clearance: number,
    edges: boolean,
  ): void {
    contacts.tally.tests += pairs.count;
    for (let first = 0; first < pairs.count; first += PIECE) {
      const count = Math.min(PIECE, pairs.count - first);
      const pointer = pairs.pointer + 8 * first;
      const found = motion.inRange
        ? this.time(motion, pointer, count, contacts, clearance, edges)
        : this.timeOneByOne(motion, pointer, count, contacts, clearance, edges);
      this.append(motion, found, contacts, clearance > 0, edges);
    }
  }

  /** Fills `hits` and returns their number. */
  private time(
    motion: VertexMotion,
    pairs: number,
    count: number,
    contacts: Contacts,
    clearance: number,
    edges: boolean,
  ): number {
    const { kernels } = this.memory;
    const table = edges ? motion.edges : motion.faces;
    const { points } = motion;
    if (clearance > 0) {
      const within = edges ? kernels.withinEe : kernels.withinVf;
      within(pairs, count, table, points, clearance, this.hits, this.counts);
    } else {
      const time = edges ? kernels.timeEe : kernels.timeVf;
      time(pairs, count, table, points, this.singles, this.several, this.hits, this.open, this.counts);
    }
    const [hits, open] = this.memory.u32(this.counts, 2);
    contacts.tally.exact += open;
    const ids = this.memory.u32(this.open, 4 * open);
    let found = hits;
    for (let i = 0; i < 4 * open; i += 4) {
      this.gather(motion, ids[i], ids[i + 1], edges);
      found = this.keep(found, ids[i], ids[i + 1], settle(this.query, 0, edges));
    }
    return found;
  }

  /** For coordinates beyond the range of the kernels: slow, and as exact. */
  private timeOneByOne(
    motion: VertexMotion,
    pairs: number,
    count: number,
    contacts: Contacts,
    clearance: number,
    edges: boolean,
  ): number {
    const timer = sharedTimer();
    const before = timer.exactCount;
    const ids = this.memory.u32(pairs, 2 * count);
    let found = 0;
    for (let i = 0; i < ids.length; i += 2) {
      this.gather(motion, ids[i], ids[i + 1], edges);
      const time = edges ? timer.ee(this.query, 0, clearance) : timer.vf(this.query, 0, clearance);
      found = this.keep(found, ids[i], ids[i + 1], time);
    }
    contacts.tally.exact += timer.exactCount - before;
    return found;
  }

  /** Appends to `hits` if there is a contact; returns the number of hits. */
  private keep(hits: number, a: number, b: number, time: number): number {
    if (time > 1) return hits;
    const ids = this.memory.u32(this.hits + HIT * hits, 2);
    ids[0] = a;
    ids[1] = b;
    this.memory.f64(this.hits + HIT * hits, 2)[1] = time;
    return hits + 1;
  }

  private gather(motion: VertexMotion, a: number, b: number, edges: boolean): void {
    const { memory, points } = motion;
    const first = memory.u32(edges ? motion.edges + 8 * a : motion.faces + 12 * b, 3);
    const second = memory.u32(motion.edges + 8 * b, 2);
    for (let j = 0; j < 4; j++) {
      const vertex = edges ? (j < 2 ? first[j] : second[j - 2]) : j === 0 ? a : first[j - 1];
      const at = memory.f64(points + 48 * vertex, 6);
      for (let axis = 0; axis < 3; axis++) {
        this.query[3 * j + axis] = at[2 * axis];
        this.query[12 + 3 * j + axis] = at[2 * axis + 1];
      }
    }
  }

  private append(motion: VertexMotion, count: number, contacts: Contacts, apart: boolean, edges: boolean): void {
    const { kernels } = this.memory;
    const describe = edges ? kernels.describeEe : kernels.describeVf;
    describe(this.hits, count, edges ? motion.edges : motion.faces, motion.points, apart, this.details);
    const ids = this.memory.u32(this.hits, 4 * count);
    const times = this.memory.f64(this.hits, 2 * count);
    const details = this.memory.f64(this.details, 6 * count);
    contacts.reserve(contacts.count + count);
    const { kind, a, b, time, startsTouching, normal, weights } = contacts;
    const { faceOf } = motion;
    for (let i = 0, row = contacts.count; i < count; i++, row++) {
      kind[row] = edges ? 1 : 0;
      a[row] = ids[4 * i];
      b[row] = edges ? ids[4 * i + 1] : faceOf[ids[4 * i + 1]];
      time[row] = times[2 * i + 1];
      startsTouching[row] = time[row] === 0 ? 1 : 0;
      for (let k = 0; k < 3; k++) {
        normal[3 * row + k] = details[6 * i + k];
        weights[3 * row + k] = details[6 * i + 3 + k];
      }
    }
    contacts.count += count;
  }
}
