// Plain bodies of the special motions, centred at the origin. With integer sides and numbers of
// cells that are powers of two, every coordinate is exact.
import { join, type Point, patch, type Soup } from '../soup.ts';

/**
 * A closed box of these sides, each divided into this many cells: its six faces share no vertices.
 */
export function block(sides: Point, cells: Point): Soup {
  const faces = [0, 1, 2].flatMap((axis) => {
    const [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
    return [-0.5, 0.5].map((level) =>
      patch(cells[p], cells[q], (u, v) => {
        const at: [number, number, number] = [0, 0, 0];
        at[axis] = level * sides[axis];
        at[p] = (u - 0.5) * sides[p];
        at[q] = (v - 0.5) * sides[q];
        return at;
      }),
    );
  });
  return join(faces);
}

/** A wide plate whose upper face is z = 0. */
export function plate(cells: number): Soup {
  const low = block([4, 4, 0.2], [cells, cells, 2]);
  return { ...low, positions: low.positions.map((x, i) => (i % 3 === 2 ? x - 0.1 : x)) };
}

/**
 * A channel along x, open at both ends: its floor is z = 0, its walls stand `half` from the middle.
 */
export function channel(half: number, cells: number): Soup {
  const outline = [
    [-1, 0.5],
    [-half, 0.5],
    [-half, 0],
    [half, 0],
    [half, 0.5],
    [1, 0.5],
  ];
  return join(
    outline.slice(1).map(([y, z], k) => {
      const [y0, z0] = outline[k];
      return patch(4 * cells, cells, (u, v) => [4 * (u - 0.5), y0 + v * (y - y0), z0 + v * (z - z0)]);
    }),
  );
}

/** The regular octahedron with corners at this distance. */
export function octahedron(size: number): Soup {
  const positions = [0, 1, 2].flatMap((axis) =>
    [size, -size].flatMap((x) => [0, 1, 2].map((k) => (k === axis ? x : 0))),
  );
  const triangles = [0, 1].flatMap((x) => [2, 3].flatMap((y) => [4, 5].flatMap((z) => [x, y, z])));
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A roof whose ridge is the y axis, opening towards +x. */
export function ridge(length: number, depth: number): Soup {
  return join([-1, 1].map((side) => patch(2, 2, (u, v) => [depth * v, length * (u - 0.5), side * depth * v])));
}

/** A prism along z, open at both ends, with a corner on the x axis. */
export function pin(radius: number, sides: number, length: number): Soup {
  const place = (u: number, v: number): Point => {
    const angle = 2 * Math.PI * u;
    return [radius * Math.cos(angle), radius * Math.sin(angle), length * (v - 0.5)];
  };
  return patch(sides, 4, place, { around: true });
}
