// Arithmetic of points and directions, for what is drawn without a library.
import type { UpAxis } from '../check/space.ts';

/** A point or direction: three numbers. */
export type Triple = readonly [number, number, number];

/** Returns the direction to the camera from which a model is seen at first. */
export function usualDirection(up: UpAxis): Triple {
  const [right, high, near] = [0.55, 0.45, 1];
  return up === 'z' ? [right, -near, high] : [right, high, near];
}

/** The scalar product. */
export function dot(p: Triple, q: Triple): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

/** The vector product. */
export function cross(p: Triple, q: Triple): Triple {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

/** The same direction with length 1; zero stays zero. */
export function unit(p: Triple): Triple {
  const length = Math.hypot(...p) || 1;
  return [p[0] / length, p[1] / length, p[2] / length];
}

/** `p + factor · q`. */
export function addScaled(p: Triple, factor: number, q: Triple): Triple {
  return [p[0] + factor * q[0], p[1] + factor * q[1], p[2] + factor * q[2]];
}
