// Forces of a cloth and the matrix of an implicit step. A triangle has warp wu and weft wv, linear
// in its corners, and the energy
// area/2 · (stretch (|wu| − 1)² + stretch (|wv| − 1)² + shear (wu · wv)²). [Baraff–Witkin §4]
// Departs from the paper: energy is proportional to area, not area², so that stiffness does not
// depend on the mesh. Hinges bend by a quadratic form (bending.ts). Every part of the matrix is
// positive semi-definite by itself. kernels/triangle-assembler.ts assembles the triangles.
import { DoubleColumn } from '../../../core/memory/double-column.ts';
import { ElementColumns, ElementDerivatives } from '../../../core/wasm/cloth.generated.ts';
import type { ClothModel } from '../model/cloth-model.ts';
import { Bending } from './bending.ts';
import { BlockMatrix, place } from './block-matrix.ts';

/** Replaces a length of zero in a division: the numerator is zero too. */
const MIN_LENGTH = 1e-12;

/** Forces and matrix of a model under gravity. */
export class ClothForces {
  /** M + h D + h² K of the last `assemble`: masses, damping and drag, stiffness. */
  readonly matrix: BlockMatrix;
  readonly #bending: Bending;
  readonly #model: ClothModel;
  readonly #gravity: ArrayLike<number>;
  readonly #columns: ElementColumns;
  readonly #positions: DoubleColumn;
  /** wu and wv of a triangle. */
  readonly #w = new Float64Array(6);

  /** Gravity in m/s². */
  constructor(model: ClothModel, gravity: ArrayLike<number>) {
    const { triangles, topology, elements, particleCount } = model;
    this.#model = model;
    this.#gravity = gravity;
    this.#bending = new Bending(model);
    this.matrix = new BlockMatrix(this.#bending.full, this.#bending.scalar);
    const { memory } = this.matrix;
    this.#positions = new DoubleColumn(memory, 3 * particleCount);
    const columns = new ElementColumns(memory, memory.allocate(ElementColumns.BYTES));
    columns.matrix = this.matrix.columns.address;
    columns.derivatives = memory.allocate(ElementDerivatives.BYTES);
    columns.triangles = place(memory, triangles);
    columns.edges = place(memory, topology.faceEdges);
    columns.gradient = place(memory, elements.gradient);
    columns.stretch = place(memory, elements.stretch);
    columns.shear = place(memory, elements.shear);
    columns.damping = place(memory, elements.damping);
    columns.drag = place(memory, elements.drag);
    this.#columns = columns;
  }

  /**
   * Writes the forces of energy and gravity in N per particle. Damping and drag are in the matrix
   * alone.
   */
  evaluate(x: Float64Array, out: Float64Array): void {
    const { mass, elements } = this.#model;
    for (let i = 0; i < out.length; i++) out[i] = mass[(i / 3) | 0] * this.#gravity[i % 3];
    for (let t = 0; t < elements.stretch.length; t++) this.#addTriangle(t, x, out);
    this.#bending.addForces(x, out);
  }

  /** Sets the matrix at positions x, for a step of h seconds. */
  assemble(x: Float64Array, h: number): void {
    const { memory } = this.matrix;
    this.#bending.initialize(this.matrix, h);
    this.#positions.values.set(x);
    const count = this.#model.elements.stretch.length;
    memory.kernels.assembleTriangles(this.#columns.address, count, this.#positions.pointer, h);
  }

  #addTriangle(t: number, x: Float64Array, out: Float64Array): void {
    const { triangles, elements } = this.#model;
    const { gradient } = elements;
    const w = this.#w;
    this.#model.warpWeft(t, x, w);
    const uLength = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) || MIN_LENGTH;
    const vLength = Math.sqrt(w[3] * w[3] + w[4] * w[4] + w[5] * w[5]) || MIN_LENGTH;
    const a = (elements.stretch[t] * (uLength - 1)) / uLength;
    const b = (elements.stretch[t] * (vLength - 1)) / vLength;
    const c = elements.shear[t] * (w[0] * w[3] + w[1] * w[4] + w[2] * w[5]);
    const p = 3 * triangles[3 * t];
    const q = 3 * triangles[3 * t + 1];
    const r = 3 * triangles[3 * t + 2];
    for (let k = 0; k < 3; k++) {
      const byU = a * w[k] + c * w[3 + k];
      const byV = b * w[3 + k] + c * w[k];
      const f1 = gradient[4 * t] * byU + gradient[4 * t + 2] * byV;
      const f2 = gradient[4 * t + 1] * byU + gradient[4 * t + 3] * byV;
      out[q + k] -= f1;
      out[r + k] -= f2;
      out[p + k] += f1 + f2;
    }
  }
}
