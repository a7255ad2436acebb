// The pairs of a rigid world on the threads of a pool. Workers have bodies of their own, made from
// the same triangles, and say of a pair that it stays apart; the caller searches all other pairs
// itself. So a worker that is late or lost costs time alone, and nothing waits for it: what it has
// not answered, the caller answers.
import { RigidMotion } from '../../core/motion/rigid-motion.ts';
import { contactUntil } from '../rigid/first-contact.ts';
import { RigidBody } from '../rigid/rigid-body.ts';
import { PAIR, type PairsMessage, type WorldMessage } from './world-messages.ts';

/** The worlds that a worker knows, and its searches in them. */
export class WorkerWorlds {
  private readonly worlds = new Map<number, readonly RigidBody[]>();

  /** Makes the bodies of a world. */
  add({ world, bodies }: WorldMessage): void {
    const made = bodies.map(({ positions, triangles }) => RigidBody.from(positions, triangles));
    this.worlds.set(world, made);
  }

  /** Forgets a world. */
  forget(world: number): void {
    this.worlds.delete(world);
  }

  /** Claims pairs until none are left, and says which stay apart. */
  search({ moves, motions, pairs, options, answers }: PairsMessage): void {
    const bodies = this.worlds.get(moves);
    if (!bodies) return;
    const words = new Int32Array(answers);
    const moving = motions.map((legs) => RigidMotion.fromLegs(legs));
    for (;;) {
      const pair = Atomics.add(words, 0, 1);
      if (2 * pair >= pairs.length) return;
      const [a, b] = pairs.subarray(2 * pair, 2 * pair + 2);
      const { state } = contactUntil(1, bodies[a], moving[a], bodies[b], moving[b], options);
      Atomics.store(words, 1 + pair, state === 'separated' ? PAIR.separated : PAIR.touches);
    }
  }
}
