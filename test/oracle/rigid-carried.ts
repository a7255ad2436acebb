// The second choice of a direction between two moving bodies: n turns with b, so that the points of
// b stand still. With Ω the angular velocity of b, δ = ω − Ω that of a seen from b, d from b's
// origin to a's and v its velocity, a point of a with arm r moves by w = v − Ω × d + δ × r, and w′
// − Ω × w = δ × (ω × r) − 2 Ω × v + Ω × (Ω × d) − Ω × (δ × r) bounds its second derivative. Bodies
// that turn together hardly move in this frame, however fast they turn.
import { cross, dot, length, minus, type ReferenceMotion, type Vec } from './rigid-motion.ts';
import type { Moving } from './rigid-parting.ts';

export interface Carried {
  /** δ. */
  readonly delta: Vec;
  /** v − Ω × d. */
  readonly base: Vec;
  /** Bounds the part of the second derivative that is the same for all points. */
  readonly curve: number;
  /** What rounding may do to `base`. */
  readonly slack: number;
  readonly rateA: number;
  readonly rateB: number;
  readonly h: number;
}

export function carriedAbout(a: ReferenceMotion, b: ReferenceMotion, m: number, h: number): Carried | null {
  if (a.rate === 0 || b.rate === 0) return null;
  const velocity = minus(a.velocity, b.velocity);
  const offset = minus(a.frame(m).position, b.frame(m).position);
  const turned = length(cross(b.omega, velocity));
  return {
    delta: minus(a.omega, b.omega),
    base: minus(velocity, cross(b.omega, offset)),
    curve: 2 * turned + b.rate * (length(cross(b.omega, offset)) + h * turned),
    slack: 2 ** -50 * (length(velocity) + b.rate * length(offset)),
    rateA: a.rate,
    rateB: b.rate,
    h,
  };
}

/**
 * Bounds the change along n of points of a no farther than `radius` from p, whose δ × r spread by
 * `spread` along n.
 */
export function carriedDrift(carried: Carried, n: Vec, p: Moving, radius: number, spread: number): number {
  const { delta, base, curve, slack, rateA, rateB, h } = carried;
  const slope = Math.abs(dot(n, base) + dot(n, cross(delta, p.arm))) + spread + slack;
  const ofArm = length(delta) * (length(p.swing) + rateA * radius + rateB * (length(p.arm) + radius));
  return slope * h + ((curve + ofArm) * h * h) / 2;
}
