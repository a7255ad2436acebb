// Two soups at sampled moments of their motions, by brute force over the triangles whose boxes are near each other.
import type { MotionDraw, Point, Rotation, Soup } from '../../scenes/rigid/index.ts';
import { closestPoints, triangleDistance, trianglesMeet } from '../../src/index.ts';

interface Couple<T> {
  readonly a: T;
  readonly b: T;
}

/** Does any pair of triangles share a point at t? */
export function meetAt(bodies: Couple<Soup>, motion: Couple<MotionDraw>, t: number): boolean {
  const [a, b] = [placed(bodies.a, motion.a, t), placed(bodies.b, motion.b, t)];
  return nearPairs(a, b, 0, (corners) => (trianglesMeet(corners) ? Number.NEGATIVE_INFINITY : 0)) < 0;
}

/** The distance at t, or `most` if that is less. */
export function distanceAt(bodies: Couple<Soup>, motion: Couple<MotionDraw>, t: number, most: number): number {
  const [a, b] = [placed(bodies.a, motion.a, t), placed(bodies.b, motion.b, t)];
  const out = closestPoints();
  return nearPairs(a, b, most, (corners) => triangleDistance(corners, 0, out));
}

/** Least answer to pairs with boxes no farther apart than the least so far, at first `most`. */
function nearPairs(a: Placed, b: Placed, most: number, ask: (corners: Float64Array) => number): number {
  if (boxGap(a.bounds, 0, b.bounds) > most) return most;
  const corners = new Float64Array(18);
  let least = most;
  const [boxesA, boxesB] = [nearBoxes(a, b.bounds, most), nearBoxes(b, a.bounds, most)];
  for (let i = 0; i < boxesA.length; i += 7) {
    for (let j = 0; j < boxesB.length; j += 7) {
      if (boxGap(boxesA, i, boxesB, j) > least) continue;
      takeCorners(a, boxesA[i + 6], corners, 0);
      takeCorners(b, boxesB[j + 6], corners, 9);
      least = Math.min(least, ask(corners));
    }
  }
  return least;
}

interface Placed {
  readonly points: Float64Array;
  readonly triangles: Uint32Array;
  /** Least and most along each axis, of all. */
  readonly bounds: number[];
}

function placed({ positions, triangles }: Soup, draw: MotionDraw, t: number): Placed {
  const place = placeAt(draw, t);
  const points = new Float64Array(positions.length);
  const bounds = [0, 1, 2].flatMap(() => [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  for (let i = 0; i < points.length; i += 3) {
    points.set(place([positions[i], positions[i + 1], positions[i + 2]]), i);
    for (let k = 0; k < 3; k++) {
      bounds[2 * k] = Math.min(bounds[2 * k], points[i + k]);
      bounds[2 * k + 1] = Math.max(bounds[2 * k + 1], points[i + k]);
    }
  }
  return { points, triangles, bounds };
}

/** Seven numbers a triangle near a box: its own box and its number. */
function nearBoxes({ points, triangles }: Placed, box: readonly number[], most: number): number[] {
  const out: number[] = [];
  const own = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = [
        points[3 * triangles[i] + k],
        points[3 * triangles[i + 1] + k],
        points[3 * triangles[i + 2] + k],
      ];
      own[2 * k] = Math.min(x, y, z);
      own[2 * k + 1] = Math.max(x, y, z);
    }
    if (boxGap(own, 0, box) <= most) out.push(...own, i / 3);
  }
  return out;
}

function takeCorners({ points, triangles }: Placed, face: number, out: Float64Array, at: number): void {
  for (let i = 0; i < 9; i++) out[at + i] = points[3 * triangles[3 * face + Math.floor(i / 3)] + (i % 3)];
}

/** Along the axis that parts them most; 0 or less of boxes that overlap. */
function boxGap(a: readonly number[], i: number, b: readonly number[], j = 0): number {
  return Math.max(
    a[i] - b[j + 1],
    b[j] - a[i + 1],
    a[i + 2] - b[j + 3],
    b[j + 2] - a[i + 3],
    a[i + 4] - b[j + 5],
    b[j + 4] - a[i + 5],
  );
}

function placeAt(draw: MotionDraw, t: number): (x: Point) => Point {
  const { position, rotation } = draw.pose0;
  const [velocity, turn] =
    'pose1' in draw
      ? [draw.pose1.position.map((x, k) => x - position[k]), turnBetween(rotation, draw.pose1.rotation)]
      : [draw.velocity, draw.angularVelocity];
  const rate = Math.hypot(...turn);
  const [p, q, r] = position.map((x, k) => x + t * velocity[k]);
  const further = rate === 0 ? null : halfAngle(turn, rate, t);
  return (x) => {
    const start = turned(rotation, x);
    const [a, b, c] = further ? turned(further, start) : start;
    return [p + a, q + b, r + c];
  };
}

function halfAngle([x, y, z]: readonly number[], rate: number, t: number): Rotation {
  const sin = Math.sin((rate * t) / 2) / rate;
  return [sin * x, sin * y, sin * z, Math.cos((rate * t) / 2)];
}

/** Axis times angle of the shorter way from one rotation to another. */
function turnBetween([a, b, c, d]: Rotation, [x, y, z, w]: Rotation): Point {
  const axis = [d * x - w * a - y * c + z * b, d * y - w * b - z * a + x * c, d * z - w * c - x * b + y * a];
  const [sin, cos] = [Math.hypot(...axis), a * x + b * y + c * z + d * w];
  const factor = sin === 0 ? 0 : (2 * Math.atan2(sin, Math.abs(cos)) * (cos < 0 ? -1 : 1)) / sin;
  return [factor * axis[0], factor * axis[1], factor * axis[2]];
}

/** v + 2w(u × v) + 2u × (u × v), of a unit quaternion (u, w). */
function turned([a, b, c, w]: Rotation, [x, y, z]: Point): Point {
  const [p, q, r] = [b * z - c * y, c * x - a * z, a * y - b * x];
  return [x + 2 * (w * p + b * r - c * q), y + 2 * (w * q + c * p - a * r), z + 2 * (w * r + a * q - b * p)];
}
