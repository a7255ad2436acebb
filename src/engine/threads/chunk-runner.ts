// Runs chunks of a job on one thread, from pairs of nodes to results, without waiting for others:
// tree → pairs of faces → slabs and permissions → pairs of features → elementary tests. The same
// code runs in workers and on the caller's thread. Kernels write only to the slot of their thread.
import { decideExactly } from '../../core/elementary/decide-exactly.ts';
import { gatherPair } from '../../core/elementary/gather-pair.ts';
import {
  Hit,
  MeshContext,
  PairRow,
  RepresentativeTables,
  RepresentedTables,
  Traversal,
} from '../../core/wasm/mesh.generated.ts';
import { type ChunkResult, noResult } from './chunk-table.ts';
import { keepMeeting } from './meeting-faces.ts';
import { NearTests } from './near-tests.ts';
import type { JobParameters } from './pool-control.ts';
import { FACE_PAIRS, TESTS, type ThreadMemory, type ThreadSlot } from './thread-slot.ts';

/** What a job asks for. */
export const JOB = {
  /** Contacts of a step: hits of vertex–face and of edge–edge pairs. */
  contacts: 1,
  /** Features that are near at one instant: rows of both kinds. */
  near: 2,
  /** Pairs of faces that no bound separates at one instant. */
  faces: 3,
  /** Bounds and boxes: a pass of core/tree/tree-fit.ts, without results of its own. */
  fit: 4,
  /** Normals and weights: a row per hit. */
  describe: 5,
} as const;

/** The kernel that turns pairs of faces into pairs of features. */
export const EMITTER = { representativePairs: 1, representedPairs: 2 } as const;

/** Bytes of a record in the streams of each kind of job. */
export const RECORD_BYTES: Readonly<Record<number, number>> = {
  [JOB.contacts]: Hit.BYTES,
  [JOB.near]: PairRow.BYTES,
  [JOB.faces]: 8,
};

/** Pairs of nodes per call of the traversal, as in core/tree/face-tree.ts. */
const NODE_PAIRS_PER_CALL = 16384;

/** Thrown by a worker whose streams are full; the caller runs the chunk instead. */
export class NoRoom extends Error {}

/** Runs the chunks of one job in one memory. */
export class ChunkRunner {
  /** Number of records in either stream. */
  readonly used: [number, number] = [0, 0];
  private readonly memory: ThreadMemory;
  private readonly slot: ThreadSlot;
  private job: JobParameters;
  private readonly context: MeshContext;
  private readonly tables: RepresentativeTables | RepresentedTables;
  /** Whether the traversal is that of quantized boxes. */
  private readonly isQuantized: boolean;
  private readonly near: NearTests;
  private readonly recordBytes: number;
  /** Called when a stream has no room for this many more records. */
  private readonly makeRoom: () => void;
  private readonly query = new Float64Array(24);
  private result = noResult();

  /** `makeRoom` empties the streams and sets `used` to 0, or throws. */
  constructor(slot: ThreadSlot, job: JobParameters, makeRoom: () => void) {
    const { memory } = slot;
    this.memory = memory;
    this.slot = slot;
    this.job = job;
    this.makeRoom = makeRoom;
    this.context = new MeshContext(memory, job.context);
    this.recordBytes = RECORD_BYTES[job.kind];
    const tables = slot.copy('tables', job.tables, job.tableBytes);
    if (job.emitter === EMITTER.representativePairs) {
      const own = new RepresentativeTables(memory, tables);
      own.candidates = slot.at('candidates');
      this.tables = own;
    } else this.tables = new RepresentedTables(memory, tables);
    this.isQuantized = job.kind === JOB.contacts && this.context.isQuantized;
    slot.copy('traversal', job.traversal, Traversal.BYTES);
    slot.traversal.stack = slot.at('stack');
    slot.traversal.widened = slot.at('widened');
    this.near = new NearTests(slot, this.context);
  }

  /** Sets the seeds of the chunks, if they were found after this was made. */
  setSeeds(seeds: Pick<JobParameters, 'seeds' | 'seedCount' | 'seedsPerChunk'>): void {
    this.job = { ...this.job, ...seeds };
  }

  /** Runs a chunk. Its results are behind those of earlier chunks in the streams. */
  run(chunk: number): ChunkResult {
    const { memory, slot, job, used } = this;
    const { traversal } = slot;
    const first = chunk * job.seedsPerChunk;
    const count = Math.min(job.seedsPerChunk, job.seedCount - first);
    const result = noResult();
    this.result = result;
    result.first[0] = used[0];
    result.first[1] = used[1];
    const from = job.seeds + 8 * first;
    memory.bytes.copyWithin(traversal.stack, from, from + 8 * count);
    traversal.top = traversal.stack + 8 * count;
    traversal.visited = 0;
    traversal.boxPairs = 0;
    const pairs = slot.at('pairs');
    const { morePairs, moreQuantizedPairs } = memory.kernels;
    const more = this.isQuantized ? moreQuantizedPairs : morePairs;
    while (traversal.top !== traversal.stack) {
      let found = 0;
      do {
        found = more(job.context, traversal.address, pairs, found, FACE_PAIRS, NODE_PAIRS_PER_CALL);
      } while (traversal.top !== traversal.stack && found <= FACE_PAIRS - 16);
      this.testFaces(pairs, found);
    }
    result.nodePairs = traversal.visited;
    if (this.isQuantized) result.boxPairs = traversal.boxPairs;
    result.count[0] = used[0] - result.first[0];
    result.count[1] = used[1] - result.first[1];
    return result;
  }

  /** Tests pairs of faces that the tree has found, at most `FACE_PAIRS`. */
  testFaces(pairs: number, found: number): void {
    const { memory, job, result } = this;
    const { kernels } = memory;
    result.boxPairs += found;
    let count = found;
    const isStep = job.kind === JOB.contacts;
    if (job.thinsFaces && isStep) count = kernels.compatiblePairs(this.tables.address as number, pairs, count);
    count = kernels.thinPairs(job.context, pairs, count);
    if (job.permitted) count = kernels.permitPairs(job.permitted, pairs, count);
    if (job.mask) count = this.dropMasked(pairs, count);
    result.slabPairs += count;
    if (!isStep) count = kernels.thinPlanes(job.context, this.slot.at('scratch'), pairs, count, job.isMarked > 0);
    if (job.thinsFaces && !isStep) count = kernels.compatiblePairs(this.tables.address as number, pairs, count);
    if (job.kind === JOB.faces) this.keepFaces(pairs, count);
    else this.testFeatures(pairs, count);
  }

  /** What was done since the last chunk began: for pairs of faces that are in no chunk. */
  get spent(): ChunkResult {
    return this.result;
  }

  /** Drops pairs with a face that the prefilter excludes; no pair shares a vertex. */
  private dropMasked(pairs: number, count: number): number {
    const ids = this.memory.u32(pairs, 2 * count);
    const { bytes } = this.memory;
    const { mask } = this.job;
    let to = 0;
    for (let i = 0; i < ids.length; i += 2) {
      if (bytes[mask + ids[i]] === 0 || bytes[mask + ids[i + 1]] === 0) continue;
      ids[to++] = ids[i];
      ids[to++] = ids[i + 1];
    }
    return to / 2;
  }

  /** Makes room for records in a stream and returns the address of the next one. */
  private end(stream: 0 | 1, more: number): number {
    let { pointer, bytes } = this.slot.stream(stream);
    if ((this.used[stream] + more) * this.recordBytes > bytes) {
      this.makeRoom();
      ({ pointer, bytes } = this.slot.stream(stream));
      if (more * this.recordBytes > bytes) throw new NoRoom();
    }
    return pointer + this.used[stream] * this.recordBytes;
  }

  private keepFaces(pairs: number, found: number): void {
    const { memory, context, job, slot } = this;
    const count = job.keepsMeeting ? keepMeeting(memory, context, slot.at('scratch'), pairs, found) : found;
    const to = this.end(0, count);
    this.memory.bytes.copyWithin(to, pairs, pairs + 8 * count);
    this.used[0] += count;
  }

  private testFeatures(pairs: number, count: number): void {
    const { memory, job, slot, tables, result } = this;
    const { kernels } = memory;
    const vf = slot.at('vf');
    const ee = slot.at('ee');
    const address: number = tables.address;
    if (job.emitter === EMITTER.representativePairs)
      kernels.representativePairs(job.context, address, pairs, count, vf, ee);
    else kernels.representedPairs(job.context, address, pairs, count, vf, ee);
    if (tables instanceof RepresentativeTables) result.representativeWalks += tables.walkCount;
    let { vfCount } = tables;
    const { eeCount } = tables;
    if (job.thinsSegments) vfCount = kernels.thinSegments(job.context, vf, vfCount);
    result.tests += vfCount + eeCount;
    for (let first = 0; first < vfCount; first += TESTS)
      this.test(vf + 8 * first, Math.min(TESTS, vfCount - first), false);
    for (let first = 0; first < eeCount; first += TESTS)
      this.test(ee + 8 * first, Math.min(TESTS, eeCount - first), true);
  }

  private test(pairs: number, count: number, edges: boolean): void {
    const { used, job, result } = this;
    const stream = edges ? 1 : 0;
    const to = this.end(stream, count + 1);
    if (job.kind === JOB.contacts) {
      const { exact, hits } = this.time(pairs, count, edges, to);
      result.exact += exact;
      used[stream] += hits;
      return;
    }
    const { exact, rows } = this.near.run(pairs, count, job.limit, edges, to);
    result.exact += exact;
    used[stream] += rows;
  }

  /** Times of contact of a batch; what the kernels leave open is decided exactly. */
  private time(pairs: number, count: number, edges: boolean, to: number): { exact: number; hits: number } {
    const { memory, job, slot, query, context } = this;
    const { pairScratch } = slot;
    const { kernels } = memory;
    pairScratch.hits = to;
    // As in core/elementary/feature-timer.ts.
    const isSieved = job.limit === 0;
    const list = isSieved ? pairScratch.kept : pairs;
    const left = isSieved ? kernels.sievePairs(job.context, pairScratch.address, pairs, count, edges) : count;
    kernels.timePairs(job.context, pairScratch.address, list, left, job.limit, edges);
    const { openCount } = pairScratch;
    let hits = pairScratch.hitCount;
    const { points, faces, edges: edgeTable } = context;
    for (let i = 0; i < openCount; i++) {
      const { a, b } = new Hit(memory, pairScratch.open + Hit.BYTES * i);
      gatherPair({ memory, points, faces, edges: edgeTable }, a, b, edges, query);
      const time = decideExactly(query, 0, edges);
      if (!(time <= 1)) continue;
      const hit = new Hit(memory, to + Hit.BYTES * hits++);
      hit.a = a;
      hit.b = b;
      hit.time = time;
    }
    return { exact: openCount, hits };
  }
}
