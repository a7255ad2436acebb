// A collider's searches on the threads of a pool. The caller finds seeds, opens a job, runs chunks
// like the workers, and gathers the results of all. Answers and tallies are those of one thread:
// the same pairs are visited and tested, tallies are sums, and results are sorted afterwards.
import { noTally, type Tally } from '../../core/contacts/contacts.ts';
import type { FeatureTimer } from '../../core/elementary/feature-timer.ts';
import type { NearFeatures } from '../../core/elementary/near-features.ts';
import { Block } from '../../core/memory/block.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../../core/pairs/pair-buffer.ts';
import type { Stages } from '../../core/recipe/recipe.ts';
import type { FaceTree, QuietLabels } from '../../core/tree/face-tree.ts';
import type { PermittedPairs } from '../permitted-pairs.ts';
import type { Wait } from '../slices.ts';
import { ChunkRunner, EMITTER, JOB, RECORD_BYTES } from './chunk-runner.ts';
import { CHUNK, type ChunkResult } from './chunk-table.ts';
import { findSeeds } from './find-seeds.ts';
import type { JobParameters } from './pool-control.ts';
import type { PoolJob } from './pool-job.ts';
import { unlessFull } from './pooled-memory.ts';
import { STACK_PAIRS } from './thread-slot.ts';
import type { WorkerPool } from './worker-pool.ts';

/** The parts of a collider that a search on threads works on. */
export interface ThreadedParts {
  /** The mesh in motion. */
  readonly motion: VertexMotion;
  /** The tree over its faces. */
  readonly tree: FaceTree;
  /** Which objects may collide. */
  readonly permitted: PermittedPairs;
  /** The stages of the recipe. */
  readonly stages: Stages;
  /** Where contacts go. */
  readonly timer: FeatureTimer;
  /** Where near features go. */
  readonly nearFeatures: NearFeatures;
  /** Where pairs of faces go. */
  readonly facePairs: PairBuffer;
}

/** A search that threads carry out; false if one thread has to do it. */
export type ThreadedWork = Generator<Wait | undefined, boolean, undefined>;

/** What to search for, from the tree on. */
export interface TreeSearch {
  /** Whether faces that share a vertex are left out. */
  readonly distinct: boolean;
  /** Labels for the traversal. */
  readonly labels: QuietLabels | null;
  /** The separation of contacts, or the distance of near features. */
  readonly limit: number;
  /** The end of the interval that bounds cover. */
  readonly until: number;
  /** Whether pairs of faces get the bits of core/bounds/kernels/planes.ts. */
  readonly isMarked?: boolean;
  /** The prefilter, if there is one. */
  readonly mask?: Uint8Array | undefined;
  /** Whether only pairs of faces that share a point are kept; none has a common vertex. */
  readonly keepsMeeting?: boolean;
}

/** A kind of search. */
export type SearchKind = Extract<keyof typeof JOB, 'contacts' | 'near' | 'faces'>;

/** Seeds per job at most: enough for sixteen threads. */
const MAX_SEEDS = 4096;
/** Seeds per chunk: several make chunks more even than one does. */
const SEEDS_PER_CHUNK = 2;
/** Microseconds that a chunk should take at least: long against claiming it. */
const MIN_CHUNK_US = 60;
/**
 * Chunks per thread beyond which they get longer instead: then they are even enough, and kernels
 * like long batches.
 */
const CHUNKS_PER_THREAD = 300;
/** Seeds per thread at least, if the tree has them: so that chunks can be even. */
const MIN_SEEDS_PER_THREAD = 32;

/** Searches of one collider on the threads of a pool. */
export class ThreadedSearch {
  private readonly pool: WorkerPool;
  private readonly parts: ThreadedParts;
  private readonly mask: Block;
  /** Expected microseconds of the next search of each sort, from the tally of the last one. */
  private readonly expected = new Map<string, number>();

  constructor(pool: WorkerPool, parts: ThreadedParts) {
    this.pool = pool;
    this.parts = parts;
    this.mask = new Block(parts.motion.memory);
  }

  /** Records the work of a search, from which the next one decides whether threads pay. */
  learn(kind: SearchKind, until: number, tally: Readonly<Tally>): void {
    this.expected.set(`${kind} ${until}`, microseconds(tally));
  }

  /**
   * Searches from the tree to the results, and adds to the tally. Returns false, and does nothing,
   * if one thread has to do it: if the search is small, the pool is busy, coordinates are beyond
   * the kernels, or the recipe needs all pairs in one place.
   */
  *run(kind: SearchKind, search: TreeSearch, tally: Tally): ThreadedWork {
    const { pool, parts } = this;
    const { motion, tree, stages } = parts;
    const { memory, mesh } = motion;
    const expected = this.expected.get(`${kind} ${search.until}`) ?? firstGuess(mesh.faceCount);
    const emission = kind === 'faces' ? null : (stages.emission?.() ?? null);
    if (!pool.isFree || !memory.isThreaded || expected < pool.minSearch || !motion.inRange) return false;
    if ((kind !== 'faces' && !emission) || (search.mask && !search.distinct)) return false;
    if (tree.stackPairs > STACK_PAIRS / 2) return false;
    const pooled = unlessFull(() => pool.memoryOf(memory));
    if (!pooled) return false;
    const parameters = this.parametersOf(kind, search);
    const drain = () => this.take(kind, runner.used, pooled.own.stream(0).pointer, pooled.own.stream(1).pointer);
    const runner = new ChunkRunner(pooled.own, parameters, () => {
      drain();
      runner.used.fill(0);
    });
    const sum = noTally();
    const wantedChunks = Math.min(expected / MIN_CHUNK_US, CHUNKS_PER_THREAD * pool.size);
    const fine = Math.min(MAX_SEEDS, Math.ceil(SEEDS_PER_CHUNK * wantedChunks));
    const wanted = Math.max(MIN_SEEDS_PER_THREAD * pool.size, fine);
    const seeds = findSeeds(pooled.own, motion.context, pooled.seeds, wanted, (count) =>
      runner.testFaces(pooled.own.at('pairs'), count),
    );
    const { spent } = runner;
    add(sum, { ...spent, nodePairs: seeds.visited, boxPairs: seeds.boxPairs ?? spent.boxPairs });
    const chunkCount = Math.ceil(Math.min(seeds.count, Math.max(16 * pool.size, wantedChunks)));
    const seedsPerChunk = Math.max(1, Math.min(STACK_PAIRS / 2, Math.ceil(seeds.count / chunkCount)));
    const chunks = Math.ceil(seeds.count / seedsPerChunk);
    const seedParameters = { seeds: seeds.pointer, seedCount: seeds.count, seedsPerChunk };
    runner.setSeeds(seedParameters);
    const job = chunks > 1 ? pool.open(memory, chunks, { ...parameters, ...seedParameters }) : null;
    try {
      if (job) yield* this.runJob(job, kind, chunks, runner, sum);
      else
        for (let chunk = 0; chunk < chunks; chunk++) {
          add(sum, runner.run(chunk));
          yield;
        }
    } finally {
      job?.close();
    }
    drain();
    this.addTally(kind, tally, sum, search);
    return true;
  }

  /** Runs chunks until none are left, then takes in those of the workers. */
  private *runJob(
    job: PoolJob,
    kind: SearchKind,
    chunks: number,
    runner: ChunkRunner,
    sum: Tally,
  ): Generator<Wait | undefined, void, undefined> {
    const own = new Uint8Array(chunks);
    for (let chunk = job.claim(); chunk >= 0; chunk = job.claim()) {
      add(sum, runner.run(chunk));
      own[chunk] = 1;
      yield;
    }
    yield* job.finish();
    let records = 0;
    for (let chunk = 0; chunk < chunks; chunk++) {
      if (own[chunk] === 1) continue;
      // If a worker still has it, or had no room: from here on it is the caller's.
      if (job.table.change(chunk, CHUNK.taken) || job.table.stateOf(chunk) !== CHUNK.complete) {
        add(sum, runner.run(chunk));
        job.pooled.expect(2 * job.pooled.streamBytes);
        yield;
        continue;
      }
      const result = job.table.resultOf(chunk);
      add(sum, result);
      records += Math.max(...result.count);
      const worker = job.table.workerOf(chunk);
      const [first, second] = ([0, 1] as const).map(
        (i) => job.streamOf(worker, i) + RECORD_BYTES[JOB[kind]] * result.first[i],
      );
      this.take(kind, result.count, first, second);
    }
    job.pooled.expect(2 * RECORD_BYTES[JOB[kind]] * records);
  }

  /** Takes in records of both streams. */
  private take(kind: SearchKind, counts: readonly number[], first: number, second: number): void {
    const { timer, nearFeatures, facePairs } = this.parts;
    for (const [count, from, edges] of [
      [counts[0], first, false],
      [counts[1], second, true],
    ] as const) {
      if (count === 0) continue;
      if (kind === 'contacts') timer.addHits(from, count, edges);
      else if (kind === 'near') nearFeatures.addRows(from, count, edges);
      else facePairs.append(from, count);
    }
  }

  private addTally(kind: SearchKind, tally: Tally, sum: Tally, { labels }: TreeSearch): void {
    tally.nodePairs = sum.nodePairs;
    tally.boxPairs = sum.boxPairs;
    tally.slabPairs = sum.slabPairs;
    tally.tests += sum.tests;
    tally.exact += sum.exact;
    tally.representativeWalks += sum.representativeWalks;
    this.parts.tree.addSurplus(tally, labels ? 1 : 0);
    this.parts.facePairs.count = kind === 'faces' ? this.parts.facePairs.count : 0;
  }

  private parametersOf(kind: SearchKind, search: TreeSearch): JobParameters {
    const { distinct, labels, limit, isMarked, mask, keepsMeeting } = search;
    const { motion, tree, permitted, stages } = this.parts;
    const emission = kind === 'faces' ? null : stages.emission?.();
    const { pointer } = mask ? this.mask.putBytes(maskByPlace(motion, mask)) : { pointer: 0 };
    return {
      memory: 0,
      kind: JOB[kind],
      bytes: 0,
      chunks: 0,
      table: 0,
      context: motion.context.address,
      traversal: tree.setTraversal(distinct, labels, null).address,
      emitter: emission ? EMITTER[emission.kernel] : 0,
      tables: emission?.tables ?? 0,
      tableBytes: emission?.bytes ?? 0,
      thinsSegments: emission?.thinsSegments && !motion.isStatic && !motion.context.isQuantized ? 1 : 0,
      thinsFaces: emission?.thinsFaces ? 1 : 0,
      permitted: permitted.table,
      mask: pointer,
      limit,
      seeds: 0,
      seedCount: 0,
      seedsPerChunk: 0,
      isMarked: isMarked ? 1 : 0,
      keepsMeeting: keepsMeeting ? 1 : 0,
      pass: 0,
      used: 0,
      branches: 0,
      parts: 0,
      count: 0,
      perChunk: 0,
      vf: 0,
      vfCount: 0,
      ee: 0,
      eeCount: 0,
      isApart: 0,
    };
  }
}

/** Adds the work of a chunk. */
function add(sum: Tally, { nodePairs, boxPairs, slabPairs, tests, exact, representativeWalks }: ChunkResult): void {
  sum.nodePairs += nodePairs;
  sum.boxPairs += boxPairs;
  sum.slabPairs += slabPairs;
  sum.tests += tests;
  sum.exact += exact;
  sum.representativeWalks += representativeWalks;
}

/** About how long a search with this tally takes on one thread. */
function microseconds({ nodePairs, boxPairs, slabPairs, tests, exact }: Readonly<Tally>): number {
  return 0.02 * nodePairs + 0.01 * boxPairs + 0.04 * slabPairs + 0.09 * tests + 3 * exact;
}

/** The same before anything is known. */
function firstGuess(faceCount: number): number {
  return 0.1 * faceCount;
}

/** The mask in the order of places; empty places are excluded. */
function maskByPlace({ faceOf }: VertexMotion, mask: Uint8Array): Uint8Array {
  return Uint8Array.from(faceOf, (f) => mask[f] ?? 0);
}
