// Closest points of the hulls of two faces by the algorithm of Gilbert, Johnson and Keerthi [Mezger
// §6.1], accepted only with a certificate. The width of the slab between the supporting planes
// across a direction is a lower bound of the distance for faces of any shape, since a fan is inside
// its hull. The distance between two points of the fans is an upper bound. If both bounds agree,
// they are the distance. There is no certificate for faces that meet, that are not convex where it
// matters, or that are too close for a direction in doubles: `fanDistance` handles these.
import { nearest, nearestOnEdge, nearestOnFace, corners as simplex } from '../../core/elementary/distance-features.ts';
import { crossSides, dot } from '../../core/math/triples.ts';
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { putOnFan } from './fan.ts';
import type { PolygonPoints } from './polygon-distance.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Largest difference of the two bounds that counts as agreement, as a fraction of the extent. */
const MAX_DIFFERENCE = 1e-13;
/** Least gap that proves two faces apart, as a fraction of the extent. */
const MIN_GAP = 2 ** -44;
/**
 * Most iterations. Pairs of faces take three to six. If rounding makes the search cycle, it ends
 * here, and `fanDistance` answers.
 */
const MAX_ITERATIONS = 24;

/** Index of the origin in `simplex`, behind the four corners. */
const ORIGIN = 15;

/** Corners of both faces relative to the first corner of f: first those of f, then those of g. */
let hull = new Float64Array(48);
/**
 * Each corner of the simplex is the difference of a corner of f and a corner of g: here the corner
 * of f.
 */
const ofF = new Int32Array(4);
/** The corner of g of each corner of the simplex. */
const ofG = new Int32Array(4);
/** The weight of each corner of the simplex. */
const weights = new Float64Array(4);
/** The point of the simplex closest to the origin: the direction of the search. */
const closest = new Float64Array(3);
/** Scratch: the normal of three corners of the simplex, not of unit length. */
const normal = new Float64Array(3);

/**
 * Fills in distance, normal and weights and returns true, or returns false if there is no
 * certificate.
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
  for (let step = 0; step < MAX_ITERATIONS; step++) {
    const closestSq = setClosest(count);
    if (!(closestSq < lastSq)) break;
    lastSq = closestSq;
    const length = Math.sqrt(closestSq);
    const i = support(0, countF, -1);
    const j = support(countF, countG, 1);
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
  return dot(closest, 0, closest, 0);
}

/** Projection of a corner of the hulls onto the direction of the search. */
function along(corner: number): number {
  return dot(closest, 0, hull, 3 * corner);
}

/**
 * The corner of a face that is farthest along the direction of the search times `sign`; the first
 * of equal ones.
 */
function support(first: number, count: number, sign: number): number {
  let at = 0;
  let most = -Infinity;
  for (let i = 0; i < count; i++) {
    const value = sign * along(first + i);
    if (value > most) {
      most = value;
      at = i;
    }
  }
  return at;
}

/** Whether the simplex already has the corner (i, j). */
function includes(count: number, i: number, j: number): boolean {
  for (let s = 0; s < count; s++) if (ofF[s] === i && ofG[s] === j) return true;
  return false;
}

/**
 * Computes the weights of the point of the simplex nearest to the origin and drops corners without
 * weight. Returns the number of corners, 4 if the origin is inside.
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
 * Computes the weights of the nearest side of a tetrahedron, among the sides that may have the
 * origin outside. Returns false if the origin is inside of all sides.
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
  crossSides(simplex, a, b, a, c, normal);
  const wx = simplex[d] - simplex[a];
  const wy = simplex[d + 1] - simplex[a + 1];
  const wz = simplex[d + 2] - simplex[a + 2];
  return wx * normal[0] + wy * normal[1] + wz * normal[2];
}

/** Removes corners without weight from the simplex; returns how many are left. */
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
 * Tries the normal of the nearest side of the simplex, which belongs to a face or to two edges. It
 * may give a certificate even if rounding has turned a short direction of the search.
 */
function certifyByNormal(countF: number, countG: number, extent: number, out: PolygonPoints): boolean {
  const length = crossSides(simplex, 0, 3, 0, 6, normal);
  const turn = dot(normal, 0, closest, 0) < 0 ? -length : length;
  for (let k = 0; k < 3; k++) closest[k] = normal[k] / turn;
  const slab = along(support(0, countF, -1)) - along(countF + support(countF, countG, 1));
  return certify(countF, countG, 3, extent, slab, out);
}

/**
 * Accepts the weights if their distance matches the lower bound `slab`, the width of the slab
 * across the direction of the search. That direction becomes the normal.
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
  const { weightsA, weightsB } = out;
  const length = Math.sqrt(dot(closest, 0, closest, 0));
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
  for (let k = 0; k < 3; k++) out.normal[k] = closest[k] / length;
  return true;
}

/** Distance between the two points that the weights describe. */
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
