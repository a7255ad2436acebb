// Pairs in the order a response takes them [Mezger §7]: by the distance after the next step, estimated from the distance now and the
// relative velocity of the closest points along their direction. Columns are reused.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** What of `Proximities` an order is made from. */
export interface ResponseRows {
  readonly count: number;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly distance: Float64Array;
  readonly normal: Float64Array;
  readonly weights: Float64Array;
  readonly mostCorners: number;
}

/** Columns are in the order of the rows they were made from, `row` says in which order to take them. */
export class ResponseOrder {
  count = 0;
  /** Rows of the proximities, the least estimate first; equal ones in their order. */
  row: Uint32Array = new Uint32Array(0);
  /** Per row: d + Δt n·(v_a − v_b). Negative where the faces would pass through each other. */
  estimate: Float64Array = new Float64Array(0);
  /** Per row: v_a − v_b of the closest points, three numbers. */
  relativeVelocity: Float64Array = new Float64Array(0);
  private spare: Uint32Array = new Uint32Array(0);
  private readonly mesh: PolygonMesh;

  constructor(mesh: PolygonMesh) {
    this.mesh = mesh;
  }

  /** `velocities` are three numbers a vertex, in lengths per the unit of `timeStep`. */
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

  /** Merges runs of doubling length: stable, and nothing is allocated. */
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
