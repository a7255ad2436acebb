// Collects the vertices and polygons that a reader finds. It grows with what was really read, never
// by a count that a file declares. A polygon becomes a fan around its first corner, which is right
// for convex ones; a non-convex polygon keeps its vertices and its winding, but its triangles may
// overlap.
import { vertexIndexIn } from './file-error.ts';
import type { MeshData } from './mesh-data.ts';

/** The expectation that errors state for a face with fewer than three vertices. */
export const POLYGON_EXPECTED = 'a face of at least 3 vertices';

/** A mesh under construction. */
export class MeshBuilder {
  /** The number of vertices so far. */
  vertexCount = 0;
  private positions: Float64Array = new Float64Array(3 << 8);
  private triangles: Uint32Array = new Uint32Array(3 << 8);
  private triangleEnd = 0;
  private cornerCount = 0;
  private firstCorner = 0;
  private lastCorner = 0;

  /** The number of triangles so far. */
  get triangleCount(): number {
    return this.triangleEnd / 3;
  }

  /** Appends a vertex; the caller has checked that the coordinates are finite. */
  addVertex(x: number, y: number, z: number): void {
    const at = 3 * this.vertexCount++;
    if (at === this.positions.length) this.positions = grown(this.positions, new Float64Array(2 * at));
    this.positions[at] = x;
    this.positions[at + 1] = y;
    this.positions[at + 2] = z;
  }

  /**
   * Returns memory for the coordinates of `count` more vertices; the caller adds those that it
   * fills to `vertexCount`.
   */
  vertexRoom(count: number): Float64Array {
    const end = 3 * (this.vertexCount + count);
    if (end > this.positions.length) this.positions = grown(this.positions, new Float64Array(end));
    return this.positions.subarray(3 * this.vertexCount, end);
  }

  /**
   * Returns memory for `count` more triangles; the caller reports those that it fills with
   * `addTriangles`. Not while a polygon is under way.
   */
  triangleRoom(count: number): Uint32Array {
    const end = this.triangleEnd + 3 * count;
    if (end > this.triangles.length) this.triangles = grown(this.triangles, new Uint32Array(end));
    return this.triangles.subarray(this.triangleEnd, end);
  }

  /** Counts triangles that were written into `triangleRoom`. */
  addTriangles(count: number): void {
    this.triangleEnd += 3 * count;
  }

  /**
   * Adds a corner to the polygon under way. The caller checks, now or later, that the vertex
   * exists.
   */
  addCorner(vertex: number): void {
    if (this.cornerCount === 0) this.firstCorner = vertex;
    else if (this.cornerCount > 1) this.addTriangle(this.firstCorner, this.lastCorner, vertex);
    this.lastCorner = vertex;
    this.cornerCount++;
  }

  /**
   * Ends the polygon under way; false if it had fewer than three corners and so gave no triangle.
   */
  endPolygon(): boolean {
    const isPolygon = this.cornerCount >= 3;
    this.cornerCount = 0;
    return isPolygon;
  }

  /** Returns what was collected, in arrays of the exact size. */
  toMesh(): MeshData {
    const { vertexCount } = this;
    const positions = trimmed(this.positions, 3 * vertexCount);
    return { positions, triangles: trimmed(this.triangles, this.triangleEnd), vertexCount };
  }

  private addTriangle(a: number, b: number, c: number): void {
    const at = this.triangleEnd;
    if (at === this.triangles.length) this.triangles = grown(this.triangles, new Uint32Array(2 * at));
    this.triangles[at] = a;
    this.triangles[at + 1] = b;
    this.triangles[at + 2] = c;
    this.triangleEnd = at + 3;
  }
}

/** Returns a vertex index counted from 0, or fails through the reader that found it. */
export function checkedIndex(index: number, vertexCount: number, reader: { fail(expected: string): never }): number {
  if (!(index >= 0 && index < vertexCount && Number.isInteger(index))) reader.fail(vertexIndexIn(0, vertexCount - 1));
  return index;
}

function grown<T extends Float64Array | Uint32Array>(full: T, larger: T): T {
  larger.set(full);
  return larger;
}

function trimmed<T extends Float64Array | Uint32Array>(array: T, length: number): T {
  return array.length === length ? array : (array.slice(0, length) as T);
}
