// Distances over whole pair buffers at one instant: which pairs are at most a distance apart, in bulk; one by one with exact predicates
// where a pair touches or the kernels leave a doubt. At the end the rows are sorted. Works in pieces, so that scratch stays in cache.
import type { Proximities } from '../contacts/proximities.ts';
import { Block } from '../memory/block.ts';
import type { LinearMemory } from '../memory/linear-memory.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';
import { closestPoints } from './closest-points.ts';
import { gatherPair } from './gather-pair.ts';
import { HIT, HitBuffer } from './hit-buffer.ts';
import { eeWithin, vfWithin } from './within.ts';

/** Pairs a piece. */
const PIECE = 8192;
/** Bytes of a row, and of a row in all columns of the result together: assembly/near.ts. */
export const ROW = 64;
const COLUMNS = 64;
/** No two points within the range of the kernels are farther apart. */
const FARTHEST = 2 ** 102;

/** Pairs of one kind that are near: hits to sort by, each with the number of its row. */
export class NearPairs {
  readonly hits: HitBuffer;
  readonly rows: Block;

  constructor(memory: LinearMemory) {
    this.hits = new HitBuffer(memory);
    this.rows = new Block(memory);
  }

  /** Room for this many more, and one. */
  reserve(more: number): void {
    const { count } = this.hits;
    this.hits.end(more + 1);
    this.rows.reserve(ROW * (count + more + 1), ROW * count);
  }
}

export class NearFeatures {
  private readonly memory: LinearMemory;
  readonly vf: NearPairs;
  readonly ee: NearPairs;
  private readonly doubtful: number;
  private readonly columns: number;
  private readonly counts: number;
  private readonly query = new Float64Array(24);
  private readonly points = closestPoints();

  constructor(memory: LinearMemory) {
    this.memory = memory;
    this.vf = new NearPairs(memory);
    this.ee = new NearPairs(memory);
    this.doubtful = memory.allocate(8 * (PIECE + 1));
    this.columns = memory.allocate(COLUMNS * PIECE);
    this.counts = memory.allocate(8);
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

  /** Appends the near pairs, sorted by kind, a, b. `repeats`: a pair may have been tested more than once, and counts once. */
  finish(motion: VertexMotion, to: Proximities, repeats: boolean): void {
    this.append(motion, this.vf, to, repeats, false);
    this.append(motion, this.ee, to, repeats, true);
  }

  private runKind(motion: VertexMotion, pairs: PairBuffer, distance: number, to: Proximities, edges: boolean): void {
    to.tally.tests += pairs.count;
    for (let first = 0; first < pairs.count; first += PIECE) {
      const count = Math.min(PIECE, pairs.count - first);
      const pointer = pairs.pointer + 8 * first;
      if (motion.inRange) this.runPiece(motion, pointer, count, distance, to, edges);
      else this.settle(motion, pointer, count, distance, to, edges);
    }
  }

  private runPiece(
    motion: VertexMotion,
    pairs: number,
    count: number,
    distance: number,
    to: Proximities,
    edges: boolean,
  ): void {
    const { kernels } = this.memory;
    const { hits, rows } = edges ? this.ee : this.vf;
    (edges ? this.ee : this.vf).reserve(count);
    (edges ? kernels.nearEe : kernels.nearVf)(
      pairs,
      count,
      edges ? motion.edges : motion.faces,
      motion.points,
      Math.min(distance, FARTHEST),
      rows.pointer + ROW * hits.count,
      hits.end(0),
      hits.count,
      this.doubtful,
      this.counts,
    );
    const { words } = this.memory;
    hits.count += words[this.counts / 4];
    this.settle(motion, this.doubtful, words[this.counts / 4 + 1], distance, to, edges);
  }

  /** Pairs one by one, exactly. */
  private settle(
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
    const number = hits.count;
    const ids = this.memory.u32(hits.end(0), 4);
    ids[0] = a;
    ids[1] = b;
    ids[2] = number;
    this.memory.u32(rows.pointer + ROW * number, 2).set([a, b]);
    const row = this.memory.f64(rows.pointer + ROW * number, 8);
    row[1] = distance;
    row.set(normal, 2);
    for (let k = 0; k < 3; k++) row[5 + k] = weights[k];
    hits.count++;
  }

  private append(motion: VertexMotion, near: NearPairs, to: Proximities, repeats: boolean, edges: boolean): void {
    const map = edges ? 0 : motion.faceOfBlock;
    const sorted = near.hits.sort(map);
    if (repeats) near.hits.unique();
    const { count } = near.hits;
    to.reserve(to.count + count);
    const a = this.columns;
    const b = a + 4 * PIECE;
    const distances = b + 4 * PIECE;
    const normals = distances + 8 * PIECE;
    const weights = normals + 24 * PIECE;
    for (let first = 0; first < count; first += PIECE) {
      const piece = Math.min(PIECE, count - first);
      const from = sorted + HIT * first;
      this.memory.kernels.nearColumns(from, piece, near.rows.pointer, map, a, b, distances, normals, weights);
      to.append(piece, edges ? 1 : 0, {
        a: this.memory.u32(a, piece),
        b: this.memory.u32(b, piece),
        distance: this.memory.f64(distances, piece),
        normal: this.memory.f64(normals, 3 * piece),
        weights: this.memory.f64(weights, 3 * piece),
      });
    }
  }
}
