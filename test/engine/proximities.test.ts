// `proximities` against brute force: none missing, none extra, in order; distances, directions and points that fit each other.
import { describe, expect, it } from 'vitest';
import { grid } from '../../scenes/shapes.ts';
import { seededRandom } from '../../src/core/math/random.ts';
import { basic, iccd, MeshCollider, MeshError, type Proximities, rTriangles, TriMesh } from '../../src/index.ts';
import { meshClasses } from '../generate/meshes.ts';
import { smoothShapes, treacherousShapes } from '../generate/surfaces.ts';
import { type NearRow, nearFacesByBruteForce, nearFeaturesByBruteForce } from '../oracle/near-pairs.ts';

const recipes = [iccd, rTriangles, basic];
const classes = [...meshClasses, ...smoothShapes, ...treacherousShapes].filter(
  ({ make }) => make(1).mesh.faceCount < 140,
);

function rowsOf({ count, kind, a, b, distance }: Proximities): NearRow[] {
  return Array.from({ length: count }, (_, i) => ({ kind: kind[i], a: a[i], b: b[i], distance: distance[i] }));
}

const keysOf = (rows: readonly NearRow[]): string[] => rows.map(({ kind, a, b }) => `${kind} ${a} ${b}`);

function extentOf(x: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < x.length; i++) most = Math.max(most, Math.abs(x[i]));
  return 2 * most;
}

function expectRows(found: Proximities, expected: readonly NearRow[], extent: number): void {
  const rows = rowsOf(found);
  expect(keysOf(rows)).toEqual(keysOf(expected));
  rows.forEach(({ distance }, i) => {
    const want = expected[i].distance;
    expect(Math.abs(distance - want)).toBeLessThanOrEqual(1e-13 * Math.max(want, extent));
    expect(distance === 0).toBe(want === 0);
  });
}

/** Distances of the scene's size that have some pairs each. */
const distancesOf = (x: ArrayLike<number>): number[] => [0, 0.003, 0.03, 0.1].map((part) => part * extentOf(x));

describe.each(classes)('on $name', ({ make }) => {
  it.each([1, 2])('features equal brute force in every recipe, seed %d', (seed) => {
    const { mesh, x0, x1 } = make(seed);
    const colliders = recipes.map((recipe) => new MeshCollider(mesh, { recipe }));
    for (const x of [x0, x1]) {
      for (const distance of distancesOf(x)) {
        const expected = nearFeaturesByBruteForce(mesh, x, distance);
        for (const collider of colliders) expectRows(collider.proximities(x, { distance }), expected, extentOf(x));
      }
    }
  });

  it.each([4, 5])('faces equal brute force, seed %d', (seed) => {
    const { mesh, x0 } = make(seed);
    for (const distance of distancesOf(x0)) {
      const expected = nearFacesByBruteForce(mesh, x0, distance);
      for (const recipe of recipes) {
        const found = new MeshCollider(mesh, { recipe }).proximities(x0, { distance, level: 'face' });
        expectRows(found, expected, extentOf(x0));
      }
    }
  });

  it.each([1e-6, 1e6])('is the same at %d times the size', (factor) => {
    const { mesh, x0 } = make(6);
    const x = x0.map((c) => c * factor);
    const distance = 0.03 * extentOf(x);
    for (const level of ['feature', 'face'] as const) {
      const brute = level === 'face' ? nearFacesByBruteForce : nearFeaturesByBruteForce;
      expectRows(new MeshCollider(mesh).proximities(x, { distance, level }), brute(mesh, x, distance), extentOf(x));
    }
  });
});

describe('a pair', () => {
  const { mesh, x0 } = meshClasses[0].make(3);
  const distance = 0.1 * extentOf(x0);
  const point = (weights: readonly number[], vertices: readonly number[]): number[] =>
    [0, 1, 2].map((k) => vertices.reduce((sum, v, j) => sum + weights[j] * x0[3 * v + k], 0));
  const corners = (f: number) => [...mesh.triangles.subarray(3 * f, 3 * f + 3)];
  const ends = (e: number) => [...mesh.topology.edges.subarray(2 * e, 2 * e + 2)];

  it.each(['feature', 'face'] as const)('has points that are its distance apart along its normal: %s', (level) => {
    const p = new MeshCollider(mesh).proximities(x0, { distance, level });
    expect(p.count).toBeGreaterThan(20);
    const { weightCount } = p;
    for (let i = 0; i < p.count; i++) {
      const w = [...p.weights.subarray(weightCount * i, weightCount * (i + 1))];
      expect(w.every((weight) => weight >= 0 && weight <= 1)).toBe(true);
      const [a, b] =
        p.kind[i] === 0
          ? [point([1], [p.a[i]]), point(w, corners(p.b[i]))]
          : p.kind[i] === 1
            ? [point([1 - w[0], w[0]], ends(p.a[i])), point([1 - w[1], w[1]], ends(p.b[i]))]
            : [point(w.slice(0, 3), corners(p.a[i])), point(w.slice(3), corners(p.b[i]))];
      const normal = p.normal.subarray(3 * i, 3 * i + 3);
      expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
      for (let k = 0; k < 3; k++) expect(a[k] - b[k]).toBeCloseTo(p.distance[i] * normal[k], 10);
    }
  });
});

describe('a limit that is reached exactly', () => {
  // Two unit squares of two triangles, one above the other by a quarter.
  const mesh = TriMesh.from([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7], 8);
  const square = [0, 0, 1, 0, 1, 1, 0, 1];
  const layer = (z: number) => [0, 2, 4, 6].flatMap((i) => [square[i], square[i + 1], z]);
  const x = Float64Array.from([...layer(0), ...layer(0.25)]);

  it('counts', () => {
    const collider = new MeshCollider(mesh);
    const at = collider.proximities(x, { distance: 0.25 }).copy();
    const below = collider.proximities(x, { distance: 0.25 * (1 - 2 ** -52) });
    expect(at.count).toBeGreaterThan(8);
    expect([...at.distance].every((distance) => distance === 0.25)).toBe(true);
    expect(below.count).toBe(0);
    expect(collider.proximities(x, { distance: 0.25, level: 'face' }).count).toBe(4);
  });

  it('lets groups, still objects and self-collision choose the pairs', () => {
    const count = (options: object) => new MeshCollider(mesh, options).proximities(x, { distance: 0.3 }).count;
    expect(count({})).toBeGreaterThan(0);
    expect(count({ still: [0, 1] })).toBe(0);
    expect(count({ groups: [0, 1], mayCollide: [1, 0, 0, 1] })).toBe(0);
    expect(count({ selfCollision: false })).toBe(count({}));
  });
});

describe('obstacles among cloth', () => {
  // Large objects have a tree each; small ones share one, and leaves of it hold obstacles and cloth.
  it.each([
    ['large', [grid(9, 9), grid(8, 8)]],
    ['small', Array.from({ length: 16 }, () => grid(2, 2))],
    ['of both kinds', [grid(8, 8), ...Array.from({ length: 9 }, () => grid(2, 2))]],
  ])('are near cloth and not each other: %s', (_name, parts) => {
    const random = seededRandom(11);
    const { mesh } = TriMesh.merge(parts.map((part) => part.mesh));
    const { componentOf, componentCount, edges } = mesh.topology;
    const x = Float64Array.from(
      parts.flatMap(({ u, v }) => {
        const [dx, dy, dz] = [0.2, 0.2, 0.03].map((most) => random.between(0, most));
        return Array.from(u).flatMap((at, i) => [at + dx, v[i] + dy, dz + random.between(0, 0.02)]);
      }),
    );
    const groups = Uint32Array.from({ length: componentCount }, (_, object) => (object % 4 === 0 ? 0 : 1));
    const collider = new MeshCollider(mesh, { groups, mayCollide: [1, 1, 1, 0] });
    const isObstacle = (vertex: number) => groups[componentOf[vertex]] === 1;
    const mayMeet = ({ kind, a, b }: NearRow) =>
      kind === 0
        ? !(isObstacle(a) && isObstacle(mesh.triangles[3 * b]))
        : !(isObstacle(edges[2 * a]) && isObstacle(edges[2 * b]));
    for (const distance of [0.002, 0.03]) {
      const expected = nearFeaturesByBruteForce(mesh, x, distance).filter(mayMeet);
      expect(expected.length).toBeGreaterThan(20);
      // Twice: labels that are known are given once.
      for (let call = 0; call < 2; call++) expectRows(collider.proximities(x, { distance }), expected, extentOf(x));
    }
  });
});

describe('bad input', () => {
  const { mesh, x0 } = meshClasses[0].make(1);
  const collider = new MeshCollider(mesh);

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses the distance %d', (distance) => {
    expect(() => collider.proximities(x0, { distance })).toThrow(RangeError);
    expect(() => collider.proximities(x0, { distance })).toThrow(/distance must be a finite length/);
  });

  it('refuses another level and broken positions', () => {
    expect(() => collider.proximities(x0, { distance: 1, level: 'edge' as 'face' })).toThrow(/level/);
    expect(() =>
      collider.proximities(
        x0.map((c, i) => (i === 4 ? Number.NaN : c)),
        { distance: 1 },
      ),
    ).toThrow(MeshError);
    expect(() => collider.proximities(x0.subarray(3), { distance: 1 })).toThrow(MeshError);
  });

  it('finds all pairs within more than the scene, at any size', () => {
    for (const factor of [1, 1e-200, 2 ** 120]) {
      const x = x0.map((c) => c * factor);
      const expected = nearFeaturesByBruteForce(mesh, x, 1e300);
      expect(collider.proximities(x, { distance: 1e300 }).count).toBe(expected.length);
    }
  });

  it.each([1, 1e2, 1e4, 1e6, 1e9])(
    'finds what is near in a scene %d times as large, and far from the origin',
    (size) => {
      // Triangles in two heaps: whole numbers of 16 bits bound the scene, so that with its size they say less and less, and f32 lack digits where it is tiny.
      const random = seededRandom(11);
      const mesh = TriMesh.from(
        Array.from({ length: 72 }, (_, i) => i),
        72,
      );
      for (const [unit, offset] of [1, 1e-30, 1e-40, 1e-44, 1e-60].flatMap((unit) =>
        [0, 10 * size].map((at) => [unit, at]),
      )) {
        const x = new Float64Array(216);
        for (let i = 0; i < 216; i++) x[i] = unit * (offset + random.between(-1, 1) + (i < 108 ? 0 : 3 * size));
        for (const part of [0, 1e-3, 0.2, size]) {
          const distance = unit * part;
          const found = new MeshCollider(mesh).proximities(x, { distance });
          expectRows(found, nearFeaturesByBruteForce(mesh, x, distance), extentOf(x));
          expect(part < 0.1 || found.count > 100).toBe(true);
        }
      }
    },
  );

  it('finds what reaches farther than f32', () => {
    // A small triangle around the origin, and a long one through it whose far corner is on the other side of the plane of the first once it is cut off.
    const mesh = TriMesh.from([0, 1, 2, 3, 4, 5], 6);
    const small = [0.2, -0.1, -0.1, -0.2, 0.1, -0.1, 0, 0, 0.2];
    const [near, wide] = [2 ** 118, 2 ** 100];
    for (const far of [2 ** 120, 2 ** 127, 2 ** 128, 2 ** 1000]) {
      const long = [4 * far, -far, 0, -4 * near, near, wide, -4 * near, near, -wide];
      const x = Float64Array.from([...small, ...long]);
      const collider = new MeshCollider(mesh);
      expect(collider.intersections(x).count, `${far}`).toBe(1);
      expect(collider.proximities(x, { distance: 1, level: 'face' }).count, `${far}`).toBe(1);
    }
  });

  it('has nothing to find on no face and on one', () => {
    const options = { distance: 10 };
    expect(new MeshCollider(TriMesh.from([], 0)).proximities(new Float64Array(0), options).count).toBe(0);
    const one = new MeshCollider(TriMesh.from([0, 1, 2], 3));
    expect(one.proximities(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), options).count).toBe(0);
  });

  it('takes faces without area', () => {
    const needle = TriMesh.from([0, 1, 2, 3, 4, 5], 6);
    const x = Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0);
    for (const level of ['feature', 'face'] as const) {
      const brute = level === 'face' ? nearFacesByBruteForce : nearFeaturesByBruteForce;
      expectRows(new MeshCollider(needle).proximities(x, { distance: 1, level }), brute(needle, x, 1), 2);
    }
  });
});
