// What two faces have in common at one instant, exactly: nothing, some points, or a proper
// crossing.
import {
  apexOf,
  determinant,
  type ExactPoint,
  isOnTriangle,
  normalOf,
  side,
  signOf,
  type Triangle,
} from './exact-points.ts';

/**
 * `proper`: the interiors share a point and the planes differ. `shared`: the faces share a point
 * that is not on a mesh vertex or mesh edge of both. `none`: they do not.
 */
export type FaceContact = 'none' | 'shared' | 'proper';

/** A face with the ids of its vertices. */
export interface ExactFace {
  readonly ids: readonly number[];
  readonly corners: Triangle;
}

/** Of two faces that have an area. */
export function faceContact(f: ExactFace, g: ExactFace): FaceContact {
  const common = f.ids.filter((v) => g.ids.includes(v));
  if (common.length === 3) return 'shared';
  const sidesOfF = f.corners.map((p) => side(...g.corners, p));
  const sidesOfG = g.corners.map((p) => side(...f.corners, p));
  const isOneSided = (sides: readonly number[]) => sides.every((s) => s > 0) || sides.every((s) => s < 0);
  if (isOneSided(sidesOfF) || isOneSided(sidesOfG)) return 'none';
  if (common.length === 2) return sidesOfF.every((s) => s === 0) && isFold(f, g, common) ? 'shared' : 'none';
  if (isTwoSided(sidesOfF) && isTwoSided(sidesOfG) && interiorsMeet(f.corners, g.corners)) return 'proper';
  const isShared =
    reaches(f, g, sidesOfF, common) || reaches(g, f, sidesOfG, common) || (isFlat(sidesOfF) && bordersCross(f, g));
  return isShared ? 'shared' : 'none';
}

const isTwoSided = (sides: readonly number[]): boolean => sides.includes(1) && sides.includes(-1);
const isFlat = (sides: readonly number[]): boolean => sides.every((s) => s === 0);

/** Whether two faces of one plane lie on the same side of their common edge. */
function isFold(f: ExactFace, g: ExactFace, common: readonly number[]): boolean {
  const [a, b] = common.map((v) => f.corners[f.ids.indexOf(v)]);
  const apex = apexOf(f.corners);
  const third = (h: ExactFace): ExactPoint => h.corners[h.ids.findIndex((v) => !common.includes(v))];
  return side(a, b, apex, third(f)) === side(a, b, apex, third(g));
}

/**
 * Whether a corner of f other than a common vertex is on g, or the inside of an edge of f goes
 * through the plane of g within g. No such point is a common vertex, since f has an area.
 */
function reaches(f: ExactFace, g: ExactFace, sidesOfF: readonly number[], common: readonly number[]): boolean {
  const [a, b, c] = g.corners;
  return f.corners.some((p, i) => {
    if (sidesOfF[i] === 0 && !common.includes(f.ids[i]) && isOnTriangle(g.corners, p)) return true;
    const j = (i + 1) % 3;
    if (sidesOfF[i] * sidesOfF[j] >= 0) return false;
    const q = f.corners[j];
    return !isTwoSided([side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)]);
  });
}

/** Whether the insides of two edges of faces of one plane cross. */
function bordersCross(f: ExactFace, g: ExactFace): boolean {
  const apex = apexOf(f.corners);
  const edges = ({ corners: [a, b, c] }: ExactFace) => [[a, b] as const, [b, c] as const, [c, a] as const];
  return edges(f).some(([p, q]) =>
    edges(g).some(
      ([r, s]) => side(p, q, apex, r) * side(p, q, apex, s) < 0 && side(r, s, apex, p) * side(r, s, apex, q) < 0,
    ),
  );
}

/** Whether the open intervals that two triangles cut out of the line of their planes overlap. */
function interiorsMeet(f: Triangle, g: Triangle): boolean {
  const [m, n] = [normalOf(f), normalOf(g)];
  const direction = [0, 1, 2].map((k) => m[(k + 1) % 3] * n[(k + 2) % 3] - m[(k + 2) % 3] * n[(k + 1) % 3]);
  const axis = (['x', 'y', 'z'] as const)[direction.findIndex((d) => d !== 0n)];
  const less = (p: ExactPoint, q: ExactPoint) => p[axis] * q.w < q[axis] * p.w;
  const ordered = ([p, q]: ExactPoint[]) => (less(q, p) ? [q, p] : [p, q]);
  const [lowF, highF] = ordered(onPlane(f, g));
  const [lowG, highG] = ordered(onPlane(g, f));
  return less(lowF, highG) && less(lowG, highF);
}

/** The two points of the border of f on the plane of g, which f goes through. */
function onPlane(f: Triangle, g: Triangle): ExactPoint[] {
  const heights = f.map((p) => determinant(...g, p));
  return f.flatMap((p, i) => {
    if (heights[i] === 0n) return [p];
    const j = (i + 1) % 3;
    if (signOf(heights[i]) * signOf(heights[j]) >= 0) return [];
    const [q, u, v] = [f[j], abs(heights[i]), abs(heights[j])];
    return [{ x: p.x * v + q.x * u, y: p.y * v + q.y * u, z: p.z * v + q.z * u, w: u + v }];
  });
}

const abs = (x: bigint): bigint => (x < 0n ? -x : x);
