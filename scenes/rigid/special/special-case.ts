// Motions made to be hard, of which more is known than of random ones.
import { compose, type MotionDraw, posePair, type Rotation, rotate, type Velocities } from '../pose.ts';
import type { Soup } from '../soup.ts';

export interface SpecialCase {
  /** The same objects again in other cases of one call, so that what is built from them can be kept. */
  readonly bodies: { readonly a: Soup; readonly b: Soup };
  readonly motion: { readonly a: MotionDraw; readonly b: MotionDraw };
  /** By construction: triangles share a point at the start; or not then, but on the way; or never. */
  readonly truth: 'overlapping' | 'touching' | 'apart';
  /** What the distance never falls below, up to rounding; 0 unless apart. */
  readonly least: number;
}

/** The same case for the same count, seed and scale; `scale` is a share of triangles. */
export type SpecialMotions = (count: number, seed: number, scale?: number) => SpecialCase[];

/** A case before it is turned: both motions by their velocities. */
export interface Draft extends Omit<SpecialCase, 'motion'> {
  readonly a: Velocities;
  readonly b: Velocities;
}

/** The whole case turned about the origin; by its pose pairs where asked and both turn by less than π. */
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
