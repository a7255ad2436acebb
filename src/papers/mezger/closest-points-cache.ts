// Coherence of closest points [Mezger §6.3]: what is known of a pair of faces is kept until their relative motion may have
// changed it. Points of two faces approach each other by at most m, the way of one first corner relative to the other and the
// spreads of both faces (face-drift.ts), so the distance changes by at most m:
//  - a pair farther apart than ε + m is skipped. This loses no pair.
//  - closest points are given again while m ≤ tolerance. By default that is a part of the extent so small that the answer is the
//    same: faces at rest or in common translation. A greater tolerance is the most that a kept distance is wrong by.
// A pair about whose being within ε that leaves a doubt is computed anew: which pairs are reported stays exact.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { FaceDrift } from './face-drift.ts';
import { PairTable } from './pair-table.ts';
import { extentOf, type PolygonPoints } from './polygon-distance.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** What a cache says of a pair: nothing, at most ε apart with these points, or farther apart. */
export const UNKNOWN = 0;
export const NEAR = 1;
export const FAR = 2;

/** Part of the extent by which kept closest points may be wrong without a tolerance. */
const SAME = 1e-13;
/** More than the error of a computed distance and of the way between first corners, as a part of the extent. */
const ERROR = 2 ** -44;
/** After so many steps all is forgotten: sums of spreads are wrong by `SUM_ERROR` of themselves a step. */
const STEPS = 256;
const SUM_ERROR = 2 ** -51;
/** More than squares that vanish hide in a way and in the spreads of `STEPS` steps. */
const VANISHED = 2 ** -500;

// A row: way between the first corners, spreads of both faces, extent, distance, normal, weights.
const SPREAD = 3;
const EXTENT = 4;
const DISTANCE = 5;
const NORMAL = 6;
const WEIGHTS = 9;

export class ClosestPointsCache {
  private readonly mesh: PolygonMesh;
  private readonly tolerance: number;
  private readonly drift: FaceDrift;
  private readonly pairs: PairTable;
  private x: Positions;
  private steps = 0;

  constructor(mesh: PolygonMesh, tolerance = 0) {
    this.mesh = mesh;
    this.tolerance = tolerance;
    this.drift = new FaceDrift(mesh);
    this.pairs = new PairTable(WEIGHTS + 2 * mesh.mostCorners);
    this.x = new Float64Array(0);
  }

  /** Once a step, before its pairs; reads x until the next step. */
  follow(x: Positions): void {
    this.drift.follow(x);
    this.x = x;
    this.pairs.age();
    if (++this.steps < STEPS) return;
    this.steps = 0;
    this.pairs.clear();
    this.drift.spread.fill(0);
  }

  /** What is known of faces f < g at distance d; `NEAR` fills in the points. */
  recall(f: number, g: number, d: number, out: PolygonPoints): number {
    const row = this.pairs.find(f, g);
    if (row < 0) return UNKNOWN;
    const { rows } = this.pairs;
    const error = ERROR * rows[row + EXTENT];
    const moved = this.motion(f, g, rows, row) + error;
    const distance = rows[row + DISTANCE];
    if (distance - moved > d + error) return FAR;
    const allowed = Math.max(this.tolerance, SAME * rows[row + EXTENT]);
    if (!(moved <= allowed && distance + moved < d - error)) return UNKNOWN;
    this.restore(rows, row, out);
    return NEAR;
  }

  /** Keeps what was computed of faces f < g at this step. */
  keep(f: number, g: number, points: PolygonPoints): void {
    const row = this.pairs.insert(f, g);
    const { rows } = this.pairs;
    const { spread } = this.drift;
    const { mostCorners } = this.mesh;
    this.writeWay(f, g, rows, row);
    rows[row + SPREAD] = spread[f] + spread[g];
    rows[row + EXTENT] = extentOf(this.mesh, this.x, f, g);
    rows[row + DISTANCE] = points.distance;
    for (let k = 0; k < 3; k++) rows[row + NORMAL + k] = points.normal[k];
    for (let k = 0; k < mostCorners; k++) {
      rows[row + WEIGHTS + k] = points.weightsA[k];
      rows[row + WEIGHTS + mostCorners + k] = points.weightsB[k];
    }
  }

  /** Upper bound of how far points of two faces have moved relative to each other since the row was kept. */
  private motion(f: number, g: number, rows: Float64Array, row: number): number {
    const { x } = this;
    const { corners, start } = this.mesh;
    const { spread } = this.drift;
    const a = 3 * corners[start[f]];
    const b = 3 * corners[start[g]];
    const dx = x[a] - x[b] - rows[row];
    const dy = x[a + 1] - x[b + 1] - rows[row + 1];
    const dz = x[a + 2] - x[b + 2] - rows[row + 2];
    const sum = spread[f] + spread[g];
    const way = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // The way between the corners now is at most what it was and what it has moved: its rounding is a part of these.
    return way + (sum - rows[row + SPREAD]) + SUM_ERROR * (this.steps * sum + 4 * way) + VANISHED;
  }

  private writeWay(f: number, g: number, rows: Float64Array, row: number): void {
    const { x } = this;
    const { corners, start } = this.mesh;
    const a = 3 * corners[start[f]];
    const b = 3 * corners[start[g]];
    for (let k = 0; k < 3; k++) rows[row + k] = x[a + k] - x[b + k];
  }

  private restore(rows: Float64Array, row: number, out: PolygonPoints): void {
    const { mostCorners } = this.mesh;
    out.distance = rows[row + DISTANCE];
    for (let k = 0; k < 3; k++) out.normal[k] = rows[row + NORMAL + k];
    for (let k = 0; k < mostCorners; k++) {
      out.weightsA[k] = rows[row + WEIGHTS + k];
      out.weightsB[k] = rows[row + WEIGHTS + mostCorners + k];
    }
  }
}
