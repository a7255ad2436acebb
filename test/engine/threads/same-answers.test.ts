// Colliders with 1, 2 and 4 threads give the same bits, order and tally as one without a pool.
import { expect, test } from 'vitest';
import { loadFrame } from '../../../bench/frame-queries.ts';
import { dancer } from '../../../scenes/dancer.ts';
import { nBody } from '../../../scenes/n-body.ts';
import type { Scene } from '../../../scenes/scene.ts';
import { wavingCloth } from '../../../scenes/waving-cloth.ts';
import { MeshCollider } from '../../../src/engine/mesh-collider.ts';
import { iccd, iccdAsPublished, iccdWithCones } from '../../../src/papers/iccd/iccd-recipes.ts';
import { adjacency, basic, rTriangles } from '../../../src/papers/r-triangles/recipes.ts';
import { type MovingMesh, meshClasses } from '../../generate/meshes.ts';
import { answersOf } from './answers.ts';
import { nodePool } from './node-pool.ts';

const SIZES = [1, 2, 4];

function stepOf(scene: Scene, frame: number): MovingMesh {
  const x0 = new Float64Array(3 * scene.mesh.vertexCount);
  const x1 = x0.slice();
  scene.positions(frame, x0);
  scene.positions(frame + 1, x1);
  return { mesh: scene.mesh, x0, x1 };
}

const scenes: Readonly<Record<string, () => MovingMesh>> = {
  cloth: () => stepOf(wavingCloth({ scale: 0.3 }), 12),
  'n-body': () => stepOf(nBody({ scale: 0.3 }), 20),
  dancer: () => stepOf(dancer({ scale: 0.2 }), 12),
};

for (const [name, make] of Object.entries(scenes)) {
  for (const recipe of [iccd, iccdAsPublished, iccdWithCones, rTriangles, basic, adjacency])
    test(`${name}, ${recipe.name}`, async () => {
      const step = make();
      const expected = answersOf(new MeshCollider(step.mesh, { recipe }), step);
      for (const size of SIZES) {
        const { pool } = nodePool(size);
        await pool.ready;
        expect(answersOf(new MeshCollider(step.mesh, { recipe, pool }), step), `${size} threads`).toEqual(expected);
      }
    });

  test(`${name}, with a prefilter, groups and objects that never move`, async () => {
    const step = make();
    const { faceCount, topology } = step.mesh;
    const prefilter = new Uint8Array(faceCount).map((_, f) => (f % 7 === 0 ? 0 : 1));
    const groups = Array.from({ length: topology.componentCount }, (_, i) => i % 3);
    const mayCollide = groups.length >= 3 ? [1, 0, 1, 0, 1, 1, 1, 1, 0] : undefined;
    const options = { groups, still: groups.length > 1 ? [0] : [], ...(mayCollide && { mayCollide }) };
    const expected = answersOf(new MeshCollider(step.mesh, options), step, { prefilter });
    for (const size of SIZES) {
      const { pool } = nodePool(size);
      await pool.ready;
      const answers = answersOf(new MeshCollider(step.mesh, { ...options, pool }), step, { prefilter });
      expect(answers, `${size} threads`).toEqual(expected);
    }
  });
}

test('seeded meshes of every kind', async () => {
  const pools = SIZES.map((size) => nodePool(size).pool);
  await Promise.all(pools.map((pool) => pool.ready));
  for (const { name, make } of meshClasses)
    for (let seed = 1; seed <= 3; seed++) {
      const step = make(seed);
      const expected = answersOf(new MeshCollider(step.mesh), step);
      for (const pool of pools) {
        const collider = new MeshCollider(step.mesh, { pool });
        expect(answersOf(collider, step), `${name}, seed ${seed}, ${pool.size} threads`).toEqual(expected);
        collider.dispose();
      }
    }
});

const FRAMES = {
  'cloth-ball': ['frames/cloth-ball/cloth_ball92.ply', 'frames/cloth-ball/cloth_ball93.ply'],
  'n-body': ['frames/n-body/balls16_18.ply', 'frames/n-body/balls16_19.ply'],
} as const;

for (const [name, [first, second]] of Object.entries(FRAMES)) {
  const frame = loadFrame(first, second);
  test.skipIf(!frame)(`the real frame ${name}`, async () => {
    if (!frame) return;
    const expected = answersOf(new MeshCollider(frame.mesh), frame);
    for (const size of SIZES) {
      const { pool } = nodePool(size);
      await pool.ready;
      expect(answersOf(new MeshCollider(frame.mesh, { pool }), frame), `${size} threads`).toEqual(expected);
    }
  });
}
