// The slab of every vertex, its interval along each direction, at one instant or over the step
// [Mezger §3.1]. Before inflation, the volume of a face is the union of the slabs of its corners.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { type Directions, project } from './directions.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Slabs of all vertices. */
export class VertexSlabs {
  /** Lower ends of the slabs, one number per vertex and direction. */
  readonly least: Float64Array;
  /** Upper ends of the slabs; the same array as `least` unless slabs are swept. */
  readonly greatest: Float64Array;
  private readonly mesh: PolygonMesh;
  private readonly directions: Directions;
  /** Projections of the displacements, if slabs are swept. */
  private readonly shifts: Float64Array;

  constructor(mesh: PolygonMesh, directions: Directions, isSwept: boolean) {
    const length = directions.count * mesh.vertexCount;
    this.mesh = mesh;
    this.directions = directions;
    this.least = new Float64Array(length);
    this.greatest = isSwept ? new Float64Array(length) : this.least;
    this.shifts = new Float64Array(isSwept ? length : 0);
  }

  /**
   * Renews the slabs of the vertices that moved, or of all if `isMoved` is null. Displacements
   * matter only to swept slabs.
   */
  update(x: Positions, displacements: Float64Array | null, isMoved: Uint8Array | null): void {
    const { directions, least, greatest, shifts } = this;
    for (let v = 0; v < this.mesh.vertexCount; v++) {
      if (isMoved !== null && isMoved[v] === 0) continue;
      project(directions, x, v, least);
      if (greatest === least) continue;
      if (displacements !== null) project(directions, displacements, v, shifts);
      this.sweep(v, displacements !== null);
    }
  }

  /** Writes the lower and upper bound of a face along each direction to rows[at…]. */
  surround(face: number, rows: Float64Array, at: number): void {
    const { least, greatest } = this;
    const { start, corners } = this.mesh;
    const { count } = this.directions;
    const first = start[face];
    const end = start[face + 1];
    // The first three corners are unrolled, so that triangles need no inner loop.
    const a = count * corners[first];
    const b = count * corners[first + 1];
    const c = count * corners[first + 2];
    for (let i = 0; i < count; i++) {
      let low = least[a + i];
      let high = greatest[a + i];
      if (least[b + i] < low) low = least[b + i];
      if (greatest[b + i] > high) high = greatest[b + i];
      if (least[c + i] < low) low = least[c + i];
      if (greatest[c + i] > high) high = greatest[c + i];
      for (let d = first + 3; d < end; d++) {
        const slab = count * corners[d] + i;
        if (least[slab] < low) low = least[slab];
        if (greatest[slab] > high) high = greatest[slab];
      }
      rows[at + 2 * i] = low;
      rows[at + 2 * i + 1] = high;
    }
  }

  /** Extends the slabs of a vertex from its position by its displacement. */
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
