// The check of all entry points that take coordinates in a plain array: every coordinate must be a
// finite number.
import { MeshError } from '../mesh/mesh-error.ts';

/**
 * Throws unless q holds `count` finite numbers from `offset` on, xyz of `points` points, once or at
 * several times.
 */
export function checkFinite(q: ArrayLike<number>, offset: number, count: number, points: number): void {
  // 0·x is 0 for finite x and NaN for the rest, missing ones included, and a sum never loses a NaN.
  let sum = 0;
  for (let i = offset; i < offset + count; i++) sum += 0 * q[i];
  if (sum === 0) return;
  for (let i = 0; i < count; i++) {
    const value = q[offset + i];
    if (Number.isFinite(value)) continue;
    const point = Math.floor(i / 3) % points;
    const what = value === undefined ? 'is missing' : `is ${value}, which is not a finite number`;
    throw new MeshError('position-not-finite', point, `A coordinate of point ${point} of the query ${what}.`);
  }
}
