// The walking body by itself: one closed manifold that never touches itself, and nothing about it
// jerks.
import { expect, it } from 'vitest';
import { WALK_SECONDS, walkingBody } from '../../../scenes/cloth/walking-body.ts';
import { MeshCollider, TriMesh } from '../../../src/index.ts';

const { positions, triangles, move } = walkingBody();
const mesh = TriMesh.from(triangles, positions.length / 3);
const at = (time: number): Float64Array => {
  const out = new Float64Array(positions.length);
  move(time, out);
  return out;
};

it('is one piece without a boundary', () => {
  expect(mesh.topology.componentCount).toBe(1);
  expect(mesh.topology.boundary.count).toBe(0);
});

it('never touches itself', () => {
  const collider = new MeshCollider(mesh);
  for (let time = 0; time < WALK_SECONDS; time += 0.1) expect(collider.collide(at(time), at(time + 0.1)).count).toBe(0);
});

it('changes its velocity by little from step to step', () => {
  const h = 0.01;
  let before = at(0);
  let now = at(h);
  let most = 0;
  for (let time = h; time < WALK_SECONDS; time += h) {
    const next = at(time + h);
    for (let i = 0; i < next.length; i++) most = Math.max(most, Math.abs(next[i] - 2 * now[i] + before[i]) / h ** 2);
    [before, now] = [now, next];
  }
  // m/s²: a jump in velocity of 1 m/s would be 100.
  expect(most).toBeLessThan(25);
});
