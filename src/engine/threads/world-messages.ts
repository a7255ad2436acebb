// What the caller of a pool and its workers exchange about the pairs of a rigid world.
import type { Leg } from '../../core/motion/rigid-motion.ts';
import type { CheckedContactOptions } from '../rigid/first-contact.ts';
import type { RigidBody } from '../rigid/rigid-body.ts';

/** The bodies of a world, for workers. */
export interface WorldMessage {
  /** The number of the world. */
  readonly world: number;
  /** The triangles of each body. */
  readonly bodies: readonly Pick<RigidBody, 'positions' | 'triangles'>[];
}

/** A search among the bodies of a world, for workers. */
export interface PairsMessage {
  /** The number of the world whose bodies move. */
  readonly moves: number;
  /** The motion of each body. */
  readonly motions: readonly (readonly Leg[])[];
  /** Indices of bodies, two per pair. */
  readonly pairs: Uint32Array;
  /** The options of the search. */
  readonly options: CheckedContactOptions;
  /** The next pair that nobody has claimed, then the answer for each pair. */
  readonly answers: SharedArrayBuffer;
}

/** What is known of a pair. */
export const PAIR = {
  /** Nothing: a worker may be at it. */
  open: 0,
  /** The bodies stay apart. */
  separated: 1,
  /** They do not, or the search ended without an answer: the caller has to search. */
  touches: 2,
} as const;
