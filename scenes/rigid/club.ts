// The club of the C²A tables: a golf iron along z. Its shaft, open above, ends in a heavy curved
// head with grooves; a grip covers its upper end. 104,800 triangles, radius about 1.
import { along } from '../scene.ts';
import { ball } from '../shapes.ts';
import { join, moved, type Point, patch, type Shape, type Soup } from './soup.ts';

const [LOW, HIGH] = [-0.8, 0.95];
const GRIP = 0.5;
/** Half the length, thickness and height of the head. */
const HEAD = [0.26, 0.085, 0.16] as const;
/** The centre of the head, with the shaft at its heel. */
const MIDDLE: Point = [0.17, 0, -0.78];

/** The club. */
export const club: Shape = {
  build: (scale = 1) => join([shaft(scale), grip(scale), head(scale)]),
  inside: [
    ...Array.from({ length: 8 }, (_, i) => [0, 0, LOW + 0.1 + 0.2 * i] as const),
    ...Array.from({ length: 4 }, (_, i) => [MIDDLE[0] - 0.1 + 0.06 * i, 0, MIDDLE[2]] as const),
  ],
};

function shaft(scale: number): Soup {
  return sleeve(along(70, scale, 6), along(277, scale, 8), LOW, HIGH - 0.05, (v) => 0.02 + 0.01 * v);
}

function grip(scale: number): Soup {
  const dimpled = (v: number, angle: number): number => 0.042 + 0.002 * Math.sin(9 * angle + 60 * v) * Math.sin(40 * v);
  return sleeve(along(70, scale, 6), along(100, scale, 3), GRIP, HIGH, dimpled);
}

function sleeve(
  columns: number,
  rows: number,
  low: number,
  high: number,
  radius: (v: number, angle: number) => number,
): Soup {
  const place = (u: number, v: number): Point => {
    const angle = 2 * Math.PI * u;
    const size = radius(v, angle);
    return [size * Math.cos(angle), size * Math.sin(angle), low + (high - low) * v];
  };
  return patch(columns, rows, place, { around: true });
}

/**
 * A ball deformed to a box, flat in front with eight grooves, bulging behind, higher at the toe,
 * slightly bent.
 */
function head(scale: number): Soup {
  const { mesh, points } = ball(along(51, scale, 4));
  return moved({ positions: points, triangles: mesh.triangles }, (x, y, z) => {
    const boxy = (t: number): number => Math.sign(t) * Math.abs(t) ** 0.6;
    const [p, r] = [HEAD[0] * boxy(x), HEAD[2] * (1 + 0.3 * x) * boxy(z)];
    const isFront = y < 0;
    const groove = isFront && Math.abs(x) < 0.6 ? 0.008 * Math.max(0, Math.sin(50 * z)) : 0;
    const depth = isFront ? 0.5 * HEAD[1] * Math.abs(y) ** 0.3 - groove : HEAD[1] * y;
    const across = (isFront ? -depth : depth) + 0.6 * p * p - 0.04 * z;
    return [MIDDLE[0] + p, MIDDLE[1] + across, MIDDLE[2] + r];
  });
}
