// The options of a simulation, and the checks that refuse invalid ones.
import { checkPositions, type Positions } from '../../core/mesh/tri-mesh.ts';
import type { PoolOfThreads } from '../threads/pool-of-threads.ts';
import type { ClothMaterial } from './model/cloth-material.ts';
import { ClothModel } from './model/cloth-model.ts';

/** A cloth of a simulation. */
export interface ClothOptions {
  /** Positions at the start in metres, three numbers per particle. */
  readonly positions: Positions;
  /** Positions at rest in metres, if they differ from those at the start. */
  readonly rest?: Positions;
  /** Particle ids, face by face. */
  readonly faces: ArrayLike<number>;
  /** Corners of a face: triangles or quads. Default 3. */
  readonly cornersPerFace?: 3 | 4;
  /** Material of the cloth; missing properties are those of cotton. */
  readonly material?: Partial<ClothMaterial>;
  /** Particles that stay where they are, or move where `movePinned` puts them. */
  readonly pinned?: ArrayLike<number>;
  /**
   * Writes where the pinned particles are at a time in seconds, three numbers each, in their order.
   */
  readonly movePinned?: (time: number, out: Float64Array) => void;
  /**
   * Velocity at the start in m/s: three numbers for the whole cloth, or three per particle. Default
   * 0.
   */
  readonly velocity?: ArrayLike<number>;
  /**
   * The strain of warp or weft at which a face tears, 0.2 for a fifth longer than at rest: one
   * number, or one per face. By default cloth does not tear.
   */
  readonly strength?: number | ArrayLike<number>;
}

/** An obstacle: a rigid or deforming body of infinite mass. */
export interface ObstacleOptions {
  /** Positions at time 0 in metres, three numbers per vertex. */
  readonly positions: Positions;
  /** Three vertices per triangle. */
  readonly triangles: ArrayLike<number>;
  /** Coulomb's coefficient against cloth; by default that of the simulation. */
  readonly friction?: number;
  /**
   * Writes where it is at a time in seconds; the same time must give the same positions. Without it
   * the obstacle does not move.
   */
  readonly move?: (time: number, out: Float64Array) => void;
}

/** Cloths, obstacles, and how they move. */
export interface ClothSimulationOptions {
  /** The cloths, at least one. */
  readonly cloths: readonly ClothOptions[];
  /** The obstacles; none by default. */
  readonly obstacles?: readonly ObstacleOptions[];
  /** Gravity in m/s². Default [0, 0, −9.81]. */
  readonly gravity?: readonly [number, number, number];
  /** Seconds per frame. Default 0.01. */
  readonly timeStep?: number;
  /**
   * The distance in metres that surfaces keep where they can. Default 0.001; between cloths at most
   * a quarter of the least height of a rest triangle.
   */
  readonly thickness?: number;
  /**
   * Coulomb's coefficient between cloths, and against obstacles without one of their own. Default
   * 0.3.
   */
  readonly friction?: number;
  /**
   * Called for every committed sub-step with the positions before and after it, which the next one
   * overwrites. The linear motion between them is proven free of contact.
   */
  readonly onCommit?: (x0: Float64Array, x1: Float64Array, time0: number, time1: number) => void;
  /** Threads that help to find contacts: a `ThreadPool` of `graze/threads`. None by default. */
  readonly pool?: PoolOfThreads | undefined;
}

/** The model of a cloth. Throws if the options describe no valid cloth. */
export function modelOf(cloth: ClothOptions): ClothModel {
  const { positions, rest = positions, faces, cornersPerFace = 3, material = {}, pinned = [] } = cloth;
  const model = ClothModel.from({ positions: rest, faces, cornersPerFace, material, pinned });
  checkPositions(positions, model.particleCount);
  return model;
}

/**
 * The velocities at the start, three numbers per particle. Throws a RangeError if their number is
 * wrong or one is not finite.
 */
export function checkVelocities({ velocity = [0, 0, 0] }: ClothOptions, particleCount: number): Float64Array {
  if (velocity.length !== 3 && velocity.length !== 3 * particleCount) {
    throw new RangeError(`velocity holds ${velocity.length} numbers; it needs 3, or ${3 * particleCount}.`);
  }
  const v = Float64Array.from({ length: 3 * particleCount }, (_, i) => velocity[i % velocity.length]);
  if (!v.every(Number.isFinite)) throw new RangeError('velocity has numbers that are not finite.');
  return v;
}

/**
 * The strength of each triangle. Throws a RangeError if their number is wrong or one is not
 * positive.
 */
export function checkStrengths({ strength = Infinity, faces, cornersPerFace = 3 }: ClothOptions): Float64Array {
  const faceCount = faces.length / cornersPerFace;
  const perFace = cornersPerFace - 2;
  if (typeof strength !== 'number' && strength.length !== faceCount) {
    throw new RangeError(`strength holds ${strength.length} numbers; it needs one, or ${faceCount}.`);
  }
  const strengths = Float64Array.from({ length: perFace * faceCount }, (_, i) =>
    typeof strength === 'number' ? strength : strength[Math.floor(i / perFace)],
  );
  const bad = strengths.find((value) => !(value > 0));
  if (bad !== undefined) throw new RangeError(`strength must be above 0, not ${bad}.`);
  return strengths;
}

/**
 * Returns a finite number above 0, or of at least 0 with `mayBeZero`. Throws a RangeError with its
 * name otherwise.
 */
export function checkNumber(name: string, value: number, mayBeZero = false): number {
  if (Number.isFinite(value) && (value > 0 || (mayBeZero && value === 0))) return value;
  throw new RangeError(`${name} must be a finite number ${mayBeZero ? 'of at least' : 'above'} 0, not ${value}.`);
}

/** Returns a copy of three finite numbers. Throws a RangeError otherwise. */
export function checkGravity(gravity: readonly [number, number, number]): Float64Array {
  if (gravity.length === 3 && gravity.every(Number.isFinite)) return Float64Array.from(gravity);
  throw new RangeError(`gravity is three finite numbers, not ${gravity}.`);
}
