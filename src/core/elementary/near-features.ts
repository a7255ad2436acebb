// Distances over whole pair buffers at one instant: which pairs are at most a distance apart, in
// bulk; one by one with exact predicates where a pair touches or the kernels leave a doubt. At the
// end the rows are sorted. Works in batches, so that scratch stays in cache.
import type { Proximities } from '../contacts/proximities.ts';
import { Block } from '../memory/block.ts';
import type { LinearMemory } from '../memory/linear-memory.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';
import { Hit, NearRow } from '../wasm/mesh.generated.ts';
import { closestPoints } from './closest-points.ts';
import { gatherPair } from './gather-pair.ts';
import { HitBuffer } from './hit-buffer.ts';
import { NearBuffers } from './near-buffers.ts';
import { PAIRS_PER_CALL } from './time-buffers.ts';
import { eeWithin, vfWithin } from './within.ts';

/** No two points within the range of the kernels are farther apart. */
const LARGEST_DISTANCE = 2 ** 102;

/** Pairs of one kind that are near: hits to sort by, each with the number of its row. */
export class NearPairs {
  /** What is sorted; instead of a time a hit has the number of its row. */
  readonly hits: HitBuffer;
  /** The rows, in the order in which they were found. */
  readonly rows: Block;

  constructor(memory: LinearMemory) {
    this.hits = new HitBuffer(memory);
    this.rows = new Block(memory);
  }

  /** Room for this many more, and one. */
  reserve(more: number): void {
    const { count } = this.hits;
    this.hits.end(more + 1);
    this.rows.reserve(NearRow.BYTES * (count + more + 1), NearRow.BYTES * count);
  }
}

/**
 * Finds the pairs of features within a distance. What it found survives from one `run` to `finish`
 * and until `clear`.
 */
export class NearFeatures {
  /** Near vertex–face pairs. */
  readonly vf: NearPairs;
  /** Near edge–edge pairs. */
  readonly ee: NearPairs;
  private readonly memory: LinearMemory;
  private readonly buffers: NearBuffers;
  private readonly query = new Float64Array(24);
  private readonly points = closestPoints();

  constructor(memory: LinearMemory) {
    this.memory = memory;
    this.buffers = memory.shared(nearBuffers);
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
    this.runKind(motion, vf, distance, to, false);
    this.runKind(motion, ee, distance, to, true);
  }

  /**
   * Appends the near pairs, sorted by kind, a, b. `repeats`: a pair may have been tested more than
   * once, and counts once.
   */
  finish(motion: VertexMotion, to: Proximities, repeats: boolean): void {
    this.append(motion, this.vf, to, repeats, false);
    this.append(motion, this.ee, to, repeats, true);
  }

  private runKind(motion: VertexMotion, pairs: PairBuffer, distance: number, to: Proximities, edges: boolean): void {
    to.tally.tests += pairs.count;
    for (let first = 0; first < pairs.count; first += PAIRS_PER_CALL) {
      const count = Math.min(PAIRS_PER_CALL, pairs.count - first);
      const pointer = pairs.pointer + 8 * first;
      if (motion.inRange) this.runBatch(motion, pointer, count, distance, to, edges);
      else this.decide(motion, pointer, count, distance, to, edges);
    }
  }

  private runBatch(
    motion: VertexMotion,
    pairs: number,
    count: number,
    distance: number,
    to: Proximities,
    edges: boolean,
  ): void {
    const { kernels } = this.memory;
    const { scratch } = this.buffers;
    const near = edges ? this.ee : this.vf;
    near.reserve(count);
    const { hits, rows } = near;
    scratch.rows = rows.pointer + NearRow.BYTES * hits.count;
    scratch.hits = hits.end(0);
    scratch.firstRow = hits.count;
    const table = edges ? motion.edges : motion.faces;
    const find = edges ? kernels.nearEe : kernels.nearVf;
    find(scratch.address, pairs, count, table, motion.points, Math.min(distance, LARGEST_DISTANCE));
    hits.count += scratch.nearCount;
    this.decide(motion, scratch.doubtful, scratch.doubtfulCount, distance, to, edges);
  }

  /** Decides pairs one by one, exactly. */
  private decide(
    motion: VertexMotion,
    pairs: number,
    count: number,
    distance: number,
    to: Proximities,
    edges: boolean,
  ): void {
    const { query, points } = this;
    to.tally.exact += count;
    for (let i = 0; i < count; i++) {
      const [a, b] = this.memory.u32(pairs + 8 * i, 2);
      gatherPair(motion, a, b, edges, query);
      if ((edges ? eeWithin : vfWithin)(query, 0, distance, points)) this.push(a, b, edges);
    }
  }

  /** Appends a row with what is in `points`. */
  private push(a: number, b: number, edges: boolean): void {
    const near = edges ? this.ee : this.vf;
    const { distance, normal, weights } = this.points;
    near.reserve(1);
    const { hits, rows } = near;
    const row = new NearRow(this.memory, rows.pointer + NearRow.BYTES * hits.count);
    row.a = a;
    row.b = b;
    row.distance = distance;
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
    const { columns } = this.buffers;
    for (let first = 0; first < count; first += PAIRS_PER_CALL) {
      const piece = Math.min(PAIRS_PER_CALL, count - first);
      const from = sorted + Hit.BYTES * first;
      this.memory.kernels.nearColumns(columns.address, from, piece, near.rows.pointer, map);
      to.append(piece, edges ? 1 : 0, {
        a: this.memory.u32(columns.a, piece),
        b: this.memory.u32(columns.b, piece),
        distance: this.memory.f64(columns.distances, piece),
        normal: this.memory.f64(columns.normals, 3 * piece),
        weights: this.memory.f64(columns.weights, 3 * piece),
      });
    }
  }
}

/** All searches of one memory share their buffers. */
function nearBuffers(memory: LinearMemory): NearBuffers {
  return new NearBuffers(memory);
}
