// What becomes of a scene that a GPU cannot take: the raster device answers, and the answer says why. With adapters made up for it; real ones
// are in test/browser/visibility.test.ts.
import { describe, expect, it } from 'vitest';
import { RasterDevice } from '../../../src/papers/quick-cullide/raster-device.ts';
import { VisibilityCuller } from '../../../src/papers/quick-cullide/visibility-culler.ts';
import { type GpuSource, WebGpuDevice, type WebGpuOptions } from '../../../src/papers/quick-cullide/webgpu-device.ts';
import { meshClasses } from '../../generate/meshes.ts';
import { fixture } from '../../generate/surfaces.ts';

const scene = meshClasses[1].make(1);

async function answerOf(options: WebGpuOptions) {
  const culler = new VisibilityCuller(scene.mesh, { resolution: 32, device: new WebGpuDevice(options) });
  return culler.cullAsync(scene.x0);
}

/** One adapter, of which only what comes before any work is real. */
function source(limits: object, isFallbackAdapter = false, more: object = {}): GpuSource {
  const device = {
    limits: {
      maxStorageBufferBindingSize: 2 ** 27,
      maxBufferSize: 2 ** 28,
      maxComputeWorkgroupsPerDimension: 65535,
      ...limits,
    },
    lost: new Promise(() => {}),
    createBindGroupLayout: () => ({}),
    createPipelineLayout: () => ({}),
    pushErrorScope: () => {},
    popErrorScope: async () => null,
    ...more,
  };
  const adapter = { info: { isFallbackAdapter }, limits: device.limits, requestDevice: async () => device };
  return { requestAdapter: async () => adapter };
}

const failures: readonly { name: string; options: WebGpuOptions; reason: RegExp }[] = [
  {
    name: 'no adapter',
    options: { gpu: { requestAdapter: async () => null } },
    reason: /^There is no WebGPU adapter\.$/,
  },
  {
    name: 'a software adapter that nobody asked for',
    options: { gpu: source({}, true) },
    reason: /^The only WebGPU adapter is in software\.$/,
  },
  {
    name: 'a request that fails',
    options: { gpu: { requestAdapter: () => Promise.reject(new Error('Blocked by policy.')) } },
    reason: /^Blocked by policy\.$/,
  },
  {
    name: 'buffers that are too small',
    options: { gpu: source({ maxBufferSize: 1000 }) },
    reason: /^The scene needs a buffer of \d+ bytes; the GPU takes 1000\.$/,
  },
  {
    name: 'too few workgroups',
    options: { gpu: source({ maxComputeWorkgroupsPerDimension: 1 }) },
    reason: /^The scene needs \d+ workgroups; the GPU takes 1\.$/,
  },
  {
    name: 'a lost device',
    options: { gpu: source({}, false, { lost: Promise.resolve({ message: 'Unplugged.' }) }) },
    reason: /^The GPU was lost\. Unplugged\.$/,
  },
  {
    name: 'an error that the device reports',
    options: { gpu: source({}, false, { popErrorScope: async () => new Error('Out of memory.') }) },
    reason: /^The GPU failed\. Out of memory\.$/,
  },
  {
    name: 'shaders that do not compile',
    options: {
      gpu: source({}, false, {
        createShaderModule: () => ({}),
        createComputePipelineAsync: () => Promise.reject(new Error('Bad shader.')),
      }),
    },
    reason: /^Bad shader\.$/,
  },
];

describe('the raster device answers for', () => {
  it.each(failures)('$name', async ({ options, reason }) => {
    const expected = new VisibilityCuller(scene.mesh, { resolution: 32, device: new RasterDevice() }).cull(scene.x0);
    const { device, fallback, mask, passes } = await answerOf(options);
    expect(device).toBe('raster');
    expect(fallback).toMatch(reason);
    expect(mask).toEqual(expected.mask);
    expect(passes).toEqual(expected.passes);
  });
});

it('does not trouble a GPU with an empty mesh', async () => {
  const { mesh, x0 } = fixture([], []);
  const gpu: GpuSource = { requestAdapter: () => Promise.reject(new Error('Asked.')) };
  const culling = await new VisibilityCuller(mesh, { device: new WebGpuDevice({ gpu }) }).cullAsync(x0);
  expect([culling.device, culling.fallback, culling.size]).toEqual(['webgpu', undefined, 0]);
});

it('is not to be asked for an answer at once', () => {
  const device = new WebGpuDevice({ gpu: { requestAdapter: async () => null } });
  expect(() => new VisibilityCuller(scene.mesh, { device }).cull(scene.x0)).toThrow(/cullAsync/);
});
