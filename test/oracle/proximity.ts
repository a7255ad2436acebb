// Brute force for proximities: every pair of faces, every pair of their fans' triangles, every pair
// of features. Formulas of its own in doubles, which say where they are ill-conditioned; there,
// near the distance asked for, and for piercing that is in doubt, the exact minimisation answers.
import { oracleDistance, oracleWithin } from './discrete-distance.ts';

export interface Polygons {
  /** Vertex ids of every face. */
  readonly faces: readonly (readonly number[])[];
  readonly x: ArrayLike<number>;
}

/** The faces of a mesh as lists. */
export function facesOf({ corners, start }: { corners: Uint32Array; start: Uint32Array }): number[][] {
  return Array.from({ length: start.length - 1 }, (_, f) => [...corners.subarray(start[f], start[f + 1])]);
}

export interface ProximityRow {
  readonly a: number;
  readonly b: number;
  readonly distance: number;
  /** Longest side of the box around both faces. */
  readonly extent: number;
}

export interface ProximityQuestion {
  readonly distance: number;
  /** Whether a pair is to be tested; pairs that share a vertex never are. */
  readonly allows?: (a: number, b: number) => boolean;
}

/**
 * All pairs a < b of faces that share no vertex and are at most this distance apart, in ascending
 * order.
 */
export function bruteProximities(polygons: Polygons, { distance, allows }: ProximityQuestion): ProximityRow[] {
  const { faces } = polygons;
  const boxes = faces.map((face) => boxOf(polygons, face));
  const rows: ProximityRow[] = [];
  for (let a = 0; a < faces.length; a++) {
    for (let b = a + 1; b < faces.length; b++) {
      if (boxGap(boxes[a], boxes[b]) > distance || faces[a].some((v) => faces[b].includes(v))) continue;
      if (allows?.(a, b) === false) continue;
      const row = rowOf(polygons, a, b, distance);
      if (row !== null) rows.push(row);
    }
  }
  return rows;
}

function rowOf(polygons: Polygons, a: number, b: number, limit: number): ProximityRow | null {
  const pairs = trianglePairs(polygons, a, b);
  const extent = Math.max(
    ...boxOf(polygons, [...polygons.faces[a], ...polygons.faces[b]]).map(([low, high]) => high - low),
  );
  const distances = pairs.map((q) => triangleDistance(q, extent));
  const least = Math.min(...distances);
  const isDoubtful = Math.abs(least - limit) <= 1e-9 * Math.max(extent, limit);
  const isWithin = isDoubtful ? pairs.some((q) => oracleWithin(q, FIRST, SECOND, limit)) : least < limit;
  return isWithin ? { a, b, distance: least, extent } : null;
}

const FIRST = [0, 3, 6];
const SECOND = [9, 12, 15];

/** 18 doubles for every triangle of one fan with every triangle of the other. */
function trianglePairs({ faces, x }: Polygons, a: number, b: number): number[][] {
  const point = (v: number): number[] => [x[3 * v], x[3 * v + 1], x[3 * v + 2]];
  const fan = (face: readonly number[]): number[][] =>
    face.slice(2).map((_, i) => [face[0], face[i + 1], face[i + 2]].flatMap(point));
  return fan(faces[a]).flatMap((left) => fan(faces[b]).map((right) => [...left, ...right]));
}

type Vector = readonly number[];

/** Within a few roundings of the extent. */
function triangleDistance(q: readonly number[], extent: number): number {
  // Relative to a corner and in units of the extent, so that no product over- or underflows.
  const scale = extent > 0 ? 1 / extent : 1;
  const points = [0, 3, 6, 9, 12, 15].map((at) => [0, 1, 2].map((k) => (q[at + k] - q[k]) * scale));
  const [a, b] = [points.slice(0, 3), points.slice(3)];
  const found = featureDistance(a, b);
  return Number.isNaN(found) ? oracleDistance(q, FIRST, SECOND) : found / scale;
}

/** NaN where the formulas cannot be trusted: needles, edges nearly parallel, piercing in doubt. */
function featureDistance(a: readonly Vector[], b: readonly Vector[]): number {
  let least = Math.min(...a.map((p) => pointTriangle(p, b)), ...b.map((p) => pointTriangle(p, a)));
  for (const i of [0, 1, 2]) {
    for (const j of [0, 1, 2]) least = Math.min(least, edgeEdge(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
  }
  const piercings = [0, 1, 2].flatMap((i) => {
    const next = (i + 1) % 3;
    return [piercing(a[i], a[next], b), piercing(b[i], b[next], a)];
  });
  if (piercings.includes(1)) return 0;
  if (least < 1e-6 || piercings.some(Number.isNaN)) return Number.NaN;
  return least;
}

/**
 * Sine of an angle from which on a normal is good to thirteen digits, and below which its features
 * are as good as parallel.
 */
const WELL = 1e-3;
const PARALLEL = 1e-14;

function pointTriangle(p: Vector, [a, b, c]: readonly Vector[]): number {
  const [u, v] = [minus(b, a), minus(c, a)];
  const normal = cross(u, v);
  const area = length(normal);
  const rim = Math.min(pointEdge(p, a, b), pointEdge(p, b, c), pointEdge(p, c, a));
  if (area === 0) return rim;
  if (area < WELL * length(u) * length(v)) return Number.NaN;
  const isInside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([from, to]) => dot(cross(minus(to, from), minus(p, from)), normal) >= 0);
  return isInside ? Math.min(rim, Math.abs(dot(minus(p, a), normal)) / area) : rim;
}

function pointEdge(p: Vector, a: Vector, b: Vector): number {
  const [u, r] = [minus(b, a), minus(p, a)];
  const square = dot(u, u);
  const t = square === 0 ? 0 : Math.min(1, Math.max(0, dot(r, u) / square));
  return length(
    minus(
      r,
      u.map((x) => t * x),
    ),
  );
}

function edgeEdge(a: Vector, b: Vector, c: Vector, d: Vector): number {
  const ends = Math.min(pointEdge(a, c, d), pointEdge(b, c, d), pointEdge(c, a, b), pointEdge(d, a, b));
  const [u, v, r] = [minus(b, a), minus(d, c), minus(c, a)];
  const normal = cross(u, v);
  const sine = length(normal);
  const product = length(u) * length(v);
  if (sine <= PARALLEL * product) return ends;
  if (sine < WELL * product) return Number.NaN;
  const s = dot(cross(r, v), normal) / (sine * sine);
  const t = dot(cross(r, u), normal) / (sine * sine);
  return s >= 0 && s <= 1 && t >= 0 && t <= 1 ? Math.min(ends, Math.abs(dot(r, normal)) / sine) : ends;
}

/**
 * 1 and 0 where it is clear whether an edge goes through a triangle, else NaN; coordinates are at
 * most 1.
 */
function piercing(p: Vector, q: Vector, [a, b, c]: readonly Vector[]): number {
  const normal = cross(minus(b, a), minus(c, a));
  const [above, below] = [dot(minus(p, a), normal), dot(minus(q, a), normal)];
  const volume = (s: Vector, t: Vector): number => dot(minus(q, p), cross(minus(s, p), minus(t, p)));
  const sides = [volume(a, b), volume(b, c), volume(c, a)];
  const [most, least] = [Math.max(...sides), Math.min(...sides)];
  if (Math.min(above, below) > CLEAR || Math.max(above, below) < -CLEAR) return 0;
  if (most > CLEAR && least < -CLEAR) return 0;
  const isAcross = Math.min(Math.abs(above), Math.abs(below)) > CLEAR;
  return isAcross && (least > CLEAR || most < -CLEAR) ? 1 : Number.NaN;
}

/** More than the rounding of a volume. */
const CLEAR = 1e-14;

type Box = readonly (readonly [number, number])[];

function boxOf({ x }: Polygons, face: readonly number[]): Box {
  return [0, 1, 2].map((k) => {
    const values = face.map((v) => x[3 * v + k]);
    return [Math.min(...values), Math.max(...values)];
  });
}

/** Rounding is monotone: a gap that is at most a double is so when rounded. */
function boxGap(a: Box, b: Box): number {
  return Math.max(...a.map(([low, high], k) => Math.max(low - b[k][1], b[k][0] - high)));
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const length = (a: Vector): number => Math.sqrt(dot(a, a));
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
