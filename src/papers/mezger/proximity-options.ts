// What a detector is made with and asked, and the checks of both: doors check, corridors trust.
import { MeshError } from '../../core/mesh/mesh-error.ts';
import { checkPositions, type Positions } from '../../core/mesh/tri-mesh.ts';
import type { DirectionCount } from './directions.ts';
import type { Inflation } from './dop-bounds.ts';
import type { Arity } from './dop-tree.ts';
import type { LossyOptions } from './lossy.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

export interface ProximityDetectorOptions {
  /** Half spaces of a volume. Default 14. */
  readonly directions?: DirectionCount;
  /** Children of a node. Default 8. */
  readonly arity?: Arity;
  /** How volumes reach ahead; matters to queries with `ahead` only. Default `'swept'`. */
  readonly inflation?: Inflation;
  /** Budget b of the lazy update, a length: volumes are that much larger, and stay until a vertex has moved as far. Default 0: off. */
  readonly lazy?: number;
  /** Keeps closest points, and what is known to be far apart, from step to step. Default false. */
  readonly coherence?: boolean;
  /** With coherence: kept distances may be wrong by so much. Default 0: they are what they would be if computed. */
  readonly tolerance?: number;
  /** Starts a search where the last one ended. Default false. */
  readonly separationList?: boolean;
  /** Leaves out faces that share no vertex but a neighbour. Default false. */
  readonly excludeRing?: boolean;
  /** The object of every face; by default all are one. */
  readonly objectOf?: ArrayLike<number>;
  /** Objects of no interest among themselves: pairs of faces that both belong to such are left out. */
  readonly obstacles?: readonly number[];
  /** Drops pairs on purpose. Default null: complete. */
  readonly lossy?: LossyOptions | null;
}

export interface ProximityQuery {
  /** ε_close: pairs of faces at most so far apart are reported. */
  readonly distance: number;
  /** Per vertex, and the step in whose time unit they are; for `ahead`. */
  readonly velocities?: Positions;
  readonly timeStep?: number;
  /**
   * Also pairs that may come as close within the step, if every vertex goes on straight with its velocity: all that do, and those that no
   * direction tried keeps apart throughout. Tried are the normals of both faces and of 26-DOPs, and the direction of the closest points;
   * the answer is the same, but for rounding, with all options but the lossy ones. Default false.
   */
  readonly ahead?: boolean;
}

/** By what tables 2 to 5 come to with our own code: docs/decisions/0010-proximity-by-k-dops.md. */
export const DEFAULTS = { directions: 14, arity: 8, inflation: 'swept' } as const;

/** Sums of three coordinates, ways and distances stay finite. */
const LARGEST = 2 ** 1000;

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

/** Returns the largest magnitude of a coordinate. */
export function checkQuery(mesh: PolygonMesh, x: Positions, query: ProximityQuery): number {
  requireLength('distance', query.distance);
  checkPositions(x, mesh.vertexCount);
  const largest = largestOf(x);
  if (largest > LARGEST) {
    const at = Math.floor(x.findIndex((value) => Math.abs(value) > LARGEST) / 3);
    throw new MeshError('position-too-large', at, `Vertex ${at} is farther than 2^1000 from the origin.`);
  }
  return largest;
}

/** Fills in where every vertex goes in the step; returns the largest magnitude of a coordinate. */
export function writeWays(query: ProximityQuery, ways: Float64Array): number {
  const { velocities, timeStep } = query;
  if (velocities === undefined || timeStep === undefined) {
    throw new RangeError('ahead needs velocities and a timeStep.');
  }
  requireLength('timeStep', timeStep);
  if (velocities.length !== ways.length) {
    throw new RangeError(`Velocities hold ${velocities.length} numbers; ${ways.length} are needed.`);
  }
  // 0·x is 0 for finite x and NaN for the rest.
  let check = 0;
  for (let i = 0; i < ways.length; i++) {
    ways[i] = velocities[i] * timeStep;
    check += 0 * ways[i];
  }
  const largest = largestOf(ways);
  if (check === 0 && largest <= LARGEST) return largest;
  const at = Math.floor(ways.findIndex((way) => !(Math.abs(way) <= LARGEST)) / 3);
  throw new RangeError(`Vertex ${at} does not go a finite way in the step.`);
}

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
