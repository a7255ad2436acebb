// Moving surfaces: smooth ones, on which patches should be quiet, and treacherous ones, which the criterion of cones and contours calls
// quiet if it is taken at the paper's word, though they touch themselves.
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import { TriMesh } from '../../src/core/mesh/tri-mesh.ts';
import type { MovingMesh } from './meshes.ts';

export type Point = readonly [number, number, number];

/** Places a point of the parameter square [0, 1]² at t = 0 or 1. */
type Surface = (u: number, v: number, t: number) => Point;

/** (columns + 1) × (rows + 1) vertices; `wrap` joins the last column to the first, `flip` upside down. */
export function gridTriangles(columns: number, rows: number, wrap = false, flip = false): number[] {
  const stride = rows + 1;
  const at = (i: number, j: number) => (wrap && i === columns ? (flip ? rows - j : j) : i * stride + j);
  const triangles: number[] = [];
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < rows; j++) {
      triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  return triangles;
}

export function gridMesh(columns: number, rows: number, surface: Surface, wrap = false, flip = false): MovingMesh {
  const triangles = gridTriangles(columns, rows, wrap, flip);
  const place = (t: number) => {
    const points: number[] = [];
    for (let i = 0; i < columns + (wrap ? 0 : 1); i++)
      for (let j = 0; j <= rows; j++) points.push(...surface(i / columns, j / rows, t));
    return Float64Array.from(points);
  };
  const x0 = place(0);
  return { mesh: TriMesh.from(triangles, x0.length / 3), x0, x1: place(1) };
}

/** Positions given outright, at rest unless x1 is given. */
export function fixture(triangles: readonly number[], points: readonly Point[], moved = points): MovingMesh {
  return {
    mesh: TriMesh.from(triangles, points.length),
    x0: Float64Array.from(points.flat()),
    x1: Float64Array.from(moved.flat()),
  };
}

export function times({ mesh, x0, x1 }: MovingMesh, factor: number): MovingMesh {
  return { mesh, x0: x0.map((x) => x * factor), x1: x1.map((x) => x * factor) };
}

interface Draw {
  readonly random: Random;
  readonly size: number;
  readonly phase: number;
  readonly move: number;
}

function draw(seed: number): Draw {
  const random = seededRandom(seed);
  return { random, size: 10 + random.below(12), phase: random.between(0, 6), move: random.between(0, 0.3) };
}

const jittered = ({ mesh, x0, x1 }: MovingMesh, { random }: Draw, amount: number): MovingMesh => ({
  mesh,
  x0: x0.map((x) => x + random.between(-amount, amount)),
  x1: x1.map((x) => x + random.between(-amount, amount)),
});

export const smoothShapes: readonly { readonly name: string; make(seed: number): MovingMesh }[] = [
  {
    name: 'curved sheet',
    make: (seed) => {
      const d = draw(seed);
      const height = (u: number, v: number, t: number) => 0.1 * Math.sin(5 * u + 3 * v + d.phase + d.move * t);
      const sheet = gridMesh(d.size, d.size, (u, v, t) => [u + d.move * t, v * (1 + d.move * t), height(u, v, t)]);
      return jittered(sheet, d, 0.004);
    },
  },
  {
    name: 'flat sheet that turns in its plane',
    make: (seed) => {
      const d = draw(seed);
      const turned = (u: number, v: number, a: number): Point => [
        Math.cos(a) * u - Math.sin(a) * v,
        Math.sin(a) * u + Math.cos(a) * v,
        0,
      ];
      return gridMesh(d.size, d.size, (u, v, t) => turned(u, v, d.phase + 4 * d.move * t));
    },
  },
  {
    name: 'sheet that folds over',
    make: (seed) => {
      const d = draw(seed);
      const open = 0.15 + 0.3 * d.random.next();
      const fold = (u: number, v: number, t: number): Point => {
        const s = 2 * u - 1;
        return [Math.abs(s), v + 0.05 * s, (s < 0 ? open : 0) * (1 - 2 * t * d.random.next()) * Math.abs(s)];
      };
      return gridMesh(2 * (d.size >> 1), d.size, fold);
    },
  },
  {
    name: 'cylinder',
    make: (seed) => {
      const d = draw(seed);
      const at = (u: number, v: number, t: number): Point => {
        const angle = 2 * Math.PI * u + d.move * t * v;
        return [Math.cos(angle) * (1 - d.move * t), Math.sin(angle), 2 * v + d.move * t];
      };
      return jittered(gridMesh(2 * d.size, d.size, at, true), d, 0.01);
    },
  },
  {
    name: 'sphere crushed flat and beyond',
    make: (seed) => {
      const d = draw(seed);
      const at = (u: number, v: number, t: number): Point => {
        const [a, b] = [2 * Math.PI * u, Math.PI * (0.02 + 0.96 * v)];
        return [Math.sin(b) * Math.cos(a), Math.sin(b) * Math.sin(a), -Math.cos(b) * (1 - 5 * d.move * t)];
      };
      return gridMesh(2 * d.size, d.size, at, true);
    },
  },
  {
    name: 'cone',
    make: (seed) => {
      const d = draw(seed);
      const n = 2 * d.size;
      const triangles = Array.from({ length: n }, (_, i) => [0, i + 1, ((i + 1) % n) + 1]).flat();
      const ring = (t: number): Point[] =>
        Array.from({ length: n }, (_, i) => {
          const a = (2 * Math.PI * i) / n + d.move * t * Math.sin(i);
          return [Math.cos(a), Math.sin(a), 0];
        });
      const tip = (t: number): Point => [d.move * t, 0, 0.5 + t];
      return fixture(triangles, [tip(0), ...ring(0)], [tip(1), ...ring(1)]);
    },
  },
  {
    name: 'annulus',
    make: (seed) => {
      const d = draw(seed);
      const at = (u: number, v: number, t: number): Point => {
        const [a, r] = [-2 * Math.PI * u + d.move * t, 1 + v + d.move * t];
        return [r * Math.cos(a), r * Math.sin(a), 0.1 * Math.sin(2 * a + d.phase + t)];
      };
      return gridMesh(3 * d.size, 4, at, true);
    },
  },
  {
    name: 'Möbius strip',
    make: (seed) => {
      const d = draw(seed);
      const at = (u: number, v: number, t: number): Point => {
        const [a, w] = [2 * Math.PI * u, (v - 0.5) * (0.8 + d.move * t)];
        const r = 1 + w * Math.cos(a / 2);
        return [r * Math.cos(a), r * Math.sin(a), w * Math.sin(a / 2)];
      };
      return gridMesh(3 * d.size, 4, at, true, true);
    },
  },
  {
    name: 'crumpled sheet',
    make: (seed) => {
      const d = draw(seed);
      const sheet = gridMesh(d.size, d.size, (u, v, t) => [u + d.move * t, v, 0]);
      return jittered(sheet, d, d.random.between(0.1, 0.6) / d.size);
    },
  },
];

/** A spiral ramp of 1.6 turns, all normals up, whose upper turn is dented through the lower one. */
export function dentedSpiral(): MovingMesh {
  const bump = (x: number) => (Math.abs(x) < 1 ? Math.cos((Math.PI / 2) * x) ** 2 : 0);
  return gridMesh(64, 6, (u, v, t) => {
    const angle = -3.2 * Math.PI * u;
    const r = 1 + v + 0.3 * u;
    const dent = 0.7 * t * bump((u - 0.8) / 0.15) * bump(2 * v - 1);
    return [r * Math.cos(angle), r * Math.sin(angle), 0.64 * u - dent];
  });
}

/** Two square sheets, cut along the same slit and glued crosswise: the double cover of a square around two branch points. */
export function branchedAnnulus(): MovingMesh {
  const points: Point[] = [];
  const ids = new Map<string, number>();
  const onSlit = (i: number, j: number) => j === 0 && Math.abs(i) < 2;
  const vertex = (sheet: number, i: number, j: number, isAbove: boolean): number => {
    const isBranch = j === 0 && Math.abs(i) === 2;
    // Above the slit sheet 0 goes on below in sheet 1, and the other way round.
    const strand = onSlit(i, j) ? (isAbove === (sheet === 0) ? 'a' : 'b') : isBranch ? 'branch' : `${sheet}`;
    const key = `${strand} ${i} ${j}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    const distance = Math.hypot(Math.max(0, Math.abs(i) - 2), j);
    const lift = strand === 'a' ? 0.1 : strand === 'b' ? -0.1 : (sheet === 0 ? 0.4 : -0.4) * Math.min(1, distance);
    const rim = sheet === 1 && Math.max(Math.abs(i), Math.abs(j)) === 4 ? 0.95 : 1;
    points.push([rim * i, rim * j, lift]);
    ids.set(key, points.length - 1);
    return points.length - 1;
  };
  const triangles: number[] = [];
  for (const sheet of [0, 1])
    for (let i = -4; i < 4; i++)
      for (let j = -4; j < 4; j++) {
        const at = (di: number, dj: number) => vertex(sheet, i + di, j + dj, j >= 0);
        triangles.push(at(0, 0), at(1, 0), at(1, 1), at(0, 0), at(1, 1), at(0, 1));
      }
  return fixture(triangles, points);
}

/** Two sheets wound against each other along their common border, one folded onto the other. */
export function sheetsWoundAgainstEachOther(): MovingMesh {
  const points: Point[] = [];
  for (let i = 0; i <= 6; i++) for (let j = 0; j <= 3; j++) points.push([i, j, 0]);
  for (let i = 0; i <= 6; i++)
    for (let j = 1; j <= 3; j++) points.push([3 + 0.9 * (i - 3), 0.9 * j, j === 1 ? 0.3 : j === 2 ? -0.3 : 0]);
  const other = (v: number) => (v % 4 === 0 ? v : 28 + 3 * Math.floor(v / 4) + (v % 4) - 1);
  const sheet = gridTriangles(6, 3);
  return fixture([...sheet, ...sheet.map(other)], points);
}

/** A bow-tie: two sheets that share one vertex and cross. */
export function sheetsThatMeetInAVertex(): MovingMesh {
  const points: Point[] = [];
  for (let i = 0; i <= 6; i++) for (let j = 0; j <= 6; j++) points.push([i, j, 0]);
  for (let k = 1; k < 25; k++) {
    const [i, j] = [Math.floor(k / 5), k % 5];
    points.push([i + 0.25 * j, j + 0.25 * i, i + j < 4 ? 0.3 : -0.3]);
  }
  const other = gridTriangles(4, 4).map((v) => (v === 0 ? 0 : 48 + v));
  return fixture([...gridTriangles(6, 6), ...other], points);
}

/** The treacherous ones, shaken a little more with each seed. */
export const treacherousShapes: readonly { readonly name: string; make(seed: number): MovingMesh }[] = [
  { name: 'dented spiral', make: dentedSpiral },
  { name: 'branched double cover', make: branchedAnnulus },
  { name: 'sheets wound against each other', make: sheetsWoundAgainstEachOther },
  { name: 'sheets that meet in a vertex', make: sheetsThatMeetInAVertex },
].map(({ name, make }) => ({ name, make: (seed: number) => jittered(make(), draw(seed), 0.004 * (seed - 1)) }));
