import { describe, expect, test } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { Cones } from '../../../src/papers/iccd/cones.ts';
import { buildPatches } from '../../../src/papers/iccd/patches.ts';
import type { MovingMesh } from '../../generate/meshes.ts';
import { fixture, gridMesh, type Point } from '../../generate/surfaces.ts';
import { toIntegers } from '../../oracle/doubles.ts';
import { motionOf, setUnchecked } from './quiet-marking.ts';

type Exact = readonly bigint[];

const minus = (a: Exact, b: Exact): Exact => a.map((x, k) => x - b[k]);
const dotCross = (d: Exact, e: Exact, f: Exact): bigint =>
  d[0] * (e[1] * f[2] - e[2] * f[1]) + d[1] * (e[2] * f[0] - e[0] * f[2]) + d[2] * (e[0] * f[1] - e[1] * f[0]);

/** Whether d·n0, d·n1 and d·m are positive for all faces, in exact arithmetic. */
function isAhead({ mesh, x0, x1 }: MovingMesh, d: Float64Array): boolean {
  const direction = toIntegers(d, 0, 3);
  const all = toIntegers([...x0, ...x1], 0, x0.length + x1.length);
  const at = (v: number, end: number): Exact => all.slice(end * x0.length + 3 * v, end * x0.length + 3 * v + 3);
  for (let f = 0; f < mesh.faceCount; f++) {
    const [a, b, c] = mesh.triangles.subarray(3 * f, 3 * f + 3);
    const [e0, e1] = [0, 1].map((end) => minus(at(b, end), at(a, end)));
    const [f0, f1] = [0, 1].map((end) => minus(at(c, end), at(a, end)));
    if (dotCross(direction, e0, f0) <= 0n || dotCross(direction, e1, f1) <= 0n) return false;
    if (dotCross(direction, e0, f1) + dotCross(direction, e1, f0) <= 0n) return false;
  }
  return true;
}

function conesOf({ mesh, x0, x1 }: MovingMesh): Cones {
  const motion = motionOf(mesh);
  const cones = new Cones(motion, buildPatches(motion));
  setUnchecked(motion, x0, x1);
  cones.update(1);
  return cones;
}

function certifies(moving: MovingMesh, d: Float64Array): boolean {
  return conesOf(moving).certify(0, d);
}

function unit(random: Random): Float64Array {
  const d = [0, 0, 0].map(() => random.between(-1, 1));
  return Float64Array.from(d, (x) => x / Math.hypot(...d));
}

/** Two triangles on a common edge, their other corners `width` away from it, anywhere in space. */
function pairOfNeedles(random: Random, width: number): MovingMesh {
  const place = (): Point[] => {
    const [o, along, across] = [unit(random), unit(random), unit(random)];
    const at = (s: number, w: number): Point => [0, 1, 2].map((k) => o[k] + s * along[k] + w * across[k]) as never;
    return [at(0, 0), at(1, 0), at(random.next(), width), at(random.next(), -width)];
  };
  const points = place();
  const isMoving = random.next() < 0.5;
  const moved = points.map((p) => p.map((x) => x + (isMoving ? random.between(-width, width) : 0)) as never);
  return fixture([0, 1, 2, 1, 0, 3], points, moved);
}

describe('the certificate', () => {
  test('holds in exact arithmetic, on needles of every width', () => {
    const random = seededRandom(1);
    let [passed, ahead] = [0, 0];
    for (let i = 0; i < 6000; i++) {
      const needles = pairOfNeedles(random, 10 ** random.between(-17, 0));
      const d = unit(random);
      const truth = isAhead(needles, d);
      if (truth) ahead++;
      if (!certifies(needles, d)) continue;
      passed++;
      expect(truth).toBe(true);
    }
    expect(passed).toBeGreaterThan(100);
    expect(ahead).toBeGreaterThan(passed);
  });

  test('sees a face that turns over in between and back', () => {
    // The corner passes over its edge and returns: both ends look up, the middle does not.
    const spin = (angle: number): Point[] =>
      [0, 1, 2, 3].map((k) => {
        const a = angle + (Math.PI / 2) * k;
        return [Math.cos(a), Math.sin(a), 0];
      });
    const up = Float64Array.of(0, 0, 1);
    for (const [angle, expected] of [
      [0, true],
      [1.5, true],
      [1.6, false],
      [Math.PI, false],
    ] as const) {
      const square = fixture([0, 1, 2, 0, 2, 3], spin(0), spin(angle));
      expect(certifies(square, up)).toBe(expected);
      expect(isAhead(square, up)).toBe(expected);
    }
  });

  test('refuses degenerate faces and what overflows', () => {
    const sheet = gridMesh(4, 4, (u, v) => [u, v, 0]);
    const up = Float64Array.of(0, 0, 1);
    expect(certifies(sheet, up)).toBe(true);
    expect(certifies(sheet, Float64Array.of(0, 0, -1))).toBe(false);
    for (const value of [sheet.x1[3 * 12 + 3], Number.NaN, Number.POSITIVE_INFINITY, 1e308]) {
      const x1 = sheet.x1.slice();
      // Onto its neighbour, or away.
      x1.copyWithin(36, 39, 42);
      x1[36] = value;
      expect(certifies({ ...sheet, x1 }, up)).toBe(false);
    }
  });
});

describe('proposed axes', () => {
  test('of a curved sheet lie within its normals; a closed surface has none', () => {
    const dome = gridMesh(20, 20, (u, v) => [2 * u - 1, 2 * v - 1, 1 - 0.4 * ((2 * u - 1) ** 2 + (2 * v - 1) ** 2)]);
    const axis = new Float64Array(3);
    expect(conesOf(dome).propose(0, axis)).toBe(true);
    expect(axis[2] / Math.hypot(...axis)).toBeGreaterThan(0.98);
    const tetrahedron = fixture(
      [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2],
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    );
    expect(conesOf(tetrahedron).propose(0, axis)).toBe(false);
  });
});
