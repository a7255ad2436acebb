// Boxes of two moving bodies in plain doubles, and a separating axis test of what they really are:
// parallelepipeds, since the axes of a box are rounded to single precision.
import type { Leg } from '../../../../src/core/motion/rigid-motion.ts';
import type { RigidBody } from '../../../../src/engine/rigid/rigid-body.ts';

/**
 * In the numbers of box-tree.ts: about the body's centre, by its unit. All are single precision.
 */
export interface Box {
  readonly centre: readonly number[];
  readonly extents: readonly number[];
  readonly axes: readonly (readonly number[])[];
}

/** A box of a body that moves: where it is at a time. */
export class MovingBox {
  /** Centre, three half sides and three axes, in the world but seen from `origin`. */
  readonly placed: Float64Array = new Float64Array(21);
  private readonly rotation = new Float64Array(9);
  private readonly box: Box;
  private readonly body: RigidBody;
  private readonly leg: Leg;
  private readonly origin: readonly number[];

  constructor(box: Box, body: RigidBody, leg: Leg, origin: readonly number[]) {
    this.box = box;
    this.body = body;
    this.leg = leg;
    this.origin = origin;
  }

  moveTo(t: number): Float64Array {
    this.turn(t);
    const { placed, rotation: m } = this;
    const { centre, extents, axes } = this.box;
    const { centre: middle, unit } = this.body;
    const { pose, velocity } = this.leg;
    const x = middle[0] + unit * centre[0];
    const y = middle[1] + unit * centre[1];
    const z = middle[2] + unit * centre[2];
    for (let k = 0; k < 3; k++) {
      const [p, q, r] = [m[3 * k], m[3 * k + 1], m[3 * k + 2]];
      placed[k] = p * x + q * y + r * z + (pose.position[k] - this.origin[k] + t * velocity[k]);
      for (let i = 0; i < 3; i++) {
        const axis = axes[i];
        const turned = p * axis[0] + q * axis[1] + r * axis[2];
        placed[3 + 3 * i + k] = unit * extents[i] * turned;
        placed[12 + 3 * i + k] = turned;
      }
    }
    return placed;
  }

  /** Rodrigues' formula, column by column: c + sin·(n × c) + (1 − cos)·n × (n × c). */
  private turn(t: number): void {
    const { angularVelocity: w, matrix } = this.leg;
    const rate = Math.hypot(w[0], w[1], w[2]);
    const by = rate > 0 ? 1 / rate : 0;
    const [x, y, z] = [by * w[0], by * w[1], by * w[2]];
    const sine = Math.sin(rate * t);
    const bend = 2 * Math.sin((rate * t) / 2) ** 2;
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [matrix[k], matrix[3 + k], matrix[6 + k]];
      const [p, q, r] = [y * c - z * b, z * a - x * c, x * b - y * a];
      this.rotation[k] = a + sine * p + bend * (y * r - z * q);
      this.rotation[3 + k] = b + sine * q + bend * (z * p - x * r);
      this.rotation[6 + k] = c + sine * r + bend * (x * q - y * p);
    }
  }
}

let greatest = 0;

/**
 * The widest gap along the normals of faces, of pairs of edges, and between the centres; negative
 * where no direction separates.
 */
export function widestGap(a: Float64Array, b: Float64Array): number {
  greatest = -Infinity;
  tryDirection(a, b, a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  for (let i = 12; i < 21; i += 3) {
    const next = i === 18 ? 12 : i + 3;
    tryNormalOf(a, b, a, i, a, next);
    tryNormalOf(a, b, b, i, b, next);
    for (let j = 12; j < 21; j += 3) tryNormalOf(a, b, a, i, b, j);
  }
  return greatest;
}

function tryNormalOf(a: Float64Array, b: Float64Array, p: Float64Array, i: number, q: Float64Array, j: number): void {
  const x = p[i + 1] * q[j + 2] - p[i + 2] * q[j + 1];
  const y = p[i + 2] * q[j] - p[i] * q[j + 2];
  const z = p[i] * q[j + 1] - p[i + 1] * q[j];
  tryDirection(a, b, x, y, z);
}

/** Any direction is sound, one that is mere rounding too. */
function tryDirection(a: Float64Array, b: Float64Array, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return;
  let gap = Math.abs(x * (a[0] - b[0]) + y * (a[1] - b[1]) + z * (a[2] - b[2]));
  for (let i = 3; i < 12; i += 3) {
    gap -= Math.abs(x * a[i] + y * a[i + 1] + z * a[i + 2]) + Math.abs(x * b[i] + y * b[i + 1] + z * b[i + 2]);
  }
  if (gap > greatest * length) greatest = gap / length;
}
