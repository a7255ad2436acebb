// Questions about two rigid bodies at two poses: how far apart, within a distance, in contact?
import { closestPoints } from '../../core/elementary/closest-points.ts';
import { triangleDistance } from '../../core/elementary/distance-triangles.ts';
import { posedTrianglesMeet } from '../../core/elementary/exact/posed-triangles-meet.ts';
import { type CheckedPose, checkPose, type Pose } from '../../core/motion/pose.ts';
import { PosedFaces } from './posed-faces.ts';
import type { RigidBody } from './rigid-body.ts';
import { RigidSearch } from './rigid-search.ts';
import { type Stretch, stillMover } from './stretch.ts';

export interface RigidDistance {
  /** 0 where the bodies share a point, Infinity where one has no faces. */
  readonly distance: number;
  /** Nearest points in the world; null where a body has no faces. */
  readonly pointA: readonly [number, number, number] | null;
  readonly pointB: readonly [number, number, number] | null;
  /** Faces on which they lie; −1 where a body has none. */
  readonly faceA: number;
  readonly faceB: number;
}

export interface DistanceOptions {
  /** Faces that were nearest at poses close to these, such as the last answer: the search starts from their distance. */
  readonly near?: { readonly faceA: number; readonly faceB: number };
}

const NOTHING: RigidDistance = { distance: Infinity, pointA: null, pointB: null, faceA: -1, faceB: -1 };

const found = closestPoints();

/** The distance of two bodies with their nearest points; no search radius is needed. */
export function distance(
  a: RigidBody,
  poseA: Pose,
  b: RigidBody,
  poseB: Pose,
  options: DistanceOptions = {},
): RigidDistance {
  return distanceAt(a, checkPose(poseA, 'poseA'), b, checkPose(poseB, 'poseB'), options);
}

export function distanceAt(
  a: RigidBody,
  poseA: CheckedPose,
  b: RigidBody,
  poseB: CheckedPose,
  { near }: DistanceOptions = {},
): RigidDistance {
  if (a.faceCount === 0 || b.faceCount === 0) return NOTHING;
  const faces = new PosedFaces(a, poseA, b, poseB);
  const search = new RigidSearch(a, b, atRest(poseA, poseB));
  const seed = near && isFace(a, near.faceA) && isFace(b, near.faceB) ? near : undefined;
  // Beyond the seed's distance by more than its rounding, so that the search finds at least the seed again.
  const limit = seed ? triangleDistance(faces.load(seed.faceA, seed.faceB), 0, found) + 2 * search.margin : Infinity;
  const nearest = search.nearest(limit) ?? seed;
  if (nearest === undefined) return NOTHING;
  const apart = triangleDistance(faces.load(nearest.faceA, nearest.faceB), 0, found);
  const meeting = apart <= search.leastTolerance ? meetingFaces(a, poseA, b, poseB) : null;
  const { faceA, faceB } = meeting ?? nearest;
  if (meeting) triangleDistance(faces.load(faceA, faceB), 0, found);
  return {
    distance: meeting ? 0 : Math.max(apart, Number.MIN_VALUE),
    pointA: faces.world(found.pointA),
    pointB: faces.world(found.pointB),
    faceA,
    faceB,
  };
}

function isFace({ faceCount }: RigidBody, face: number): boolean {
  return Number.isInteger(face) && face >= 0 && face < faceCount;
}

/** Are two bodies at most `limit` apart? Ends with the first pair of faces that is. A distance that rounding cannot tell from it counts. */
export function within(a: RigidBody, poseA: Pose, b: RigidBody, poseB: Pose, limit: number): boolean {
  if (Number.isNaN(limit)) throw new RangeError('The distance to be within is NaN.');
  const [checkedA, checkedB] = [checkPose(poseA, 'poseA'), checkPose(poseB, 'poseB')];
  if (limit < 0 || a.faceCount === 0 || b.faceCount === 0) return false;
  if (limit === Infinity) return true;
  if (limit === 0) return meetingFaces(a, checkedA, b, checkedB) !== null;
  const search = new RigidSearch(a, b, atRest(checkedA, checkedB));
  search.listWithin(limit + search.margin);
  return search.next() !== null;
}

/** Do two bodies share a point? Exact: touching counts, whatever the rotation. */
export function intersects(a: RigidBody, poseA: Pose, b: RigidBody, poseB: Pose): boolean {
  return meetingFaces(a, checkPose(poseA, 'poseA'), b, checkPose(poseB, 'poseB')) !== null;
}

/** Two faces that share a point, or null. The kernel lists what doubles cannot tell apart, and exact arithmetic decides. */
export function meetingFaces(
  a: RigidBody,
  poseA: CheckedPose,
  b: RigidBody,
  poseB: CheckedPose,
): { faceA: number; faceB: number } | null {
  if (a.faceCount === 0 || b.faceCount === 0) return null;
  const search = new RigidSearch(a, b, atRest(poseA, poseB));
  const [atA, atB] = [flat(poseA), flat(poseB)];
  const [cornersA, cornersB] = [new Float64Array(9), new Float64Array(9)];
  search.listWithin(search.margin);
  for (let pair = search.next(); pair !== null; pair = search.next()) {
    const { faceA, faceB } = pair;
    writeCorners(a, faceA, cornersA);
    writeCorners(b, faceB, cornersB);
    if (posedTrianglesMeet(cornersA, 0, atA, cornersB, 0, atB)) return { faceA, faceB };
  }
  return null;
}

export function atRest(poseA: CheckedPose, poseB: CheckedPose): Stretch {
  return { start: 0, end: 0, a: stillMover(poseA), b: stillMover(poseB) };
}

function flat({ position, rotation }: CheckedPose): Float64Array {
  return Float64Array.from([...position, ...rotation]);
}

function writeCorners({ positions, triangles }: RigidBody, face: number, out: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) out[3 * i + k] = positions[3 * triangles[3 * face + i] + k];
  }
}
