// Closest points of the hulls of two faces by the algorithm of Gilbert, Johnson and Keerthi [Mezger §6.1], accepted only with a
// certificate. The slab between the supporting planes across a direction is a lower bound of the distance, whatever the shape of
// the faces, since a fan is inside its hull. Points of the two fans are an upper bound. Where they agree, that is the distance;
// faces that meet, are warped or dented where it matters, or too close for a direction in doubles, are left to the fan.
import { nearest, nearestOnEdge, nearestOnFace, corners as simplex } from '../../core/elementary/distance-features.ts';
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { putOnFan } from './fan.ts';
import type { PolygonPoints } from './polygon-distance.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Width by which the bounds may differ, and the least gap that proves faces apart, as parts of the extent. */
const AGREE = 1e-13;
const APART = 2 ** -44;
/** Pairs of faces take three to six; circling in rounding ends here, and the fan answers. */
const MOST_STEPS = 24;

/** Where the simplex of the search has the origin: behind its four corners. */
const ORIGIN = 15;

/** Corners of both faces relative to the first of f. */
let hull = new Float64Array(48);
/** The corner of f and of g that each corner of the simplex is the difference of, and its weight. */
const ofF = new Int32Array(4);
const ofG = new Int32Array(4);
const weights = new Float64Array(4);
const way = new Float64Array(3);

/** Fills in distance, normal and weights and returns true, or returns false and leaves the pair to the fan. */
export function gjkDistance(mesh: PolygonMesh, x: Positions, f: number, g: number, out: PolygonPoints): boolean {
  const countF = mesh.start[f + 1] - mesh.start[f];
  const countG = mesh.start[g + 1] - mesh.start[g];
  const extent = loadHull(mesh, x, f, g);
  simplex.fill(0, ORIGIN);
  put(0, 0, 0, countF);
  weights[0] = 1;
  let count = 1;
  let lastSq = Infinity;
  for (let step = 0; step < MOST_STEPS; step++) {
    const waySq = weigh(count);
    if (!(waySq < lastSq)) break;
    lastSq = waySq;
    const length = Math.sqrt(waySq);
    const i = lowest(0, countF);
    const j = highest(countF, countG);
    const slab = along(i) - along(countF + j);
    if (waySq - slab <= AGREE * extent * length) return settle(countF, countG, count, extent, slab / length, out);
    if (includes(count, i, j)) break;
    put(count, i, j, countF);
    count = reduce(count + 1);
    if (count === 4) return false;
  }
  return count === 3 && settleOnNormal(countF, countG, extent, out);
}

/** Returns the greatest coordinate: at least half of the extent of both faces. */
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

/** Corner s of the simplex becomes the difference of corner i of f and corner j of g. */
function put(s: number, i: number, j: number, countF: number): void {
  ofF[s] = i;
  ofG[s] = j;
  for (let k = 0; k < 3; k++) simplex[3 * s + k] = hull[3 * i + k] - hull[3 * (countF + j) + k];
}

/** The way to the origin's nearest point of the simplex; returns its square. */
function weigh(count: number): number {
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let s = 0; s < count; s++) sum += weights[s] * simplex[3 * s + k];
    way[k] = sum;
  }
  return way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
}

/** How far a corner of the hulls lies along the way. */
function along(corner: number): number {
  return way[0] * hull[3 * corner] + way[1] * hull[3 * corner + 1] + way[2] * hull[3 * corner + 2];
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

/** Weighs the corners for the point nearest to the origin and drops those without weight; 4 stay around the origin. */
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

/** The nearest of the sides that the origin sees, or that it is not clear about; false inside. */
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

/** Of the solid with these corners of the simplex, six times and signed. */
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

/** Where rounding bends a short way, the normal of the nearest side of the simplex, a face's or two edges', may still prove it. */
function settleOnNormal(countF: number, countG: number, extent: number, out: PolygonPoints): boolean {
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
  const turn = nx * way[0] + ny * way[1] + nz * way[2] < 0 ? -length : length;
  way[0] = nx / turn;
  way[1] = ny / turn;
  way[2] = nz / turn;
  const slab = along(lowest(0, countF)) - along(countF + highest(countF, countG));
  return settle(countF, countG, 3, extent, slab, out);
}

/** `slab` is the width across the unit direction of the way, which becomes the normal. */
function settle(
  countF: number,
  countG: number,
  count: number,
  extent: number,
  slab: number,
  out: PolygonPoints,
): boolean {
  if (!(slab > APART * extent)) return false;
  const { normal, weightsA, weightsB } = out;
  const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  weightsA.fill(0);
  weightsB.fill(0);
  for (let s = 0; s < count; s++) {
    // Sums of weights may round to more than 1.
    weightsA[ofF[s]] = Math.min(1, weightsA[ofF[s]] + weights[s]);
    weightsB[ofG[s]] = Math.min(1, weightsB[ofG[s]] + weights[s]);
  }
  putOnFan(hull, 0, countF, weightsA);
  putOnFan(hull, 3 * countF, countG, weightsB);
  const distance = witnessDistance(countF, countG, weightsA, weightsB);
  if (!(distance - slab <= AGREE * extent)) return false;
  out.distance = distance;
  for (let k = 0; k < 3; k++) normal[k] = way[k] / length;
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
