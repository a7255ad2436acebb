// Quantized bounds lose nothing, wherever a scene is and however large it is: the contacts are those
// of brute force where 16 bits serve, and where f32 takes over.
import { describe, expect, it } from 'vitest';
import { iccdWithoutCones, MeshCollider, TriMesh } from '../../src/index.ts';
import { type MovingMesh, meshClasses } from '../generate/meshes.ts';
import { smoothShapes, times } from '../generate/surfaces.ts';
import { bruteForce, rowsOf } from '../oracle/brute-force.ts';

const scenes = [...meshClasses.filter(({ name }) => name !== 'many tetrahedra'), ...smoothShapes].filter(
  ({ make }) => make(1).mesh.faceCount <= 200,
);

const moved = ({ mesh, x0, x1 }: MovingMesh, by: number): MovingMesh => ({
  mesh,
  x0: x0.map((x) => x + by),
  x1: x1.map((x) => x + by),
});

/** A motion so large that both halves of the step are compared. */
const hasty = ({ mesh, x0, x1 }: MovingMesh, seed: number): MovingMesh => {
  const speed = Math.max(...x0.map(Math.abs)) || 1;
  const sign = (i: number): number => (Math.floor(i / 9 + seed) % 2 === 0 ? 1 : -1);
  return { mesh, x0, x1: x1.map((x, i) => x + sign(i) * speed * (1 + (i % 3))) };
};

/** One more vertex, which no face has. */
const withUnused = ({ mesh, x0, x1 }: MovingMesh, at: number): MovingMesh => ({
  mesh: TriMesh.from(mesh.triangles, mesh.vertexCount + 1),
  x0: Float64Array.from([...x0, at, at, at]),
  x1: Float64Array.from([...x1, -at, at, at]),
});

/** One more triangle, far away: the faces of the scene are too small for 16 bits. */
const withOutlier = ({ mesh, x0, x1 }: MovingMesh, at: number): MovingMesh => {
  const n = mesh.vertexCount;
  const far = [at, at, at, at + 1, at, at, at, at + 1, at];
  return {
    mesh: TriMesh.from([...mesh.triangles, n, n + 1, n + 2], n + 3),
    x0: Float64Array.from([...x0, ...far]),
    x1: Float64Array.from([...x1, ...far]),
  };
};

const variants: readonly [string, (scene: MovingMesh, seed: number) => MovingMesh][] = [
  ...[1e3, 1e5, 1e7].map((by): [string, (scene: MovingMesh) => MovingMesh] => [`moved by ${by}`, (s) => moved(s, by)]),
  ...[-130, -60, 60, 90].map((power): [string, (scene: MovingMesh) => MovingMesh] => [
    `times 2^${power}`,
    (s) => times(s, 2 ** power),
  ]),
  ['with large motion', hasty],
  ['with large motion, moved by 1e3', (s, seed) => moved(hasty(s, seed), 1e3)],
  ['with large motion, moved by 1e7', (s, seed) => moved(hasty(s, seed), 1e7)],
  ['with an unused vertex far away', (s) => withUnused(s, 1e12)],
  ['with a face far away', (s) => withOutlier(s, 1e9)],
];

describe.each(variants)('%s', (_, change) => {
  it.each(scenes)('$name equals brute force', ({ make }) => {
    for (const seed of [11, 12]) {
      const scene = change(make(seed), seed);
      const collider = new MeshCollider(scene.mesh, { recipe: iccdWithoutCones });
      expect(rowsOf(collider, scene, 0), `seed ${seed}`).toEqual(bruteForce(scene, 0));
    }
  });
});

describe('with a minimum separation', () => {
  it.each(scenes)('$name equals brute force', ({ make }) => {
    for (const [by, separation] of [
      [0, 0.03],
      [1e3, 0.03],
      [0, 2],
    ] as const) {
      const scene = moved(make(13), by);
      const collider = new MeshCollider(scene.mesh, { recipe: iccdWithoutCones });
      expect(rowsOf(collider, scene, separation), `moved by ${by}`).toEqual(bruteForce(scene, separation));
    }
  });
});

describe('the first contact', () => {
  it.each(scenes)('of $name is the earliest of all', ({ make }) => {
    for (const seed of [14, 15]) {
      const scene = moved(make(seed), seed === 15 ? 1e4 : 0);
      const collider = new MeshCollider(scene.mesh, { recipe: iccdWithoutCones });
      const { count, time } = collider.collide(scene.x0, scene.x1).copy();
      const earliest = count === 0 ? null : Math.min(...time.subarray(0, count));
      expect(collider.firstContact(scene.x0, scene.x1)?.time ?? null, `seed ${seed}`).toBe(earliest);
    }
  });
});

it('faces that are too small for 16 bits are bounded by f32', () => {
  const { make } = scenes[0];
  const far = withOutlier(make(16), 1e9);
  const pairsOf = (scene: MovingMesh): number =>
    new MeshCollider(scene.mesh, { recipe: iccdWithoutCones }).collide(scene.x0, scene.x1).tally.slabPairs;
  // With 16 bits, all faces of the scene would be in one place.
  expect(pairsOf(far)).toBeLessThan(2 * pairsOf(make(16)) + 10);
});
