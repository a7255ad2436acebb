// The triangles of a model beside a matrix, in the memory of the kernel that adds them to it (assembly/cloth-triangles.ts).
import { Block } from '../../core/memory/block.ts';
import { DoubleColumn } from '../../core/memory/double-column.ts';
import type { BlockMatrix } from './block-matrix.ts';
import type { ClothModel } from './cloth-model.ts';

export class TriangleAssembler {
  readonly matrix: BlockMatrix;
  private readonly table: number;
  private readonly count: number;
  private readonly positions: DoubleColumn;

  constructor({ triangles, topology, rows, particleCount }: ClothModel, matrix: BlockMatrix) {
    const { memory } = matrix;
    const ids = (list: Uint32Array): number => new Block(memory).put(list).pointer;
    const doubles = (list: Float64Array): number => {
      const column = new DoubleColumn(memory, list.length);
      column.values.set(list);
      return column.pointer;
    };
    const { gradient, stretch, shear, damping, drag } = rows;
    this.matrix = matrix;
    this.count = stretch.length;
    this.positions = new DoubleColumn(memory, 3 * particleCount);
    this.table = ids(
      Uint32Array.of(
        ids(triangles),
        ids(topology.faceEdges),
        ...[gradient, stretch, shear, damping, drag].map(doubles),
        matrix.table,
      ),
    );
  }

  /** Adds what the triangles have at these positions for a step h. */
  assemble(x: Float64Array, h: number): void {
    this.positions.values.set(x);
    this.matrix.memory.kernels.assembleTriangles(this.table, this.count, this.positions.pointer, h);
  }
}
