// The order in which a response treats pairs [Mezger §7]: by the estimated distance after the next
// step. The estimate comes from the present distance and the relative velocity of the closest
// points along their direction. Columns are reused.
import { dot } from '../../core/math/triples.ts';
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** The columns of `Proximities` that an order is made from. */
export interface ResponseRows {
  /** Number of rows. */
  readonly count: number;
  /** First face of every row. */
  readonly a: Uint32Array;
  /** Second face of every row. */
  readonly b: Uint32Array;
  /** Distance of the faces. */
  readonly distance: Float64Array;
  /** Unit vector from face b to face a, three numbers per row. */
  readonly normal: Float64Array;
  /** Weights of the closest points: `mostCorners` numbers for a, then as many for b, per row. */
  readonly weights: Float64Array;
  /** Largest number of corners of a face. */
  readonly mostCorners: number;
}

/** The order of treatment. `row` lists rows in this order; the other columns are indexed by row. */
export class ResponseOrder {
  /** Number of rows. */
  count = 0;
  /** Rows by ascending estimate; equal ones by row. */
  row: Uint32Array = new Uint32Array(0);
  /**
   * Per row: d + Δt n·(v_a − v_b), a length. Negative if the faces would pass through each other.
   */
  estimate: Float64Array = new Float64Array(0);
  /** Per row: v_a − v_b of the closest points, three numbers. */
  relativeVelocity: Float64Array = new Float64Array(0);
  /** Scratch for sorting, as long as `row`. */
  private spare: Uint32Array = new Uint32Array(0);
  private readonly mesh: PolygonMesh;

  /** An order for proximities of this mesh; empty at first. */
  constructor(mesh: PolygonMesh) {
    this.mesh = mesh;
  }

  /**
   * Orders these rows. `velocities` has three numbers per vertex, in lengths per the time unit of
   * `timeStep`.
   */
  take(rows: ResponseRows, velocities: Positions, timeStep: number): this {
    this.reserve(rows.count);
    const { estimate, relativeVelocity: v, row } = this;
    const { normal, distance } = rows;
    for (let i = 0; i < rows.count; i++) {
      this.writeVelocity(rows, i, velocities);
      estimate[i] = distance[i] + timeStep * dot(normal, 3 * i, v, 3 * i);
      row[i] = i;
    }
    this.sort();
    return this;
  }

  private reserve(count: number): void {
    this.count = count;
    if (count <= this.row.length) return;
    const room = 2 * count;
    this.row = new Uint32Array(room);
    this.spare = new Uint32Array(room);
    this.estimate = new Float64Array(room);
    this.relativeVelocity = new Float64Array(3 * room);
  }

  /** Writes the relative velocity of the closest points of row i. */
  private writeVelocity(rows: ResponseRows, i: number, velocities: Positions): void {
    const { corners, start } = this.mesh;
    const { a, b, weights, mostCorners } = rows;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let side = 0; side < 2; side++) {
      const face = side === 0 ? a[i] : b[i];
      const first = start[face];
      const end = start[face + 1];
      const from = (2 * i + side) * mostCorners - first;
      for (let c = first; c < end; c++) {
        const weight = side === 0 ? weights[from + c] : -weights[from + c];
        const p = 3 * corners[c];
        x += weight * velocities[p];
        y += weight * velocities[p + 1];
        z += weight * velocities[p + 2];
      }
    }
    const { relativeVelocity } = this;
    relativeVelocity[3 * i] = x;
    relativeVelocity[3 * i + 1] = y;
    relativeVelocity[3 * i + 2] = z;
  }

  /** Merge sort, bottom-up: stable, and allocates nothing. */
  private sort(): void {
    const { count } = this;
    for (let run = 1; run < count; run *= 2) {
      for (let low = 0; low < count; low += 2 * run) {
        this.merge(low, Math.min(low + run, count), Math.min(low + 2 * run, count));
      }
      [this.row, this.spare] = [this.spare, this.row];
    }
  }

  private merge(low: number, middle: number, high: number): void {
    const { row, spare, estimate } = this;
    let left = low;
    let right = middle;
    for (let to = low; to < high; to++) {
      const isLeft = left < middle && (right >= high || !(estimate[row[right]] < estimate[row[left]]));
      spare[to] = isLeft ? row[left++] : row[right++];
    }
  }
}
