// First contact among many rigid bodies. A broad phase (sweep and prune along x) finds the pairs
// whose swept boxes overlap. It may keep pairs that never meet and drops none that does. Each pair
// is then searched for a contact before the earliest known one.
import type { RigidMotion } from '../../core/motion/rigid-motion.ts';
import { checkGroups, checkTable } from '../groups.ts';
import type { PoolOfThreads } from '../threads/pool-of-threads.ts';
import type { WorldSearch } from '../threads/world-search.ts';
import {
  type CheckedContactOptions,
  checkFirstContactOptions,
  contactUntil,
  type FirstContactOptions,
  type RigidFirstContact,
} from './first-contact.ts';
import type { RigidBody } from './rigid-body.ts';
import { boxesMeet, type SweptBox, sweptBox } from './swept-box.ts';

/** Which bodies may collide. */
export interface RigidWorldOptions {
  /** The group of each body, from 0 on; by default all are in group 0. */
  readonly groups?: ArrayLike<number>;
  /** Group × group, 1 where two groups may collide; symmetric; by default all may. */
  readonly mayCollide?: ArrayLike<number>;
  /** Threads that help with `firstContacts`: a `ThreadPool` of `graze/threads`. None by default. */
  readonly pool?: PoolOfThreads | undefined;
}

/** First contact of two bodies of a world. */
export interface WorldContact {
  /** Index of the first body, the smaller one. */
  readonly a: number;
  /** Index of the second body. */
  readonly b: number;
  /** Their first contact, as `firstContact` returns it. */
  readonly contact: RigidFirstContact;
}

/** Indices of two bodies, the smaller first. */
export type BodyPair = readonly [number, number];

/** Bodies that move together, with a broad phase. */
export class RigidWorld {
  /** The bodies, in the order that was given: indices refer to it. */
  readonly bodies: readonly RigidBody[];
  private readonly groupOf: Uint32Array;
  private readonly groupCount: number;
  private readonly may: Uint8Array;
  private readonly threads: WorldSearch | null;

  /** The bodies keep their order. All pairs may collide, unless groups say otherwise. */
  constructor(bodies: readonly RigidBody[], { groups, mayCollide, pool }: RigidWorldOptions = {}) {
    this.bodies = [...bodies];
    this.threads = pool?.workers.worldFor(this.bodies) ?? null;
    this.groupOf = groups
      ? checkGroups(groups, bodies.length, `there are ${bodies.length} bodies`, 'Body')
      : new Uint32Array(bodies.length);
    this.groupCount = this.groupOf.reduce((most, group) => Math.max(most, group + 1), 1);
    this.may = mayCollide
      ? checkTable(mayCollide, this.groupCount)
      : new Uint8Array(this.groupCount * this.groupCount).fill(1);
  }

  /**
   * Pairs that may collide and whose swept boxes are at most `near` apart. Contains every pair that
   * comes that near.
   */
  pairs(motions: readonly RigidMotion[], near = 0): BodyPair[] {
    this.checkMotions(motions);
    const boxes = this.bodies.map((body, i) => (body.faceCount > 0 ? sweptBox(body, motions[i]) : null));
    const order = boxes
      .flatMap((box, i) => (box ? [i] : []))
      .sort((i, j) => lowOf(boxes[i]) - lowOf(boxes[j]) || i - j);
    const found: BodyPair[] = [];
    let active: number[] = [];
    for (const i of order) {
      const box = boxes[i] as SweptBox;
      active = active.filter((j) => (boxes[j] as SweptBox).high[0] + near >= box.low[0]);
      for (const j of active) {
        if (this.mayMeet(i, j) && boxesMeet(box, boxes[j] as SweptBox, near)) found.push(i < j ? [i, j] : [j, i]);
      }
      active.push(i);
    }
    return found.sort(([a, b], [c, d]) => a - c || b - d);
  }

  /**
   * The earliest contact of all, or null; of several at one time, that of the bodies with the
   * smallest indices.
   */
  firstContact(motions: readonly RigidMotion[], options: FirstContactOptions = {}): WorldContact | null {
    const checked = checkFirstContactOptions(options);
    let first: WorldContact | null = null;
    for (const pair of this.pairs(motions, checked.tolerance)) {
      if (first && !this.contactOf(pair, motions, first.contact.time, checked)) continue;
      // A time within the tolerance depends on the end of the searched interval. The search is
      // repeated up to 1, so that the answer is the one of `firstContact`.
      const found = this.contactOf(pair, motions, 1, checked);
      if (found && (first === null || found.contact.time < first.contact.time)) first = found;
    }
    return first;
  }

  /** The first contact of every pair that touches, ordered by the indices of the bodies. */
  firstContacts(motions: readonly RigidMotion[], options: FirstContactOptions = {}): WorldContact[] {
    const checked = checkFirstContactOptions(options);
    const pairs = this.pairs(motions, checked.tolerance);
    const search = (pair: BodyPair) => this.contactOf(pair, motions, 1, checked);
    const found = this.threads?.map(pairs, motions, checked, search) ?? pairs.map(search);
    return found.flatMap((contact) => contact ?? []);
  }

  private contactOf(
    [a, b]: BodyPair,
    motions: readonly RigidMotion[],
    until: number,
    checked: CheckedContactOptions,
  ): WorldContact | null {
    const contact = contactUntil(until, this.bodies[a], motions[a], this.bodies[b], motions[b], checked);
    return contact.state === 'separated' ? null : { a, b, contact };
  }

  private mayMeet(i: number, j: number): boolean {
    return this.may[this.groupOf[i] * this.groupCount + this.groupOf[j]] === 1;
  }

  private checkMotions(motions: readonly RigidMotion[]): void {
    if (motions.length === this.bodies.length) return;
    throw new RangeError(`There are ${motions.length} motions for ${this.bodies.length} bodies.`);
  }
}

function lowOf(box: SweptBox | null): number {
  return box ? box.low[0] : Infinity;
}
