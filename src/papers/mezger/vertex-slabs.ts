// The interval of every vertex along each direction, at one instant or over the step [Mezger §3.1]:
// volumes of leaves are the union of these.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { type Directions, project } from './directions.ts';

/** Slabs of all vertices. */
export class VertexSlabs {
  /** Lower ends, one number per vertex and direction. */
  readonly least: Float64Array;
  /** Upper ends; the same array as `least` unless slabs are swept. */
  readonly greatest: Float64Array;
  private readonly directions: Directions;
  private readonly vertexCount: number;
  private readonly shifts: Float64Array;

  constructor(vertexCount: number, directions: Directions, isSwept: boolean) {
    const length = directions.count * vertexCount;
    this.directions = directions;
    this.vertexCount = vertexCount;
    this.least = new Float64Array(length);
    this.greatest = isSwept ? new Float64Array(length) : this.least;
    this.shifts = new Float64Array(isSwept ? length : 0);
  }

  /**
   * Renews the slabs of the vertices that moved, or of all. Displacements matter to swept slabs
   * only.
   */
  update(x: Positions, displacements: Float64Array | null, isMoved: Uint8Array | null): void {
    const { directions, least, greatest, shifts } = this;
    for (let v = 0; v < this.vertexCount; v++) {
      if (isMoved !== null && isMoved[v] === 0) continue;
      project(directions, x, v, least);
      if (greatest === least) continue;
      if (displacements !== null) project(directions, displacements, v, shifts);
      this.sweep(v, displacements !== null);
    }
  }

  private sweep(v: number, isMoving: boolean): void {
    const { least, greatest, shifts } = this;
    const { count } = this.directions;
    for (let i = count * v; i < count * v + count; i++) {
      const shift = isMoving ? shifts[i] : 0;
      greatest[i] = shift > 0 ? least[i] + shift : least[i];
      if (shift < 0) least[i] += shift;
    }
  }
}
