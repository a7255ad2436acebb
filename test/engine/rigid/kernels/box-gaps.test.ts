// Gaps of boxes and how long they last: no box touches another before its time, in each frame in
// which gaps are measured.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/core/math/random.ts';
import { rigidArena } from '../../../../src/core/memory/arena.ts';
import { RigidMotion } from '../../../../src/core/motion/rigid-motion.ts';
import { type Frame, IN_NONROTATING_B, IN_ROTATING_B, IN_WORLD } from '../../../../src/engine/rigid/frame.ts';
import { motionSegments } from '../../../../src/engine/rigid/motion-segment.ts';
import { allocateContext, writeQuery } from '../../../../src/engine/rigid/rigid-query.ts';
import type { Vec } from '../../../generate/draw.ts';
import { bodyOf, type Case, drawCase, LANES, type Side } from './draw-boxes.ts';
import { type Box, MovingBox, widestGap } from './moving-boxes.ts';

/** Pairs that are compared together in doubles. */
const WIDE_LANES = 2;
const SEED = 21;
/** Of four pairs each. */
const COUNT = 1500;

interface Probe {
  /** In lengths. */
  readonly gaps: readonly number[];
  readonly lasts: readonly number[];
  readonly margin: number;
}

const memory = rigidArena();
const context = allocateContext(memory);
const nodes = [memory.allocate(256), memory.allocate(256)];

function probe({ a, b, t }: Case, frame: Frame, separation = 0, isWide = false): Probe {
  const [segment] = motionSegments(a.motion, b.motion);
  const margin = writeQuery(context, a.body, b.body, segment, frame, separation);
  const lanes = isWide ? WIDE_LANES : LANES;
  const [values, bytes] = isWide ? [memory.doubles, 8] : [memory.floats, 4];
  [a, b].forEach(({ boxes }, side) => {
    boxes.slice(0, lanes).forEach(({ centre, extents, axes }, lane) => {
      const rows = [...centre, ...extents, ...axes.flat()];
      for (const [row, x] of rows.entries()) values[nodes[side] / bytes + lanes * row + lane] = x;
    });
  });
  const out = memory.kernels.probeGaps(context.address, t, isWide, nodes[0], nodes[1]);
  const found = [...values.subarray(out / bytes, out / bytes + 2 * lanes)];
  const unit = isWide ? 1 : 1 / context.perUnit;
  return { gaps: found.slice(0, lanes).map((gap) => gap * unit), lasts: found.slice(lanes), margin };
}

/** Half of them evenly, half closer and closer to the end. */
const SHARES = [
  ...Array.from({ length: 30 }, (_, i) => i / 30),
  ...Array.from({ length: 30 }, (_, i) => 1 - 2 ** -(i + 4)),
  1,
];

function leastGap({ a, b, t }: Case, lane: number, lasts: number): number {
  const origin = b.motion.legs[0].pose.position;
  const [moverA, moverB] = [a, b].map(
    ({ body, boxes, motion }) => new MovingBox(boxes[lane], body, motion.legs[0], origin),
  );
  const span = Math.min(lasts, 1 - t);
  let least = Infinity;
  for (const share of span > 0 ? SHARES : [0]) {
    const time = Math.min(1, t + share * span);
    least = Math.min(least, widestGap(moverA.moveTo(time), moverB.moveTo(time)));
  }
  return least;
}

const frames: [string, Frame, boolean, boolean][] = [
  ['in b, which does not turn', IN_NONROTATING_B, true, false],
  ['in the world, b does not turn', IN_WORLD, true, false],
  ['in the world', IN_WORLD, false, false],
  ['in b, which turns', IN_ROTATING_B, false, false],
  ['in b, which does not turn, in doubles', IN_NONROTATING_B, true, true],
  ['in the world, in doubles', IN_WORLD, false, true],
  ['in b, which turns, in doubles', IN_ROTATING_B, false, true],
];

describe('boxes stay apart for as long as they should', () => {
  it.each(frames)('%s', (_, frame, isStill, isWide) => {
    const random = seededRandom(SEED);
    const count = { apart: 0, lasting: 0, tight: 0 };
    for (let i = 0; i < COUNT; i++) {
      const of = drawCase(random, isStill);
      const { gaps, lasts, margin } = probe(of, frame, 0, isWide);
      for (let lane = 0; lane < lasts.length; lane++) {
        const told = `seed ${SEED}, case ${i}, lane ${lane}`;
        const now = leastGap(of, lane, 0);
        const isApart = now > 1e-3 * (of.a.body.radius + of.b.body.radius);
        if (isApart) count.apart++;
        expect(gaps[lane], told).toBeLessThanOrEqual(now + margin / 16);
        if (!(lasts[lane] > 0)) continue;
        if (isApart) count.lasting++;
        // Touching is what the end may bring.
        expect(leastGap(of, lane, lasts[lane]), told).toBeGreaterThanOrEqual(-margin / 16);
        if (lasts[lane] < 1 - of.t && leastGap(of, lane, 1.05 * lasts[lane]) < -margin) count.tight++;
      }
    }
    expect(count.apart).toBeGreaterThan(COUNT);
    expect(count.lasting).toBeGreaterThan(0.99 * count.apart);
    expect(count.tight).toBeGreaterThan(COUNT / 40);
  });
});

const CUBE: Box = {
  centre: [0, 0, 0],
  extents: [0.5, 0.5, 0.5],
  axes: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
};

/** A cube with sides of 1 in a body about the origin; lanes are alike. */
function cube(velocity: Vec, omega: Vec, position: Vec = [0, 0, 0]): Side {
  const motion = RigidMotion.withVelocity({ position, rotation: [0, 0, 0, 1] }, velocity, omega);
  return { body: bodyOf([0, 0, 0], 1), boxes: [CUBE, CUBE, CUBE, CUBE], motion };
}

describe('the time that a gap lasts', () => {
  const still = cube([0, 0, 0], [0, 0, 0]);
  it('is that of the way between parallel faces', () => {
    const { gaps, lasts } = probe({ a: cube([-4, 1, 0], [0, 0, 0], [3, 0, 0]), b: still, t: 0.25 }, IN_NONROTATING_B);
    for (const gap of gaps) expect(gap).toBeCloseTo(1, 4);
    for (const last of lasts) expect(last).toBeCloseTo(0.25, 4);
  });

  it('is endless where nothing moves, or all moves as one', () => {
    const beside = cube([0, 0, 0], [0, 0, 0], [1.1, 0, 0]);
    for (const frame of [IN_NONROTATING_B, IN_WORLD] as const)
      for (const last of probe({ a: beside, b: still, t: 0 }, frame).lasts) expect(last).toBeGreaterThan(1000);
    const turning = cube([0, 0, 0], [0, 0, 9]);
    const outer: Box = { ...CUBE, centre: [0.5, 0, 0], extents: [0.125, 0.125, 0.125] };
    const aside = { ...turning, body: bodyOf([0, 0, 0], 4), boxes: [outer, outer, outer, outer] };
    for (const last of probe({ a: aside, b: turning, t: 0 }, IN_ROTATING_B).lasts) expect(last).toBeGreaterThan(10);
  });

  it('is endless between parallel faces when turning about their normal, in any frame', () => {
    const above = cube([0, 0, 0], [0, 0, 3], [0, 0, 1.25]);
    for (const frame of [IN_NONROTATING_B, IN_WORLD] as const)
      for (const last of probe({ a: above, b: still, t: 0 }, frame).lasts) expect(last).toBeGreaterThan(10);
    const both = { a: above, b: cube([0, 0, 0], [0, 0, -7]), t: 0 };
    for (const frame of [IN_WORLD, IN_ROTATING_B] as const)
      for (const last of probe(both, frame).lasts) expect(last, `frame ${frame}`).toBeGreaterThan(10);
  });

  it('is shorter by a separation that is to be kept', () => {
    const of = { a: cube([-4, 0, 0], [0, 0, 0], [3, 0, 0]), b: still, t: 0 };
    const { gaps, lasts } = probe(of, IN_NONROTATING_B, 0.5);
    expect(gaps[0]).toBeCloseTo(1.5, 4);
    expect(lasts[0]).toBeCloseTo(0.375, 4);
  });
});
