// The order in which a response treats pairs [Mezger §7]: by the estimated distance after the next
// step, from the distance now and the relative velocity of the closest points along their
// direction. Columns are reused.
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
  /** Unit vector from b to a, three numbers per row. */
  readonly normal: Float64Array;
  /** Weights of the closest points, `mostCorners` numbers for a, then as many for b. */
  readonly weights: Float64Array;
  /** Largest number of corners of a face. */
  readonly mostCorners: number;
}

/**
 * Columns follow the rows that they were made from; `row` lists these rows in the order of
 * treatment.
 */
export class ResponseOrder {
  /** Number of rows. */
  count = 0;
  /** Rows of the proximities, the least estimate first; equal ones by row. */
  row: Uint32Array = new Uint32Array(0);
  /**
   * Per row: d + Δt n·(v_a − v_b), a length. Negative if the faces would pass through each other.
   */
  estimate: Float64Array = new Float64Array(0);
  /** Per row: v_a − v_b of the closest points, three numbers. */
  relativeVelocity: Float64Array = new Float64Array(0);
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
      const speed = normal[3 * i] * v[3 * i] + normal[3 * i + 1] * v[3 * i + 1] + normal[3 * i + 2] * v[3 * i + 2];
      estimate[i] = distance[i] + timeStep * speed;
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

  private writeVelocity(rows: ResponseRows, i: number, velocities: Positions): void {
    const { corners, start } = this.mesh;
    const { a, b, weights, mostCorners } = rows;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let side = 0; side < 2; side++) {
      const first = start[side === 0 ? a[i] : b[i]];
      const end = start[(side === 0 ? a[i] : b[i]) + 1];
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
      const { row, spare } = this;
      this.row = spare;
      this.spare = row;
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
