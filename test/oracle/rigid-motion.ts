// Reference for rigid motions, in plain doubles: the frame's origin goes straight, the rotation
// turns about an axis fixed in the world at a constant rate. `slackOf` bounds what rounding may do
// to a world point, here and in the code under test.
import type { MotionDraw } from '../../scenes/rigid/index.ts';

export type Vec = readonly [number, number, number];

/** A world point is position + rotation · x; the rotation by rows. */
export interface Frame {
  readonly rotation: readonly number[];
  readonly position: Vec;
}

export class ReferenceMotion {
  readonly velocity: Vec;
  readonly omega: Vec;
  /** |ω|. */
  readonly rate: number;
  private readonly start: Frame;
  private readonly frames = new Map<number, Frame>();

  /**
   * Positions are counted from the origin: from one of a near body, a pair far out is rounded as
   * little as any.
   */
  constructor(draw: MotionDraw, origin: Vec = [0, 0, 0]) {
    const { pose0 } = draw;
    this.start = { rotation: matrixOf(pose0.rotation), position: minus(vec(pose0.position), origin) };
    this.velocity = 'pose1' in draw ? minus(vec(draw.pose1.position), vec(pose0.position)) : vec(draw.velocity);
    this.omega = 'pose1' in draw ? turnBetween(pose0.rotation, draw.pose1.rotation) : vec(draw.angularVelocity);
    this.rate = Math.hypot(...this.omega);
  }

  frame(t: number): Frame {
    const known = this.frames.get(t);
    if (known) return known;
    const { start, velocity } = this;
    const [x, y, z] = start.position;
    const position: Vec = [x + t * velocity[0], y + t * velocity[1], z + t * velocity[2]];
    const made = { position, rotation: product(turn(this.omega, this.rate, t), start.rotation) };
    if (this.frames.size >= MOST_FRAMES) this.frames.clear();
    this.frames.set(t, made);
    return made;
  }

  /** A length no world point is wrong by, of a body that reaches `reach` far from its origin. */
  slackOf(reach: number): number {
    const far = Math.max(...this.start.position.map(Math.abs)) + Math.max(...this.velocity.map(Math.abs));
    return ROUNDING * (far + (1 + this.rate) * reach);
  }
}

/**
 * A dozen roundings of quaternion, sine, cosine and products, each of 2^-53, with room for as many
 * elsewhere.
 */
const ROUNDING = 2 ** -48;

/** Frames kept at a time; more would only fill the memory. */
const MOST_FRAMES = 50_000;

const vec = (a: ArrayLike<number>): Vec => [a[0], a[1], a[2]];

export const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const plus = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec): number => Math.sqrt(dot(a, a));

export function apply(m: readonly number[], x: number, y: number, z: number): Vec {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

/** Of q/|q|, so that whole-number quaternions give their rotation as exactly as a division can. */
export function matrixOf(rotation: readonly number[]): number[] {
  const [x, y, z, w] = rotation;
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [
    1 - s * (y * y + z * z),
    s * (x * y - z * w),
    s * (x * z + y * w),
    s * (x * y + z * w),
    1 - s * (x * x + z * z),
    s * (y * z - x * w),
    s * (x * z - y * w),
    s * (y * z + x * w),
    1 - s * (x * x + y * y),
  ];
}

/** ω of the shorter turn from q0 to q1: axis and angle of q1 q0⁻¹. */
function turnBetween(q0: readonly number[], q1: readonly number[]): Vec {
  const [a, b, c, d] = q0;
  const [x, y, z, w] = q1;
  const real = x * a + y * b + z * c + w * d;
  const side = real < 0 ? -1 : 1;
  const axis: Vec = [
    side * (x * d - w * a + z * b - y * c),
    side * (y * d - w * b + x * c - z * a),
    side * (z * d - w * c + y * a - x * b),
  ];
  const sine = length(axis);
  if (sine === 0) return [0, 0, 0];
  const angle = 2 * Math.atan2(sine, Math.abs(real));
  return [(axis[0] / sine) * angle, (axis[1] / sine) * angle, (axis[2] / sine) * angle];
}

/** exp(t [ω]×) by Rodrigues' formula. */
function turn(omega: Vec, rate: number, t: number): number[] {
  if (rate === 0 || t === 0) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const [x, y, z] = omega.map((c) => c / rate);
  const s = Math.sin(rate * t);
  const half = Math.sin((rate * t) / 2);
  const k = 2 * half * half;
  return [
    1 - k * (y * y + z * z),
    k * x * y - s * z,
    k * x * z + s * y,
    k * x * y + s * z,
    1 - k * (x * x + z * z),
    k * y * z - s * x,
    k * x * z - s * y,
    k * y * z + s * x,
    1 - k * (x * x + y * y),
  ];
}

function product(a: readonly number[], b: readonly number[]): number[] {
  const entry = (i: number): number => {
    const row = i - (i % 3);
    return a[row] * b[i % 3] + a[row + 1] * b[(i % 3) + 3] + a[row + 2] * b[(i % 3) + 6];
  };
  return b.map((_, i) => entry(i));
}
