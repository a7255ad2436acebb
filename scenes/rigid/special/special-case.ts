// Motions that are hard by design, with known properties that random ones lack.
import { compose, type MotionDraw, posePair, type Rotation, rotate, type Velocities } from '../pose.ts';
import type { Soup } from '../soup.ts';

/** A motion of two bodies with known properties. */
export interface SpecialCase {
  /**
   * The bodies. Cases of one call share these objects, so that what is built from them can be
   * reused.
   */
  readonly bodies: { readonly a: Soup; readonly b: Soup };
  readonly motion: { readonly a: MotionDraw; readonly b: MotionDraw };
  /**
   * The answer, known by construction: triangles share a point at the start (`overlapping`), first
   * at a later time (`touching`), or never (`apart`).
   */
  readonly truth: 'overlapping' | 'touching' | 'apart';
  /** A lower bound of the least distance, up to rounding; 0 unless the bodies stay apart. */
  readonly least: number;
}

/**
 * Generates `count` cases. The same count, seed and scale give the same cases; `scale` is the
 * fraction of triangles.
 */
export type SpecialMotions = (count: number, seed: number, scale?: number) => SpecialCase[];

/** A case before it is rotated: both motions by their velocities. */
export interface Draft extends Omit<SpecialCase, 'motion'> {
  readonly a: Velocities;
  readonly b: Velocities;
}

/**
 * Rotates the whole case about the origin. Motions become pose pairs if requested and if both
 * rotate by less than π.
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
