// The axis-aligned box around all positions of a moving body, for the broad phase (rigid-world.ts).
import { cross, length, rotated, type Vector } from '../../core/math/vector.ts';
import type { RigidMotion } from '../../core/motion/rigid-motion.ts';
import type { RigidBody } from './rigid-body.ts';

/** An axis-aligned box in the world. */
export interface SweptBox {
  /** Least coordinates. */
  readonly low: Vector;
  /** Greatest coordinates. */
  readonly high: Vector;
}

/** Boxes are widened by this share of the lengths involved, which covers their rounding. */
const BOX_ROUNDING = 2 ** -40;

/** A box that holds the body at every time in [0, 1]. */
export function sweptBox({ centre, radius }: RigidBody, motion: RigidMotion): SweptBox {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { start, end, pose, matrix, velocity, angularVelocity } of motion.legs) {
    const offset = rotated(matrix, centre);
    // After a time s the centre is at most |ω||ω × centre|·s²/2 off its tangent, and it never
    // leaves the sphere about the origin of its frame. The tighter of both is used.
    const span = end - start;
    const drift = cross(angularVelocity, offset);
    const bulge = 0.5 * span * span * length(angularVelocity) * length(drift);
    const tangent = bulge < 2 * length(centre);
    const reach = radius + (tangent ? bulge : length(centre));
    for (let k = 0; k < 3; k++) {
      const from = pose.position[k] + (tangent ? offset[k] : 0);
      const to = from + span * (velocity[k] + (tangent ? drift[k] : 0));
      const wide = reach + BOX_ROUNDING * (reach + length(centre) + Math.abs(from) + Math.abs(to));
      low[k] = Math.min(low[k], from - wide, to - wide);
      high[k] = Math.max(high[k], from + wide, to + wide);
    }
  }
  return { low, high };
}

/**
 * Whether boxes are at most `near` apart along every axis. This cull may keep bodies that are
 * farther apart; it never drops bodies that come that near.
 */
export function boxesMeet(a: SweptBox, b: SweptBox, near: number): boolean {
  for (let k = 0; k < 3; k++) if (a.high[k] + near < b.low[k] || b.high[k] + near < a.low[k]) return false;
  return true;
}
