// Motions that are hard by design, with known properties that random ones lack.
import { compose, type MotionDraw, posePair, type Rotation, rotate, type Velocities } from '../pose.ts';
import type { Soup } from '../soup.ts';

export interface SpecialCase {
  /**
   * Other cases of one call have the same objects, so that what is built from them can be reused.
   */
  readonly bodies: { readonly a: Soup; readonly b: Soup };
  readonly motion: { readonly a: MotionDraw; readonly b: MotionDraw };
  /**
   * Known by construction: triangles share a point at the start; or not then, but later; or never.
   */
  readonly truth: 'overlapping' | 'touching' | 'apart';
  /** The lower bound of the distance, up to rounding; 0 unless apart. */
  readonly least: number;
}

/** The same cases for the same count, seed and scale; `scale` is the fraction of triangles. */
export type SpecialMotions = (count: number, seed: number, scale?: number) => SpecialCase[];

/** A case before it is rotated: both motions by their velocities. */
export interface Draft extends Omit<SpecialCase, 'motion'> {
  readonly a: Velocities;
  readonly b: Velocities;
}

/**
 * Rotates the whole case about the origin; motions become pose pairs if requested and both rotate
 * by less than π.
 */
export function finished({ a, b, ...rest }: Draft, turn: Rotation, byPoses: boolean): SpecialCase {
  const [turnedA, turnedB] = [turned(a, turn), turned(b, turn)];
  const isShort = [a, b].every(({ angularVelocity }) => Math.hypot(...angularVelocity) < 3);
  if (!byPoses || !isShort) return { ...rest, motion: { a: turnedA, b: turnedB } };
  return { ...rest, motion: { a: posePair(turnedA), b: posePair(turnedB) } };
}

function turned({ pose0, velocity, angularVelocity }: Velocities, turn: Rotation): Velocities {
  return {
    pose0: { position: rotate(turn, pose0.position), rotation: compose(turn, pose0.rotation) },
    velocity: rotate(turn, velocity),
    angularVelocity: rotate(turn, angularVelocity),
  };
}
