// Soups, poses, and questions about two bodies answered by testing every pair of faces.
import { randomDirection, randomRotation } from '../../../scenes/rigid/pose.ts';
import { closestPoints } from '../../../src/core/elementary/closest-points.ts';
import { triangleDistance } from '../../../src/core/elementary/distance-triangles.ts';
import { posedTrianglesMeet } from '../../../src/core/elementary/exact/posed-triangles-meet.ts';
import type { Random } from '../../../src/core/math/random.ts';
import { type CheckedPose, checkPose, rotationMatrix } from '../../../src/core/motion/pose.ts';
import { RigidBody } from '../../../src/rigid.ts';
import { along, chance, pick, realVec, type Vec } from '../../generate/draw.ts';

export type Posed = readonly [body: RigidBody, pose: CheckedPose];

const found = closestPoints();
const pair = new Float64Array(18);

/** Nine doubles a face, seen from `origin`. */
export function cornersOf([{ positions, triangles }, pose]: Posed, origin: ArrayLike<number>): Float64Array {
  const m = rotationMatrix(pose.rotation);
  const out = new Float64Array(3 * triangles.length);
  triangles.forEach((vertex, i) => {
    const [x, y, z] = positions.subarray(3 * vertex, 3 * vertex + 3);
    for (let k = 0; k < 3; k++)
      out[3 * i + k] = m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z + (pose.position[k] - origin[k]);
  });
  return out;
}

/** Six doubles a face: lower corner, upper corner. */
function boxesOf(corners: Float64Array): Float64Array {
  const boxes = new Float64Array((corners.length / 9) * 6);
  for (let i = 0; i < corners.length; i += 9) {
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = [corners[i + k], corners[i + 3 + k], corners[i + 6 + k]];
      boxes[(i / 9) * 6 + k] = Math.min(x, y, z);
      boxes[(i / 9) * 6 + 3 + k] = Math.max(x, y, z);
    }
  }
  return boxes;
}

/** Is the gap of two boxes along some axis wider than that? */
function areFarther(a: Float64Array, i: number, b: Float64Array, j: number, than: number): boolean {
  for (let k = 0; k < 3; k++) if (a[i + k] - b[j + 3 + k] > than || b[j + k] - a[i + 3 + k] > than) return true;
  return false;
}

/** The box around all, as one more row of six. */
function around(boxes: Float64Array): Float64Array {
  const all = Float64Array.from([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  for (let i = 0; i < boxes.length; i++)
    all[i % 6] = i % 6 < 3 ? Math.min(all[i % 6], boxes[i]) : Math.max(all[i % 6], boxes[i]);
  return all;
}

/**
 * At most `limit`. Pairs whose boxes are farther apart than that, or than the least so far, are
 * skipped.
 */
export function leastDistance(a: Posed, b: Posed, limit = Infinity): number {
  const [ofA, ofB] = [cornersOf(a, b[1].position), cornersOf(b, b[1].position)];
  const [boxesA, boxesB] = [boxesOf(ofA), boxesOf(ofB)];
  const [allA, allB] = [around(boxesA), around(boxesB)];
  const facesB = Array.from({ length: b[0].faceCount }, (_, j) => j).filter(
    (j) => !areFarther(allA, 0, boxesB, 6 * j, limit),
  );
  let least = limit;
  for (let i = 0; i < a[0].faceCount; i++) {
    if (areFarther(boxesA, 6 * i, allB, 0, least)) continue;
    pair.set(ofA.subarray(9 * i, 9 * i + 9));
    for (const j of facesB) {
      if (areFarther(boxesA, 6 * i, boxesB, 6 * j, least)) continue;
      pair.set(ofB.subarray(9 * j, 9 * j + 9), 9);
      least = Math.min(least, triangleDistance(pair, 0, found));
    }
  }
  return least;
}

/** Distance of two faces, or of a point in the world and a face. */
export function faceDistance(a: Posed, faceA: number, b: Posed, faceB: number): number {
  const origin = b[1].position;
  pair.set(cornersOf(a, origin).subarray(9 * faceA, 9 * faceA + 9));
  pair.set(cornersOf(b, origin).subarray(9 * faceB, 9 * faceB + 9), 9);
  return triangleDistance(pair, 0, found);
}

export function pointDistance(point: ArrayLike<number>, of: Posed, face: number): number {
  const origin = of[1].position;
  for (let i = 0; i < 9; i++) pair[i] = point[i % 3] - origin[i % 3];
  pair.set(cornersOf(of, origin).subarray(9 * face, 9 * face + 9), 9);
  return triangleDistance(pair, 0, found);
}

/** In exact arithmetic. */
export function someMeet([a, poseA]: Posed, [b, poseB]: Posed): boolean {
  const flat = ({ position, rotation }: CheckedPose): Float64Array => Float64Array.from([...position, ...rotation]);
  const corners = ({ positions, triangles }: RigidBody): number[] =>
    [...triangles].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
  const [ofA, ofB, atA, atB] = [corners(a), corners(b), flat(poseA), flat(poseB)];
  for (let i = 0; i < ofA.length; i += 9)
    for (let j = 0; j < ofB.length; j += 9) if (posedTrianglesMeet(ofA, i, atA, ofB, j, atB)) return true;
  return false;
}

/** Triangles of one size here and there in a ball, or a few large ones. */
export function scattered(random: Random, count: number, scale: number, centre: Vec = [0, 0, 0]): RigidBody {
  const size = pick(random, [0.02, 0.1, 0.5, 1]) * scale;
  const corners = Array.from({ length: count }, () => {
    const middle = along(centre, scale * Math.cbrt(random.next()), randomDirection(random));
    return [0, 1, 2].map(() => along(middle, size, realVec(random, 1)));
  });
  return RigidBody.from(
    corners.flat(2),
    Array.from({ length: 3 * count }, (_, i) => i),
  );
}

export function poseAt(random: Random, position: Vec): CheckedPose {
  return checkPose({ position, rotation: chance(random, 0.2) ? [0, 0, 0, 1] : randomRotation(random) });
}
