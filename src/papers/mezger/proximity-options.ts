// The options of a detector, the queries that it answers, and the checks of both.
import { MeshError } from '../../core/mesh/mesh-error.ts';
import { checkPositions, type Positions } from '../../core/mesh/tri-mesh.ts';
import type { DirectionCount } from './directions.ts';
import type { Inflation } from './dop-bounds.ts';
import type { Arity } from './dop-tree.ts';
import type { LossyOptions } from './lossy-filter.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/**
 * How a detector searches. Only `tolerance`, `excludeRing`, `obstacles` and `lossy` change its
 * answers.
 */
export interface ProximityDetectorOptions {
  /** Number of half spaces of a volume. Default 14. */
  readonly directions?: DirectionCount;
  /** Number of children of a node. Default 8. */
  readonly arity?: Arity;
  /** How volumes cover the step ahead; only for queries with `ahead`. Default `'swept'`. */
  readonly inflation?: Inflation;
  /**
   * Budget b of the lazy update [Mezger §4.3], a length: volumes are inflated by b, and are kept
   * until a vertex has moved by b. Default 0: off.
   */
  readonly lazy?: number;
  /**
   * Caches closest points, and which pairs are far apart, from step to step [Mezger §6.3]. Default
   * false.
   */
  readonly coherence?: boolean;
  /**
   * With `coherence`: the largest error of a cached distance, a length. Default 0: as exact as a
   * computed one.
   */
  readonly tolerance?: number;
  /** Starts each traversal where the last one ended [Mezger §6.3]. Default false. */
  readonly separationList?: boolean;
  /** Leaves out pairs of faces that have a common neighbouring face. Default false. */
  readonly excludeRing?: boolean;
  /** The object of every face, each with a tree of its own; by default all faces are one object. */
  readonly objectOf?: ArrayLike<number>;
  /** Objects that are not tested against themselves or each other, such as bodies under cloth. */
  readonly obstacles?: readonly number[];
  /** Heuristics that drop pairs on purpose. Default null: complete. */
  readonly lossy?: LossyOptions | null;
}

/** A query about one instant, or about the step that starts there. */
export interface ProximityQuery {
  /** ε_close: pairs of faces at most this far apart are reported; a length. */
  readonly distance: number;
  /** Velocity of every vertex, three numbers each; for `ahead`. */
  readonly velocities?: Positions;
  /** Length of the step ahead, in the time unit of the velocities; for `ahead`. */
  readonly timeStep?: number;
  /**
   * Also reports pairs that may come this close within the step, if every vertex moves on in a
   * straight line with its velocity. It reports every pair that does, and pairs that no tested
   * direction keeps apart for the whole step. The tested directions are the normals of both faces
   * and of 26-DOPs, and the direction of the closest points. The answer is the same, up to
   * rounding, with all options that only change the search. Default false.
   */
  readonly ahead?: boolean;
}

/** The fastest setup on tables 2 to 5: docs/decisions/0010-proximity-by-k-dops.md. */
export const DEFAULTS = { directions: 14, arity: 8, inflation: 'swept' } as const;

/**
 * Largest magnitude of a coordinate. Up to it, sums of three coordinates, displacements and
 * distances stay finite.
 */
const LARGEST_COORDINATE = 2 ** 1000;

/** Throws a `RangeError` for an option that is out of range. */
export function checkOptions(mesh: PolygonMesh, options: ProximityDetectorOptions): void {
  const { directions, arity, inflation, lossy = null } = { ...DEFAULTS, ...options };
  requireOneOf('directions', directions, [6, 14, 18, 26]);
  requireOneOf('arity', arity, [2, 4, 8]);
  requireOneOf('inflation', inflation, ['oriented', 'oriented-nodes', 'unoriented', 'swept']);
  requireLength('lazy', options.lazy ?? 0);
  requireLength('tolerance', options.tolerance ?? 0);
  requireIds('objectOf', options.objectOf, mesh.faceCount);
  requireIds('obstacles', options.obstacles, options.obstacles?.length ?? 0);
  if (lossy === null) return;
  requireAngle('closeAngle', lossy.closeAngle);
  requireAngle('significantAngle', lossy.significantAngle);
  requireIds('groupOf', lossy.groupOf, mesh.faceCount);
}

/**
 * Throws for a bad distance or bad positions. Returns the largest magnitude of a coordinate of the
 * positions.
 */
export function checkQuery(mesh: PolygonMesh, x: Positions, query: ProximityQuery): number {
  requireLength('distance', query.distance);
  checkPositions(x, mesh.vertexCount);
  const largest = largestOf(x);
  if (largest > LARGEST_COORDINATE) {
    const at = Math.floor(x.findIndex((value) => Math.abs(value) > LARGEST_COORDINATE) / 3);
    throw new MeshError('position-too-large', at, `Vertex ${at} is farther than 2^1000 from the origin.`);
  }
  return largest;
}

/**
 * Writes the displacement of every vertex in the step; throws if one is not finite or too large.
 * Returns the largest magnitude of a coordinate of a displacement.
 */
export function writeDisplacements(query: ProximityQuery, displacements: Float64Array): number {
  const { velocities, timeStep } = query;
  if (velocities === undefined || timeStep === undefined) {
    throw new RangeError('ahead needs velocities and a timeStep.');
  }
  requireLength('timeStep', timeStep);
  if (velocities.length !== displacements.length) {
    throw new RangeError(`Velocities hold ${velocities.length} numbers; ${displacements.length} are needed.`);
  }
  // 0·x is 0 for finite x and NaN otherwise.
  let check = 0;
  for (let i = 0; i < displacements.length; i++) {
    displacements[i] = velocities[i] * timeStep;
    check += 0 * displacements[i];
  }
  const largest = largestOf(displacements);
  if (check === 0 && largest <= LARGEST_COORDINATE) return largest;
  const at = Math.floor(displacements.findIndex((value) => !(Math.abs(value) <= LARGEST_COORDINATE)) / 3);
  throw new RangeError(`Vertex ${at} has no finite displacement in the step.`);
}

/** The largest magnitude of a value. */
function largestOf(values: Positions): number {
  let low = 0;
  let high = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high > -low ? high : -low;
}

function requireOneOf(name: string, value: unknown, allowed: readonly unknown[]): void {
  if (!allowed.includes(value)) throw new RangeError(`${name} must be one of ${allowed.join(', ')}, not ${value}.`);
}

function requireLength(name: string, value: number): void {
  if (value >= 0 && value < Number.POSITIVE_INFINITY) return;
  throw new RangeError(`${name} must be finite and at least 0, not ${value}.`);
}

function requireAngle(name: string, value: number): void {
  if (value >= 0 && value <= Math.PI) return;
  throw new RangeError(`${name} must be an angle from 0 to π, not ${value}.`);
}

function requireIds(name: string, ids: ArrayLike<number> | undefined, count: number): void {
  if (ids === undefined) return;
  if (ids.length !== count) throw new RangeError(`${name} holds ${ids.length} numbers; ${count} faces need ${count}.`);
  for (let i = 0; i < count; i++) {
    if (ids[i] >>> 0 !== ids[i]) throw new RangeError(`${name} has ${ids[i]} at ${i}, which is no id.`);
  }
}
