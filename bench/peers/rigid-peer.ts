// What peers are asked about two rigid bodies of one shape: a moves, or is where its motion starts, and b is at rest at the origin.
import type { RigidMotion } from '../../src/rigid.ts';

export type QuestionName =
  | 'first contact, moving'
  | 'first contact, moving and turning'
  | 'first contact, grazing'
  | 'overlap'
  | 'distance';

export const CONTACT_QUESTIONS = [
  'first contact, moving',
  'first contact, moving and turning',
  'first contact, grazing',
] as const;

export interface Peer {
  readonly by: string;
  readonly answers: readonly QuestionName[];
  /** Before every answer, and not timed. */
  prepare?(motion: RigidMotion): void;
  /** A time, Infinity for none; a distance; 1 for an overlap and 0 for none. Throws where the peer cannot tell. */
  answer(motion: RigidMotion): number;
}

/** A length: what counts as contact. */
export const TOLERANCE = 1e-4;

/** No point within the radius moves farther than this. */
export function pathOf({ legs }: RigidMotion, radius: number): number {
  const [{ velocity, angularVelocity }] = legs;
  return Math.hypot(...velocity) + radius * Math.hypot(...angularVelocity);
}
