// Coherence of closest points [Mezger §6.3]: the result for a pair of faces is cached until their
// relative motion may have changed it. The distance changes by at most m, the relative displacement
// of the first corners plus the spreads of both faces (face-drift.ts):
//  - A pair that was farther apart than ε + m is skipped. This loses no pair.
//  - Closest points are reused while m ≤ tolerance. The default tolerance is so small a fraction of
//    the extent that the answer stays the same: it covers faces at rest or in common translation. A
//    greater tolerance bounds the error of a cached distance.
// Safe direction: if the bound does not decide whether a pair is within ε, the pair is computed
// again. So the set of reported pairs stays exact.
// Departs from the paper: relative motion is measured from positions. A velocity cone cannot tell
// common translation from common direction.
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

/**
 * Largest motion up to which closest points are reused if no tolerance is given, as a fraction of
 * the extent.
 */
const DEFAULT_TOLERANCE = 1e-13;
/**
 * Bound of the error of a computed distance, and of the offset between first corners, as a fraction
 * of the extent.
 */
const CACHED_DISTANCE_ERROR = 2 ** -44;
/**
 * The cache is cleared after this many steps, because the rounding error of summed spreads grows
 * with every step.
 */
const MAX_CACHE_STEPS = 256;
/** Growth per step of the relative rounding error of summed spreads. */
const SPREAD_SUM_ERROR = 2 ** -51;
/**
 * Bound of what underflow of squares may hide in a displacement and in the spreads of
 * `MAX_CACHE_STEPS` steps.
 */
const UNDERFLOW_ERROR = 2 ** -500;

// Layout of a row: offset between the first corners (three numbers), sum of the spreads of both
// faces, extent, distance, normal (three numbers), weights.
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
  /** Steps since the cache was cleared. */
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
    if (++this.steps < MAX_CACHE_STEPS) return;
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
    const error = CACHED_DISTANCE_ERROR * rows[row + EXTENT];
    const moved = this.motion(f, g, rows, row) + error;
    const distance = rows[row + DISTANCE];
    if (distance - moved > d + error) return FAR;
    const allowed = Math.max(this.tolerance, DEFAULT_TOLERANCE * rows[row + EXTENT]);
    if (!(moved <= allowed && distance + moved < d - error)) return UNKNOWN;
    out.distance = distance;
    for (let k = 0; k < 3; k++) out.normal[k] = rows[row + NORMAL + k];
    for (let k = 0; k < out.weights.length; k++) out.weights[k] = rows[row + WEIGHTS + k];
    return NEAR;
  }

  /** Caches the points computed for faces f < g in this step. */
  keep(f: number, g: number, points: PolygonPoints): void {
    const row = this.pairs.insert(f, g);
    const { rows } = this.pairs;
    const { spread } = this.drift;
    this.writeOffset(f, g, rows, row);
    rows[row + SPREAD] = spread[f] + spread[g];
    rows[row + EXTENT] = extentOf(this.mesh, this.x, f, g);
    rows[row + DISTANCE] = points.distance;
    rows.set(points.normal, row + NORMAL);
    rows.set(points.weights, row + WEIGHTS);
  }

  /**
   * Upper bound of the relative displacement between points of two faces since their row was
   * written.
   */
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
    // The offset is at most the former offset plus the displacement, so its rounding error is
    // bounded by multiples of these.
    return (
      displacement +
      (sum - rows[row + SPREAD]) +
      SPREAD_SUM_ERROR * (this.steps * sum + 4 * displacement) +
      UNDERFLOW_ERROR
    );
  }

  /** Writes the offset between the first corners of two faces to a row. */
  private writeOffset(f: number, g: number, rows: Float64Array, row: number): void {
    const { x } = this;
    const { corners, start } = this.mesh;
    const a = 3 * corners[start[f]];
    const b = 3 * corners[start[g]];
    for (let k = 0; k < 3; k++) rows[row + k] = x[a + k] - x[b + k];
  }
}
