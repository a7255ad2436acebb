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

/** Loses no pair of different objects, nor of one that may collide with itself. */
function expectNoneMissedBetween(scene: MovingMesh, size: number, options: VisibilityOptions): void {
  const { mesh, x0, x1 } = scene;
  const objectOf = Uint32Array.from({ length: mesh.faceCount }, (_, f) => Math.floor(f / size) % 40);
  const own = options.selfColliding;
  const isListed = (object: number) => own === true || (typeof own === 'object' && Array.from(own).includes(object));
  const counts = ([f, g]: readonly [number, number]) => objectOf[f] !== objectOf[g] || isListed(objectOf[f]);
  const culler = new VisibilityCuller(mesh, { objectOf, ...options });
  expect(missed(culler.cull(x0), crossingPairs(mesh, x0).filter(counts))).toEqual([]);
  expect(missed(culler.cull(x0, x1), meetingPairs(mesh, x0, x1).filter(counts))).toEqual([]);
}

it.each(visibleScenes)('between objects loses no pair of different ones, on $name', ({ make }) => {
  expectNoneMissedBetween(make(5), 4, { resolution: 90 });
});

const HANDED_DOWN: readonly VisibilityOptions[] = [
  { resolution: 60, handedDown: 'objects', parts: false, selfColliding: true },
  { resolution: 50, handedDown: 'pairs', parts: false, order: 'index' },
  { resolution: 40, handedDown: 'pairs', selfColliding: [3, 1] },
  { resolution: 40, handedDown: 'pairs', algorithm: 'cullide', selfColliding: [0] },
];

it.each(visibleScenes.map(({ name, make }, i) => ({ name, make, options: HANDED_DOWN[i % HANDED_DOWN.length] })))(
  'what objects hand down, and their own pairs, on $name',
  ({ make, options }) => {
    expectNoneMissedBetween(make(6), 16, options);
  },
);
