// Rigid bodies and motions: sizes of the shapes, shares of colliding motions as in the paper, and what the special motions promise, all
// checked on coarse shapes by sampling.
import { describe, expect, it } from 'vitest';
import { type MotionDraw, rigidPairs, type Soup, type SpecialName, specialMotions } from '../../scenes/rigid/index.ts';
import { distanceAt, meetAt } from './rigid-sampling.ts';

const SEED = 7;

function checkSoup({ positions, triangles }: Soup): void {
  expect(positions.every(Number.isFinite)).toBe(true);
  expect(triangles.length % 3).toBe(0);
  expect(triangles.every((v) => v < positions.length / 3)).toBe(true);
  const used = new Set(triangles);
  expect(used.size).toBe(positions.length / 3);
}

function radius({ positions }: Soup): number {
  let most = 0;
  for (let i = 0; i < positions.length; i += 3) most = Math.max(most, Math.hypot(...positions.subarray(i, i + 3)));
  return most;
}

function checkMotion(draw: MotionDraw): void {
  expect(Math.hypot(...draw.pose0.rotation)).toBeCloseTo(1, 14);
  if ('pose1' in draw) expect(Math.hypot(...draw.pose1.rotation)).toBeCloseTo(1, 14);
  const numbers = 'pose1' in draw ? draw.pose1.position : [...draw.velocity, ...draw.angularVelocity];
  expect([...draw.pose0.position, ...numbers].every(Number.isFinite)).toBe(true);
}

describe.each(rigidPairs)('$name', ({ name, paper, collidingShare, bodies, motions }) => {
  it("has the paper's sizes, and few triangles of the same shape when asked", () => {
    const [full, few] = [bodies(), bodies(0.001)];
    for (const [side, count] of [
      ['a', paper.trianglesA],
      ['b', paper.trianglesB],
    ] as const) {
      checkSoup(full[side]);
      checkSoup(few[side]);
      const triangles = full[side].triangles.length / 3;
      expect(Math.abs(triangles / count - 1)).toBeLessThan(name === 'torusknot-torusknot' ? Number.MIN_VALUE : 0.01);
      expect(few[side].triangles.length / 3).toBeLessThan(900);
      expect(radius(full[side])).toBeGreaterThan(0.8);
      expect(radius(full[side])).toBeLessThan(1.1);
      expect(radius(few[side]) / radius(full[side])).toBeCloseTo(1, 0);
    }
  });

  it('has no triangle without area', () => {
    const { a, b } = bodies();
    expect(leastArea(a)).toBeGreaterThan(0);
    expect(leastArea(b)).toBeGreaterThan(0);
  });

  it('moves alike from one seed, otherwise from another', () => {
    const drawn = motions(3, SEED);
    expect(motions(3, SEED)).toEqual(drawn);
    expect(motions(3, SEED + 1)).not.toEqual(drawn);
    for (const { a, b } of drawn) for (const draw of [a, b]) checkMotion(draw);
  });

  it("starts free, and collides as often as the paper's, within a tenth", () => {
    // Shafts of clubs are thin: fewer samples would step over each other.
    const [samples, count, scale] = name === 'club-club' ? [300, 40, 0.001] : [40, 120, 0.02];
    const soups = bodies(scale);
    const drawn = motions(count, SEED);
    const colliding = drawn.filter((motion) => {
      expect(meetAt(soups, motion, 0)).toBe(false);
      return Array.from({ length: samples }, (_, i) => (i + 1) / samples).some((t) => meetAt(soups, motion, t));
    });
    expect(Math.abs(colliding.length / count - collidingShare), `seed ${SEED}`).toBeLessThan(0.1);
  });
});

function leastArea({ positions, triangles }: Soup): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = triangles.subarray(i, i + 3);
    const [p, q] = [b, c].map((v) => [0, 1, 2].map((k) => positions[3 * v + k] - positions[3 * a + k]));
    const area = Math.hypot(p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]);
    least = Math.min(least, area);
  }
  return least;
}

describe.each(Object.keys(specialMotions) as SpecialName[])('%s', (name) => {
  const draw = specialMotions[name];
  const cases = draw(36, SEED, 0.001);

  it('is well formed, alike from one seed, otherwise from another', () => {
    expect(draw(4, SEED, 0.001)).toEqual(cases.slice(0, 4));
    expect(draw(4, SEED + 1, 0.001)).not.toEqual(cases.slice(0, 4));
    for (const { bodies, motion } of cases) {
      checkSoup(bodies.a);
      checkSoup(bodies.b);
      checkMotion(motion.a);
      checkMotion(motion.b);
    }
  });

  it('starts as it says', () => {
    for (const { bodies, motion, truth } of cases) expect(meetAt(bodies, motion, 0)).toBe(truth === 'overlapping');
  });

  it('never comes nearer than it says', () => {
    for (const { bodies, motion, least } of cases.filter(({ truth }) => truth === 'apart')) {
      for (let i = 0; i <= 16; i++) {
        expect(distanceAt(bodies, motion, i / 16, 2 * least)).toBeGreaterThan(least - 1e-14);
      }
    }
  });

  it('has motions of both bodies, and turns by more than half a circle', () => {
    const moving = cases.filter(({ motion: { b } }) => !isStill(b));
    const far = cases.filter(({ motion: { a } }) => !('pose1' in a) && Math.hypot(...a.angularVelocity) > Math.PI);
    expect(moving.length).toBeGreaterThan(3);
    expect(far.length).toBeGreaterThan(0);
  });
});

function isStill(draw: MotionDraw): boolean {
  if ('pose1' in draw) return [0, 1, 2].every((k) => draw.pose1.position[k] === draw.pose0.position[k]);
  return [...draw.velocity, ...draw.angularVelocity].every((x) => x === 0);
}

describe('what is said to touch', () => {
  it('face to face: lies in the other at the end', () => {
    const touching = specialMotions['face-to-face'](18, SEED, 0.001).filter(({ truth }) => truth === 'touching');
    expect(touching.length).toBeGreaterThan(6);
    for (const { bodies, motion } of touching) expect(meetAt(bodies, motion, 1)).toBe(true);
  });

  it('grazing: is within rounding of touching at its moment', () => {
    const turn = Math.atan2(4, 3);
    for (const { bodies, motion, truth, least } of specialMotions.grazing(60, SEED)) {
      const rate = 'pose1' in motion.a ? 0 : Math.hypot(...motion.a.angularVelocity);
      const moments = rate > 0 ? [turn / rate] : [0.25, 0.5];
      const near = Math.min(...moments.map((t) => distanceAt(bodies, motion, t, 1)));
      expect(near).toBeLessThan(1.5 * least + 1e-14);
      expect(truth).toBe(least > 0 ? 'apart' : 'touching');
    }
  });

  it('near misses: come as near as they say', () => {
    for (const { bodies, motion, least } of specialMotions['near-miss'](16, SEED, 0.001)) {
      const moments = [0.3, 0.4, 0.5, 0.6];
      const near = Math.min(...moments.map((t) => distanceAt(bodies, motion, t, 2 * least)));
      expect(near).toBeLessThan(least + 1e-12);
    }
  });
});
