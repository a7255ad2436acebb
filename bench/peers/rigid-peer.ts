// The questions that peers answer about two rigid bodies of one shape: a moves, or is at the start
// of its motion, and b is static at the origin.
import type { RigidMotion } from '../../src/rigid.ts';

/** The name of a question. */
export type QuestionName =
  | 'first contact, moving'
  | 'first contact, moving and turning'
  | 'first contact, grazing'
  | 'overlap'
  | 'distance';

/** The questions for a first contact. */
export const CONTACT_QUESTIONS = [
  'first contact, moving',
  'first contact, moving and turning',
  'first contact, grazing',
] as const;

/** A library that answers some of the questions. */
export interface Peer {
  readonly by: string;
  readonly answers: readonly QuestionName[];
  /** Called before every answer; not timed. */
  prepare?(motion: RigidMotion): void;
  /**
   * Returns a time (Infinity for none), a distance, or 1 for an overlap and 0 for none. Throws if
   * the peer cannot answer.
   */
  answer(motion: RigidMotion): number;
}

/** The distance that counts as contact. */
export const TOLERANCE = 1e-4;

/** An upper bound of the path length of all points within the radius. */
export function pathOf({ legs }: RigidMotion, radius: number): number {
  const [{ velocity, angularVelocity }] = legs;
  return Math.hypot(...velocity) + radius * Math.hypot(...angularVelocity);
}
