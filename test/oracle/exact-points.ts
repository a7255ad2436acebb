// Points with exact coordinates, and on which side of planes they lie. Coordinates are fractions
// with one denominator per point: integers in a unit that all points of a scene share. Points that
// are vertices keep their doubles, too, so that an exact predicate on doubles can answer first.
import { orient3d } from 'robust-predicates';
import { toIntegers } from './doubles.ts';

/** Numerators of x, y and z over a positive denominator, in the unit of the scene. */
export interface ExactPoint {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
  readonly w: bigint;
  /** The same point in doubles, if these hold it exactly and are neither huge nor tiny. */
  readonly doubles?: readonly [number, number, number];
}

export type Triangle = readonly [ExactPoint, ExactPoint, ExactPoint];

/** Magnitudes with whose products the predicate on doubles neither over- nor underflows. */
const isModerate = (x: number): boolean => x === 0 || (Math.abs(x) > 1e-30 && Math.abs(x) < 1e30);

/** The points of a list of doubles, three per point, in one unit. */
export function exactPoints(positions: ArrayLike<number>): ExactPoint[] {
  const integers = toIntegers(positions, 0, positions.length);
  return Array.from({ length: positions.length / 3 }, (_, i) => {
    const [x, y, z] = integers.slice(3 * i, 3 * i + 3);
    const doubles = [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]] as const;
    return { x, y, z, w: 1n, ...(doubles.every(isModerate) && { doubles }) };
  });
}

export const signOf = (x: bigint): number => (x > 0n ? 1 : x < 0n ? -1 : 0);

/** The sign of det (a − d, b − d, c − d): on which side of the plane a b c the point d lies. */
export function side(a: ExactPoint, b: ExactPoint, c: ExactPoint, d: ExactPoint): number {
  const [p, q, r, s] = [a.doubles, b.doubles, c.doubles, d.doubles];
  if (p && q && r && s) return Math.sign(orient3d(...p, ...q, ...r, ...s));
  return signOf(determinant(a, b, c, d));
}

/** The determinant that `side` takes the sign of, times a positive power of the denominators. */
export function determinant(a: ExactPoint, b: ExactPoint, c: ExactPoint, d: ExactPoint): bigint {
  const [ux, uy, uz] = difference(a, d);
  const [vx, vy, vz] = difference(b, d);
  const [wx, wy, wz] = difference(c, d);
  return ux * (vy * wz - vz * wy) - uy * (vx * wz - vz * wx) + uz * (vx * wy - vy * wx);
}

/** A positive multiple of a − b. */
export function difference(a: ExactPoint, b: ExactPoint): readonly [bigint, bigint, bigint] {
  if (a.w === b.w) return [a.x - b.x, a.y - b.y, a.z - b.z];
  return [a.x * b.w - b.x * a.w, a.y * b.w - b.y * a.w, a.z * b.w - b.z * a.w];
}

/** (b − a) × (c − a), for vertices. */
export function normalOf([a, b, c]: Triangle): readonly [bigint, bigint, bigint] {
  const [ux, uy, uz] = difference(b, a);
  const [vx, vy, vz] = difference(c, a);
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

/** The corner a of a triangle of vertices moved off its plane. */
export function apexOf(triangle: Triangle): ExactPoint {
  const [x, y, z] = normalOf(triangle);
  const [a] = triangle;
  return { x: a.x + x, y: a.y + y, z: a.z + z, w: a.w };
}

/** Whether a point of the plane of a triangle belongs to it, border included. */
export function isOnTriangle(triangle: Triangle, point: ExactPoint): boolean {
  const apex = apexOf(triangle);
  const [a, b, c] = triangle;
  const sides = [side(a, b, apex, point), side(b, c, apex, point), side(c, a, apex, point)];
  return !(sides.includes(1) && sides.includes(-1));
}
