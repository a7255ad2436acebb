// The triangles of a model in the memory of a matrix, for the kernel that adds them to it
// (kernels/triangle-assembler.ts).
import { Block } from '../../../core/memory/block.ts';
import { DoubleColumn } from '../../../core/memory/double-column.ts';
import { ElementColumns, ElementDerivatives } from '../../../core/wasm/cloth.generated.ts';
import type { ClothModel } from '../model/cloth-model.ts';
import type { BlockMatrix } from './block-matrix.ts';

/** Adds stretch, shear, damping and drag of a model to one matrix. */
export class TriangleAssembler {
  /** The matrix that it adds to. */
  readonly matrix: BlockMatrix;
  private readonly columns: ElementColumns;
  private readonly count: number;
  private readonly positions: DoubleColumn;

  /** The full blocks of the matrix must be numbered like the edges of the model. */
  constructor({ triangles, topology, elements, particleCount }: ClothModel, matrix: BlockMatrix) {
    const { memory } = matrix;
    const put = (list: Float64Array): number => {
      const column = new DoubleColumn(memory, list.length);
      column.values.set(list);
      return column.pointer;
    };
    this.matrix = matrix;
    this.count = elements.stretch.length;
    this.positions = new DoubleColumn(memory, 3 * particleCount);
    const columns = new ElementColumns(memory, memory.allocate(ElementColumns.BYTES));
    columns.matrix = matrix.columns.address;
    columns.derivatives = memory.allocate(ElementDerivatives.BYTES);
    columns.triangles = new Block(memory).put(triangles).pointer;
    columns.edges = new Block(memory).put(topology.faceEdges).pointer;
    columns.gradient = put(elements.gradient);
    columns.stretch = put(elements.stretch);
    columns.shear = put(elements.shear);
    columns.damping = put(elements.damping);
    columns.drag = put(elements.drag);
    this.columns = columns;
  }

  /** Adds the triangles at positions x, for a step of h seconds. */
  assemble(x: Float64Array, h: number): void {
    this.positions.values.set(x);
    this.matrix.memory.kernels.assembleTriangles(this.columns.address, this.count, this.positions.pointer, h);
  }
}
