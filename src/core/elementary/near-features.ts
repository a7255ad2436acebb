// Decides which pairs of features are at most a distance apart at one instant, over whole pair
// buffers. A kernel decides most pairs in bulk; pairs that touch or that it leaves in doubt are
// decided one by one with exact predicates. At the end the rows are sorted. Pairs are processed in
// batches, so that scratch stays in cache.
import type { Proximities } from '../contacts/proximities.ts';
import { Block } from '../memory/block.ts';
import type { LinearMemory } from '../memory/linear-memory.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';
import { Hit, NearScratch, PairRow } from '../wasm/mesh.generated.ts';
import { closestPoints } from './closest-points.ts';
import { gatherPair } from './gather-pair.ts';
import { HitBuffer } from './hit-buffer.ts';
import { type ColumnBuffers, columnBuffers, PAIRS_PER_CALL } from './pair-buffers.ts';
import { eeWithin, vfWithin } from './within.ts';

/**
 * Limit of the distance that the kernel is given, whose square must not overflow. No two points
 * within the range of the kernels are farther apart.
 */
export const LARGEST_DISTANCE: number = 2 ** 102;

/** Pairs of one kind that are near: hits to sort by, each with the number of its row. */
export class NearPairs {
  /**
   * The pairs in the form of hits, for sorting. In place of a time, a hit has the number of its
   * row.
   */
  readonly hits: HitBuffer;
  /** The rows, in the order in which they were found. */
  readonly rows: Block;

  constructor(memory: LinearMemory) {
    this.hits = new HitBuffer(memory);
    this.rows = new Block(memory);
  }

  /**
   * Makes room for this many more pairs, and for one that the kernel writes without counting it.
   */
  reserve(more: number): void {
    const { count } = this.hits;
    this.hits.end(more + 1);
    this.rows.reserve(PairRow.BYTES * (count + more + 1), PairRow.BYTES * count);
  }
}

/**
 * Finds the pairs of features within a distance. Pairs accumulate from `run` to `run` until
 * `clear`; `finish` appends them to a result.
 */
export class NearFeatures {
  /** Near vertex–face pairs. */
  readonly vf: NearPairs;
  /** Near edge–edge pairs. */
  readonly ee: NearPairs;
  private readonly memory: LinearMemory;
  private readonly scratch: NearScratch;
  private readonly columns: ColumnBuffers;
  private readonly query = new Float64Array(24);
  private readonly points = closestPoints();

  constructor(memory: LinearMemory) {
    this.memory = memory;
    this.scratch = memory.shared(nearScratch);
    this.columns = memory.shared(columnBuffers);
    this.vf = new NearPairs(memory);
    this.ee = new NearPairs(memory);
  }

  /** Forgets all pairs. */
  clear(): void {
    this.vf.hits.count = 0;
    this.ee.hits.count = 0;
  }

  /** Tests all pairs and keeps those that are near; counts into the tally. */
  run(motion: VertexMotion, vf: PairBuffer, ee: PairBuffer, distance: number, to: Proximities): void {
    for (const edges of [false, true]) {
      const pairs = edges ? ee : vf;
      to.tally.tests += pairs.count;
      for (let first = 0; first < pairs.count; first += PAIRS_PER_CALL) {
        const count = Math.min(PAIRS_PER_CALL, pairs.count - first);
        const pointer = pairs.pointer + 8 * first;
        to.tally.exact += motion.inRange
          ? this.runBatch(motion, pointer, count, distance, edges)
          : this.decide(motion, pointer, count, distance, edges);
      }
    }
  }

  /** Keeps near pairs that another thread has found, given by their rows in the memory. */
  addRows(from: number, count: number, edges: boolean): void {
    const near = edges ? this.ee : this.vf;
    near.reserve(count);
    const { hits, rows } = near;
    const first = hits.count;
    const to = rows.pointer + PairRow.BYTES * first;
    const { words, bytes } = this.memory;
    bytes.copyWithin(to, from, from + PairRow.BYTES * count);
    let hit = hits.end(0) / 4;
    for (let i = 0, row = to / 4; i < count; i++, row += PairRow.BYTES / 4, hit += Hit.BYTES / 4) {
      words[hit] = words[row];
      words[hit + 1] = words[row + 1];
      words[hit + 2] = first + i;
    }
    hits.count += count;
  }

  /**
   * Appends the near pairs, sorted by kind, a, b. `repeats`: a pair may have been tested more than
   * once, and counts once.
   */
  finish(motion: VertexMotion, to: Proximities, repeats: boolean): void {
    this.append(motion, this.vf, to, repeats, false);
    this.append(motion, this.ee, to, repeats, true);
  }

  /**
   * Tests a batch by the kernel, and the pairs it leaves in doubt exactly. Returns how many were in
   * doubt.
   */
  private runBatch(motion: VertexMotion, pairs: number, count: number, distance: number, edges: boolean): number {
    const { scratch } = this;
    const near = edges ? this.ee : this.vf;
    near.reserve(count);
    const { hits, rows } = near;
    scratch.rows = rows.pointer + PairRow.BYTES * hits.count;
    scratch.hits = hits.end(0);
    scratch.firstRow = hits.count;
    const limit = Math.min(distance, LARGEST_DISTANCE);
    this.memory.kernels.nearPairs(motion.context.address, scratch.address, pairs, count, limit, edges);
    hits.count += scratch.nearCount;
    return this.decide(motion, scratch.doubtful, scratch.doubtfulCount, distance, edges);
  }

  /** Decides pairs one by one, exactly; returns their number. */
  private decide(motion: VertexMotion, pairs: number, count: number, distance: number, edges: boolean): number {
    const { query, points } = this;
    for (let i = 0; i < count; i++) {
      const [a, b] = this.memory.u32(pairs + 8 * i, 2);
      gatherPair(motion, a, b, edges, query);
      if ((edges ? eeWithin : vfWithin)(query, 0, distance, points)) this.push(a, b, edges);
    }
    return count;
  }

  /** Appends a pair with the closest points that are in `points`. */
  private push(a: number, b: number, edges: boolean): void {
    const near = edges ? this.ee : this.vf;
    const { distance, normal, weights } = this.points;
    near.reserve(1);
    const { hits, rows } = near;
    const row = new PairRow(this.memory, rows.pointer + PairRow.BYTES * hits.count);
    row.a = a;
    row.b = b;
    row.value = distance;
    [row.normalX, row.normalY, row.normalZ] = normal;
    [row.weight0, row.weight1, row.weight2] = weights;
    const hit = this.memory.u32(hits.end(0), 3);
    hit[0] = a;
    hit[1] = b;
    hit[2] = hits.count;
    hits.count++;
  }

  private append(motion: VertexMotion, near: NearPairs, to: Proximities, repeats: boolean, edges: boolean): void {
    const map = edges ? 0 : motion.faceOfBlock;
    const sorted = near.hits.sort(map);
    if (repeats) near.hits.unique();
    const { count } = near.hits;
    to.reserve(to.count + count);
    for (let first = 0; first < count; first += PAIRS_PER_CALL) {
      const piece = Math.min(PAIRS_PER_CALL, count - first);
      const from = sorted + Hit.BYTES * first;
      to.append(edges ? 1 : 0, this.columns.split(from, piece, near.rows.pointer, map));
    }
  }
}

/**
 * The scratch that all searches of one memory share. `rows`, `hits` and `firstRow` are set before
 * each call.
 */
function nearScratch(memory: LinearMemory): NearScratch {
  const scratch = new NearScratch(memory, memory.allocate(NearScratch.BYTES));
  scratch.doubtful = memory.allocate(8 * (PAIRS_PER_CALL + 1));
  return scratch;
}
