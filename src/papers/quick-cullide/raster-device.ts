// The device that always is there: tiles of 64 × 64 pixels on the processor, four pixels at a time (assembly/visible-raster.ts). The reference
// for every other one. Deterministic bit for bit: whole numbers only, in one order.
import { type VisibilityKernels, visibilityKernels } from '../../core/kernels/visibility-kernels.ts';
import { Block } from '../../core/memory/block.ts';
import { KernelMemory } from '../../core/memory/kernel-memory.ts';
import type { CullAnswer, CullScene, CullSettings, ViewRows, VisibilityDevice } from './device.ts';
import { runRounds } from './pass-loop.ts';
import { Witnesses } from './witnesses.ts';

const TILE = 64;
/** Bytes that a layer of a tile takes: a depth and an id for every pixel. */
const LAYER = 8 * TILE * TILE;

/** The rows of one axis in memory, and which items each tile has. */
class TiledRows {
  private readonly memory: KernelMemory<VisibilityKernels>;
  private readonly blocks: Record<'rows' | 'starts' | 'next' | 'list', Block>;
  across = 0;
  tileCount = 0;

  constructor(memory: KernelMemory<VisibilityKernels>) {
    this.memory = memory;
    const block = () => new Block(memory);
    this.blocks = { rows: block(), starts: block(), next: block(), list: block() };
  }

  get rows(): number {
    return this.blocks.rows.pointer;
  }

  get starts(): number {
    return this.blocks.starts.pointer;
  }

  get list(): number {
    return this.blocks.list.pointer;
  }

  set({ rows: values, width, height }: ViewRows, itemCount: number): void {
    const { memory, blocks } = this;
    const { kernels } = memory;
    this.across = Math.ceil(width / TILE);
    this.tileCount = this.across * Math.ceil(height / TILE);
    const { pointer: rows } = blocks.rows.put(values);
    const { pointer: starts } = blocks.starts.put(new Uint32Array(this.tileCount + 1));
    const bytes = (4 * values.length) / Math.max(1, itemCount);
    const total = kernels.countTiles(rows, bytes, itemCount, this.across, this.tileCount, starts);
    const { pointer: next } = blocks.next.put(memory.u32(starts, this.tileCount).slice());
    const { pointer: list } = blocks.list.reserve(4 * total);
    kernels.fillTiles(rows, bytes, itemCount, this.across, next, list);
  }
}

export class RasterDevice implements VisibilityDevice {
  readonly name = 'raster';
  private readonly memory = new KernelMemory<VisibilityKernels>(visibilityKernels);
  private readonly axes: TiledRows[] = [];
  private readonly primitiveOf = new Block(this.memory);
  private readonly groupOf = new Block(this.memory);
  private readonly corners = new Block(this.memory);
  private readonly bits = new Block(this.memory);
  private readonly fail = new Block(this.memory);
  private readonly witnesses = new Witnesses(this.memory);
  private readonly layers = new Block(this.memory);
  /** For one tile: an outline, and its items. */
  private readonly scratch = new Block(this.memory);

  cull(scene: CullScene, settings: CullSettings): CullAnswer {
    const { memory } = this;
    const { itemCount, primitiveCount, edgeCount, views } = scene;
    this.take(scene);
    this.layers.reserve(LAYER * settings.listLength);
    this.scratch.reserve(16 + 4 * itemCount);
    this.bits.reserve(primitiveCount);
    this.fail.reserve(primitiveCount);
    this.witnesses.prepare(scene);
    const bits = memory.u8(this.bits.pointer, primitiveCount).fill(0);
    if (scene.startBits) bits.set(scene.startBits);
    const fail = memory.u8(this.fail.pointer, primitiveCount);
    const pointer = (block: Block, values: Uint32Array | null) => (values === null ? 0 : block.pointer);
    const primitiveOf = pointer(this.primitiveOf, scene.primitiveOf);
    // Without groups of their own, primitives are groups.
    const groupOf = scene.groupOf === null ? primitiveOf : this.groupOf.pointer;
    const corners = pointer(this.corners, scene.corners);
    return runRounds(scene, settings, 'raster', { bits, fail }, ({ view, isSecond, isDone, isHidden }) => {
      const { axis, flipped } = views[view];
      const { rows, starts, list, across, tileCount } = this.axes[axis];
      const pass = 2 * view + Number(isSecond);
      const witness = this.witnesses.recall(pass, this.bits.pointer, this.fail.pointer, isDone, isHidden, corners);
      memory.kernels.visibilityPass(
        rows,
        edgeCount,
        starts,
        list,
        across,
        tileCount,
        primitiveOf,
        groupOf,
        corners,
        this.bits.pointer,
        this.fail.pointer,
        witness,
        isDone,
        isHidden,
        isSecond,
        flipped,
        settings.touching,
        settings.listLength,
        this.layers.pointer,
        this.scratch.pointer,
      );
    });
  }

  private take({ itemCount, axes, primitiveOf, groupOf, corners }: CullScene): void {
    for (let i = 0; i < axes.length; i++) {
      this.axes[i] ??= new TiledRows(this.memory);
      this.axes[i].set(axes[i], itemCount);
    }
    if (primitiveOf) this.primitiveOf.put(primitiveOf);
    if (groupOf) this.groupOf.put(groupOf);
    if (corners) this.corners.put(corners);
  }
}
