// Plain shapes for scenes of clashing parts: vertices and faces as lists of numbers, and how to
// move, turn, scale and merge them. Closed shapes have outward faces.
import type { PartScene } from '../oracle/part-states.ts';

/** x: three coordinates per vertex; t: three vertex ids per face. */
export interface Shape {
  readonly x: readonly number[];
  readonly t: readonly number[];
}

export type Place = readonly [number, number, number];
/** A point of a profile. */
export type Flat = readonly [number, number];

/** All shapes side by side, one part each. */
export interface MergedParts extends PartScene {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  readonly partOfFace: Uint32Array;
}

/** Puts shapes side by side; shape i becomes part i. */
export function merge(...shapes: readonly Shape[]): MergedParts {
  const { x, t } = join(...shapes);
  return {
    positions: Float64Array.from(x),
    triangles: Uint32Array.from(t),
    partOfFace: Uint32Array.from(
      shapes.flatMap((shape, part) => Array.from({ length: shape.t.length / 3 }, () => part)),
    ),
  };
}

/** One shape of several components. */
export function join(...shapes: readonly Shape[]): Shape {
  const x: number[] = [];
  const t: number[] = [];
  for (const shape of shapes) {
    const first = x.length / 3;
    x.push(...shape.x);
    t.push(...shape.t.map((v) => first + v));
  }
  return { x, t };
}

export const move = ({ x, t }: Shape, by: Place): Shape => ({ x: x.map((c, i) => c + by[i % 3]), t });

export const scale = ({ x, t }: Shape, by: number): Shape => ({ x: x.map((c) => c * by), t });

/** Turned about an axis, 0 to 2, by an angle in radians. */
export function turn({ x, t }: Shape, angle: number, axis = 2): Shape {
  return combine({ x, t }, Math.cos(angle), Math.sin(angle), axis);
}

/** Turned by a right angle about an axis, exactly. */
export const quarter = (shape: Shape, axis: number): Shape => combine(shape, 0, 1, axis);

function combine({ x, t }: Shape, cos: number, sin: number, axis: number): Shape {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const y = [...x];
  for (let i = 0; i < x.length; i += 3) {
    y[i + u] = cos * x[i + u] - sin * x[i + v];
    y[i + v] = sin * x[i + u] + cos * x[i + v];
  }
  return { x: y, t };
}

/** Inside out. */
export const flip = ({ x, t }: Shape): Shape => ({ x, t: t.map((_, i) => t[i - (i % 3) + ((3 - (i % 3)) % 3)]) });

/** A grid of points; `wrap` says along which directions the last row is joined to the first. */
function grid(rows: number, columns: number, at: (i: number, j: number) => Place, wrap = [false, false]): Shape {
  const x: number[] = [];
  const t: number[] = [];
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) x.push(...at(i, j));
  for (let i = 0; i < rows - (wrap[0] ? 0 : 1); i++)
    for (let j = 0; j < columns - (wrap[1] ? 0 : 1); j++) {
      const [k, l] = [(i + 1) % rows, (j + 1) % columns];
      const [a, b, c, d] = [i * columns + j, k * columns + j, k * columns + l, i * columns + l];
      t.push(a, b, c, a, c, d);
    }
  return { x, t };
}

/** A sheet in the plane z about the z axis. */
export const sheet = (width: number, height: number, columns = 1, rows = 1, z = 0): Shape =>
  grid(columns + 1, rows + 1, (i, j) => [(i / columns - 0.5) * width, (j / rows - 0.5) * height, z]);

/** A closed box between two corners with n cells per edge. */
export function box(low: Place, high: Place, n = 1): Shape {
  const sides: Shape[] = [];
  for (const axis of [0, 1, 2])
    for (const end of [0, n]) {
      const at = (i: number, j: number): Place => {
        const cell = [end, i, j];
        const on = (k: number) => low[k] + ((high[k] - low[k]) * cell[(k - axis + 3) % 3]) / n;
        return [on(0), on(1), on(2)];
      };
      const face = grid(n + 1, n + 1, at);
      sides.push(end === 0 ? flip(face) : face);
    }
  return weld(join(...sides));
}

/** Joins vertices at the same place and drops those that no face uses. */
export function weld({ x, t }: Shape): Shape {
  const ids = new Map<string, number>();
  const y: number[] = [];
  const u = t.map((v) => {
    const point = x.slice(3 * v, 3 * v + 3);
    const key = point.join();
    const id = ids.get(key) ?? ids.size;
    if (id === ids.size) {
      ids.set(key, id);
      y.push(...point);
    }
    return id;
  });
  return { x: y, t: u };
}

/** Faces whose corners all differ. */
const withoutNeedles = ({ x, t }: Shape): Shape => ({
  x,
  t: t.filter((_, i) => {
    const [a, b, c] = t.slice(i - (i % 3), i - (i % 3) + 3);
    return a !== b && b !== c && c !== a;
  }),
});

/** A surface of revolution about the z axis: points (radius, z) of a profile, n around. */
export function turned(profile: readonly Flat[], n: number, isClosed = false): Shape {
  const at = (i: number, j: number): Place => {
    const [r, z] = profile[j];
    const angle = (2 * Math.PI * i) / n;
    return r === 0 ? [0, 0, z] : [r * Math.cos(angle), r * Math.sin(angle), z];
  };
  return withoutNeedles(weld(grid(n, profile.length, at, [true, isClosed])));
}

/** A sphere with n rings and 2 n longitudes; the topmost `hole` rings are missing. */
export function sphere(radius: number, n: number, hole = 0): Shape {
  const profile = Array.from({ length: n + 1 - hole }, (_, i): Flat => {
    if (i === 0) return [0, -radius];
    if (i === n) return [0, radius];
    const angle = (Math.PI * i) / n;
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  });
  return turned(profile, 2 * n);
}

/** A torus about the z axis with n sections of m points; `phase` turns the sections, in steps. */
export function torus(radius: number, tube: number, n: number, m: number, phase = 0): Shape {
  const profile = Array.from({ length: m }, (_, j): Flat => {
    const angle = (2 * Math.PI * (j + phase)) / m;
    return [radius + tube * Math.cos(angle), tube * Math.sin(angle)];
  });
  return turned(profile, n, true);
}

/** A closed cylinder along z, n around. */
export const cylinder = (radius: number, low: number, high: number, n: number): Shape =>
  turned(
    [
      [0, low],
      [radius, low],
      [radius, high],
      [0, high],
    ],
    n,
  );

/** A pipe along z that is open at both ends. */
export const pipe = (radius: number, low: number, high: number, n: number, rings = 1): Shape =>
  turned(
    Array.from({ length: rings + 1 }, (_, i): Flat => [radius, low + ((high - low) * i) / rings]),
    n,
  );

/** A closed cone with its tip at the origin, upwards. */
export const cone = (radius: number, height: number, n: number): Shape =>
  turned(
    [
      [0, 0],
      [radius, height],
      [0, height],
    ],
    n,
  );

/** A tetrahedron with its tip at the origin, upwards. */
export const tetrahedron = (size: number, height: number): Shape => ({
  x: [0, 0, 0, size, 0, height, -size, size, height, -size, -size, height],
  t: [0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3],
});

/** An L of arms 0 ≤ x, y ≤ 2 and thickness 1, between z = 0 and 1. */
export function ell(): Shape {
  const outline: Flat[] = [
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [1, 2],
    [0, 2],
    [0, 1],
  ];
  const count = outline.length;
  const x = [0, 1].flatMap((z) => outline.flatMap(([u, v]) => [u, v, z]));
  const walls = outline.flatMap((_, i) => {
    const j = (i + 1) % count;
    return [i, j, count + j, i, count + j, count + i];
  });
  const floor = [0, 4, 1, 0, 7, 4, 1, 3, 2, 1, 4, 3, 7, 5, 4, 7, 6, 5];
  return { x, t: [...walls, ...floor, ...flip({ x, t: floor }).t.map((v) => v + count)] };
}

/** A box with a box-shaped cavity: two components, the inner one inside out. */
export const hollowBox = (low: Place, high: Place, wall: number, n = 1): Shape =>
  join(
    box(low, high, n),
    flip(box([low[0] + wall, low[1] + wall, low[2] + wall], [high[0] - wall, high[1] - wall, high[2] - wall], n)),
  );

/** A box without its top. */
export function tray(low: Place, high: Place): Shape {
  const { x, t } = box(low, high);
  const isTop = (f: number) => t.slice(3 * f, 3 * f + 3).every((v) => x[3 * v + 2] === high[2]);
  return weld({ x, t: t.filter((_, i) => !isTop(Math.floor(i / 3))) });
}

/** A strip along a profile in the plane y = 0, with half its width at each point of the profile. */
export const strip = (profile: readonly (readonly [x: number, z: number, half: number])[]): Shape =>
  grid(profile.length, 2, (i, j) => [profile[i][0], j === 0 ? -profile[i][2] : profile[i][2], profile[i][1]]);

/**
 * A closed tube with rectangular sections: each from a point of the plane y = 0 to another, and
 * `half` to both sides of that plane.
 */
export function tube(sections: readonly (readonly [from: Flat, to: Flat, half: number])[]): Shape {
  const at = (i: number, j: number): Place => {
    const [from, to, half] = sections[i];
    const [x, z] = j === 0 || j === 3 ? from : to;
    return [x, j < 2 ? -half : half, z];
  };
  const side = grid(sections.length, 4, at, [false, true]);
  const last = 4 * (sections.length - 1);
  return { x: side.x, t: [...side.t, 0, 1, 2, 0, 2, 3, last, last + 2, last + 1, last, last + 3, last + 2] };
}

/** A closed tube of radius r around a figure eight in the plane z = 0 that crosses itself once. */
export function figureEight(size: number, radius: number, n: number, m: number): Shape {
  const at = (i: number, j: number): Place => {
    const s = (2 * Math.PI * (i + 0.5)) / n;
    const [x, y] = [size * Math.sin(s), (size / 2) * Math.sin(2 * s)];
    const [dx, dy] = [Math.cos(s), Math.cos(2 * s)];
    const length = Math.hypot(dx, dy);
    const angle = (2 * Math.PI * (j + 0.3)) / m;
    const out = (radius * Math.cos(angle)) / length;
    return [x + out * dy, y - out * dx, radius * Math.sin(angle)];
  };
  return grid(n, m, at, [true, true]);
}

/** A Möbius strip of a radius and half a width, n cells around. */
export function moebius(radius: number, half: number, n: number): Shape {
  const at = (i: number, j: number): Place => {
    const angle = (2 * Math.PI * i) / n;
    const across = (j === 0 ? -half : half) * Math.cos(angle / 2);
    const up = (j === 0 ? -half : half) * Math.sin(angle / 2);
    return [(radius + across) * Math.cos(angle), (radius + across) * Math.sin(angle), up];
  };
  const { x, t } = grid(n, 2, at);
  const [a, b] = [2 * (n - 1), 2 * (n - 1) + 1];
  return { x, t: [...t, a, 1, 0, a, 0, b] };
}

/**
 * A Klein bottle: a figure eight that turns by half a turn while it goes around. It goes through
 * itself along a circle of the given radius.
 */
export function kleinBottle(radius: number, size: number, n: number, m: number): Shape {
  const at = (i: number, j: number): Place => {
    const [u, v] = [(2 * Math.PI * i) / n, (2 * Math.PI * (j + 0.5)) / m];
    const [p, q] = [size * Math.sin(v), size * Math.sin(2 * v)];
    const across = Math.cos(u / 2) * p - Math.sin(u / 2) * q;
    const up = Math.sin(u / 2) * p + Math.cos(u / 2) * q;
    return [(radius + across) * Math.cos(u), (radius + across) * Math.sin(u), up];
  };
  const { x, t } = grid(n, m, at, [false, true]);
  const seam: number[] = [];
  // After one turn the figure eight comes back as its image through its middle: point v is where
  // −v was.
  const back = (j: number) => m - 1 - j;
  for (let j = 0; j < m; j++) {
    const k = (j + 1) % m;
    const [a, d] = [(n - 1) * m + j, (n - 1) * m + k];
    seam.push(a, back(j), back(k), a, back(k), d);
  }
  return { x, t: [...t, ...seam] };
}
