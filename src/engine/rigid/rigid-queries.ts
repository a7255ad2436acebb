// Queries about two rigid bodies at two poses: their distance, whether they are within a distance,
// whether they share a point.
import { closestPoints } from '../../core/elementary/closest-points.ts';
import { triangleDistance } from '../../core/elementary/distance-triangles.ts';
import { posedTrianglesMeet } from '../../core/elementary/exact/posed-triangles-meet.ts';
import type { Vector } from '../../core/math/vector.ts';
import { type CheckedPose, checkPose, type Pose } from '../../core/motion/pose.ts';
import { staticSegment } from './motion-segment.ts';
import { PosedFaces } from './posed-faces.ts';
import type { RigidBody } from './rigid-body.ts';
import { RigidSearch } from './rigid-search.ts';

/** Answer of `distance`. */
export interface RigidDistance {
  /** A length; 0 where the bodies share a point, Infinity where one has no faces. */
  readonly distance: number;
  /** Nearest point of a, in the world; null where a body has no faces. */
  readonly pointA: Vector | null;
  /** Nearest point of b, in the world; null where a body has no faces. */
  readonly pointB: Vector | null;
  /** Face of a on which `pointA` lies; −1 where a body has none. */
  readonly faceA: number;
  /** Face of b on which `pointB` lies; −1 where a body has none. */
  readonly faceB: number;
}

/** Options of `distance`. */
export interface DistanceOptions {
  /**
   * Faces that were nearest at poses close to these, such as the last answer: the search starts
   * from their distance.
   */
  readonly near?: { readonly faceA: number; readonly faceB: number };
}

/** The answer for a body without faces. */
const NO_DISTANCE: RigidDistance = { distance: Infinity, pointA: null, pointB: null, faceA: -1, faceB: -1 };

/** Scratch: nearest points of the faces that were measured last. */
const found = closestPoints();

/** The distance of two bodies, with their nearest points. It needs no search radius. */
export function distance(
  a: RigidBody,
  poseA: Pose,
  b: RigidBody,
  poseB: Pose,
  options: DistanceOptions = {},
): RigidDistance {
  return distanceAt(a, checkPose(poseA, 'poseA'), b, checkPose(poseB, 'poseB'), options);
}

/** The same for poses that are checked already. */
export function distanceAt(
  a: RigidBody,
  poseA: CheckedPose,
  b: RigidBody,
  poseB: CheckedPose,
  { near }: DistanceOptions = {},
): RigidDistance {
  if (a.faceCount === 0 || b.faceCount === 0) return NO_DISTANCE;
  const faces = new PosedFaces(a, poseA, b, poseB);
  const search = new RigidSearch(a, b, staticSegment(poseA, poseB));
  const seed = near && isFace(a, near.faceA) && isFace(b, near.faceB) ? near : undefined;
  // The limit exceeds the seed's distance by more than its rounding, so that the search finds at
  // least the seed again.
  const limit = seed ? triangleDistance(faces.load(seed.faceA, seed.faceB), 0, found) + 2 * search.margin : Infinity;
  const nearest = search.nearest(limit) ?? seed;
  if (nearest === undefined) return NO_DISTANCE;
  const apart = triangleDistance(faces.load(nearest.faceA, nearest.faceB), 0, found);
  const meeting = apart <= search.minTolerance ? meetingFaces(a, poseA, b, poseB) : null;
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

/**
 * Whether two bodies are at most `limit` apart; ends at the first pair of faces that is. Distances
 * that rounding cannot tell from the limit count.
 */
export function within(a: RigidBody, poseA: Pose, b: RigidBody, poseB: Pose, limit: number): boolean {
  if (Number.isNaN(limit)) throw new RangeError('The distance to be within is NaN.');
  const [checkedA, checkedB] = [checkPose(poseA, 'poseA'), checkPose(poseB, 'poseB')];
  if (limit < 0 || a.faceCount === 0 || b.faceCount === 0) return false;
  if (limit === Infinity) return true;
  if (limit === 0) return meetingFaces(a, checkedA, b, checkedB) !== null;
  const search = new RigidSearch(a, b, staticSegment(checkedA, checkedB));
  search.listWithin(limit + search.margin);
  return search.next() !== null;
}

/** Whether two bodies share a point. Exact for any rotation; touching counts. */
export function intersects(a: RigidBody, poseA: Pose, b: RigidBody, poseB: Pose): boolean {
  return meetingFaces(a, checkPose(poseA, 'poseA'), b, checkPose(poseB, 'poseB')) !== null;
}

/**
 * Two faces that share a point, or null. The kernel lists the pairs that doubles cannot prove
 * apart; exact arithmetic decides them.
 */
export function meetingFaces(
  a: RigidBody,
  poseA: CheckedPose,
  b: RigidBody,
  poseB: CheckedPose,
): { faceA: number; faceB: number } | null {
  if (a.faceCount === 0 || b.faceCount === 0) return null;
  const search = new RigidSearch(a, b, staticSegment(poseA, poseB));
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

function flat({ position, rotation }: CheckedPose): Float64Array {
  return Float64Array.from([...position, ...rotation]);
}

function writeCorners({ positions, triangles }: RigidBody, face: number, out: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) out[3 * i + k] = positions[3 * triangles[3 * face + i] + k];
  }
}
