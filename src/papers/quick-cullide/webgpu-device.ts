// The device on a GPU, by compute shaders of WebGPU. It agrees with the raster device bit for bit, and hands over to it whatever a GPU
// cannot do: without an adapter, on a software adapter, when the device is lost, when a scene exceeds a limit. The answer says why.
import type { CullAnswer, CullScene, CullSettings, VisibilityDevice } from './device.ts';
import { RasterDevice } from './raster-device.ts';
import { PipelineCache } from './webgpu-pipelines.ts';
import { runOnGpu } from './webgpu-run.ts';
import { limitFault } from './webgpu-scene.ts';

/** As `navigator.gpu`; declared by what is used of it, since older type libraries do not know `GPU`. */
export interface GpuSource {
  requestAdapter(options?: { readonly powerPreference?: 'high-performance' }): Promise<unknown>;
}

export interface WebGpuOptions {
  /** Where adapters come from: by default `navigator.gpu`, or in Node the package `webgpu` where it is installed. */
  readonly gpu?: GpuSource;
  /** Whether an adapter in software will do. It is slower than the raster device: for tests. Default false. */
  readonly softwareAdapter?: boolean;
}

interface Connection {
  readonly device: GPUDevice;
  readonly cache: PipelineCache;
}

export class WebGpuDevice implements VisibilityDevice {
  readonly name = 'webgpu';
  private readonly options: WebGpuOptions;
  private readonly raster = new RasterDevice();
  private connected: Promise<Connection> | undefined;
  /** Calls wait for each other: the errors that a GPU reports do not say whose they are. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(options: WebGpuOptions = {}) {
    this.options = options;
  }

  cull(scene: CullScene, settings: CullSettings): Promise<CullAnswer> {
    const answer = this.last.then(() => this.answer(scene, settings));
    this.last = answer.catch(() => {});
    return answer;
  }

  private async answer(scene: CullScene, settings: CullSettings): Promise<CullAnswer> {
    try {
      if (scene.primitiveCount === 0) return { ...this.raster.cull(scene, settings), device: this.name };
      this.connected ??= this.connect();
      return await run(await this.connected, scene, settings);
    } catch (error) {
      const fallback = error instanceof Error ? error.message : String(error);
      return { ...this.raster.cull(scene, settings), fallback };
    }
  }

  /** A device that was lost is asked for anew at the next call. */
  private async connect(): Promise<Connection> {
    const device = await requestDevice(this.options);
    device.lost.then(() => {
      this.connected = undefined;
    });
    return { device, cache: new PipelineCache(device) };
  }
}

async function requestDevice({ gpu, softwareAdapter = false }: WebGpuOptions): Promise<GPUDevice> {
  const source = gpu ?? globalThis.navigator?.gpu ?? (await nodeGpu());
  if (!source) throw new Error('There is no WebGPU here.');
  const adapter = (await source.requestAdapter({ powerPreference: 'high-performance' })) as GPUAdapter | null;
  if (!adapter) throw new Error('There is no WebGPU adapter.');
  if (adapter.info.isFallbackAdapter && !softwareAdapter) throw new Error('The only WebGPU adapter is in software.');
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  return adapter.requestDevice({ requiredLimits: { maxBufferSize, maxStorageBufferBindingSize } });
}

/** The name is in a variable so that bundlers, which need not have the package, leave the import alone. */
async function nodeGpu(): Promise<GpuSource | null> {
  const name = 'webgpu';
  try {
    const { create } = (await import(/* @vite-ignore */ name)) as { create(options: string[]): GpuSource };
    return create([]);
  } catch {
    return null;
  }
}

/** Throws if anything goes wrong on the way, such as the loss of the device: what it gives back is whole. */
async function run({ device, cache }: Connection, scene: CullScene, settings: CullSettings): Promise<CullAnswer> {
  const fault = limitFault(scene, device.limits);
  if (fault) throw new Error(fault);
  const lost = device.lost.then(({ message }): never => {
    throw new Error(`The GPU was lost. ${message}`.trim());
  });
  // When it is no longer waited for, it may fail unheard.
  lost.catch(() => {});
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  const work = runOnGpu(device, cache, scene, settings).catch((error: Error) => error);
  const outcome = await Promise.race([work, lost]);
  const [memory, validation] = await Promise.race([
    Promise.all([device.popErrorScope(), device.popErrorScope()]),
    lost,
  ]);
  const error = memory ?? validation;
  if (error) throw new Error(`The GPU failed. ${error.message}`);
  if (outcome instanceof Error) throw outcome;
  return outcome;
}
