// Conservative culling loses no pair, at any resolution, at one instant and over a step, whatever the algorithm and the order. A share of
// what `npm run fuzz:visibility` does.
import { expect, it } from 'vitest';
import { VisibilityCuller, type VisibilityOptions } from '../../../src/gpu.ts';
import type { MovingMesh } from '../../generate/meshes.ts';
import { visibleScenes } from '../../generate/visible-scenes.ts';
import { crossingPairs, meetingPairs, missed } from '../../oracle/visible-truth.ts';

const VARIANTS: readonly VisibilityOptions[] = [
  { resolution: 64 },
  { resolution: 7, views: ['+y'] },
  { resolution: 100, algorithm: 'cullide', views: ['-x', '+z'] },
  { resolution: 129, order: 'back-to-front', listLength: 3 },
  { resolution: 40, parts: true, views: ['+x', '-y', '+z'] },
  { resolution: 70, parts: true, order: 'back-to-front', mostRounds: 3 },
];

function expectNoneMissed({ mesh, x0, x1 }: MovingMesh, variants: readonly VisibilityOptions[]): void {
  const crossing = crossingPairs(mesh, x0);
  const meeting = meetingPairs(mesh, x0, x1);
  for (const options of variants) {
    const culler = new VisibilityCuller(mesh, options);
    expect(missed(culler.cull(x0), crossing), JSON.stringify(options)).toEqual([]);
    expect(missed(culler.cull(x0, x1), meeting), JSON.stringify(options)).toEqual([]);
  }
}

it.each(visibleScenes)('on $name', ({ make }) => {
  expectNoneMissed(make(1), VARIANTS);
});

it.each(['crumbs', 'needles', 'on the grid'])('at 1024 and 2048 pixels, on %s', (name) => {
  const variants = [1024, 2048].map((resolution): VisibilityOptions => ({ resolution, views: ['+x', '-z'] }));
  for (const scene of visibleScenes) if (scene.name === name) expectNoneMissed(scene.make(3), variants);
});

it.each(visibleScenes)('between objects loses no pair of different ones, on $name', ({ make }) => {
  const { mesh, x0, x1 } = make(5);
  const objectOf = Uint32Array.from({ length: mesh.faceCount }, (_, f) => Math.floor(f / 4));
  const between = ([f, g]: readonly [number, number]) => objectOf[f] !== objectOf[g];
  const culler = new VisibilityCuller(mesh, { objectOf, resolution: 90 });
  expect(missed(culler.cull(x0), crossingPairs(mesh, x0).filter(between))).toEqual([]);
  expect(missed(culler.cull(x0, x1), meetingPairs(mesh, x0, x1).filter(between))).toEqual([]);
});
