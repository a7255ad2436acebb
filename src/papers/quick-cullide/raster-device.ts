// The device that is always available: tiles of 64 × 64 pixels on the CPU, four pixels at a time
// (kernels/visibility-pass.ts). It is the reference for every other device. It uses only integers
// in a fixed order, so the answer is the same bit for bit on every machine.
import { Block } from '../../core/memory/block.ts';
import { KernelMemory } from '../../core/memory/kernel-memory.ts';
import {
  PassContext,
  TileBins,
  type VisibilityKernels,
  visibilityKernels,
} from '../../core/wasm/visibility.generated.ts';
import { runRounds } from './run-rounds.ts';
import type { CullAnswer, CullScene, CullSettings, ViewRows, VisibilityDevice } from './visibility-device.ts';
import { Witnesses } from './witnesses.ts';

/** The rows of one axis in linear memory, with the items of every tile. */
class TiledRows {
  readonly bins: TileBins;
  private readonly memory: KernelMemory<VisibilityKernels>;
  private readonly rows: Block;
  private readonly starts: Block;
  private readonly list: Block;

  constructor(memory: KernelMemory<VisibilityKernels>) {
    this.memory = memory;
    this.bins = new TileBins(memory, memory.allocate(TileBins.BYTES));
    this.rows = new Block(memory);
    this.starts = new Block(memory);
    this.list = new Block(memory);
  }

  set({ rows, width, height }: ViewRows, itemCount: number): void {
    const { memory, bins } = this;
    const { kernels } = memory;
    const tile = kernels.TILE.value;
    const across = Math.ceil(width / tile);
    const tileCount = across * Math.ceil(height / tile);
    bins.itemCount = itemCount;
    bins.rowBytes = (4 * rows.length) / Math.max(1, itemCount);
    bins.across = across;
    bins.tileCount = tileCount;
    bins.rows = this.rows.put(rows).pointer;
    bins.starts = this.starts.put(new Uint32Array(tileCount + 2)).pointer;
    const total = kernels.countTileItems(bins.address);
    bins.list = this.list.reserve(4 * total).pointer;
    kernels.fillTileLists(bins.address);
  }
}

/**
 * Renders on the CPU; synchronous. It has its own linear memory, which is reused from call to call.
 */
export class RasterDevice implements VisibilityDevice {
  /** Which device it is. */
  readonly name = 'raster';
  private readonly memory = new KernelMemory<VisibilityKernels>(visibilityKernels);
  private readonly context = new PassContext(this.memory, this.memory.allocate(PassContext.BYTES));
  private readonly axes: TiledRows[] = [];
  private readonly primitiveOf = new Block(this.memory);
  private readonly groupOf = new Block(this.memory);
  private readonly corners = new Block(this.memory);
  private readonly bits = new Block(this.memory);
  private readonly fail = new Block(this.memory);
  private readonly witnesses = new Witnesses(this.memory, this.context);
  private readonly layers = new Block(this.memory);
  private readonly scratch = new Block(this.memory);

  /** Culls the primitives of a scene. */
  cull(scene: CullScene, settings: CullSettings): CullAnswer {
    const { memory, context } = this;
    const { primitiveCount, startBits, views } = scene;
    this.setScene(scene);
    context.touching = settings.touching;
    context.layerCount = settings.listLength;
    context.layers = this.layers.reserve(memory.kernels.LAYER_BYTES.value * settings.listLength).pointer;
    this.witnesses.prepare(scene);
    // Nothing is allocated from here on, so the views stay valid.
    const bits = memory.u8(context.bits, primitiveCount).fill(0);
    if (startBits) bits.set(startBits);
    const fail = memory.u8(context.fail, primitiveCount);
    return runRounds(scene, settings, 'raster', { bits, fail }, ({ view, isSecond, untestedBits, unrenderedBits }) => {
      const { axis, flipped } = views[view];
      context.bins = this.axes[axis].bins.address;
      context.flipped = flipped;
      context.reversed = isSecond;
      context.untestedBits = untestedBits;
      context.unrenderedBits = unrenderedBits;
      this.witnesses.recall(2 * view + Number(isSecond));
      memory.kernels.visibilityPass(context.address);
    });
  }

  private setScene({ itemCount, primitiveCount, edgeCount, axes, primitiveOf, groupOf, corners }: CullScene): void {
    const { context } = this;
    const put = (block: Block, ids: Uint32Array | null) => (ids === null ? 0 : block.put(ids).pointer);
    for (let i = 0; i < axes.length; i++) {
      this.axes[i] ??= new TiledRows(this.memory);
      this.axes[i].set(axes[i], itemCount);
    }
    context.edgeCount = edgeCount;
    context.primitiveCount = primitiveCount;
    context.primitiveOf = put(this.primitiveOf, primitiveOf);
    // Without groups of their own, primitives are groups.
    context.groupOf = groupOf === null ? context.primitiveOf : put(this.groupOf, groupOf);
    context.corners = put(this.corners, corners);
    context.bits = this.bits.reserve(primitiveCount).pointer;
    context.fail = this.fail.reserve(primitiveCount).pointer;
    // An outline and one u32 per item of a tile.
    context.scratch = this.scratch.reserve(16 + 4 * itemCount).pointer;
  }
}
