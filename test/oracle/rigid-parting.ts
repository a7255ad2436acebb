// Do two parts of moving bodies stay apart along one direction n over a span of time? About the
// middle m of the span, n·(q − p) of two points changes by at most |slope| h + K h²/2, with K a
// bound of the second derivative, and by at most h times a bound of the first. With r the arm of a
// point and n fixed in the world, n·(ω × r) = (n × ω)·r and n·(ω × (ω × r)) = (n × ω)·(ω × r);
// neither |r| nor |ω × r| changes in time. Where n turns with b, see rigid-carried.ts.
import type { ReferenceBody } from './rigid-body.ts';
import { type Carried, carriedDrift } from './rigid-carried.ts';
import { cross, dot, length, minus, type ReferenceMotion, type Vec } from './rigid-motion.ts';

/** The times m − h … m + h. */
export interface Span {
  readonly motionA: ReferenceMotion;
  readonly motionB: ReferenceMotion;
  readonly m: number;
  readonly h: number;
  /** What a gap must exceed to be none of rounding's. */
  readonly margin: number;
  /** Null where one body does not turn: a fixed direction is as good then. */
  readonly carried: Carried | null;
}

/** A point of a body at one instant. */
export interface Moving {
  readonly point: Vec;
  /** From the frame's origin. */
  readonly arm: Vec;
  /** ω × arm. */
  readonly swing: Vec;
}

export interface MovingSphere extends Moving {
  readonly radius: number;
  /** Half the sizes of the box about the same centre. */
  readonly halves: Vec;
}

export function cornersOf({ corners }: ReferenceBody, face: number, motion: ReferenceMotion, m: number): Moving[] {
  return [0, 3, 6].map((k) => movingAt(corners, 9 * face + k, motion, m));
}

export function sphereOf(body: ReferenceBody, node: number, motion: ReferenceMotion, m: number): MovingSphere {
  const { point, arm, swing } = movingAt(body.spheres, 4 * node, motion, m);
  const halves: Vec = [body.boxes[3 * node], body.boxes[3 * node + 1], body.boxes[3 * node + 2]];
  return { point, arm, swing, radius: body.spheres[4 * node + 3], halves };
}

function movingAt(at: Float64Array, first: number, motion: ReferenceMotion, t: number): Moving {
  const { rotation: m, position } = motion.frame(t);
  const x = at[first];
  const y = at[first + 1];
  const z = at[first + 2];
  const arm: Vec = [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
  const point: Vec = [position[0] + arm[0], position[1] + arm[1], position[2] + arm[2]];
  return { point, arm, swing: cross(motion.omega, arm) };
}

/** The gap of the spheres at m, and how far it may shrink along the line of their centres. */
export function spheresPart(span: Span, p: MovingSphere, q: MovingSphere): { gap: number; drift: number } {
  const apart = minus(q.point, p.point);
  const distance = length(apart);
  const n: Vec = distance > 0 ? [apart[0] / distance, apart[1] / distance, apart[2] / distance] : [1, 0, 0];
  const gap = distance - p.radius - q.radius - span.margin;
  const fixed = fixedDrift(span, n, p, q);
  return { gap, drift: span.carried ? Math.min(fixed, carriedDrift(span.carried, n, p, 0, 0)) : fixed };
}

/** One direction for all corners, so either the fixed or the carried one. */
export function cornersPart(span: Span, n: Vec, ps: readonly Moving[], qs: readonly Moving[]): boolean {
  const { carried, margin } = span;
  const side = dot(n, minus(qs[0].point, ps[0].point)) < 0 ? -1 : 1;
  const gap = (p: Moving, q: Moving): number => side * dot(n, minus(q.point, p.point)) - margin;
  return (
    ps.every((p) => qs.every((q) => gap(p, q) > fixedDrift(span, n, p, q))) ||
    (carried !== null && ps.every((p) => qs.every((q) => gap(p, q) > carriedDrift(carried, n, p, 0, 0))))
  );
}

/** Bounds the change of n·(q − p) over the span, n fixed in the world. */
export function fixedDrift({ motionA, motionB, h }: Span, n: Vec, p: Moving, q: Moving): number {
  const leverA = length(cross(n, motionA.omega));
  const leverB = length(cross(n, motionB.omega));
  const straight = dot(n, minus(motionB.velocity, motionA.velocity));
  const slope = Math.abs(straight + dot(n, minus(q.swing, p.swing)));
  const curve = leverA * length(p.swing) + leverB * length(q.swing);
  const most = Math.abs(straight) + leverA * length(p.arm) + leverB * length(q.arm);
  return Math.min(slope * h + (curve * h * h) / 2, most * h);
}

/**
 * The same of all points of two boxes: those of one differ from its centre by at most half its
 * sizes.
 */
export function boxesPart(span: Span, n: Vec, p: MovingSphere, q: MovingSphere): boolean {
  const { motionA, motionB, m, h, margin } = span;
  const acrossA = cross(n, motionA.omega);
  const acrossB = cross(n, motionB.omega);
  const axesA = motionA.frame(m).rotation;
  const axesB = motionB.frame(m).rotation;
  const apart = Math.abs(dot(n, minus(q.point, p.point)));
  const gap = apart - extent(axesA, p.halves, n) - extent(axesB, q.halves, n) - margin;
  if (gap <= 0) return false;
  const straight = dot(n, minus(motionB.velocity, motionA.velocity));
  const spread = extent(axesA, p.halves, acrossA) + extent(axesB, q.halves, acrossB);
  const slope = Math.abs(straight + dot(n, minus(q.swing, p.swing))) + spread;
  const curveA = length(acrossA) * (length(p.swing) + motionA.rate * p.radius);
  const curveB = length(acrossB) * (length(q.swing) + motionB.rate * q.radius);
  if (gap > slope * h + ((curveA + curveB) * h * h) / 2) return true;
  const { carried } = span;
  if (!carried) return false;
  return gap > carriedDrift(carried, n, p, p.radius, extent(axesA, p.halves, cross(n, carried.delta)));
}

/** The greatest n·x of a box about the origin. */
function extent(axes: readonly number[], halves: Vec, n: Vec): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += halves[k] * Math.abs(n[0] * axes[k] + n[1] * axes[k + 3] + n[2] * axes[k + 6]);
  return sum;
}

/** The directions of the sides of both bodies' boxes at m. */
export function boxAxes({ motionA, motionB, m }: Span): Vec[] {
  const columns = ({ rotation: r }: { readonly rotation: readonly number[] }): Vec[] =>
    [0, 1, 2].map((k) => [r[k], r[k + 3], r[k + 6]]);
  return [...columns(motionA.frame(m)), ...columns(motionB.frame(m))];
}

/**
 * Normals of two triangles and of all pairs of their edges: some of these part any two that lie
 * apart in general.
 */
export function sideAxes(corners: Float64Array): Vec[] {
  const edges = [0, 9].map((first) => [0, 3, 6].map((k) => edge(corners, first + k, first + ((k + 3) % 9))));
  const [a, b] = edges;
  const axes = [cross(a[0], a[1]), cross(b[0], b[1]), ...a.flatMap((u) => b.map((v) => cross(u, v)))];
  return axes.flatMap((axis) => {
    const size = length(axis);
    return size > 0 ? [[axis[0] / size, axis[1] / size, axis[2] / size] as const] : [];
  });
}

const edge = (q: Float64Array, from: number, to: number): Vec => [
  q[to] - q[from],
  q[to + 1] - q[from + 1],
  q[to + 2] - q[from + 2],
];
