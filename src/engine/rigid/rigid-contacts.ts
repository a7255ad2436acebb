// Lists what touches at a first contact: all vertex–face and edge–edge pairs of the two bodies
// within the tolerance.
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

const found = closestPoints();
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
  const collector = new Collector(a, b, new PosedFaces(a, poseA, b, poseB), tolerance, maxContacts);
  const search = new RigidSearch(a, b, staticSegment(poseA, poseB));
  search.listWithin(tolerance + search.margin);
  for (let pair = search.next(); pair !== null && !collector.truncated; pair = search.next()) {
    collector.add(pair.faceA, pair.faceB);
  }
  return { contacts: collector.contacts, truncated: collector.truncated };
}

class Collector {
  readonly contacts: RigidContact[] = [];
  truncated = false;
  private readonly seen = new Set<string>();
  private readonly a: RigidBody;
  private readonly b: RigidBody;
  private readonly faces: PosedFaces;
  private readonly tolerance: number;
  private readonly maxContacts: number;

  constructor(a: RigidBody, b: RigidBody, faces: PosedFaces, tolerance: number, maxContacts: number) {
    this.a = a;
    this.b = b;
    this.faces = faces;
    this.tolerance = tolerance;
    this.maxContacts = maxContacts;
  }

  /** All pairs of features of two faces. */
  add(faceA: number, faceB: number): void {
    this.faces.load(faceA, faceB);
    for (let i = 0; i < 3; i++) {
      this.offer('vertex-face', faceA, faceB, [i], [0, 1, 2]);
      this.offer('face-vertex', faceA, faceB, [0, 1, 2], [i]);
      for (let j = 0; j < 3; j++) this.offer('edge-edge', faceA, faceB, [i, (i + 1) % 3], [j, (j + 1) % 3]);
    }
  }

  private offer(
    kind: RigidContact['kind'],
    faceA: number,
    faceB: number,
    cornersA: readonly number[],
    cornersB: readonly number[],
  ): void {
    const a = cornersA.map((i) => this.a.triangles[3 * faceA + i]);
    const b = cornersB.map((i) => this.b.triangles[3 * faceB + i]);
    const name = `${nameOf(kind, a, faceA)} ${nameOf(kind, b, faceB)}`;
    if (this.seen.has(name)) return;
    const distance = this.measure(kind, cornersA, cornersB);
    if (distance > this.tolerance) return;
    if (this.contacts.length >= this.maxContacts) {
      this.truncated = true;
      return;
    }
    this.seen.add(name);
    const isReversed = kind === 'face-vertex';
    const [x, y, z] = found.normal;
    this.contacts.push({
      kind,
      a,
      b,
      faceA,
      faceB,
      pointA: this.faces.world(isReversed ? found.pointB : found.pointA),
      pointB: this.faces.world(isReversed ? found.pointA : found.pointB),
      normal: isReversed ? [-x, -y, -z] : [x, y, z],
      distance,
    });
  }

  private measure(kind: RigidContact['kind'], cornersA: readonly number[], cornersB: readonly number[]): number {
    const ofA = cornersA.map((i) => 3 * i);
    const ofB = cornersB.map((i) => 9 + 3 * i);
    const order = kind === 'face-vertex' ? [...ofB, ...ofA] : [...ofA, ...ofB];
    order.forEach((from, i) => {
      for (let k = 0; k < 3; k++) query[3 * i + k] = this.faces.corners[from + k];
    });
    return kind === 'edge-edge' ? eeDistance(query, 0, found) : vfDistance(query, 0, found);
  }
}

/** A key that is the same for all faces that share the feature. */
function nameOf(kind: RigidContact['kind'], vertices: readonly number[], face: number): string {
  if (vertices.length === 3) return `f${face}`;
  return kind === 'edge-edge' ? [...vertices].sort((p, q) => p - q).join('-') : `v${vertices[0]}`;
}
