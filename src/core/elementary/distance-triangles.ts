// Distance and closest points of two triangles at one instant: 0 exactly where they meet, else attained by two edges or
// by a vertex and a face. Where the slab between the nearest points so far separates the triangles, it proves both that
// they do not meet and that nothing is nearer; most pairs end there, and only the rest needs the exact test.
import type { ClosestPoints } from './closest-points.ts';
import { nearestOfCrossing } from './distance-crossing.ts';
import { corners, frame, load, nearest, weigh3 } from './distance-features.ts';
import { CLOSE, commonNormal, length, settleApart, settleClose } from './distance-normal.ts';
import { nextCorner, searchEdges, searchFace, setEdges, weights } from './distance-triangles-search.ts';
import { orient3dSign } from './orientation.ts';
import { trianglesMeet } from './triangles-meet.ts';

// Part of the size by which a proven distance may exceed the true one; above the rounding of the slab's sides.
const SLACK = 2 ** -50;

/** 18 doubles at q[offset…]: a0, a1, a2, b0, b1, b2. Returns and fills in the distance. */
export function triangleDistance(q: Float64Array, offset: number, out: ClosestPoints): number {
  load(q, offset, 18);
  setEdges();
  let best = searchEdges();
  let gap = writeDifference(out.normal);
  if (!slabSeparates(out.normal, gap)) {
    best = searchFace(0, 9, searchFace(9, 0, best));
    gap = writeDifference(out.normal);
    if (!slabSeparates(out.normal, gap)) return settleUnproven(q, offset, out, best, gap);
  }
  writePoints(q, offset, out);
  return settleApart(out, gap);
}

function settleUnproven(q: Float64Array, offset: number, out: ClosestPoints, best: number, gap: number): number {
  if (trianglesMeet(q, offset)) {
    seekCrossing(best);
    writePoints(q, offset, out);
    return settleClose(out, true, commonNormal(9, 12, 9, 15, 1) || commonNormal(0, 3, 0, 6, 1));
  }
  writePoints(q, offset, out);
  if (gap > CLOSE * frame[1]) return settleApart(out, gap);
  return settleClose(out, false, insideSine(q, offset));
}

/** The difference a − b of the weighted points, in the scale of the corners; returns its length. */
function writeDifference(difference: Float64Array): number {
  const x = weighA(corners, 0) - weighB(corners, 0);
  const y = weighA(corners, 1) - weighB(corners, 1);
  const z = weighA(corners, 2) - weighB(corners, 2);
  difference[0] = x;
  difference[1] = y;
  difference[2] = z;
  return length(x, y, z);
}

function writePoints(q: Float64Array, offset: number, { weights: w, pointA, pointB }: ClosestPoints): void {
  for (let i = 0; i < 6; i++) w[i] = weights[i];
  pointA[0] = weighA(q, offset);
  pointA[1] = weighA(q, offset + 1);
  pointA[2] = weighA(q, offset + 2);
  pointB[0] = weighB(q, offset);
  pointB[1] = weighB(q, offset + 1);
  pointB[2] = weighB(q, offset + 2);
}

function weighA(x: Float64Array, i: number): number {
  return weigh3(x, i, weights[0], weights[1], weights[2]);
}

function weighB(x: Float64Array, i: number): number {
  return weigh3(x, i + 9, weights[3], weights[4], weights[5]);
}

/** Is a on one side of the slab across the difference d = a − b, and b on the other? */
function slabSeparates(d: Float64Array, gap: number): boolean {
  if (gap <= CLOSE * frame[1]) return false;
  const far = (gap - SLACK * frame[1]) * gap;
  const a = far + Math.max(along(d, 9), along(d, 12), along(d, 15));
  return along(d, 0) >= a && along(d, 3) >= a && along(d, 6) >= a;
}

function along(d: Float64Array, corner: number): number {
  return d[0] * corners[corner] + d[1] * corners[corner + 1] + d[2] * corners[corner + 2];
}

/** Weights of a common point, where an edge passes through a face and no candidate was as near as that. */
function seekCrossing(best: number): void {
  let least = best;
  for (let corner = 0; corner < 18; corner += 3) {
    const face = corner < 9 ? 9 : 0;
    const distanceSq = nearestOfCrossing(corner, nextCorner(corner), face, face + 3, face + 6);
    if (distanceSq >= least) continue;
    least = distanceSq;
    weights.fill(0);
    for (let k = 0; k < 3; k++) weights[face / 3 + k] = nearest[k];
    weights[corner / 3] = 1 - nearest[3];
    weights[nextCorner(corner) / 3] = nearest[3];
  }
}

/** The common normal of the nearest features, where both points are inside them: edges, or a vertex and a face. */
function insideSine(q: Float64Array, offset: number): number {
  const [a, b, c, d, none] = [0, 3, 6, 9, 12, 15].filter((corner) => weights[corner / 3] > 0);
  if (d === undefined || none !== undefined) return 0;
  const side = -orient3dSign(q, offset + a, offset + b, offset + c, offset + d);
  if (b < 9 && c >= 9) return commonNormal(a, b, c, d, side);
  // A vertex first turns the determinant over; a vertex last is on the side of b.
  return b >= 9 ? commonNormal(b, c, b, d, -side) : commonNormal(a, b, a, c, -side);
}
