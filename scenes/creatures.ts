// The two bodies of the shattering scene, from formulas: a bunny-like one in one piece and a
// dragon-like one of several tubes.
import { TriMesh } from '../src/index.ts';
import { along } from './scene.ts';
import { ball, type Solid, sausage } from './shapes.ts';

/**
 * Direction, height and narrowness of each bump of the bunny's round body: head, muzzle, ears,
 * tail, feet.
 */
const BUMPS = [
  [0.62, 0, 0.78, 0.75, 9],
  [0.85, 0, 0.53, 0.2, 30],
  [0.3, 0.3, 0.9, 1.05, 55],
  [0.3, -0.3, 0.9, 1.05, 55],
  [-0.97, 0, -0.2, 0.25, 30],
  [0.7, 0.4, -0.6, 0.25, 20],
  [0.7, -0.4, -0.6, 0.25, 20],
].map(([x, y, z, height, narrow]) => {
  const length = Math.hypot(x, y, z);
  return { x: x / length, y: y / length, z: z / length, height, narrow };
});

/** Returns the bunny, facing along +x, with about 20 · 59² triangles at scale 1. */
export function bunny(radius: number, scale: number): Solid {
  const { mesh, points } = ball(along(59, scale, 4));
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = points.subarray(i, i + 3);
    let size = 1 - 0.1 * z;
    for (const bump of BUMPS) {
      size += bump.height * Math.exp(bump.narrow * (x * bump.x + y * bump.y + z * bump.z - 1));
    }
    for (let k = 0; k < 3; k++) points[i + k] *= radius * size;
  }
  return { mesh, points };
}

/** A surface with a middle line, so that it can be given a thickness. */
export interface Shell extends Solid {
  /** For each vertex, the point that the surface would shrink to: the middle of the limb. */
  readonly core: Float64Array;
}

/** A limb: middle and radius at s in [0, 1], and its depth relative to its height. */
interface Tube {
  readonly columns: number;
  readonly rings: number;
  readonly middle: (s: number) => readonly [number, number, number];
  readonly radius: (s: number, around: number) => number;
  readonly flat: number;
}

const BODY: Tube = {
  columns: 85,
  rings: 232,
  middle: (s) => [0.45 * Math.sin(7.5 * s) + 0.1, 4.2 * (s - 0.5), 0.55 + 0.3 * Math.sin(6 * s - 1) + 1.3 * s * s * s],
  // Tail, belly, neck, head, snout; a comb of spikes along the back.
  radius: (s, around) => {
    const girth =
      0.04 + 0.36 * Math.exp(-(((s - 0.48) / 0.2) ** 2)) + 0.1 * s + 0.13 * Math.exp(-(((s - 0.9) / 0.05) ** 2));
    const comb = 0.16 * Math.exp(14 * (Math.sin(around) - 1)) * (0.5 + 0.5 * Math.cos(150 * s)) * Math.min(1, 6 * s);
    return girth + comb * (s < 0.92 ? 1 : 0.3);
  },
  flat: 0.85,
};

const leg = (y: number, side: number, beside: number): Tube => ({
  columns: 32,
  rings: 52,
  middle: (s) => {
    const bend = 0.25 * Math.sin(Math.PI * s);
    const hip = BODY.middle(y / 4.2 + 0.5);
    return [hip[0] + side * (0.2 + beside + 0.35 * s), y + bend, (1 - s) * hip[2] + 0.02 * s - 0.05];
  },
  radius: (s) => 0.16 - 0.1 * s + 0.09 * Math.exp(-(((s - 0.95) / 0.06) ** 2)),
  flat: 1,
});

const wing = (side: number, beside: number): Tube => ({
  columns: 52,
  rings: 76,
  middle: (s) => {
    const root = BODY.middle(0.55);
    return [root[0] + side * (0.1 + beside + 1.5 * s), 0.2 - 0.5 * s * s, root[2] + 0.25 + 0.8 * Math.sin(1.9 * s)];
  },
  radius: (s, around) =>
    (0.1 + 0.55 * Math.sin(Math.PI * Math.min(1, 0.15 + 0.85 * s))) * (1 + 0.12 * Math.cos(9 * around)),
  flat: 0.12,
});

/**
 * Returns the limbs of the dragon, with 68K triangles at scale 1. It lies along y, its head at +y,
 * its back up. Limbs begin in the body, or `beside` farther out.
 */
export function dragon(scale: number, beside = 0): Shell[] {
  const legs = [-0.55, 0.5].flatMap((y) => [1, -1].map((side) => leg(y, side, beside)));
  return [
    shellOf(BODY, [1, 0, 0], scale),
    ...legs.map((tube) => shellOf(tube, [0, 1, 0], scale)),
    ...[1, -1].map((side) => shellOf(wing(side, beside), [0, 1, 0], scale)),
  ];
}

/**
 * `aside` is a direction that the tube is never parallel to; rings are perpendicular to the tube.
 */
function shellOf(tube: Tube, aside: readonly number[], scale: number): Shell {
  const { mesh, u, v } = sausage(along(tube.columns, scale, 8), along(tube.rings, scale, 6));
  const points = new Float64Array(3 * u.length);
  const core = new Float64Array(3 * u.length);
  for (let i = 0; i < u.length; i++) {
    const around = 2 * Math.PI * u[i];
    const [low, high] = [tube.middle(v[i] - 1e-3), tube.middle(v[i] + 1e-3)];
    const ahead = normal(high.map((x, k) => x - low[k]));
    const up = normal(cross(aside, ahead));
    const side = cross(ahead, up);
    const end = 1 - Math.min(1, 16 * v[i], 16 * (1 - v[i]));
    const size = tube.radius(v[i], around) * Math.sqrt(1 - end * end);
    const [p, q] = [size * Math.cos(around), size * Math.sin(around)];
    const middle = tube.middle(v[i]);
    // Away from the poles, whose inner point would be themselves.
    const inner = tube.middle(Math.min(0.95, Math.max(0.05, v[i])));
    for (let k = 0; k < 3; k++) {
      core[3 * i + k] = inner[k];
      // A wing is flat along its second direction, the body across.
      const [wide, high] = tube.flat < 0.5 ? [1, tube.flat] : [tube.flat, 1];
      points[3 * i + k] = middle[k] + wide * p * side[k] + high * q * up[k];
    }
  }
  return { mesh, points, core };
}

/** Merges shells into one. */
export function mergeShells(shells: readonly Shell[]): Shell {
  return {
    mesh: TriMesh.merge(shells.map(({ mesh }) => mesh)).mesh,
    points: Float64Array.from(shells.flatMap(({ points }) => [...points])),
    core: Float64Array.from(shells.flatMap(({ core }) => [...core])),
  };
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function normal(a: readonly number[]): number[] {
  const length = Math.hypot(...a);
  return a.map((x) => x / length);
}
