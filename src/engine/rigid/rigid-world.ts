// Many rigid bodies: which two touch first? A broad phase finds the pairs whose swept boxes meet; each is then asked for its first contact
// before the earliest known.
import type { RigidMotion } from '../../core/motion/rigid-motion.ts';
import { checkGroups, checkTable } from '../groups.ts';
import {
  checkFirstContactOptions,
  contactUntil,
  type FirstContactAsked,
  type FirstContactOptions,
  type RigidFirstContact,
} from './first-contact.ts';
import type { RigidBody } from './rigid-body.ts';
import { boxesMeet, type SweptBox, sweptBox } from './swept-box.ts';

export interface RigidWorldOptions {
  /** The group of each body, from 0 on; by default all are in group 0. */
  readonly groups?: ArrayLike<number>;
  /** Group × group, 1 where two groups may collide; symmetric; by default all may. */
  readonly mayCollide?: ArrayLike<number>;
}

export interface WorldContact {
  /** Numbers of the two bodies, the smaller first. */
  readonly a: number;
  readonly b: number;
  readonly contact: RigidFirstContact;
}

/** Numbers of two bodies, the smaller first. */
export type BodyPair = readonly [number, number];

export class RigidWorld {
  readonly bodies: readonly RigidBody[];
  private readonly groupOf: Uint32Array;
  private readonly groupCount: number;
  private readonly may: Uint8Array;

  constructor(bodies: readonly RigidBody[], { groups, mayCollide }: RigidWorldOptions = {}) {
    this.bodies = [...bodies];
    this.groupOf = groups
      ? checkGroups(groups, bodies.length, `there are ${bodies.length} bodies`, 'Body')
      : new Uint32Array(bodies.length);
    this.groupCount = this.groupOf.reduce((most, group) => Math.max(most, group + 1), 1);
    this.may = mayCollide
      ? checkTable(mayCollide, this.groupCount)
      : new Uint8Array(this.groupCount * this.groupCount).fill(1);
  }

  /** Pairs that may collide and whose swept boxes come within a length of each other: no pair that does is missing. */
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

  /** The earliest contact of all, or null; of several at one time, that of the bodies with the smallest numbers. */
  firstContact(motions: readonly RigidMotion[], options: FirstContactOptions = {}): WorldContact | null {
    const asked = checkFirstContactOptions(options);
    let first: WorldContact | null = null;
    for (const pair of this.pairs(motions, asked.tolerance)) {
      if (first && !this.ask(pair, motions, first.contact.time, asked)) continue;
      // Within the tolerance the time depends on how far was searched: what is told is what the two have by themselves.
      const found = this.ask(pair, motions, 1, asked);
      if (found && (first === null || found.contact.time < first.contact.time)) first = found;
    }
    return first;
  }

  /** The first contact of every pair that touches, by the numbers of the bodies. */
  firstContacts(motions: readonly RigidMotion[], options: FirstContactOptions = {}): WorldContact[] {
    const asked = checkFirstContactOptions(options);
    return this.pairs(motions, asked.tolerance).flatMap((pair) => this.ask(pair, motions, 1, asked) ?? []);
  }

  private ask(
    [a, b]: BodyPair,
    motions: readonly RigidMotion[],
    until: number,
    asked: FirstContactAsked,
  ): WorldContact | null {
    const contact = contactUntil(until, this.bodies[a], motions[a], this.bodies[b], motions[b], asked);
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
