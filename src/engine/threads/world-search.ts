// The caller's side of a search among the pairs of a rigid world: claims pairs like the workers,
// and searches itself what they have not answered.
import type { RigidMotion } from '../../core/motion/rigid-motion.ts';
import type { CheckedContactOptions } from '../rigid/first-contact.ts';
import type { RigidBody } from '../rigid/rigid-body.ts';
import type { WorkerPool } from './worker-pool.ts';
import { PAIR } from './world-messages.ts';

/** Two bodies of a world, by their indices. */
export type WorldPair = readonly [number, number];

/** Pairs below which one thread is as fast. */
const MIN_PAIRS = 8;

/** Searches of one world on the threads of a pool. */
export class WorldSearch {
  private readonly pool: WorkerPool;
  private readonly bodies: readonly RigidBody[];
  /** The number of the world; 0 until workers know it. */
  private world = 0;

  constructor(pool: WorkerPool, bodies: readonly RigidBody[]) {
    this.pool = pool;
    this.bodies = bodies;
  }

  /**
   * The answer of `search` for each pair, in order; null for pairs that stay apart. `search` must
   * return null exactly for pairs whose search over [0, 1] with these options says `separated`.
   */
  map<T>(
    pairs: readonly WorldPair[],
    motions: readonly RigidMotion[],
    options: CheckedContactOptions,
    search: (pair: WorldPair) => T | null,
  ): (T | null)[] {
    if (pairs.length < MIN_PAIRS || !this.pool.isFree) return pairs.map(search);
    const answers = new SharedArrayBuffer(4 * (pairs.length + 1));
    const words = new Int32Array(answers);
    this.world ||= this.pool.addWorld(this, this.bodies);
    const legs = motions.map((motion) => motion.legs);
    this.pool.post({ moves: this.world, motions: legs, pairs: Uint32Array.from(pairs.flat()), options, answers });
    const found: (T | null)[] = new Array(pairs.length);
    const isOwn = new Uint8Array(pairs.length);
    for (let pair = Atomics.add(words, 0, 1); pair < pairs.length; pair = Atomics.add(words, 0, 1)) {
      found[pair] = search(pairs[pair]);
      isOwn[pair] = 1;
    }
    for (let pair = 0; pair < pairs.length; pair++) {
      if (isOwn[pair] === 1) continue;
      found[pair] = Atomics.load(words, 1 + pair) === PAIR.separated ? null : search(pairs[pair]);
    }
    return found;
  }
}
