// The oriented bound [Mezger §3.3, equation 1]: a million vertices inside their cones, at the rim and towards the normals above all, stay
// in the volume that the bound makes; the equation as printed lets them out.
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { COSINE_ERROR, DirectionCones, FULL } from '../../../src/papers/mezger/direction-cones.ts';
import { type Directions, directions } from '../../../src/papers/mezger/directions.ts';
import { orientedReach } from '../../../src/papers/mezger/oriented-reach.ts';

type Vector = readonly [number, number, number];

interface MovingCone {
  readonly axis: Vector;
  /** Half of the apex angle. */
  readonly alpha: number;
  /** v̂Δt. */
  readonly way: number;
  /** ε_close/2. */
  readonly half: number;
}

const VERTICES = 1_000_000;
const VERTICES_PER_CONE = 50;

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scaled = (a: Vector, s: number): Vector => [s * a[0], s * a[1], s * a[2]];
const unit = (a: Vector): Vector => scaled(a, 1 / Math.hypot(...a));

function anyDirection(random: Random): Vector {
  for (;;) {
    const v: Vector = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
    if (dot(v, v) > 0.01 && dot(v, v) <= 1) return unit(v);
  }
}

function anyCone(random: Random): MovingCone {
  const kind = random.below(4);
  const narrow = 10 ** random.between(-12, 0);
  const alpha = kind === 0 ? narrow : kind === 1 ? Math.PI / 2 - narrow : random.between(0, 1.57);
  // Now and then along a normal, or nearly so: there cosines have lost the angle.
  const normal: Vector = [1, random.below(2), -random.below(2)];
  const off = random.next() < 0.5 ? 0 : 10 ** random.between(-10, -6);
  const axis = random.next() < 0.4 ? unit([normal[0], normal[1] + off, normal[2]]) : anyDirection(random);
  return { axis, alpha, way: 10 ** random.between(-6, 6), half: 0.001 * random.next() };
}

/** The part of a across b, which is unit. */
function without(a: Vector, b: Vector): Vector {
  const along = dot(a, b);
  return [a[0] - along * b[0], a[1] - along * b[1], a[2] - along * b[2]];
}

/** At an angle of at most α to the axis, in the plane of axis and `towards`. */
function inCone({ axis, alpha }: MovingCone, towards: Vector, random: Random): Vector {
  const angle = random.next() < 0.5 ? alpha : alpha * random.next();
  const across = without(without(towards, axis), axis);
  if (dot(across, across) < 1e-30) return axis;
  const [c, s, side] = [Math.cos(angle), Math.sin(angle), unit(without(unit(across), axis))];
  return unit([c * axis[0] + s * side[0], c * axis[1] + s * side[1], c * axis[2] + s * side[2]]);
}

type Reach = (cone: MovingCone, dop: Directions, out: Float64Array) => void;

/** What the library does. */
const corrected: Reach = ({ axis, alpha, way, half }, dop, out) => {
  const cones = new DirectionCones(1);
  cones.axes.set(axis);
  cones.cosines[0] = Math.cos(alpha) - COSINE_ERROR > 0 ? Math.cos(alpha) - COSINE_ERROR : FULL;
  orientedReach({ cones, maxDisplacements: Float64Array.of(way * (1 + 2 ** -49)) } as never, 0, dop, out);
  for (let i = 0; i < out.length; i++) out[i] += half * dop.lengths[i >> 1];
};

/** Equation 1 as printed, and the fallback behind it for cones without a principal direction. */
const printed: Reach = ({ axis, alpha, way, half }, { count, normals, lengths }, out) => {
  for (let i = 0; i < count; i++) {
    const along = dot(axis, [normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]]);
    const isWide = alpha > Math.PI / 4;
    out[2 * i] = isWide ? Math.max(half, way) * lengths[i] : half * lengths[i] + Math.max(-along * way, 0);
    out[2 * i + 1] = isWide ? Math.max(half, way) * lengths[i] : half * lengths[i] + Math.max(along * way, 0);
  }
};

/** How many vertices leave; what is near a vertex by ε_close/2 has to be inside too if `room` says so. */
function leaving(reach: Reach, hasRoom: boolean): number {
  const random = seededRandom(6);
  const dop = directions(26);
  const out = new Float64Array(2 * dop.count);
  let count = 0;
  for (let v = 0; v < VERTICES; ) {
    const cone = anyCone(random);
    reach(cone, dop, out);
    for (let k = 0; k < VERTICES_PER_CONE; k++, v++) {
      const i = random.below(dop.count);
      const sign = random.next() < 0.5 ? -1 : 1;
      const normal: Vector = [dop.normals[3 * i], dop.normals[3 * i + 1], dop.normals[3 * i + 2]];
      const target = random.next() < 0.7 ? unit(scaled(normal, sign)) : anyDirection(random);
      const speed = random.next() < 0.5 ? 1 : random.next();
      const way = scaled(inCone(cone, target, random), cone.way * speed * (random.next() < 0.5 ? 1 : random.next()));
      if (isOutside(way, hasRoom ? cone.half : 0, dop, out)) count++;
    }
  }
  return count;
}

function isOutside(way: Vector, room: number, { count, normals, lengths }: Directions, reach: Float64Array): boolean {
  for (let i = 0; i < count; i++) {
    const along = dot(way, [normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]]);
    if (along + room * lengths[i] > reach[2 * i + 1] || along - room * lengths[i] < -reach[2 * i]) return true;
  }
  return false;
}

describe('a million vertices inside their cones', () => {
  it('stay in the volume of the corrected bound, with all that is near them', () => {
    expect(leaving(corrected, true)).toBe(0);
  });

  it('leave the volume of the printed equation in great numbers, even alone', () => {
    expect(leaving(printed, false)).toBeGreaterThan(VERTICES / 10);
  });
});

it('is no larger than needed: some vertex comes near the bound wherever it is not 0', () => {
  const random = seededRandom(7);
  const dop = directions(18);
  const out = new Float64Array(2 * dop.count);
  let worst = 0;
  for (let n = 0; n < 2000; n++) {
    const cone: MovingCone = { ...anyCone(random), half: 0 };
    corrected(cone, dop, out);
    for (let i = 0; i < dop.count; i++) {
      const normal: Vector = [dop.normals[3 * i], dop.normals[3 * i + 1], dop.normals[3 * i + 2]];
      const angle = Math.acos(Math.min(1, Math.max(-1, dot(unit(normal), cone.axis))));
      const exact = Math.max(0, Math.cos(Math.max(0, angle - cone.alpha))) * cone.way * Math.hypot(...normal);
      worst = Math.max(worst, (out[2 * i + 1] - exact) / cone.way);
    }
  }
  expect(worst).toBeLessThan(1e-6);
});
