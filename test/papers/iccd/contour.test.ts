import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { TriMesh } from '../../../src/core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../../../src/core/motion/vertex-motion.ts';
import { eeTime } from '../../../src/index.ts';
import { ContourTest } from '../../../src/papers/iccd/contour.ts';
import { buildPatches, type Patches } from '../../../src/papers/iccd/patches.ts';
import type { MovingMesh } from '../../generate/meshes.ts';
import { fixture, gridMesh, type Point } from '../../generate/surfaces.ts';
import { areApart, meetOnlyAt } from './contour-edge-kernels.ts';
import { motionOf } from './quiet-marking.ts';

const MARGIN = 2 ** -40;
const Z = Float64Array.of(1, 0, 0, 0, 1, 0);

/** The contour test of a mesh; `holds` sets the step first. */
class Contour {
  readonly patches: Patches;
  readonly test: ContourTest;
  private readonly motion: VertexMotion;

  constructor(mesh: TriMesh, patches: Patches = buildPatches(motionOf(mesh))) {
    this.motion = motionOf(mesh);
    this.patches = patches;
    this.test = new ContourTest(this.motion, patches);
  }

  holds({ x0, x1 }: Pick<MovingMesh, 'x0' | 'x1'>): boolean {
    this.motion.set(x0, x1);
    return this.test.holds(0, 1, Z);
  }
}

/** Planar points, four numbers each, as a query in space at z = 0. */
function eePlanar(points: Float64Array): number {
  const q = new Float64Array(24);
  for (let i = 0; i < 4; i++)
    for (let k = 0; k < 2; k++) {
      q[3 * i + k] = points[4 * i + k];
      q[12 + 3 * i + k] = points[4 * i + 2 + k];
    }
  return eeTime(q);
}

/** Whether the corner a, w, b changes its sense without passing through straight, as far as 64 steps show. */
function foldsBack(p: Float64Array, a: number, w: number, b: number): boolean {
  const cornerAt = (t: number) => {
    const at = (v: number, k: number) => p[4 * v + k] + t * (p[4 * v + 2 + k] - p[4 * v + k]);
    const [ux, uy, vx, vy] = [at(a, 0) - at(w, 0), at(a, 1) - at(w, 1), at(b, 0) - at(w, 0), at(b, 1) - at(w, 1)];
    return { sine: ux * vy - uy * vx, isSharp: ux * vx + uy * vy > 0 };
  };
  const corners = Array.from({ length: 65 }, (_, k) => cornerAt(k / 64));
  return corners.some((c, k) => k > 0 && c.sine * corners[k - 1].sine <= 0 && c.isSharp && corners[k - 1].isSharp);
}

describe('pairs of contour edges', () => {
  test('what counts as apart never meets, and most of what never meets counts', () => {
    const random = seededRandom(1);
    let [proven, free] = [0, 0];
    for (let i = 0; i < 20000; i++) {
      const isLattice = i % 2 === 0;
      const points = Float64Array.from({ length: 16 }, () => (isLattice ? random.below(5) : random.between(-1, 1)));
      const time = eePlanar(points);
      if (time > 1) free++;
      if (!areApart(points, 0, 1, 2, 3, MARGIN)) continue;
      proven++;
      expect(time).toBe(Number.POSITIVE_INFINITY);
    }
    expect(proven).toBeGreaterThan(0.8 * free);
    expect(free).toBeGreaterThan(1000);
  });

  test('edges that pass through each other are apart at both ends only', () => {
    // In a vertical line at t = 0, side by side at t = 1 the other way round.
    const points = Float64Array.of(0, 0, 2, 0, 1, 0, 3, 0, 2, 0, 0, 0, 3, 0, 1, 0);
    expect(areApart(points, 0, 1, 2, 3, MARGIN)).toBe(false);
    expect(eePlanar(points)).toBeLessThanOrEqual(1);
  });

  test('closer than the margin, or not numbers: not apart', () => {
    const rows = (gap: number) => Float64Array.of(0, 0, 0, 0, 1, 0, 1, 0, 0, gap, 0, gap, 1, gap, 1, gap);
    expect(areApart(rows(2 * MARGIN), 0, 1, 2, 3, MARGIN)).toBe(true);
    for (const gap of [MARGIN / 2, 0, Number.NaN]) expect(areApart(rows(gap), 0, 1, 2, 3, MARGIN)).toBe(false);
    const point = new Float64Array(16);
    expect(areApart(point, 0, 1, 2, 3, MARGIN)).toBe(false);
  });
});

describe('neighbouring contour edges', () => {
  const corner = (a0: number, a1: number, b0: number, b1: number) => {
    const at = (angle: number) => [Math.cos(angle), Math.sin(angle)];
    return Float64Array.from([...at(a0), ...at(a1), 0, 0, 0, 0, ...at(b0), ...at(b1)]);
  };

  test('straight, blunt and sharp corners pass; a spike during the motion does not', () => {
    for (const angle of [Math.PI, 2, 1, 0.1, 0.001, 3.5]) {
      const turn = Math.min(0.5, 2 * angle);
      expect(meetOnlyAt(corner(0, turn, angle, angle + turn), 0, 1, 2, MARGIN)).toBe(true);
    }
    for (const [b0, b1] of [
      [0.2, -0.2],
      [0, 0.3],
      [0.3, 0],
      [0.01, -1],
      [0, 0],
    ]) {
      expect(meetOnlyAt(corner(0, 0, b0, b1), 0, 1, 2, MARGIN)).toBe(false);
    }
  });

  test('what passes never folds back', () => {
    const random = seededRandom(2);
    let passed = 0;
    for (let i = 0; i < 20000; i++) {
      const p = Float64Array.from({ length: 12 }, () => random.between(-1, 1));
      if (!meetOnlyAt(p, 0, 1, 2, MARGIN)) continue;
      passed++;
      if (foldsBack(p, 0, 1, 2)) expect.fail(`folds back: ${p}`);
    }
    expect(passed).toBeGreaterThan(5000);
  });
});

describe('whole contours', () => {
  const ring = (n: number, radius: (i: number, t: number) => number): MovingMesh =>
    gridMesh(
      n,
      1,
      (u, v, t) => {
        const [a, r] = [-2 * Math.PI * u, radius(Math.round(n * u), t) + v];
        return [r * Math.cos(a) + t, r * Math.sin(a), 0];
      },
      true,
    );

  test('1,200 edges of a ring, smooth and jagged: far from all pairs', () => {
    const random = seededRandom(3);
    const jags = Array.from({ length: 600 }, () => random.between(0, 0.02));
    for (const [moving, most] of [
      [ring(600, () => 1), 1200],
      [ring(600, (i) => 1 + jags[i]), 30000],
    ] as const) {
      const contour = new Contour(moving.mesh);
      expect(contour.patches.loopVertexStart[2]).toBe(1200);
      expect(contour.holds(moving)).toBe(true);
      expect(contour.test.pairCount).toBeLessThan(most);
    }
  });

  /** By pairs: edges without a common vertex by `eeTime`, neighbours by whether the corner folds at some of many times. */
  function isSimpleByPairs(p: Float64Array, next: readonly number[]): boolean {
    return next.every((_, i) =>
      next.every((_, j) => {
        if (j === next[i]) return !foldsBack(p, i, j, next[j]);
        if (j <= i || i === next[j]) return true;
        return (
          eePlanar(Float64Array.from([i, next[i], j, next[j]].flatMap((v) => [...p.subarray(4 * v, 4 * v + 4)]))) > 1
        );
      }),
    );
  }

  test('what holds is simple throughout, on rings of few edges in disorder', () => {
    const random = seededRandom(4);
    const contours = [0, 1, 2, 3, 4, 5, 6].map((n) => new Contour(ring(Math.max(3, n), () => 0.7).mesh));
    let [held, simple] = [0, 0];
    for (let i = 0; i < 6000; i++) {
      const n = 3 + random.below(4);
      const [noise, motion] = [random.between(0, 0.6), random.between(0, 1.5)];
      const { mesh, x0, x1 } = ring(n, () => 0.7);
      const [y0, y1] = [x0, x1].map((x) => x.map((value) => value + random.between(-noise, noise)));
      const moved = y1.map((value, k) => y0[k] + motion * (value - y0[k]));
      const contour = contours[n];
      const { patches } = contour;
      if (patches.faceCount[0] < mesh.faceCount) continue;
      const ids = [...patches.loopVertices.subarray(0, 2 * n)];
      const p = Float64Array.from(ids.flatMap((v) => [y0, moved].flatMap((x) => [x[3 * v], x[3 * v + 1]])));
      const next = ids.map((_, k) => (k % n === n - 1 ? k - n + 1 : k + 1));
      const truth = isSimpleByPairs(p, next);
      if (truth) simple++;
      if (!contour.holds({ x0: y0, x1: moved })) continue;
      held++;
      if (!truth) expect.fail(`not simple: n = ${n}, draw ${i}`);
    }
    expect(held).toBeGreaterThan(500);
    expect(held).toBeGreaterThan(0.8 * simple);
  });

  test('loops that cross where one ends and the next begins in the sequence, all running the same way', () => {
    const loops = (shift: number): Point[] => [
      ...([
        [-2, -2, 0],
        [0, 3, 0],
        [2, -2, 0],
        [0, -2.2, 0],
      ] as Point[]),
      ...([
        [1, shift, 0],
        [0, shift - 3, 0],
        [-1, shift, 0],
        [0, shift + 1, 0],
      ] as Point[]),
      ...([
        [-9, -9, 0],
        [9, -9, 0],
        [9, 9, 0],
        [-9, 9, 0],
      ] as Point[]),
    ];
    // A patch with two holes, as far as the test of its contour reads it.
    const patches = {
      nodeCount: 1,
      loopStart: Uint32Array.of(0, 3),
      loopVertexStart: Uint32Array.of(0, 4, 8, 12),
      loopVertices: new Uint32Array(12).map((_, i) => i),
    } as unknown as Patches;
    const holds = (shift: number) => {
      const x = Float64Array.from(loops(shift).flat());
      return new Contour(TriMesh.from([], 12), patches).holds({ x0: x, x1: x });
    };
    expect(holds(-5)).toBe(true);
    expect(holds(0)).toBe(false);
  });

  test('a straight border that loops at the end of the step fails', () => {
    const strip = gridMesh(40, 1, (u, v, t) => {
      const a = 2 * Math.PI * u;
      // A curl: the middle of the strip turns once around.
      return [4 * u - 2 - t * 1.2 * Math.sin(a) * (1 + v / 8), v / 8 + t * 0.8 * Math.cos(a), 0];
    });
    const contour = new Contour(strip.mesh);
    expect(contour.holds({ x0: strip.x0, x1: strip.x0 })).toBe(true);
    expect(contour.holds(strip)).toBe(false);
  });

  test('a ring whose inner loop shrinks to a point fails', () => {
    const flat = ring(60, () => 1);
    const contour = new Contour(flat.mesh);
    expect(contour.holds(flat)).toBe(true);
    expect(contour.holds({ x0: flat.x0, x1: ring(60, (_, t) => (t === 1 ? 0 : 1)).x1 })).toBe(false);
  });

  test('a figure of eight fails, whenever it arises', () => {
    const square: Point[] = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ];
    const eight: Point[] = [square[0], square[1], square[3], square[2]];
    const triangles = [0, 1, 2, 0, 2, 3];
    const test = (from: Point[], to: Point[]) => {
      const moving = fixture(triangles, from, to);
      return new Contour(moving.mesh).holds(moving);
    };
    expect(test(square, square)).toBe(true);
    expect(test(eight, square)).toBe(false);
    expect(test(square, eight)).toBe(false);
    expect(test(eight, eight)).toBe(false);
    // Through a point and out again.
    const back = square.map(([x, y, z]): Point => [1 - x, 1 - y, z]);
    expect(test(square, back)).toBe(false);
  });
});
