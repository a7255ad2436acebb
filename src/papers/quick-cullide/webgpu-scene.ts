// Puts a scene into the buffers of a GPU: the rows of every axis with the items of every tile.
// Checks the limits of the GPU.
import { type CullScene, rowLength, type ViewRows } from './visibility-device.ts';
import type { Pipelines } from './webgpu-pipelines.ts';
import { GROUP, TILE } from './webgpu-shaders.ts';

/** Flags of `GPUBufferUsage`; some versions of Node do not define these names. */
export const USAGE = { mapRead: 1, copySource: 4, copyTarget: 8, uniform: 64, storage: 128 } as const;

/** u32 per item: primitive, group, three vertices. */
const ITEM_LENGTH = 5;

/** Makes the buffers of a run, and destroys them all at its end. */
export class BufferPool {
  /** The device that has the buffers. */
  readonly device: GPUDevice;
  private readonly buffers: GPUBuffer[] = [];

  constructor(device: GPUDevice) {
    this.device = device;
  }

  /** A buffer of zeros, of at least the size that a binding of any kind needs. */
  make(bytes: number, usage: number): GPUBuffer {
    const buffer = this.device.createBuffer({ size: Math.max(32, bytes), usage: usage | USAGE.copyTarget });
    this.buffers.push(buffer);
    return buffer;
  }

  /** A buffer with these values, 32 bits each. */
  put(values: ArrayLike<number>, usage: number): GPUBuffer {
    const buffer = this.make(4 * values.length, usage);
    this.device.queue.writeBuffer(buffer, 0, new Int32Array(values));
    return buffer;
  }

  /** Binds buffers to a pipeline, in order. */
  bind(pipeline: GPUComputePipeline, buffers: readonly GPUBuffer[]): GPUBindGroup {
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    return this.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  }

  /** Destroys all buffers. */
  destroy(): void {
    for (const buffer of this.buffers) buffer.destroy();
  }
}

/** The rows of one axis on the GPU, with the items of every tile. */
export interface BinnedRows {
  /** Tiles in a line of tiles. */
  readonly across: number;
  /** Lines of tiles. */
  readonly down: number;
  /** The rows of all items. */
  readonly rows: GPUBuffer;
  /** Where the items of every tile start in `list`, and where the last ones end. */
  readonly starts: GPUBuffer;
  /** Items by tile, in rendering order. */
  readonly list: GPUBuffer;
}

/** How many tiles a view has. */
function tilesOf({ width, height }: ViewRows): Pick<BinnedRows, 'across' | 'down'> {
  return { across: Math.ceil(width / TILE), down: Math.ceil(height / TILE) };
}

/**
 * The number of items of all tiles together, computed from the rows before anything is sent to the
 * GPU.
 */
function listLengthOf({ rows }: ViewRows, length: number): number {
  let sum = 0;
  const tiles = (from: number) => Math.max(0, Math.floor(rows[from + 1] / TILE) - Math.floor(rows[from] / TILE) + 1);
  for (let row = 0; row < rows.length; row += length) sum += tiles(row) * tiles(row + 2);
  return sum;
}

/** Encodes the binning of one axis. */
export function binRows(
  pool: BufferPool,
  encoder: GPUCommandEncoder,
  pipelines: Pipelines,
  view: ViewRows,
  { itemCount, edgeCount }: CullScene,
): BinnedRows {
  const { across, down } = tilesOf(view);
  const length = rowLength(edgeCount);
  const rows = pool.put(view.rows, USAGE.storage);
  const starts = pool.make(4 * (across * down + 1), USAGE.storage);
  const next = pool.make(4 * across * down, USAGE.storage);
  const list = pool.make(4 * listLengthOf(view, length), USAGE.storage);
  const grid = pool.put([across, across * down, itemCount, length], USAGE.uniform);
  const pass = encoder.beginComputePass();
  pass.setBindGroup(0, pool.bind(pipelines.count, [grid, rows, starts, next, list]));
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

/**
 * The table of items that shaders read, `ITEM_LENGTH` u32 each. In a scene without groups, each
 * primitive is a group.
 */
export function itemTable({ itemCount, primitiveOf, groupOf, corners }: CullScene): Uint32Array {
  const table = new Uint32Array(ITEM_LENGTH * itemCount);
  for (let i = 0; i < itemCount; i++) {
    const primitive = primitiveOf ? primitiveOf[i] : i;
    table[ITEM_LENGTH * i] = primitive;
    table[ITEM_LENGTH * i + 1] = groupOf ? groupOf[i] : primitive;
    if (corners) table.set(corners.subarray(4 * i, 4 * i + 3), ITEM_LENGTH * i + 2);
  }
  return table;
}

/**
 * Returns the limit that a scene exceeds, in words, or null. It is checked before anything is sent,
 * so that no run starts that cannot finish.
 */
export function limitFault(scene: CullScene, limits: GPUSupportedLimits): string | null {
  const { itemCount, primitiveCount, edgeCount, axes } = scene;
  const length = rowLength(edgeCount);
  const lengths = axes.flatMap((view) => {
    const { across, down } = tilesOf(view);
    return [view.rows.length, listLengthOf(view, length), across * down + 1];
  });
  const bytes = 4 * Math.max(ITEM_LENGTH * itemCount, primitiveCount, ...lengths);
  const most = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  if (bytes > most) return `The scene needs a buffer of ${bytes} bytes; the GPU takes ${most}.`;
  const groups = Math.ceil(Math.max(itemCount, primitiveCount) / GROUP);
  const dispatched = limits.maxComputeWorkgroupsPerDimension;
  return groups > dispatched ? `The scene needs ${groups} workgroups; the GPU takes ${dispatched}.` : null;
}
