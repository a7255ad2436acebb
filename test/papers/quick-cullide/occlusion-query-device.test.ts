// What occlusion queries refuse before they touch the context.
import { expect, it } from 'vitest';
import { OcclusionQueryDevice, VisibilityCuller, type VisibilityOptions } from '../../../src/gpu.ts';
import { meshClasses } from '../../generate/meshes.ts';

const { mesh, x0, x1 } = meshClasses[1].make(1);
const objectOf = Uint32Array.from({ length: mesh.faceCount }, (_, f) => f % 2);
const refused: readonly [string, VisibilityOptions, Float64Array | undefined][] = [
  ['neighbours', {}, undefined],
  ['a step', { objectOf }, x1],
];

it.each(refused)('%s', async (_, options, end) => {
  const device = new OcclusionQueryDevice({} as WebGL2RenderingContext);
  const culler = new VisibilityCuller(mesh, { ...options, device });
  await expect(culler.cullAsync(x0, end)).rejects.toThrow('at one instant');
});
