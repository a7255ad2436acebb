// Visibility, sweep and prune, then exact tests find the pairs of faces that the collider finds with
// its tree.
import { expect, it } from 'vitest';
import { VisibilityCuller, visibleCrossings, visiblePairs } from '../../src/gpu.ts';
import { visibleScenes } from '../generate/visible-scenes.ts';
import { crossingPairs, meetingPairs } from '../oracle/visible-truth.ts';

const scenes = visibleScenes.filter(({ name }) => /soup|sheets|tetrahedra|crumbs|grid|huge/.test(name));

it.each(scenes)('the same pairs as with a tree, on $name', ({ make }) => {
  const { mesh, x0 } = make(6);
  const { a, b, count } = visibleCrossings(mesh, new VisibilityCuller(mesh, { resolution: 50 }).cull(x0), x0);
  expect(Array.from(a, (f, i) => [f, b[i]])).toEqual(crossingPairs(mesh, x0));
  expect(count).toBe(a.length);
});

it.each(scenes)('the same pairs of different objects, on $name', ({ make }) => {
  const { mesh, x0 } = make(7);
  const objectOf = Uint32Array.from({ length: mesh.faceCount }, (_, f) => Math.floor(f / 4) % 9);
  const { a, b } = visibleCrossings(mesh, new VisibilityCuller(mesh, { objectOf, resolution: 50 }).cull(x0), x0);
  const expected = crossingPairs(mesh, x0).filter(([f, g]) => objectOf[f] !== objectOf[g]);
  expect(Array.from(a, (f, i) => [f, b[i]])).toEqual(expected);
});

it.each(scenes)('the same pairs of all objects and within two of them, in one run, on $name', ({ make }) => {
  const { mesh, x0, x1 } = make(8);
  const objectOf = Uint32Array.from({ length: mesh.faceCount }, (_, f) => (f >> 3) % 5);
  const culler = new VisibilityCuller(mesh, { objectOf, selfColliding: [0, 4], resolution: 50 });
  const { a, b } = visibleCrossings(mesh, culler.cull(x0), x0);
  const counts = ([f, g]: readonly [number, number]) => objectOf[f] !== objectOf[g] || [0, 4].includes(objectOf[f]);
  expect(Array.from(a, (f, i) => [f, b[i]])).toEqual(crossingPairs(mesh, x0).filter(counts));
  const swept = visiblePairs(mesh, culler.cull(x0, x1), x0, x1);
  const known = new Set(Array.from(swept.a, (f, i) => f * mesh.faceCount + swept.b[i]));
  const lost = meetingPairs(mesh, x0, x1).filter(([f, g]) => {
    return counts([f, g]) && !known.has(Math.min(f, g) * mesh.faceCount + Math.max(f, g));
  });
  expect(lost).toEqual([]);
});

it('refuses positions of another mesh', () => {
  const { mesh, x0 } = visibleScenes[0].make(1);
  const culling = new VisibilityCuller(mesh).cull(x0);
  expect(() => visibleCrossings(mesh, culling, x0.slice(3))).toThrow('Positions hold');
});
