// Closest points of the hulls of two faces by the algorithm of Gilbert, Johnson and Keerthi [Mezger
// §6.1], accepted only with a certificate. The slab between the supporting planes across a
// direction is a lower bound of the distance for faces of any shape, since a fan is inside its
// hull. The distance of two points of the fans is an upper bound. If both agree, they are the
// distance. Faces that meet, are not convex where it matters, or are too close for a direction in
// doubles are left to `fanDistance`.
import { nearest, nearestOnEdge, nearestOnFace, corners as simplex } from '../../core/elementary/distance-features.ts';
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { putOnFan } from './fan.ts';
import type { PolygonPoints } from './polygon-distance.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** By how much the two bounds may differ, as a part of the extent. */
const MAX_DIFFERENCE = 1e-13;
/** The least gap that proves faces apart, as a part of the extent. */
const MIN_GAP = 2 ** -44;
/**
 * Pairs of faces take three to six steps. If rounding makes the search cycle, it ends here, and the
 * fan answers.
 */
const MAX_STEPS = 24;

/** Where the origin is in `simplex`: behind its four corners. */
const ORIGIN = 15;

/** Corners of both faces relative to the first corner of f. */
let hull = new Float64Array(48);
/** Each corner of the simplex is the difference of a corner of f and one of g, and has a weight. */
const ofF = new Int32Array(4);
const ofG = new Int32Array(4);
const weights = new Float64Array(4);
/** The point of the simplex closest to the origin: the direction of the search. */
const closest = new Float64Array(3);

/**
 * Fills in distance, normal and weights and returns true. Returns false if there is no certificate.
 */
export function gjkDistance(mesh: PolygonMesh, x: Positions, f: number, g: number, out: PolygonPoints): boolean {
  const countF = mesh.start[f + 1] - mesh.start[f];
  const countG = mesh.start[g + 1] - mesh.start[g];
  const extent = loadHull(mesh, x, f, g);
  simplex.fill(0, ORIGIN);
  put(0, 0, 0, countF);
  weights[0] = 1;
  let count = 1;
  let lastSq = Infinity;
  for (let step = 0; step < MAX_STEPS; step++) {
    const closestSq = setClosest(count);
    if (!(closestSq < lastSq)) break;
    lastSq = closestSq;
    const length = Math.sqrt(closestSq);
    const i = lowest(0, countF);
    const j = highest(countF, countG);
    const slab = along(i) - along(countF + j);
    if (closestSq - slab <= MAX_DIFFERENCE * extent * length)
      return certify(countF, countG, count, extent, slab / length, out);
    if (includes(count, i, j)) break;
    put(count, i, j, countF);
    count = reduce(count + 1);
    if (count === 4) return false;
  }
  return count === 3 && certifyByNormal(countF, countG, extent, out);
}

/**
 * Copies the corners. Returns the largest magnitude of a coordinate: at least half of the extent of
 * both faces.
 */
function loadHull({ corners, start }: PolygonMesh, x: Positions, f: number, g: number): number {
  const length = 3 * (start[f + 1] - start[f] + start[g + 1] - start[g]);
  if (hull.length < length) hull = new Float64Array(2 * length);
  const origin = 3 * corners[start[f]];
  let most = 0;
  let to = 0;
  for (let face = f, round = 0; round < 2; face = g, round++) {
    for (let i = start[face]; i < start[face + 1]; i++) {
      const p = 3 * corners[i];
      for (let k = 0; k < 3; k++) {
        const value = x[p + k] - x[origin + k];
        hull[to++] = value;
        if (value > most) most = value;
        else if (-value > most) most = -value;
      }
    }
  }
  return most;
}

/** Sets corner s of the simplex to the difference of corner i of f and corner j of g. */
function put(s: number, i: number, j: number, countF: number): void {
  ofF[s] = i;
  ofG[s] = j;
  for (let k = 0; k < 3; k++) simplex[3 * s + k] = hull[3 * i + k] - hull[3 * (countF + j) + k];
}

/** Sets the closest point from the weights of the simplex. Returns its squared length. */
function setClosest(count: number): number {
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let s = 0; s < count; s++) sum += weights[s] * simplex[3 * s + k];
    closest[k] = sum;
  }
  return closest[0] * closest[0] + closest[1] * closest[1] + closest[2] * closest[2];
}

/** Projection of a corner of the hulls onto the direction of the search. */
function along(corner: number): number {
  return closest[0] * hull[3 * corner] + closest[1] * hull[3 * corner + 1] + closest[2] * hull[3 * corner + 2];
}

function lowest(first: number, count: number): number {
  let at = 0;
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    const value = along(first + i);
    if (value < least) {
      least = value;
      at = i;
    }
  }
  return at;
}

function highest(first: number, count: number): number {
  let at = 0;
  let most = -Infinity;
  for (let i = 0; i < count; i++) {
    const value = along(first + i);
    if (value > most) {
      most = value;
      at = i;
    }
  }
  return at;
}

function includes(count: number, i: number, j: number): boolean {
  for (let s = 0; s < count; s++) if (ofF[s] === i && ofG[s] === j) return true;
  return false;
}

/**
 * Weighs the corners for the point nearest to the origin and drops those without weight. Returns 4
 * if the origin is inside.
 */
function reduce(count: number): number {
  if (count === 2) {
    nearestOnEdge(ORIGIN, 0, 3);
    weights[0] = 1 - nearest[0];
    weights[1] = nearest[0];
  } else if (count === 3) {
    nearestOnFace(ORIGIN, 0, 3, 6);
    for (let s = 0; s < 3; s++) weights[s] = nearest[s];
  } else if (!reduceSolid()) return 4;
  return dropWeightless(count);
}

/**
 * Weighs the nearest of the sides that the origin may be outside of. Returns false if it is inside
 * of all.
 */
function reduceSolid(): boolean {
  let least = Infinity;
  for (let opposite = 0; opposite < 4; opposite++) {
    const a = opposite === 0 ? 9 : 0;
    const b = opposite === 1 ? 9 : 3;
    const c = opposite === 2 ? 9 : 6;
    if (volume(a, b, c, ORIGIN) * volume(a, b, c, 3 * opposite) > 0) continue;
    const distanceSq = nearestOnFace(ORIGIN, a, b, c);
    if (!(distanceSq < least)) continue;
    least = distanceSq;
    weights[opposite] = 0;
    weights[a / 3] = nearest[0];
    weights[b / 3] = nearest[1];
    weights[c / 3] = nearest[2];
  }
  return least < Infinity;
}

/** Six times the signed volume of the tetrahedron with these corners of the simplex. */
function volume(a: number, b: number, c: number, d: number): number {
  const ux = simplex[b] - simplex[a];
  const uy = simplex[b + 1] - simplex[a + 1];
  const uz = simplex[b + 2] - simplex[a + 2];
  const vx = simplex[c] - simplex[a];
  const vy = simplex[c + 1] - simplex[a + 1];
  const vz = simplex[c + 2] - simplex[a + 2];
  const wx = simplex[d] - simplex[a];
  const wy = simplex[d + 1] - simplex[a + 1];
  const wz = simplex[d + 2] - simplex[a + 2];
  return wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
}

function dropWeightless(count: number): number {
  let kept = 0;
  for (let s = 0; s < count; s++) {
    if (weights[s] === 0) continue;
    weights[kept] = weights[s];
    ofF[kept] = ofF[s];
    ofG[kept] = ofG[s];
    for (let k = 0; k < 3; k++) simplex[3 * kept + k] = simplex[3 * s + k];
    kept++;
  }
  return kept;
}

/**
 * Tries the normal of the nearest side of the simplex, which belongs to a face or to two edges: it
 * may give a certificate even if rounding has turned a short direction of the search.
 */
function certifyByNormal(countF: number, countG: number, extent: number, out: PolygonPoints): boolean {
  const ux = simplex[3] - simplex[0];
  const uy = simplex[4] - simplex[1];
  const uz = simplex[5] - simplex[2];
  const vx = simplex[6] - simplex[0];
  const vy = simplex[7] - simplex[1];
  const vz = simplex[8] - simplex[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const turn = nx * closest[0] + ny * closest[1] + nz * closest[2] < 0 ? -length : length;
  closest[0] = nx / turn;
  closest[1] = ny / turn;
  closest[2] = nz / turn;
  const slab = along(lowest(0, countF)) - along(countF + highest(countF, countG));
  return certify(countF, countG, 3, extent, slab, out);
}

/**
 * Accepts the weights if they match the lower bound `slab`, the width of the slab. The direction
 * becomes the normal.
 */
function certify(
  countF: number,
  countG: number,
  count: number,
  extent: number,
  slab: number,
  out: PolygonPoints,
): boolean {
  if (!(slab > MIN_GAP * extent)) return false;
  const { normal, weightsA, weightsB } = out;
  const length = Math.sqrt(closest[0] * closest[0] + closest[1] * closest[1] + closest[2] * closest[2]);
  weightsA.fill(0);
  weightsB.fill(0);
  for (let s = 0; s < count; s++) {
    // A sum of weights may round to more than 1.
    weightsA[ofF[s]] = Math.min(1, weightsA[ofF[s]] + weights[s]);
    weightsB[ofG[s]] = Math.min(1, weightsB[ofG[s]] + weights[s]);
  }
  putOnFan(hull, 0, countF, weightsA);
  putOnFan(hull, 3 * countF, countG, weightsB);
  const distance = witnessDistance(countF, countG, weightsA, weightsB);
  if (!(distance - slab <= MAX_DIFFERENCE * extent)) return false;
  out.distance = distance;
  for (let k = 0; k < 3; k++) normal[k] = closest[k] / length;
  return true;
}

function witnessDistance(countF: number, countG: number, weightsA: Float64Array, weightsB: Float64Array): number {
  let sumSq = 0;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let i = 0; i < countF; i++) sum += weightsA[i] * hull[3 * i + k];
    for (let j = 0; j < countG; j++) sum -= weightsB[j] * hull[3 * (countF + j) + k];
    sumSq += sum * sum;
  }
  return Math.sqrt(sumSq);
}
