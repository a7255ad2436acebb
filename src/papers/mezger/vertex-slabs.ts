// Where every vertex is along each direction, at one instant or over the step: what the volumes of leaves are made of.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { type Directions, project } from './directions.ts';

export class VertexSlabs {
  /** `count` numbers a vertex. */
  readonly least: Float64Array;
  /** The same array as `least` unless slabs are swept. */
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

  /** Of the vertices that moved, or of all. Ways matter to swept slabs only. */
  update(x: Positions, ways: Float64Array | null, isMoved: Uint8Array | null): void {
    const { directions, least, greatest, shifts } = this;
    for (let v = 0; v < this.vertexCount; v++) {
      if (isMoved !== null && isMoved[v] === 0) continue;
      project(directions, x, v, least);
      if (greatest === least) continue;
      if (ways !== null) project(directions, ways, v, shifts);
      this.sweep(v, ways !== null);
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
