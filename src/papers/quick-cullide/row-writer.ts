// Writes the rows of all items for one view, at one instant or over a step: snaps vertices to the
// grid of the view, then bounds every triangle or prism by its snapped corners
// (kernels/view-rows.ts). docs/papers/quick-cullide.md derives the margins.
import { Block } from '../../core/memory/block.ts';
import { KernelMemory } from '../../core/memory/kernel-memory.ts';
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { RowContext, type VisibilityKernels, visibilityKernels } from '../../core/wasm/visibility.generated.ts';
import { QUARTER, type ViewGrid } from './view-grid.ts';
import { rowLength, type ViewRows } from './visibility-device.ts';

/** Writes rows. It has its own linear memory, which is reused from call to call. */
export class RowWriter {
  private readonly memory = new KernelMemory<VisibilityKernels>(visibilityKernels);
  private readonly context = new RowContext(this.memory, this.memory.allocate(RowContext.BYTES));
  private readonly corners = new Block(this.memory);
  private readonly positions = new Block(this.memory);
  private readonly points = new Block(this.memory);
  private readonly movedPoints = new Block(this.memory);
  private readonly rows = new Block(this.memory);

  constructor() {
    const { memory, context } = this;
    context.scratch = memory.allocate(memory.kernels.ROW_SCRATCH_BYTES.value);
  }

  /**
   * Sets the items, in rendering order: four u32 each, three vertices and one that is no vertex.
   */
  setItems(corners: Uint32Array): void {
    this.context.itemCount = corners.length / 4;
    this.context.corners = this.corners.put(corners).pointer;
  }

  /** Returns the rows for positions at one instant, or at both ends of a step. */
  write(positions: readonly Positions[], grid: ViewGrid, isLossy: boolean): ViewRows {
    const { memory, context } = this;
    const { kernels } = memory;
    const { width, height } = grid;
    const isStep = positions.length === 2;
    const length = context.itemCount * rowLength(isStep ? 6 : 3);
    context.width = width;
    context.height = height;
    context.rows = this.rows.reserve(4 * length).pointer;
    context.points = this.snap(positions[0], grid, this.points);
    if (isStep) context.movedPoints = this.snap(positions[1], grid, this.movedPoints);
    if (isLossy) kernels.sampleRows(context.address);
    else if (isStep) kernels.prismRows(context.address);
    else kernels.triangleRows(context.address);
    return { width, height, rows: memory.i32(context.rows, length).slice() };
  }

  /** Returns the pointer to the snapped vertices. */
  private snap(x: Positions, { order, origin, scale, depthScale }: ViewGrid, points: Block): number {
    const { memory, positions } = this;
    points.reserve(4 * x.length);
    positions.reserve(8 * x.length);
    memory.f64(positions.pointer, x.length).set(x);
    for (let k = 0; k < 3; k++) {
      const factor = k === 2 ? depthScale : scale;
      const out = points.pointer + 4 * k;
      memory.kernels.snapPoints(positions.pointer, x.length / 3, order[k], QUARTER * origin[k], factor, out);
    }
    return points.pointer;
  }
}
