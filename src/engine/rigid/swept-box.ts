// The box of everything a body passes on its way, for the broad phase.
import type { RigidMotion } from '../../core/motion/rigid-motion.ts';
import type { RigidBody } from './rigid-body.ts';
import { cross, length, turned, type Vector } from './vectors.ts';

export interface SweptBox {
  readonly low: Vector;
  readonly high: Vector;
}

/** Part of the sizes involved that covers their rounding. */
const ROUNDING = 2 ** -40;

export function sweptBox({ centre, radius }: RigidBody, motion: RigidMotion): SweptBox {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { start, end, pose, matrix, velocity, angularVelocity } of motion.legs) {
    const offset = turned(matrix, centre);
    // The centre leaves its tangent by at most |ω||ω × centre|·s²/2 after s, and the sphere around its origin never.
    const span = end - start;
    const drift = cross(angularVelocity, offset);
    const bulge = 0.5 * span * span * length(angularVelocity) * length(drift);
    const tangent = bulge < 2 * length(centre);
    const reach = radius + (tangent ? bulge : length(centre));
    for (let k = 0; k < 3; k++) {
      const from = pose.position[k] + (tangent ? offset[k] : 0);
      const to = from + span * (velocity[k] + (tangent ? drift[k] : 0));
      const wide = reach + ROUNDING * (reach + length(centre) + Math.abs(from) + Math.abs(to));
      low[k] = Math.min(low[k], from - wide, to - wide);
      high[k] = Math.max(high[k], from + wide, to + wide);
    }
  }
  return { low, high };
}

/** Within a length of each other, which counts itself: a cull may keep pairs that are farther apart, never drop one that is not. */
export function boxesMeet(a: SweptBox, b: SweptBox, near: number): boolean {
  for (let k = 0; k < 3; k++) if (a.high[k] + near < b.low[k] || b.high[k] + near < a.low[k]) return false;
  return true;
}
