// In which directions gaps are watched. Where one body does not turn, directions fixed in it are fixed in the world too, and the other's
// motion is simple as seen from there. Where both turn there are two choices, both sound: directions fixed in the world, where the bounds
// of both bodies add up; and directions fixed in one body, from where the other turns by the difference of their angular velocities but
// every point is accelerated besides. The second wins where bodies turn together, such as a pin in a spinning wheel.
//
// Seen from b, a point p + ρ of a (p: a's origin from b's, ρ: from a's origin, Δ = ω_a − ω_b) has
//   velocity v − ω_b × p + Δ × ρ,   acceleration Δ × (Δ × ρ) + (Δ × ω_b) × ρ − 2 ω_b × v + ω_b × (ω_b × p).
import type { RigidBody } from './rigid-body.ts';
import { exchanged, type Mover, type Stretch } from './stretch.ts';
import { cross, length, minus, turnedBack, type Vector } from './vectors.ts';

export const FROM_STILL = 0;
export const IN_WORLD = 1;
export const RIDING = 2;
export type Frame = typeof FROM_STILL | typeof IN_WORLD | typeof RIDING;

export interface FrameChoice {
  readonly frame: Frame;
  /** Whether the bodies are exchanged, so that gaps are watched from a. */
  readonly isSwapped: boolean;
}

/** A frame costs in time steps; riding has to win clearly, because its bound on the acceleration is the same for all directions. */
const CLEARLY = 0.5;

export function chooseFrame(a: RigidBody, b: RigidBody, stretch: Stretch): FrameChoice {
  if (!isTurning(stretch.b)) return { frame: FROM_STILL, isSwapped: false };
  if (!isTurning(stretch.a)) return { frame: FROM_STILL, isSwapped: true };
  const onB = costOfRiding(a, b, stretch);
  const onA = costOfRiding(b, a, exchanged(stretch));
  if (Math.min(onA, onB) > CLEARLY * costInWorld(a, b, stretch)) return { frame: IN_WORLD, isSwapped: false };
  return { frame: RIDING, isSwapped: onA < onB };
}

function isTurning({ angularVelocity }: Mover): boolean {
  return angularVelocity[0] !== 0 || angularVelocity[1] !== 0 || angularVelocity[2] !== 0;
}

/** Greatest distance of a point from its frame's origin, about. */
export function reach({ centre, radius }: RigidBody): number {
  return length(centre) + radius;
}

/** Speed by turning, and the speed that an acceleration gathers over the size of the bodies. Moving along is the same in any frame. */
function cost(a: RigidBody, b: RigidBody, speed: number, acceleration: number): number {
  return speed + Math.sqrt(acceleration * (reach(a) + reach(b)));
}

function costInWorld(a: RigidBody, b: RigidBody, { a: moverA, b: moverB }: Stretch): number {
  const [rateA, rateB] = [length(moverA.angularVelocity), length(moverB.angularVelocity)];
  const speed = rateA * reach(a) + rateB * reach(b);
  return cost(a, b, speed, rateA * rateA * reach(a) + rateB * rateB * reach(b));
}

function costOfRiding(a: RigidBody, b: RigidBody, stretch: Stretch): number {
  const { a: moverA, b: moverB } = stretch;
  const difference = length(minus(moverA.angularVelocity, moverB.angularVelocity));
  const { across, anywhere } = accelerationSeenFromB(a, stretch);
  return cost(a, b, farthestAcross(stretch) + difference * reach(a), across + anywhere);
}

/** Greatest |ω_b × p|: p moves along a line, so that it is at an end. Rounded up. */
function farthestAcross({ start, end, a, b }: Stretch): number {
  const p = minus(a.pose.position, b.pose.position);
  const v = minus(a.velocity, b.velocity);
  const span = end - start;
  const q: Vector = [p[0] + span * v[0], p[1] + span * v[1], p[2] + span * v[2]];
  const omega = b.angularVelocity;
  const rounding = 2 ** -50 * length(omega) * (length(p) + span * length(v));
  return Math.max(length(cross(omega, p)), length(cross(omega, q))) + rounding;
}

/**
 * Bounds for any point of a at any time, seen from b: `across` · |n × ω_b|/|ω_b| + `anywhere` along a direction n. Δ splits into a part
 * along ω_b, which stays where it is in b, and one across, which goes round: |n × Δ| ≤ |n × ω_b|/|ω_b|·|Δ∥| + |Δ⊥| at any time.
 */
export function accelerationSeenFromB(a: RigidBody, stretch: Stretch): { across: number; anywhere: number } {
  const { a: moverA, b: moverB } = stretch;
  const omega = moverB.angularVelocity;
  const rate = length(omega);
  const difference = minus(moverA.angularVelocity, omega);
  const size = length(difference);
  const askew = length(cross(difference, omega)) / rate + 2 ** -50 * size;
  const velocity = minus(moverA.velocity, moverB.velocity);
  const drift = 2 * (length(cross(omega, velocity)) + 2 ** -50 * rate * length(velocity));
  return {
    across: size * size * reach(a) + drift + rate * farthestAcross(stretch),
    anywhere: askew * (size + rate) * reach(a),
  };
}

/** What bounds the acceleration of any point of a at any time, seen from b. */
export interface Bends {
  /** In any direction. */
  readonly most: number;
  /** Along a direction n that is fixed in b: `across` · |n × k| + `anywhere`, k the axis, a unit vector that is fixed in b too. */
  readonly across: number;
  readonly anywhere: number;
  readonly axis: Vector;
}

export function bendsSeenFromB(a: RigidBody, stretch: Stretch): Bends {
  const { a: moverA, b: moverB } = stretch;
  const omega = moverB.angularVelocity;
  const difference = minus(moverA.angularVelocity, omega);
  const axisOf = (w: Vector): Vector => unitVector(turnedBack(moverB.matrix, w));
  // Where b does not turn, a turns about an axis that is fixed in b, and nothing else accelerates it.
  if (!isTurning(moverB)) {
    const across = length(difference) ** 2 * reach(a);
    return { most: across, across, anywhere: 0, axis: axisOf(difference) };
  }
  const { across, anywhere } = accelerationSeenFromB(a, stretch);
  const askew = length(cross(difference, omega)) + 2 ** -50 * length(difference) * length(omega);
  return { most: across + askew * reach(a), across, anywhere, axis: axisOf(omega) };
}

function unitVector(v: Vector): Vector {
  const size = length(v);
  return size > 0 ? [v[0] / size, v[1] / size, v[2] / size] : v;
}
