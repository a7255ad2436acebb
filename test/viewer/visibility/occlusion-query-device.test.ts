// What occlusion queries refuse before they create a context.
import { expect, it } from 'vitest';
import type { CullScene, CullSettings } from '../../../src/gpu.ts';
import { OcclusionQueryDevice } from '../../../src/viewer/visibility/occlusion-query-device.ts';

it('parts of objects: the faces of one would be tested against each other', async () => {
  const scene: CullScene = {
    itemCount: 2,
    primitiveCount: 2,
    edgeCount: 3,
    primitiveOf: null,
    groupOf: Uint32Array.of(0, 1),
    corners: null,
    startBits: Uint8Array.of(1, 2),
    axes: [],
    views: [],
  };
  const settings: CullSettings = { algorithm: 'quick-cullide', touching: true, listLength: 2, mostRounds: 1 };
  await expect(new OcclusionQueryDevice().cull(scene, settings)).rejects.toThrow('set parts to false');
});
