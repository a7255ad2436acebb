// How deep two parts are inside each other, and how long their intersection curve is, by brute
// force in doubles. The depth of a point is the distance from the other part's surface, negative
// outside: it changes by no more than the point moves. So a piece of a face cannot hold a deeper
// point than its middle by more than its radius, and pieces that cannot matter are not split
// further.
import type { Place } from '../generate/clash-shapes.ts';
import { exactPoints, type Triangle } from './exact-points.ts';
import { type ExactFace, faceContact } from './face-contact.ts';
import { componentsOf } from './part-inside.ts';
import { boxOf, overlap, type PartScene } from './part-states.ts';

type Face = readonly [Place, Place, Place];

/**
 * The greatest distance from the other part's surface of a surface point that lies inside that
 * part, the larger of both directions, less than `tolerance` too small; null if neither is closed.
 */
export function depthOf(scene: PartScene, a: number, b: number, tolerance: number): number | null {
  const depths = [
    [a, b],
    [b, a],
  ].flatMap(([from, into]) => {
    const { closed } = componentsOf(facesOf(scene, into));
    return closed.length === 0 ? [] : [deepest(facesOf(scene, from).map(places), closed.map(places), tolerance)];
  });
  return depths.length === 0 ? null : Math.max(...depths);
}

/** The length of the curve in which the faces of two parts properly cross. */
export function curveLengthOf(scene: PartScene, a: number, b: number): number {
  const boxed = (face: ExactFace) => ({ face, box: boxOf(places(face)) });
  const [from, into] = [facesOf(scene, a).map(boxed), facesOf(scene, b).map(boxed)];
  let length = 0;
  from.forEach((f, i) => {
    into.forEach((g, j) => {
      if ((a === b && i >= j) || !overlap(f.box, g.box) || faceContact(f.face, g.face) !== 'proper') return;
      length += commonLength(places(f.face), places(g.face));
    });
  });
  return length;
}

function facesOf({ positions, triangles, partOfFace }: PartScene, part: number): ExactFace[] {
  const points = exactPoints(positions);
  return Array.from(partOfFace).flatMap((p, f) => {
    if (p !== part) return [];
    const ids = [triangles[3 * f], triangles[3 * f + 1], triangles[3 * f + 2]];
    return [{ ids, corners: [points[ids[0]], points[ids[1]], points[ids[2]]] as Triangle }];
  });
}

function places({ corners }: ExactFace): Face {
  const [a, b, c] = corners.map(({ doubles }): Place => {
    if (!doubles) throw new RangeError('Coordinates are huge or tiny.');
    return doubles;
  });
  return [a, b, c];
}

const minus = (a: Place, b: Place): Place => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Place, b: Place): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (a: Place, k: number, b: Place): Place => [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]];
const cross = (a: Place, b: Place): Place => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const mix = (a: Place, b: Place): Place => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];

/**
 * A piece of a face, the faces of the solid that may be nearest, and whether it is inside, if
 * known.
 */
interface Piece {
  readonly face: Face;
  readonly near: readonly Face[];
  readonly isInside: boolean | undefined;
}

function deepest(faces: readonly Face[], solid: readonly Face[], tolerance: number): number {
  let best = 0;
  const space = boxOf(solid.flat());
  // A face beside the box of the solid has no point inside.
  const within = faces.filter((face) => overlap(boxOf(face), space));
  const pieces: Piece[] = within.map((face) => ({ face, near: solid, isInside: undefined }));
  for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
    const [a, b, c] = piece.face;
    const middle: Place = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3];
    const radius = Math.max(...piece.face.map((corner) => Math.hypot(...minus(corner, middle))));
    const distances = piece.near.map((face) => distanceTo(middle, face));
    const distance = Math.min(...distances);
    if (distance + radius <= best + tolerance) continue;
    const isInside = piece.isInside ?? isWithin(middle, solid);
    if (isInside) best = Math.max(best, distance);
    if ((isInside ? distance : -distance) + radius <= best + tolerance) continue;
    const [ab, bc, ca] = [mix(a, b), mix(b, c), mix(c, a)];
    const near = piece.near.filter((_, i) => distances[i] <= distance + 2 * radius);
    for (const face of [
      [a, ab, ca],
      [ab, b, bc],
      [ca, bc, c],
      [ab, bc, ca],
    ] as const)
      pieces.push({ face, near, isInside: distance > radius ? isInside : undefined });
  }
  return best;
}

/** Three rays vote, since one may hit an edge. */
const RAYS: readonly Place[] = [
  [0.5772, 0.4142, 0.7321],
  [-0.6561, 0.3679, 0.5671],
  [0.2718, -0.9159, 0.1618],
];

const isWithin = (point: Place, solid: readonly Face[]): boolean =>
  RAYS.filter((ray) => solid.filter((face) => isHit(point, ray, face)).length % 2 === 1).length >= 2;

function isHit(point: Place, ray: Place, [a, b, c]: Face): boolean {
  const [u, v, p] = [minus(b, a), minus(c, a), cross(ray, minus(c, a))];
  const [det, s] = [dot(u, p), minus(point, a)];
  const q = cross(s, u);
  const [x, y] = [dot(s, p) / det, dot(ray, q) / det];
  return det !== 0 && x >= 0 && y >= 0 && x + y <= 1 && dot(v, q) / det > 0;
}

function distanceTo(point: Place, [a, b, c]: Face): number {
  const n = cross(minus(b, a), minus(c, a));
  const foot = (p: Place, q: Place) => dot(cross(n, minus(q, p)), minus(point, p));
  if (foot(a, b) >= 0 && foot(b, c) >= 0 && foot(c, a) >= 0)
    return Math.abs(dot(n, minus(point, a))) / Math.hypot(...n);
  return Math.min(distanceToEdge(point, a, b), distanceToEdge(point, b, c), distanceToEdge(point, c, a));
}

function distanceToEdge(point: Place, a: Place, b: Place): number {
  const d = minus(b, a);
  const t = Math.min(1, Math.max(0, dot(minus(point, a), d) / dot(d, d)));
  return Math.hypot(...minus(point, along(a, t, d)));
}

/** The length of the segment that two faces have in common, which cross properly. */
function commonLength(f: Face, g: Face): number {
  const [m, n] = [cross(minus(f[1], f[0]), minus(f[2], f[0])), cross(minus(g[1], g[0]), minus(g[2], g[0]))];
  const line = cross(m, n);
  const ends = (face: Face, normal: Place, through: Place) => {
    const heights = face.map((p) => dot(normal, minus(p, through)));
    return face.flatMap((p, i) => {
      const [q, h, k] = [face[(i + 1) % 3], heights[i], heights[(i + 1) % 3]];
      if (h === 0) return [dot(line, p)];
      return h * k < 0 ? [dot(line, along(p, h / (h - k), minus(q, p)))] : [];
    });
  };
  const [s, t] = [ends(f, n, g[0]), ends(g, m, f[0])];
  return (Math.min(Math.max(...s), Math.max(...t)) - Math.max(Math.min(...s), Math.min(...t))) / Math.hypot(...line);
}
