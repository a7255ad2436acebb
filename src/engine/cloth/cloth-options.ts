// What a simulation is given, and what is refused.
import { checkPositions, type Positions } from '../../core/mesh/tri-mesh.ts';
import type { ClothMaterial } from './cloth-material.ts';
import { ClothModel } from './cloth-model.ts';
import type { ObstacleOptions } from './obstacle.ts';

export interface ClothOptions {
  /** Where it starts, in metres, three numbers a particle. */
  readonly positions: Positions;
  /** Where it is at rest, if that is elsewhere. */
  readonly rest?: Positions;
  readonly faces: ArrayLike<number>;
  /** Triangles or quads. Default 3. */
  readonly cornersPerFace?: 3 | 4;
  /** What is not given is cotton's. */
  readonly material?: Partial<ClothMaterial>;
  /** Particles that stay where they are, or where `movePinned` puts them. */
  readonly pinned?: ArrayLike<number>;
  /** Writes where the pins are at a time, three numbers each, in their order. */
  readonly movePinned?: (time: number, out: Float64Array) => void;
  /** At the start, in m/s; of the whole cloth, or three numbers a particle. */
  readonly velocity?: ArrayLike<number>;
  /** The strain of warp or weft at which a face tears, 0.2 for a fifth longer than at rest: of the whole cloth, or a number a face. By default it does not tear. */
  readonly strength?: number | ArrayLike<number>;
}

export interface ClothSimulationOptions {
  readonly cloths: readonly ClothOptions[];
  readonly obstacles?: readonly ObstacleOptions[];
  /** m/s². Default [0, 0, −9.81]. */
  readonly gravity?: readonly [number, number, number];
  /** Seconds a frame. Default 0.01. */
  readonly timeStep?: number;
  /** The distance that surfaces keep where they can, in metres. Default a millimetre; between cloths at most a quarter of the lowest rest triangle. */
  readonly thickness?: number;
  /** Coulomb's coefficient between cloths, and against obstacles that have none of their own. Default 0.3. */
  readonly friction?: number;
  /** Called for every committed sub-step with positions before and after it, which the next one overwrites: the straight way between them is proven free of contact. */
  readonly onCommit?: (x0: Float64Array, x1: Float64Array, time0: number, time1: number) => void;
}

export function modelOf(cloth: ClothOptions): ClothModel {
  const { positions, rest = positions, faces, cornersPerFace = 3, material = {}, pinned = [] } = cloth;
  const model = ClothModel.from({ positions: rest, faces, cornersPerFace, material, pinned });
  checkPositions(positions, model.particleCount);
  return model;
}

/** Three numbers a particle. */
export function velocitiesOf({ velocity = [0, 0, 0] }: ClothOptions, particleCount: number): Float64Array {
  if (velocity.length !== 3 && velocity.length !== 3 * particleCount) {
    throw new RangeError(`velocity holds ${velocity.length} numbers; it needs 3, or ${3 * particleCount}.`);
  }
  const v = Float64Array.from({ length: 3 * particleCount }, (_, i) => velocity[i % velocity.length]);
  if (!v.every(Number.isFinite)) throw new RangeError('velocity has numbers that are not finite.');
  return v;
}

/** A number a triangle. */
export function strengthsOf({ strength = Infinity, faces, cornersPerFace = 3 }: ClothOptions): Float64Array {
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

/** The number of this name, or the default; at least 0, and positive unless 0 has a meaning. */
export function numberOf(name: string, value: number, mayBeZero = false): number {
  if (Number.isFinite(value) && (value > 0 || (mayBeZero && value === 0))) return value;
  throw new RangeError(`${name} must be a finite number ${mayBeZero ? 'of at least' : 'above'} 0, not ${value}.`);
}

export function gravityOf(gravity: readonly [number, number, number]): Float64Array {
  if (gravity.length === 3 && gravity.every(Number.isFinite)) return Float64Array.from(gravity);
  throw new RangeError(`gravity is three finite numbers, not ${gravity}.`);
}
