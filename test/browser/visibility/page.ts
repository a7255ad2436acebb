// A page that culls on its GPU; the test calls functions of its window.

import { OcclusionQueryDevice } from '../../../src/papers/quick-cullide/occlusion-query-device.ts';
import { RasterDevice } from '../../../src/papers/quick-cullide/raster-device.ts';
import { VisibilityCuller } from '../../../src/papers/quick-cullide/visibility-culler.ts';
import type {
  CullAnswer,
  CullScene,
  CullSettings,
  VisibilityDevice,
} from '../../../src/papers/quick-cullide/visibility-device.ts';
import type { VisibilityOptions } from '../../../src/papers/quick-cullide/visibility-options.ts';
import { type GpuSource, WebGpuDevice } from '../../../src/papers/quick-cullide/webgpu-device.ts';
import { type Case, cases, collidingPairs, oneDepthCases } from './cases.ts';

export interface Comparison {
  readonly name: string;
  readonly device: string;
  readonly fallback: string | undefined;
  /** The number of colliding pairs, and how many of them are culled. */
  readonly colliding: number;
  readonly missed: number;
  readonly faceCount: number;
  readonly size: number;
  /** The differences from the raster device: bits of primitives, and whether the passes differ. */
  readonly otherBits: number;
  readonly otherPasses: boolean;
}

export interface VisibilityPage {
  adapter(): Promise<string | null>;
  caseCount(): number;
  compare(index: number): Promise<Comparison>;
  /** The result of occlusion queries for the next case; null after the last one. */
  compareQueries(): Promise<Comparison | null>;
  /**
   * The errors when a run is stopped, its context is lost, and when neighbours matter; and none,
   * also for two runs at once.
   */
  stopQueries(): Promise<string[]>;
  /**
   * The same scene three times: the device is lost during the first run, then there is another; two
   * calls at once.
   */
  lose(): Promise<Comparison[]>;
}

declare global {
  interface Window {
    visibility: VisibilityPage;
  }
}

const all = cases();
const forQueries = oneDepthCases();
const device = new WebGpuDevice({ softwareAdapter: true });

/** Runs both devices, level by level, and returns the result of the first. */
class ComparedDevice implements VisibilityDevice {
  readonly name = 'webgpu';
  otherBits = 0;
  otherPasses = false;
  private readonly gpu: VisibilityDevice;
  private readonly raster = new RasterDevice();

  constructor(gpu: VisibilityDevice) {
    this.gpu = gpu;
  }

  async cull(scene: CullScene, settings: CullSettings): Promise<CullAnswer> {
    const found = await this.gpu.cull(scene, settings);
    const expected = this.raster.cull(scene, settings);
    const told = ({ passes, rounds, converged }: CullAnswer) => JSON.stringify({ passes, rounds, converged });
    this.otherBits += found.bits.filter((bits, i) => bits !== expected.bits[i]).length;
    if (told(found) !== told(expected)) this.otherPasses = true;
    return found;
  }
}

async function compare(one: Case, gpu: VisibilityDevice): Promise<Comparison> {
  const { name, scene, isSwept, options } = one;
  const compared = new ComparedDevice(gpu);
  const culler = new VisibilityCuller(scene.mesh, { ...options, device: compared });
  const found = await culler.cullAsync(scene.x0, isSwept ? scene.x1 : undefined);
  const pairs = collidingPairs(one);
  const { otherBits, otherPasses } = compared;
  return {
    name: `${name}, ${isSwept ? 'swept, ' : ''}${JSON.stringify({ ...options, objectOf: options.objectOf !== undefined })}`,
    device: found.device,
    fallback: found.fallback,
    colliding: pairs.length,
    missed: pairs.filter(([f, g]) => !found.mayCollide(f, g)).length,
    faceCount: scene.mesh.faceCount,
    size: found.size,
    otherBits,
    otherPasses,
  };
}

/**
 * Adapters of the browser; the first device is destroyed as soon as it has its first passes to run.
 */
function losing(): GpuSource {
  let isFirst = true;
  return {
    requestAdapter: async () => {
      const adapter = await navigator.gpu.requestAdapter();
      if (!adapter) return null;
      const requestDevice = adapter.requestDevice.bind(adapter);
      adapter.requestDevice = async (descriptor) => {
        const made = await requestDevice(descriptor);
        if (isFirst) destroyAfter(made, 2);
        isFirst = false;
        return made;
      };
      return adapter;
    },
  };
}

function destroyAfter(made: GPUDevice, submissions: number): void {
  const { queue } = made;
  const submit = queue.submit.bind(queue);
  let count = 0;
  queue.submit = (commands) => {
    submit(commands);
    if (++count === submissions) made.destroy();
    return undefined;
  };
}

/** One context for all runs, since a browser allows few. */
const context = contextOf();

function contextOf(): WebGL2RenderingContext {
  return new OffscreenCanvas(1, 1).getContext('webgl2') as WebGL2RenderingContext;
}

/** Leaves a context as a program that draws may leave it: no query may depend on what is set. */
function disturb(gl: WebGL2RenderingContext): void {
  for (const name of ['BLEND', 'CULL_FACE', 'RASTERIZER_DISCARD', 'SCISSOR_TEST', 'STENCIL_TEST'] as const)
    gl.enable(gl[name]);
  gl.disable(gl.DEPTH_TEST);
  gl.depthRange(0.2, 0.4);
  gl.clearDepth(0.1);
  gl.scissor(0, 0, 1, 1);
  gl.cullFace(gl.FRONT_AND_BACK);
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, 1);
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 5);
  gl.bindVertexArray(gl.createVertexArray());
  gl.enableVertexAttribArray(0);
  gl.bindSampler(0, gl.createSampler());
  gl.activeTexture(gl.TEXTURE3);
}

/** Why a run of occlusion queries fails. */
async function reasonOf(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
    return 'it went well';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function stopQueries(): Promise<string[]> {
  const { scene } = all[all.length - 1];
  const cull = (gl: WebGL2RenderingContext, signal?: AbortSignal, mode: VisibilityOptions['mode'] = 'lossy') => {
    const queries = new OcclusionQueryDevice(gl, signal && { signal });
    return new VisibilityCuller(scene.mesh, { mode, resolution: 64, device: queries }).cullAsync(scene.x0);
  };
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('stopped')));
  const reasons = [await reasonOf(() => cull(context, stop.signal))];
  const gl = contextOf();
  setTimeout(() => gl.getExtension('WEBGL_lose_context')?.loseContext());
  for (const _ of ['in the middle', 'from the start']) reasons.push(await reasonOf(() => cull(gl)));
  return [
    ...reasons,
    await reasonOf(() => cull(context, undefined, 'conservative')),
    await reasonOf(() => cull(context)),
    await reasonOf(() => Promise.all([cull(context), cull(context)])),
  ];
}

window.visibility = {
  compareQueries: async () => {
    const next = forQueries.shift();
    disturb(context);
    return next === undefined ? null : compare(next, new OcclusionQueryDevice(context));
  },
  stopQueries,
  adapter: async () => (await navigator.gpu?.requestAdapter())?.info.architecture ?? null,
  caseCount: () => all.length,
  compare: (index) => compare(all[index], device),
  lose: async () => {
    const gpu = new WebGpuDevice({ softwareAdapter: true, gpu: losing() });
    const first = await compare(all[2], gpu);
    return [first, ...(await Promise.all([compare(all[2], gpu), compare(all[4], gpu)]))];
  },
};
