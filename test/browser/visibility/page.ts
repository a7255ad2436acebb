// A page that culls on its GPU; the test calls functions of its window.

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
import { OcclusionQueryDevice } from '../../../src/viewer/visibility/occlusion-query-device.ts';
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
   * The errors when a run is stopped, its context is lost or missing, and when neighbours matter;
   * and none.
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

/** From now on WebGL contexts are missing, or lost as soon as they have drawn. */
function breakContexts(isMissing: boolean): () => void {
  const { getContext } = OffscreenCanvas.prototype;
  OffscreenCanvas.prototype.getContext = function (this: OffscreenCanvas) {
    const gl = isMissing ? null : (getContext.call(this, 'webgl2') as WebGL2RenderingContext);
    if (gl) setTimeout(() => gl.getExtension('WEBGL_lose_context')?.loseContext());
    return gl;
  } as typeof getContext;
  return () => {
    OffscreenCanvas.prototype.getContext = getContext;
  };
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
  const cull = (signal?: AbortSignal, mode: VisibilityOptions['mode'] = 'lossy') => {
    const queries = new OcclusionQueryDevice(signal);
    return new VisibilityCuller(scene.mesh, { mode, resolution: 64, device: queries }).cullAsync(scene.x0);
  };
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('stopped')));
  const reasons = [await reasonOf(() => cull(stop.signal))];
  for (const isMissing of [false, true]) {
    const restore = breakContexts(isMissing);
    reasons.push(await reasonOf(() => cull()));
    restore();
  }
  return [...reasons, await reasonOf(() => cull(undefined, 'conservative')), await reasonOf(() => cull())];
}

window.visibility = {
  compareQueries: async () => {
    const next = forQueries.shift();
    return next === undefined ? null : compare(next, new OcclusionQueryDevice());
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
