// The CAD part of the C²A tables: an angle bracket of four adjacent tiles with a hole each and
// doubled walls, two ribs that only touch them, and a boss that is open at both ends. 2,600
// triangles, radius about 1.
import { along } from '../scene.ts';
import { cut, join, moved, type Point, patch, type Shape, type Soup } from './soup.ts';

/** Half the side of a tile, and half its thickness. */
const [TILE, THICK] = [0.35, 0.06];
const HOLE = 0.16;
/** A tile's section from the hole outwards: 0 at the hole, 1 at the rim; and the height. */
const SECTION = [
  [0, -THICK],
  [0, THICK],
  [0.9, THICK],
  [1, 0.8 * THICK],
  [1, -THICK],
  [0, -THICK],
];
const RIB = 0.5;

/** The bracket. */
export const bracket: Shape = {
  build: (scale = 1) =>
    moved(
      join([
        ...[-TILE, TILE].flatMap((y) => [base(scale, y), upright(scale, y)]),
        ...[-0.6, 0.6].map((y) => rib(scale, y)),
        boss(scale),
      ]),
      (x, y, z) => [x - TILE / 2, y, z - TILE / 2],
    ),
  inside: [-TILE, TILE].flatMap((y) =>
    [-0.28, 0.28].flatMap((along): Point[] => [
      [along + TILE / 2, y, -TILE / 2],
      [-TILE / 2 - THICK, y, along + TILE / 2 - THICK],
      [TILE / 2, y + 0.9 * along, -TILE / 2],
      [-TILE / 2 - THICK, y + 0.9 * along, TILE / 2 - THICK],
    ]),
  ),
};

/** The base lies in the xy plane beside the corner. */
function base(scale: number, y: number): Soup {
  return moved(tile(scale), (p, q, r) => [p + TILE, q + y, r]);
}

/** The upright stands at the corner, behind the base. */
function upright(scale: number, y: number): Soup {
  return moved(tile(scale), (p, q, r) => [r - THICK, q + y, p + TILE - THICK]);
}

function tile(scale: number): Soup {
  const columns = 4 * Math.max(2, Math.round(8 * Math.sqrt(scale)));
  const section = cut(SECTION, along(8, scale, 5)).slice(0, -1);
  const place = (u: number, v: number): Point => {
    const [share, z] = section[Math.round(v * section.length)];
    const [cos, sin] = [Math.cos(2 * Math.PI * u), Math.sin(2 * Math.PI * u)];
    const rim = TILE / Math.max(Math.abs(cos), Math.abs(sin));
    const radius = HOLE + share * (rim - HOLE);
    return [radius * cos, radius * sin, z];
  };
  return patch(columns, section.length, place, { around: true, along: true });
}

/** A triangular plate in the corner: two sides and the slope between them. */
function rib(scale: number, y: number): Soup {
  const cells = along(6, scale, 1);
  const side = (shift: number): Soup => {
    // Two sides of a square sheet, straightened, are the edge of the slope.
    const sheet = patch(cells, cells, (u, v) => [RIB * u * (1 - v / 2), y + shift, RIB * v * (1 - u / 2)]);
    return moved(sheet, (p, q, r) => [p, q, r + THICK]);
  };
  const slope = patch(cells, along(2, scale, 1), (u, v) => [RIB * u, y + 0.06 * (v - 0.5), THICK + RIB * (1 - u)]);
  return join([side(-0.03), side(0.03), slope]);
}

function boss(scale: number): Soup {
  const place = (u: number, v: number): Point => {
    const angle = 2 * Math.PI * u;
    const radius = 0.22 - 0.03 * v;
    return [TILE + radius * Math.cos(angle), TILE + radius * Math.sin(angle), 0.2 * v];
  };
  return patch(along(27, scale, 8), along(4, scale, 1), place, { around: true });
}
