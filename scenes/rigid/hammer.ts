// The hammer of the C²A tables: a handle closed by a square plate that does not fit, a head across
// it, and a claw of two curved prongs that penetrate the head. 1,700 triangles, radius about 1, its
// handle along z.
import { along } from '../scene.ts';
import { sausage } from '../shapes.ts';
import { join, type Point, patch, type Shape, type Soup } from './soup.ts';

const [BUTT, TOP] = [-0.85, 0.7];
const HEAD_AT = 0.6;

/** The hammer. */
export const hammer: Shape = {
  build: (scale = 1) => join([handle(scale), butt(scale), head(scale), prong(scale, 1), prong(scale, -1)]),
  inside: [
    ...Array.from({ length: 8 }, (_, i) => [0, 0, BUTT + 0.1 + 0.18 * i] as const),
    ...Array.from({ length: 6 }, (_, i) => [-0.1 + 0.08 * i, 0, HEAD_AT] as const),
  ],
};

/** Oval, thicker at the grip. */
function handle(scale: number): Soup {
  const place = (u: number, v: number): Point => {
    const [angle, size] = [2 * Math.PI * u, 0.065 + 0.025 * Math.cos(3.5 * v)];
    return [1.2 * size * Math.cos(angle), 0.8 * size * Math.sin(angle), BUTT + (TOP - BUTT) * v];
  };
  return patch(along(20, scale, 6), along(16, scale, 4), place, { around: true });
}

function butt(scale: number): Soup {
  return patch(along(5, scale, 1), along(2, scale, 1), (u, v) => [0.22 * (u - 0.5), 0.15 * (v - 0.5), BUTT]);
}

/** From the cheek on the claw's side to the face at +x: radius at each fraction of the length. */
function head(scale: number): Soup {
  const radius = (v: number): number => {
    const wide = v > 0.75 ? 0.14 : v > 0.6 ? 0.09 : 0.12;
    return wide * Math.min(1, Math.sqrt(12 * Math.min(v, 1 - v)));
  };
  const place = (angle: number, v: number): Point => {
    const size = radius(v);
    return [-0.14 + 0.56 * v, size * Math.cos(angle), HEAD_AT + size * Math.sin(angle)];
  };
  return rounded(along(20, scale, 6), along(14, scale, 5), place);
}

/** Bends down towards the back, flatter towards its tip. */
function prong(scale: number, side: number): Soup {
  const place = (angle: number, v: number): Point => {
    const size = 0.06 * Math.sqrt(Math.min(1, 8 * Math.min(v + 0.02, 1 - v)));
    const [back, down] = [0.05 + 0.4 * v, 0.25 * v * v];
    const [across, up] = [size * Math.cos(angle), size * (1 - 0.7 * v) * Math.sin(angle)];
    return [-back, side * (0.05 + 0.05 * v) + 0.8 * across, HEAD_AT + 0.03 - down + up];
  };
  return rounded(along(10, scale, 4), along(12, scale, 3), place);
}

/**
 * A tube closed by a pole at both ends; `place` gets the angle around it and the fraction of its
 * length.
 */
function rounded(columns: number, rings: number, place: (angle: number, v: number) => Point): Soup {
  const { mesh, u, v } = sausage(columns, rings);
  const positions = Float64Array.from(Array.from(u).flatMap((share, i) => place(2 * Math.PI * share, v[i])));
  return { positions, triangles: mesh.triangles };
}
