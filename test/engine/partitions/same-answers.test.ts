// A mesh in partitions has the answers of the whole mesh: the same rows in the same order, down to the last bit of times, distances, normals
// and weights. Two hundred seeded meshes of every kind, each with another recipe; two real frames.
import { describe, expect, test } from 'vitest';
import { loadFrame } from '../../../bench/frame-queries.ts';
import {
  adjacency,
  basic,
  iccd,
  iccdAsPublished,
  iccdWithCones,
  iccdWithoutCones,
  MeshCollider,
  noDuplicates,
  type Recipe,
  rTriangles,
} from '../../../src/index.ts';
import { type MovingMesh, meshClasses } from '../../generate/meshes.ts';
import { smoothShapes, treacherousShapes } from '../../generate/surfaces.ts';
import { answersOf, mainAnswersOf } from './answers.ts';

const recipes: readonly Recipe[] = [
  iccd,
  rTriangles,
  iccdAsPublished,
  iccdWithCones,
  iccdWithoutCones,
  basic,
  rTriangles.with({ assignment: 'uniform', edgeVolumes: 'stored' }),
  adjacency,
  noDuplicates,
];

/** 212 meshes: six per kind, and two of the kinds that take a second or more. */
const seedsOf = (name: string): readonly number[] =>
  /crushed|beyond the range|fan|lattice|folds over|flat soup/.test(name) ? [1, 2] : [1, 2, 3, 4, 5, 6];

/** The faces of all contacts of a step and of the step back. */
function meetingFaces({ mesh, x0, x1 }: MovingMesh): Uint8Array {
  const mask = new Uint8Array(mesh.faceCount);
  const { starStart, starFaces, edgeFaceStart, edgeFaces } = mesh.topology;
  const { count, kind, a, b } = new MeshCollider(mesh).collide(x0, x1);
  const markEdge = (e: number) => {
    for (let i = edgeFaceStart[e]; i < edgeFaceStart[e + 1]; i++) mask[edgeFaces[i]] = 1;
  };
  for (let i = 0; i < count; i++) {
    if (kind[i] === 1) {
      markEdge(a[i]);
      markEdge(b[i]);
      continue;
    }
    for (let k = starStart[a[i]]; k < starStart[a[i] + 1]; k++) mask[starFaces[k]] = 1;
    mask[b[i]] = 1;
  }
  return mask;
}

describe.each([...meshClasses, ...smoothShapes, ...treacherousShapes])('on $name', ({ name, make }) => {
  test('partitions have the answers of the whole', () => {
    for (const seed of seedsOf(name)) {
      const step = make(seed);
      const recipe = recipes[(seed + name.length) % recipes.length];
      // All queries for one seed of each kind, a prefilter for others.
      const masked = seed % 3 === 0 ? { prefilter: meetingFaces(step) } : {};
      const answers = (collider: MeshCollider) =>
        seed === 1 ? answersOf(collider, step) : mainAnswersOf(collider, step, masked);
      const expected = answers(new MeshCollider(step.mesh, { recipe }));
      for (const partitions of [2, 8]) {
        // Kept between calls, or built for every call.
        const keptBytes = seed % 2 === 0 ? 0 : 2 ** 30;
        using collider = new MeshCollider(step.mesh, { recipe, partitions, keptBytes });
        expect(answers(collider), `seed ${seed}, ${partitions} partitions`).toEqual(expected);
      }
    }
  });
});

const FRAMES = {
  'cloth-ball': ['frames/cloth-ball/cloth_ball92.ply', 'frames/cloth-ball/cloth_ball93.ply'],
  'n-body': ['frames/n-body/balls16_18.ply', 'frames/n-body/balls16_19.ply'],
} as const;

for (const [name, [first, second]] of Object.entries(FRAMES)) {
  const frame = loadFrame(first, second);
  test.skipIf(!frame)(`the real frame ${name}`, () => {
    if (!frame) return;
    const { mesh, x0, x1 } = frame;
    const answers = (partitions: number) => {
      using collider = new MeshCollider(mesh, { partitions });
      const { kind, a, b, time, startsTouching, normal, weights } = collider.collide(x0, x1).copy();
      const crossing = { ...collider.intersections(x1) };
      return { kind, a, b, time, startsTouching, normal, weights, crossing, first: collider.firstContact(x0, x1) };
    };
    const expected = answers(1);
    expect(expected.a.length).toBeGreaterThan(50_000);
    for (const partitions of [2, 8]) expect(answers(partitions), `${partitions} partitions`).toEqual(expected);
  });
}
