// The device on a GPU, by compute shaders of WebGPU. It agrees with the raster device bit for bit.
// The raster device answers instead if there is no adapter or a software adapter only, if the GPU
// is lost, or if a scene exceeds a limit; the answer says why.

import { RasterDevice } from './raster-device.ts';
import type { CullAnswer, CullScene, CullSettings, VisibilityDevice } from './visibility-device.ts';
import { PipelineCache } from './webgpu-pipelines.ts';
import { runOnGpu } from './webgpu-run.ts';
import { limitFault } from './webgpu-scene.ts';

/** The part of `navigator.gpu` that is used; older type libraries do not declare `GPU`. */
export interface GpuSource {
  /** Resolves to a `GPUAdapter`, or null. */
  requestAdapter(options?: { readonly powerPreference?: 'high-performance' }): Promise<unknown>;
}

/** Which adapter a `WebGpuDevice` may use. */
export interface WebGpuOptions {
  /**
   * Where adapters come from: by default `navigator.gpu`, or in Node the package `webgpu` if it is
   * installed.
   */
  readonly gpu?: GpuSource;
  /**
   * Whether to use a software adapter, for tests: it is slower than the raster device. Default
   * false.
   */
  readonly softwareAdapter?: boolean;
}

interface Connection {
  readonly device: GPUDevice;
  readonly cache: PipelineCache;
}

/** Renders on a GPU; asynchronous. It connects on its first call. */
export class WebGpuDevice implements VisibilityDevice {
  /** Which device it is. */
  readonly name = 'webgpu';
  private readonly options: WebGpuOptions;
  private readonly raster = new RasterDevice();
  private connected: Promise<Connection> | undefined;
  /**
   * Calls run one after the other: an error that a GPU reports does not say which call caused it.
   */
  private last: Promise<unknown> = Promise.resolve();

  /** Only stores the options. */
  constructor(options: WebGpuOptions = {}) {
    this.options = options;
  }

  /**
   * Culls the primitives of a scene. It does not reject when the GPU fails: the raster device then
   * answers, and `fallback` says what went wrong.
   */
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

  /** After a loss the next call connects again. */
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

/**
 * Loads the optional package `webgpu`. Its name is in a variable, so that bundlers do not try to
 * resolve the import.
 */
async function nodeGpu(): Promise<GpuSource | null> {
  const name = 'webgpu';
  try {
    const { create } = (await import(/* @vite-ignore */ name)) as { create(options: string[]): GpuSource };
    return create([]);
  } catch {
    return null;
  }
}

/**
 * Runs a scene. Throws if anything fails, for example if the GPU is lost, so that an answer is
 * always complete.
 */
async function run({ device, cache }: Connection, scene: CullScene, settings: CullSettings): Promise<CullAnswer> {
  const fault = limitFault(scene, device.limits);
  if (fault) throw new Error(fault);
  const lost = device.lost.then(({ message }): never => {
    throw new Error(`The GPU was lost. ${message}`.trim());
  });
  // Nothing awaits this promise after the run: a later rejection must not count as unhandled.
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
