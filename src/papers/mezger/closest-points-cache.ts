// Coherence of closest points [Mezger §6.3]: the result for a pair of faces is cached until their
// relative motion may have changed it. The distance changes by at most m, the relative displacement
// of the first corners plus the spreads of both faces (face-drift.ts):
//  - A pair farther apart than ε + m is skipped. This loses no pair.
//  - Closest points are reused while m ≤ tolerance. By default the tolerance is so small a part of
//    the extent that the answer is the same: faces at rest or in common translation. A greater
//    tolerance bounds the error of a cached distance.
// If the bound does not decide whether a pair is within ε, it is computed again: which pairs are
// reported stays exact.
// Departs from the paper: relative motion is measured. A velocity cone cannot tell common
// translation from common direction.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { FaceDrift } from './face-drift.ts';
import { PairTable } from './pair-table.ts';
import { extentOf, type PolygonPoints } from './polygon-distance.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Answer of the cache: the pair has to be computed. */
export const UNKNOWN = 0;
/** Answer of the cache: the pair is at most ε apart, with these closest points. */
export const NEAR = 1;
/** Answer of the cache: the pair is farther than ε apart. */
export const FAR = 2;

/** Error of cached closest points without a tolerance, as a part of the extent. */
const DEFAULT_TOLERANCE = 1e-13;
/**
 * Bounds the error of a computed distance and of the offset between first corners, as a part of the
 * extent.
 */
const DISTANCE_ERROR = 2 ** -44;
/**
 * After so many steps the cache is cleared: the relative error of the sums of spreads grows by
 * `SUM_ERROR` per step.
 */
const MAX_STEPS = 256;
const SUM_ERROR = 2 ** -51;
/**
 * Bounds what underflow of squares hides in a displacement and in the spreads of `MAX_STEPS` steps.
 */
const UNDERFLOW = 2 ** -500;

// A row: offset between the first corners (three numbers), spreads of both faces, extent, distance,
// normal, weights.
const SPREAD = 3;
const EXTENT = 4;
const DISTANCE = 5;
const NORMAL = 6;
const WEIGHTS = 9;

/** Closest points of pairs of faces, from step to step. */
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

  /** Starts a step, before any of its pairs. x is read until the next step. */
  follow(x: Positions): void {
    this.drift.follow(x);
    this.x = x;
    this.pairs.age();
    if (++this.steps < MAX_STEPS) return;
    this.steps = 0;
    this.pairs.clear();
    this.drift.spread.fill(0);
  }

  /**
   * Whether faces f < g are within distance d: `UNKNOWN`, `NEAR` or `FAR`. `NEAR` also fills in the
   * points.
   */
  recall(f: number, g: number, d: number, out: PolygonPoints): number {
    const row = this.pairs.find(f, g);
    if (row < 0) return UNKNOWN;
    const { rows } = this.pairs;
    const error = DISTANCE_ERROR * rows[row + EXTENT];
    const moved = this.motion(f, g, rows, row) + error;
    const distance = rows[row + DISTANCE];
    if (distance - moved > d + error) return FAR;
    const allowed = Math.max(this.tolerance, DEFAULT_TOLERANCE * rows[row + EXTENT]);
    if (!(moved <= allowed && distance + moved < d - error)) return UNKNOWN;
    this.restore(rows, row, out);
    return NEAR;
  }

  /** Caches what was computed for faces f < g in this step. */
  keep(f: number, g: number, points: PolygonPoints): void {
    const row = this.pairs.insert(f, g);
    const { rows } = this.pairs;
    const { spread } = this.drift;
    const { mostCorners } = this.mesh;
    this.writeOffset(f, g, rows, row);
    rows[row + SPREAD] = spread[f] + spread[g];
    rows[row + EXTENT] = extentOf(this.mesh, this.x, f, g);
    rows[row + DISTANCE] = points.distance;
    for (let k = 0; k < 3; k++) rows[row + NORMAL + k] = points.normal[k];
    for (let k = 0; k < mostCorners; k++) {
      rows[row + WEIGHTS + k] = points.weightsA[k];
      rows[row + WEIGHTS + mostCorners + k] = points.weightsB[k];
    }
  }

  /** Upper bound of the relative displacement of points of two faces since the row was written. */
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
    const displacement = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // The offset is at most the former one plus the displacement, so its rounding error is bounded
    // by parts of these.
    return displacement + (sum - rows[row + SPREAD]) + SUM_ERROR * (this.steps * sum + 4 * displacement) + UNDERFLOW;
  }

  private writeOffset(f: number, g: number, rows: Float64Array, row: number): void {
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
