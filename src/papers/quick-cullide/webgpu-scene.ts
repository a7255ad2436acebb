// A scene in the buffers of a GPU: rows of every axis with the items of every tile, and the state of the primitives.
import { type CullScene, rowLength, type ViewRows } from './device.ts';
import type { BinPipelines } from './webgpu-pipelines.ts';
import { GROUP, TILE } from './webgpu-shaders.ts';

/** Flags of `GPUBufferUsage`; the names are not there in every Node. */
export const USAGE = { mapRead: 1, copySource: 4, copyTarget: 8, uniform: 64, storage: 128 } as const;

/** Words an item: primitive, group, three vertices. */
const ITEM = 5;

/** Makes buffers, and destroys them all. */
export class BufferPool {
  private readonly device: GPUDevice;
  private readonly buffers: GPUBuffer[] = [];

  constructor(device: GPUDevice) {
    this.device = device;
  }

  /** Zero at first; no buffer is smaller than what a binding of any kind needs. */
  make(bytes: number, usage: number): GPUBuffer {
    const buffer = this.device.createBuffer({ size: Math.max(32, bytes), usage: usage | USAGE.copyTarget });
    this.buffers.push(buffer);
    return buffer;
  }

  put(values: Uint32Array | Int32Array, usage: number): GPUBuffer {
    const buffer = this.make(values.byteLength, usage);
    this.device.queue.writeBuffer(buffer, 0, values as Uint32Array<ArrayBuffer>);
    return buffer;
  }

  destroy(): void {
    for (const buffer of this.buffers) buffer.destroy();
  }
}

export interface Tiles {
  readonly across: number;
  readonly down: number;
}

export interface BinnedRows extends Tiles {
  readonly rows: GPUBuffer;
  readonly starts: GPUBuffer;
  readonly list: GPUBuffer;
}

export function tilesOf({ width, height }: ViewRows): Tiles {
  return { across: Math.ceil(width / TILE), down: Math.ceil(height / TILE) };
}

/** How many items all tiles have together: the rows say it before anything is counted on the device. */
export function listLengthOf({ rows }: ViewRows, length: number): number {
  let sum = 0;
  const tiles = (from: number) => Math.max(0, Math.floor(rows[from + 1] / TILE) - Math.floor(rows[from] / TILE) + 1);
  for (let row = 0; row < rows.length; row += length) sum += tiles(row) * tiles(row + 2);
  return sum;
}

/** Records the binning of one axis. */
export function binRows(
  device: GPUDevice,
  encoder: GPUCommandEncoder,
  pool: BufferPool,
  pipelines: BinPipelines,
  view: ViewRows,
  { itemCount, edgeCount }: CullScene,
): BinnedRows {
  const { across, down } = tilesOf(view);
  const length = rowLength(edgeCount);
  const rows = pool.put(view.rows, USAGE.storage);
  const starts = pool.make(4 * (across * down + 1), USAGE.storage);
  const next = pool.make(4 * across * down, USAGE.storage);
  const list = pool.make(4 * listLengthOf(view, length), USAGE.storage);
  const grid = pool.put(Uint32Array.of(across, across * down, itemCount, length), USAGE.uniform);
  const buffers = [grid, rows, starts, next, list];
  const pass = encoder.beginComputePass();
  pass.setBindGroup(0, bindGroup(device, pipelines.count, buffers));
  const run = (pipeline: GPUComputePipeline, x: number, y = 1) => {
    pass.setPipeline(pipeline);
    pass.dispatchWorkgroups(x, y);
  };
  run(pipelines.count, Math.ceil(itemCount / GROUP));
  run(pipelines.scan, 1);
  run(pipelines.scatter, Math.ceil(itemCount / GROUP));
  run(pipelines.order, across, down);
  pass.end();
  return { across, down, rows, starts, list };
}

export function bindGroup(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  buffers: readonly GPUBuffer[],
): GPUBindGroup {
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  return device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
}

/** Without groups of their own, primitives are groups. */
export function itemWords({ itemCount, primitiveOf, groupOf, corners }: CullScene): Uint32Array {
  const words = new Uint32Array(ITEM * itemCount);
  for (let i = 0; i < itemCount; i++) {
    const primitive = primitiveOf ? primitiveOf[i] : i;
    words[ITEM * i] = primitive;
    words[ITEM * i + 1] = groupOf ? groupOf[i] : primitive;
    if (corners) words.set(corners.subarray(4 * i, 4 * i + 3), ITEM * i + 2);
  }
  return words;
}

/** What this device has no room for, or null. Told before anything is sent, so that no run ends half way for it. */
export function limitFault(scene: CullScene, limits: GPUSupportedLimits): string | null {
  const { itemCount, primitiveCount, edgeCount, axes } = scene;
  const length = rowLength(edgeCount);
  const words = axes.flatMap((view) => {
    const { across, down } = tilesOf(view);
    return [view.rows.length, listLengthOf(view, length), across * down + 1];
  });
  const bytes = 4 * Math.max(ITEM * itemCount, primitiveCount, ...words);
  const most = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  if (bytes > most) return `The scene needs a buffer of ${bytes} bytes; the GPU takes ${most}.`;
  const groups = Math.ceil(Math.max(itemCount, primitiveCount) / GROUP);
  const dispatched = limits.maxComputeWorkgroupsPerDimension;
  return groups > dispatched ? `The scene needs ${groups} workgroups; the GPU takes ${dispatched}.` : null;
}
