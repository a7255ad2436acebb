// Lists the features that touch at a first contact: all vertex–face and edge–edge pairs of the two
// bodies within the tolerance.
import { closestPoints } from '../../core/elementary/closest-points.ts';
import { eeDistance, vfDistance } from '../../core/elementary/distance.ts';
import type { Vector } from '../../core/math/vector.ts';
import type { CheckedPose } from '../../core/motion/pose.ts';
import { staticSegment } from './motion-segment.ts';
import { PosedFaces } from './posed-faces.ts';
import type { RigidBody } from './rigid-body.ts';
import { RigidSearch } from './rigid-search.ts';

/** Two features of the bodies that touch. */
export interface RigidContact {
  /** Kind of the feature of a, then that of b. */
  readonly kind: 'vertex-face' | 'face-vertex' | 'edge-edge';
  /** Vertex ids of the feature of a: one of a vertex, two of an edge, three of a face. */
  readonly a: readonly number[];
  /** Vertex ids of the feature of b. */
  readonly b: readonly number[];
  /** A face of a that has the feature. */
  readonly faceA: number;
  /** A face of b that has the feature. */
  readonly faceB: number;
  /** Nearest point of the feature of a, in the world. */
  readonly pointA: Vector;
  /** Nearest point of the feature of b, in the world. */
  readonly pointB: Vector;
  /** Unit vector from b to a. */
  readonly normal: Vector;
  /** Distance of the two points, a length. */
  readonly distance: number;
}

/** Contacts at one time. */
export interface ContactList {
  /** Each pair of features once. */
  readonly contacts: RigidContact[];
  /** Whether there are more than were asked for. */
  readonly truncated: boolean;
}

/** A pair of features of two faces: the kind, and the corners of each feature in its face. */
interface FeaturePair {
  readonly kind: RigidContact['kind'];
  readonly cornersA: readonly number[];
  readonly cornersB: readonly number[];
}

/** All fifteen pairs of features of two faces. */
const FEATURE_PAIRS: readonly FeaturePair[] = [0, 1, 2].flatMap((i): FeaturePair[] => [
  { kind: 'vertex-face', cornersA: [i], cornersB: [0, 1, 2] },
  { kind: 'face-vertex', cornersA: [0, 1, 2], cornersB: [i] },
  ...[0, 1, 2].map((j): FeaturePair => {
    return { kind: 'edge-edge', cornersA: [i, (i + 1) % 3], cornersB: [j, (j + 1) % 3] };
  }),
]);

/** Scratch: nearest points and normal of the pair that was measured last. */
const found = closestPoints();
/** Scratch: the four points of a pair. */
const query = new Float64Array(12);

/**
 * All pairs of features that are at most `tolerance` apart at these poses, up to `maxContacts` of
 * them.
 */
export function listContacts(
  a: RigidBody,
  poseA: CheckedPose,
  b: RigidBody,
  poseB: CheckedPose,
  tolerance: number,
  maxContacts: number,
): ContactList {
  const contacts: RigidContact[] = [];
  const seen = new Set<string>();
  const faces = new PosedFaces(a, poseA, b, poseB);
  const search = new RigidSearch(a, b, staticSegment(poseA, poseB));
  search.listWithin(tolerance + search.margin);
  for (let pair = search.next(); pair !== null; pair = search.next()) {
    const { faceA, faceB } = pair;
    faces.load(faceA, faceB);
    for (const { kind, cornersA, cornersB } of FEATURE_PAIRS) {
      const featureA = cornersA.map((i) => a.triangles[3 * faceA + i]);
      const featureB = cornersB.map((i) => b.triangles[3 * faceB + i]);
      const name = `${nameOf(kind, featureA, faceA)} ${nameOf(kind, featureB, faceB)}`;
      if (seen.has(name)) continue;
      const distance = measure(faces.corners, kind, cornersA, cornersB);
      if (distance > tolerance) continue;
      if (contacts.length >= maxContacts) return { contacts, truncated: true };
      seen.add(name);
      const isReversed = kind === 'face-vertex';
      const [x, y, z] = found.normal;
      contacts.push({
        kind,
        a: featureA,
        b: featureB,
        faceA,
        faceB,
        pointA: faces.world(isReversed ? found.pointB : found.pointA),
        pointB: faces.world(isReversed ? found.pointA : found.pointB),
        normal: isReversed ? [-x, -y, -z] : [x, y, z],
        distance,
      });
    }
  }
  return { contacts, truncated: false };
}

/** The distance of two features of the placed faces; `found` has their nearest points. */
function measure(
  corners: Float64Array,
  kind: RigidContact['kind'],
  cornersA: readonly number[],
  cornersB: readonly number[],
): number {
  const ofA = cornersA.map((i) => 3 * i);
  const ofB = cornersB.map((i) => 9 + 3 * i);
  const order = kind === 'face-vertex' ? [...ofB, ...ofA] : [...ofA, ...ofB];
  order.forEach((from, i) => {
    query.set(corners.subarray(from, from + 3), 3 * i);
  });
  return kind === 'edge-edge' ? eeDistance(query, 0, found) : vfDistance(query, 0, found);
}

/** A key that is the same for all faces that share the feature. */
function nameOf(kind: RigidContact['kind'], vertices: readonly number[], face: number): string {
  if (vertices.length === 3) return `f${face}`;
  return kind === 'edge-edge' ? [...vertices].sort((p, q) => p - q).join('-') : `v${vertices[0]}`;
}
