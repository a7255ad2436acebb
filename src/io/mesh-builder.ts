// Where all readers put what they find. It grows with what was really read, never by a count that a file declares.
// Polygons become fans around their first corner, which is right for convex ones; a non-convex polygon keeps its
// vertices and its winding, but its triangles may overlap.
import { vertexIndexIn } from './file-error.ts';
import type { MeshData } from './mesh-data.ts';

/** What a face with fewer vertices should have been. */
export const A_POLYGON = 'a face of at least 3 vertices';

export class MeshBuilder {
  vertexCount = 0;
  private positions: Float64Array = new Float64Array(3 << 8);
  private triangles: Uint32Array = new Uint32Array(3 << 8);
  private triangleEnd = 0;
  private cornerCount = 0;
  private firstCorner = 0;
  private lastCorner = 0;

  /** The caller has checked that the coordinates are finite. */
  addVertex(x: number, y: number, z: number): void {
    const at = 3 * this.vertexCount++;
    if (at === this.positions.length) this.positions = grown(this.positions, new Float64Array(2 * at), at);
    this.positions[at] = x;
    this.positions[at + 1] = y;
    this.positions[at + 2] = z;
  }

  /** Where the coordinates of so many more vertices go; those that are put there are added to `vertexCount` by the caller. */
  vertexRoom(count: number): Float64Array {
    const end = 3 * (this.vertexCount + count);
    if (end > this.positions.length)
      this.positions = grown(this.positions, new Float64Array(end), 3 * this.vertexCount);
    return this.positions.subarray(3 * this.vertexCount, end);
  }

  /** The same for triangles, between polygons. */
  triangleRoom(count: number): Uint32Array {
    const end = this.triangleEnd + 3 * count;
    if (end > this.triangles.length) this.triangles = grown(this.triangles, new Uint32Array(end), this.triangleEnd);
    return this.triangles.subarray(this.triangleEnd, end);
  }

  /** So many triangles have been put where there was room. */
  tookTriangles(count: number): void {
    this.triangleEnd += 3 * count;
  }

  /** Adds a corner to the polygon under way. The caller has checked, or will, that the vertex exists. */
  addCorner(vertex: number): void {
    if (this.cornerCount === 0) this.firstCorner = vertex;
    else if (this.cornerCount > 1) this.addTriangle(this.firstCorner, this.lastCorner, vertex);
    this.lastCorner = vertex;
    this.cornerCount++;
  }

  /** Ends the polygon under way; false where it had fewer than three corners and so left no triangle. */
  endPolygon(): boolean {
    const isPolygon = this.cornerCount >= 3;
    this.cornerCount = 0;
    return isPolygon;
  }

  toMesh(): MeshData {
    const { vertexCount } = this;
    const positions = trimmed(this.positions, 3 * vertexCount);
    return { positions, triangles: trimmed(this.triangles, this.triangleEnd), vertexCount };
  }

  private addTriangle(a: number, b: number, c: number): void {
    const at = this.triangleEnd;
    if (at === this.triangles.length) this.triangles = grown(this.triangles, new Uint32Array(2 * at), at);
    this.triangles[at] = a;
    this.triangles[at + 1] = b;
    this.triangles[at + 2] = c;
    this.triangleEnd = at + 3;
  }
}

/** A vertex index counted from 0, or an error from whoever read it. */
export function checkedIndex(index: number, vertexCount: number, reader: { fail(expected: string): never }): number {
  if (!(index >= 0 && index < vertexCount && Number.isInteger(index))) reader.fail(vertexIndexIn(0, vertexCount - 1));
  return index;
}

function grown<T extends Float64Array | Uint32Array>(full: T, larger: T, used: number): T {
  larger.set(full.subarray(0, used));
  return larger;
}

function trimmed<T extends Float64Array | Uint32Array>(array: T, length: number): T {
  return array.length === length ? array : (array.slice(0, length) as T);
}
