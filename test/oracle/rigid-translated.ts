// First contact of two soups of which one goes straight: by the elementary times of every vertex
// and face, every two edges, which are exact about hits and have an oracle of their own.
import type { Point, Soup } from '../../scenes/rigid/index.ts';
import { eeTime, trianglesMeet, vfTime } from '../../src/index.ts';

/** An elementary time may fall short by this part of it. */
const EARLIEST = 1e-3;

type Corners = readonly (readonly number[])[];

/**
 * b starts shifted by `start` and goes by `velocity`; the first contact is not later than the
 * answer, Infinity for none.
 */
export function translatedTouch(a: Soup, b: Soup, start: Point, velocity: Point): number {
  let time = Number.POSITIVE_INFINITY;
  for (const p of facesOf(a, [0, 0, 0]))
    for (const q of facesOf(b, start)) time = Math.min(time, facesTouch(p, q, velocity));
  return time <= 1 ? Math.min(1, time / (1 - EARLIEST)) : Number.POSITIVE_INFINITY;
}

function facesOf({ positions, triangles }: Soup, shift: Point): Corners[] {
  const corner = (v: number): number[] => [0, 1, 2].map((k) => positions[3 * v + k] + shift[k]);
  return Array.from({ length: triangles.length / 3 }, (_, f) => [0, 1, 2].map((k) => corner(triangles[3 * f + k])));
}

/** Triangles that start apart first touch with a vertex on a face or with two edges. */
function facesTouch(a: Corners, b: Corners, velocity: Point): number {
  if (trianglesMeet(Float64Array.from([a, b].flat(2)))) return 0;
  const still: Point = [0, 0, 0];
  let time = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    time = Math.min(time, vfTime(query([a[i]], b, still, velocity)), vfTime(query([b[i]], a, velocity, still)));
    for (let j = 0; j < 3; j++) {
      const [edgeA, edgeB] = [
        [a[i], a[(i + 1) % 3]],
        [b[j], b[(j + 1) % 3]],
      ];
      time = Math.min(time, eeTime(query(edgeA, edgeB, still, velocity)));
    }
  }
  return time;
}

function query(first: Corners, second: Corners, byFirst: Point, bySecond: Point): number[] {
  const moved = (points: Corners, by: Point): number[] => points.flatMap((p) => p.map((x, k) => x + by[k]));
  return [...first.flat(), ...second.flat(), ...moved(first, byFirst), ...moved(second, bySecond)];
}
