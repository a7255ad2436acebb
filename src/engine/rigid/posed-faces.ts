// Places a face of each body at fixed poses, as 18 doubles relative to the position of b.
// Coordinates then stay small where both bodies are far from the origin of the world.
import type { Vector } from '../../core/math/vector.ts';
import { type CheckedPose, rotationMatrix } from '../../core/motion/pose.ts';
import type { RigidBody } from './rigid-body.ts';

/** Places faces of two bodies at fixed poses. */
export class PosedFaces {
  /** Corners a0, a1, a2, b0, b1, b2. */
  readonly corners: Float64Array = new Float64Array(18);
  private readonly a: RigidBody;
  private readonly b: RigidBody;
  private readonly origin: Vector;
  private readonly offset: readonly number[];
  private readonly rotationA: readonly number[];
  private readonly rotationB: readonly number[];

  constructor(a: RigidBody, poseA: CheckedPose, b: RigidBody, poseB: CheckedPose) {
    this.a = a;
    this.b = b;
    this.origin = poseB.position;
    this.offset = poseA.position.map((x, k) => x - poseB.position[k]);
    this.rotationA = rotationMatrix(poseA.rotation);
    this.rotationB = rotationMatrix(poseB.rotation);
  }

  /** Places a face of each body; returns `corners`. */
  load(faceA: number, faceB: number): Float64Array {
    for (let i = 0; i < 3; i++) {
      this.place(this.a, this.rotationA, this.a.triangles[3 * faceA + i], 3 * i, true);
      this.place(this.b, this.rotationB, this.b.triangles[3 * faceB + i], 9 + 3 * i, false);
    }
    return this.corners;
  }

  private place({ positions }: RigidBody, m: readonly number[], vertex: number, at: number, isOfA: boolean): void {
    const x = positions[3 * vertex];
    const y = positions[3 * vertex + 1];
    const z = positions[3 * vertex + 2];
    for (let k = 0; k < 3; k++) {
      const rotated = m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z;
      this.corners[at + k] = isOfA ? rotated + this.offset[k] : rotated;
    }
  }

  /** World coordinates of a point that is given relative to b's position. */
  world(point: ArrayLike<number>): Vector {
    const [x, y, z] = this.origin;
    return [x + point[0], y + point[1], z + point[2]];
  }
}
