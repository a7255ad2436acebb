// Rows of all items for the views of a scene, at one instant or over a step: vertices are snapped to the grid of the view, then every
// triangle or prism gets bounds that its snapped corners keep (assembly/view-rows.ts). docs/papers/quick-cullide.md derives the margins.
import { type VisibilityKernels, visibilityKernels } from '../../core/kernels/visibility-kernels.ts';
import { Block } from '../../core/memory/block.ts';
import { KernelMemory } from '../../core/memory/kernel-memory.ts';
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { rowLength, type ViewRows } from './device.ts';
import { QUARTER, type ViewGrid } from './view-grid.ts';

/** Nine corners of three 8-byte numbers: both ends and the middle of a prism. */
const SCRATCH = 9 * 24;

export class RowWriter {
  private readonly memory = new KernelMemory<VisibilityKernels>(visibilityKernels);
  private readonly corners = new Block(this.memory);
  private readonly positions = new Block(this.memory);
  private readonly points: readonly Block[] = [new Block(this.memory), new Block(this.memory)];
  private readonly rows = new Block(this.memory);
  private readonly scratch = this.memory.allocate(SCRATCH);
  private itemCount = 0;

  /** Four words an item, in rendering order: three vertices and one that is none. */
  setItems(corners: Uint32Array): void {
    this.itemCount = corners.length / 4;
    this.corners.put(corners);
  }

  /** Positions at one instant, or at both ends of a step. */
  write(positions: readonly Positions[], grid: ViewGrid, isLossy: boolean): ViewRows {
    const { memory, itemCount, scratch } = this;
    const { width, height } = grid;
    const length = itemCount * rowLength(positions.length === 2 ? 6 : 3);
    this.rows.reserve(4 * length);
    positions.forEach((x, k) => {
      this.snap(x, grid, this.points[k]);
    });
    const corners = this.corners.pointer;
    const rows = this.rows.pointer;
    const [points, moved] = this.points.map(({ pointer }) => pointer);
    if (isLossy) memory.kernels.sampleRows(corners, itemCount, points, width, height, scratch, rows);
    else if (positions.length === 1)
      memory.kernels.triangleRows(corners, itemCount, points, width, height, scratch, rows);
    else memory.kernels.prismRows(corners, itemCount, points, moved, width, height, scratch, rows);
    return { width, height, rows: memory.i32(rows, length).slice() };
  }

  private snap(x: Positions, { order, origin, scale, depthScale }: ViewGrid, points: Block): void {
    const { memory, positions } = this;
    points.reserve(4 * x.length);
    positions.reserve(8 * x.length);
    memory.f64(positions.pointer, x.length).set(x);
    for (let k = 0; k < 3; k++) {
      const factor = k === 2 ? depthScale : scale;
      const out = points.pointer + 4 * k;
      memory.kernels.snapPoints(positions.pointer, x.length / 3, order[k], QUARTER * origin[k], factor, out);
    }
  }
}
