// Distance and closest points of a vertex and a face, and of two edges, at one instant. The
// distance is within 2^-46 of the greater of itself and the extent of the corners, whatever their
// shape or scale, and 0 exactly where they touch. A distance beyond the greatest double is
// Infinity.
import type { ClosestPoints } from './closest-points.ts';
import { corners, frame, load, nearest, nearestOfEdges, nearestOnFace, weigh3 } from './distance-features.ts';
import { CLOSE_GAP, commonNormal, finishApart, finishClose, length } from './distance-normal.ts';
import { orient3dSign } from './orientation.ts';
import { pointMeetsTriangle, segmentsMeet } from './segment-meets-triangle.ts';

/**
 * Distance of a vertex (a) and a face (b), 12 doubles at q[offset…]: v, f0, f1, f2. Fills in `out`.
 */
export function vfDistance(q: Float64Array, offset: number, out: ClosestPoints): number {
  const { normal, pointA, pointB } = out;
  load(q, offset, 12);
  nearestOnFace(0, 3, 6, 9);
  const w0 = nearest[0];
  const w1 = nearest[1];
  const w2 = nearest[2];
  setWeights(out.weights, w0, w1, w2);
  pointA[0] = q[offset];
  pointA[1] = q[offset + 1];
  pointA[2] = q[offset + 2];
  pointB[0] = weigh3(q, offset + 3, w0, w1, w2);
  pointB[1] = weigh3(q, offset + 4, w0, w1, w2);
  pointB[2] = weigh3(q, offset + 5, w0, w1, w2);
  normal[0] = -weigh3(corners, 3, w0, w1, w2);
  normal[1] = -weigh3(corners, 4, w0, w1, w2);
  normal[2] = -weigh3(corners, 5, w0, w1, w2);
  const gap = length(normal[0], normal[1], normal[2]);
  if (gap > CLOSE_GAP * frame[1]) return finishApart(out, gap);
  const meets = pointMeetsTriangle(q, offset, offset + 3, offset + 6, offset + 9);
  const inside = w0 > 0 && w1 > 0 && w2 > 0;
  const side = meets ? 0 : -orient3dSign(q, offset + 3, offset + 6, offset + 9, offset);
  return finishClose(out, meets, inside || meets || gap === 0 ? commonNormal(3, 6, 3, 9, side) : 0);
}

/** Distance of two edges, 12 doubles at q[offset…]: a0, a1, b0, b1. Fills in `out`. */
export function eeDistance(q: Float64Array, offset: number, out: ClosestPoints): number {
  const { normal, pointA, pointB } = out;
  load(q, offset, 12);
  nearestOfEdges(0, 3, 6, 9);
  const s = nearest[0];
  const t = nearest[1];
  setWeights(out.weights, s, t, 0);
  pointA[0] = weigh2(q, offset, s);
  pointA[1] = weigh2(q, offset + 1, s);
  pointA[2] = weigh2(q, offset + 2, s);
  pointB[0] = weigh2(q, offset + 6, t);
  pointB[1] = weigh2(q, offset + 7, t);
  pointB[2] = weigh2(q, offset + 8, t);
  normal[0] = weigh2(corners, 0, s) - weigh2(corners, 6, t);
  normal[1] = weigh2(corners, 1, s) - weigh2(corners, 7, t);
  normal[2] = weigh2(corners, 2, s) - weigh2(corners, 8, t);
  const gap = length(normal[0], normal[1], normal[2]);
  if (gap > CLOSE_GAP * frame[1]) return finishApart(out, gap);
  const meets = segmentsMeet(q, offset, offset + 3, offset + 6, offset + 9);
  const inside = s > 0 && s < 1 && t > 0 && t < 1;
  const side = meets ? 0 : -orient3dSign(q, offset, offset + 3, offset + 6, offset + 9);
  return finishClose(out, meets, inside || meets || gap === 0 ? commonNormal(0, 3, 6, 9, side) : 0);
}

function weigh2(x: Float64Array, i: number, w: number): number {
  return (1 - w) * x[i] + w * x[i + 3];
}

function setWeights(weights: Float64Array, w0: number, w1: number, w2: number): void {
  weights[0] = w0;
  weights[1] = w1;
  weights[2] = w2;
  weights[3] = 0;
  weights[4] = 0;
  weights[5] = 0;
}
