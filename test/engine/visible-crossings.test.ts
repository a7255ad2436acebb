// Visibility, sweep and prune, then exact tests find the pairs of faces that the collider finds with its tree.
import { expect, it } from 'vitest';
import { VisibilityCuller, visibleCrossings } from '../../src/gpu.ts';
import { visibleScenes } from '../generate/visible-scenes.ts';
import { crossingPairs } from '../oracle/visible-truth.ts';

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

it('refuses positions of another mesh', () => {
  const { mesh, x0 } = visibleScenes[0].make(1);
  const culling = new VisibilityCuller(mesh).cull(x0);
  expect(() => visibleCrossings(mesh, culling, x0.slice(3))).toThrow('Positions hold');
});
