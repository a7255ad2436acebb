// A rigid world with a pool gives the contacts of one without: pairs, times, faces, contacts, tally.
import { expect, test } from 'vitest';
import { ball } from '../../../scenes/shapes.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { RigidMotion } from '../../../src/core/motion/rigid-motion.ts';
import { RigidBody } from '../../../src/engine/rigid/rigid-body.ts';
import { RigidWorld } from '../../../src/engine/rigid/rigid-world.ts';
import { nodePool } from './node-pool.ts';

const { points, mesh } = ball(6);
const body = RigidBody.from(points, mesh.triangles);

function motionsOf(count: number, seed: number): RigidMotion[] {
  const random = seededRandom(seed);
  const triple = (size: number) => [0, 1, 2].map(() => random.between(-size, size)) as [number, number, number];
  return Array.from({ length: count }, () => {
    const pose = { position: triple(5), rotation: [0, 0, 0, 1] as const };
    return RigidMotion.withVelocity(pose, triple(2), triple(3));
  });
}

test.each([1, 2, 3])('of 40 bodies, seed %i', async (seed) => {
  const bodies = Array.from({ length: 40 }, () => body);
  const motions = motionsOf(40, seed);
  const expected = new RigidWorld(bodies).firstContacts(motions);
  expect(expected.length).toBeGreaterThan(5);
  for (const size of [1, 2, 4]) {
    const { pool } = nodePool(size);
    const world = new RigidWorld(bodies, { pool });
    // Before the workers are up, and twice after.
    for (let round = 0; round < 3; round++) {
      expect(world.firstContacts(motions), `${size} threads`).toEqual(expected);
      await pool.ready;
    }
    expect(world.firstContact(motions)).toEqual(new RigidWorld(bodies).firstContact(motions));
  }
});

test('after its pool is closed', async () => {
  const { pool } = nodePool(2);
  const bodies = Array.from({ length: 20 }, () => body);
  const motions = motionsOf(20, 7);
  const world = new RigidWorld(bodies, { pool });
  await pool.ready;
  const expected = world.firstContacts(motions);
  pool.close();
  expect(world.firstContacts(motions)).toEqual(expected);
});
