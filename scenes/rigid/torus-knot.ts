// The torus knot of the C²A tables: a tube around a (2, 3) knot, closed in both directions. 34,560
// triangles, radius about 1.
import { along } from '../scene.ts';
import { type Point, patch, type Shape } from './soup.ts';

const [SIZE, TUBE] = [0.52, 0.2];
const [LENGTHWISE, ACROSS] = [360, 48];

/** The torus knot. */
export const torusKnot: Shape = {
  build: (scale = 1) =>
    patch(along(ACROSS, scale, 6), along(LENGTHWISE, scale, 30), tube, { around: true, along: true }),
  inside: Array.from({ length: 24 }, (_, i) => knot(i / 24)),
};

function knot(v: number): Point {
  const turn = 4 * Math.PI * v;
  const reach = (SIZE * (2 + Math.cos(1.5 * turn))) / 2;
  return [reach * Math.cos(turn), reach * Math.sin(turn), (SIZE * Math.sin(1.5 * turn)) / 2];
}

function tube(u: number, v: number): Point {
  const [x, y, z] = knot(v);
  const [low, high] = [knot(v - 1e-4), knot(v + 1e-4)];
  const [p, q, r] = unit(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  // Perpendicular to the knot, away from the origin: periodic, so that the ends fit.
  const ahead = p * x + q * y + r * z;
  const [a, b, c] = unit(x - ahead * p, y - ahead * q, z - ahead * r);
  const [cos, sin] = [TUBE * Math.cos(2 * Math.PI * u), TUBE * Math.sin(2 * Math.PI * u)];
  return [
    x + cos * a + sin * (q * c - r * b),
    y + cos * b + sin * (r * a - p * c),
    z + cos * c + sin * (p * b - q * a),
  ];
}

function unit(x: number, y: number, z: number): Point {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
