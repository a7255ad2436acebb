// Two bodies in motion at one instant, for the reference of first contacts: their distance, whether
// triangles meet, and whether they cross so surely that no rounding could undo it.
import { closestPoints, eeDistance, triangleDistance, trianglesMeet, vfDistance } from '../../src/index.ts';
import type { ReferenceBody } from './rigid-body.ts';
import { apply, type Frame, length, minus, type ReferenceMotion, type Vec } from './rigid-motion.ts';

export interface Nearest {
  readonly distance: number;
  readonly faceA: number;
  readonly faceB: number;
}

const closest = closestPoints();
const feature = new Float64Array(12);

export class ReferencePair {
  readonly a: ReferenceBody;
  readonly motionA: ReferenceMotion;
  readonly b: ReferenceBody;
  readonly motionB: ReferenceMotion;
  /** World points are right to within half of it, so distances to within all of it. */
  readonly margin: number;
  /** No two points of the bodies approach each other faster. */
  readonly speed: number;
  /** 18 numbers: corners of the faces last placed. */
  readonly corners = new Float64Array(18);

  constructor(a: ReferenceBody, motionA: ReferenceMotion, b: ReferenceBody, motionB: ReferenceMotion) {
    this.a = a;
    this.motionA = motionA;
    this.b = b;
    this.motionB = motionB;
    this.speed = length(minus(motionA.velocity, motionB.velocity)) + motionA.rate * a.reach + motionB.rate * b.reach;
    this.margin = motionA.slackOf(a.reach) + motionB.slackOf(b.reach);
  }

  /** The nearest faces at t, or none nearer than `upTo`. 0 where the rounded triangles meet. */
  nearest(t: number, upTo = Number.POSITIVE_INFINITY): Nearest {
    let best: Nearest = { distance: upTo, faceA: -1, faceB: -1 };
    this.search(
      t,
      () => best.distance,
      (faceA, faceB) => {
        const distance = triangleDistance(this.corners, 0, closest);
        if (distance < best.distance) best = { distance, faceA, faceB };
        return distance === 0;
      },
    );
    return best;
  }

  distance(t: number): number {
    return this.nearest(t).distance;
  }

  faceDistance(t: number, faceA: number, faceB: number): number {
    this.place(t, faceA, faceB);
    return triangleDistance(this.corners, 0, closest);
  }

  /** Exact for the rounded corners. */
  meets(t: number): boolean {
    return this.search(
      t,
      () => this.margin,
      () => trianglesMeet(this.corners),
    );
  }

  /** Do two triangles share a point, whatever rounding did to their corners? */
  crosses(t: number): boolean {
    return this.search(
      t,
      () => this.margin,
      () => crossSurely(this.corners, this.margin),
    );
  }

  place(t: number, faceA: number, faceB: number): void {
    placeFace(this.a, faceA, this.motionA.frame(t), this.corners, 0);
    placeFace(this.b, faceB, this.motionB.frame(t), this.corners, 9);
  }

  /** Visits pairs of faces closer than `within`, the nearer spheres first, until `found`. */
  private search(t: number, within: () => number, found: (faceA: number, faceB: number) => boolean): boolean {
    const { a, b } = this;
    const frameA = this.motionA.frame(t);
    const frameB = this.motionB.frame(t);
    const gap = (i: number, j: number): number => {
      const [x, y, z] = centreOf(a, i, frameA);
      const [u, v, w] = centreOf(b, j, frameB);
      return Math.hypot(x - u, y - v, z - w) - a.spheres[4 * i + 3] - b.spheres[4 * j + 3] - this.margin;
    };
    const visit = (i: number, j: number): boolean => {
      if (a.links[i] < 0 && b.links[j] < 0) {
        this.place(t, -1 - a.links[i], -1 - b.links[j]);
        return found(-1 - a.links[i], -1 - b.links[j]);
      }
      const halves = halve(a, i, b, j);
      const gaps = halves.map(([k, l]) => gap(k, l));
      for (const h of gaps[0] <= gaps[1] ? [0, 1] : [1, 0])
        if (gaps[h] <= within() && visit(halves[h][0], halves[h][1])) return true;
      return false;
    };
    return visit(0, 0);
  }
}

/** The two pairs of nodes that come of splitting the larger sphere. */
export function halve(
  a: ReferenceBody,
  i: number,
  b: ReferenceBody,
  j: number,
): readonly (readonly [number, number])[] {
  const first = a.links[i] >= 0 && (b.links[j] < 0 || a.spheres[4 * i + 3] >= b.spheres[4 * j + 3]);
  return first
    ? [
        [a.links[i], j],
        [a.links[i] + 1, j],
      ]
    : [
        [i, b.links[j]],
        [i, b.links[j] + 1],
      ];
}

function centreOf({ spheres }: ReferenceBody, node: number, { rotation, position }: Frame): Vec {
  const [x, y, z] = apply(rotation, spheres[4 * node], spheres[4 * node + 1], spheres[4 * node + 2]);
  return [x + position[0], y + position[1], z + position[2]];
}

function placeFace({ corners }: ReferenceBody, face: number, frame: Frame, out: Float64Array, first: number): void {
  const { rotation: m, position: p } = frame;
  for (let k = 0; k < 9; k += 3) {
    const x = corners[9 * face + k];
    const y = corners[9 * face + k + 1];
    const z = corners[9 * face + k + 2];
    out[first + k] = p[0] + (m[0] * x + m[1] * y + m[2] * z);
    out[first + k + 1] = p[1] + (m[3] * x + m[4] * y + m[5] * z);
    out[first + k + 2] = p[2] + (m[6] * x + m[7] * y + m[8] * z);
  }
}

/**
 * An edge runs through the other triangle, its ends are more than the margin away from that
 * triangle and so is the edge from its border: however the corners move by half of the margin,
 * neither ever touches, so the edge stays linked with the border and still passes through.
 */
function crossSurely(q: Float64Array, margin: number): boolean {
  return trianglesMeet(q) && (someEdgePierces(q, 0, 9, margin) || someEdgePierces(q, 9, 0, margin));
}

function someEdgePierces(q: Float64Array, edges: number, face: number, margin: number): boolean {
  return [0, 3, 6].some((k) => {
    const from = edges + k;
    const to = edges + ((k + 3) % 9);
    if (pointDistance(q, from, face) <= margin || pointDistance(q, to, face) <= margin) return false;
    return (
      [0, 3, 6].every((l) => edgeDistance(q, from, to, face + l, face + ((l + 3) % 9)) > margin) &&
      edgeMeets(q, from, to, face)
    );
  });
}

function pointDistance(q: Float64Array, point: number, face: number): number {
  copy(q, point, 0);
  for (let k = 0; k < 9; k += 3) copy(q, face + k, 3 + k);
  return vfDistance(feature, 0, closest);
}

function edgeDistance(q: Float64Array, a0: number, a1: number, b0: number, b1: number): number {
  [a0, a1, b0, b1].forEach((at, i) => {
    copy(q, at, 3 * i);
  });
  return eeDistance(feature, 0, closest);
}

const needle = new Float64Array(18);

/** The edge as a triangle without area. */
function edgeMeets(q: Float64Array, from: number, to: number, face: number): boolean {
  for (let k = 0; k < 3; k++) {
    needle[k] = q[from + k];
    needle[3 + k] = needle[6 + k] = q[to + k];
  }
  for (let k = 0; k < 9; k++) needle[9 + k] = q[face + k];
  return trianglesMeet(needle);
}

function copy(q: Float64Array, from: number, to: number): void {
  for (let k = 0; k < 3; k++) feature[to + k] = q[from + k];
}
