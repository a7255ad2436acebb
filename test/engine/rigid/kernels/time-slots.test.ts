// Time slots during which boxes are apart: nothing in them meets in a slot that is closed, in each
// of the frames. Tested pair by pair, and in a cull that halves what stays open.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/core/math/random.ts';
import { rigidArena } from '../../../../src/core/memory/arena.ts';
import { RigidMotion } from '../../../../src/core/motion/rigid-motion.ts';
import { type Frame, IN_NONROTATING_B, IN_ROTATING_B, IN_WORLD } from '../../../../src/engine/rigid/frame.ts';
import { motionSegments } from '../../../../src/engine/rigid/motion-segment.ts';
import { allocateContext, writeQuery } from '../../../../src/engine/rigid/rigid-query.ts';
import type { Vec } from '../../../generate/draw.ts';
import { bodyOf, drawCase, type Side } from './draw-boxes.ts';
import { type Box, MovingBox, widestGap } from './moving-boxes.ts';

/** Slots of the finest level, and levels (time-slots.ts). */
const [SLOTS, LEVELS] = [24, 4];
/** Parts that a cull does not halve, of 96 (slot-cull.ts), by level. */
const SHORTEST = [8, 4, 2, 1];
const ALL_OPEN = 2 ** SLOTS - 1;
const SEED = 33;
const COUNT = 1500;
/** Samples of a closed slot, both ends among them. */
const SAMPLES = 9;

const memory = rigidArena();
const context = allocateContext(memory);
const nodes = [memory.allocate(256), memory.allocate(256)];

interface Pair {
  readonly a: Side;
  readonly b: Side;
}

interface Tested {
  readonly closed: number;
  readonly margin: number;
}

type Test = (open: number, level: number) => number;

/** What stays open of the first boxes of both. */
const tests: [string, Test][] = [
  ['a test of one pair', (open, level) => memory.kernels.probeSlots(context.address, nodes[0], nodes[1], open, level)],
  ['a cull of boxes of a', (open, level) => cull(nodes[0], nodes[1], true, open, level)],
  ['a cull of boxes of b', (open, level) => cull(nodes[1], nodes[0], false, open, level)],
];

function cull(node: number, other: number, ofA: boolean, open: number, level: number): number {
  const { kernels } = memory;
  kernels.probeSamples(context.address, node, other, ofA);
  return memory.i32(kernels.probeCull(context.address, false, open, SHORTEST[level]), 1)[0];
}

/** Slots that are closed, and the margin of gaps. */
function closedBy(test: Test, { a, b }: Pair, frame: Frame, open: number, level: number): Tested {
  const [segment] = motionSegments(a.motion, b.motion);
  const margin = writeQuery(context, a.body, b.body, segment, frame, 0);
  [a, b].forEach(({ boxes: [{ centre, extents, axes }] }, side) => {
    const rows = [...centre, ...extents, ...axes.flat()];
    for (const [row, x] of rows.entries()) memory.floats[nodes[side] / 4 + 4 * row] = x;
  });
  return { closed: open & ~test(open, level), margin };
}

/** The least gap of the first boxes at some times of a slot. */
function leastGap({ a, b }: Pair, slot: number): number {
  const origin = b.motion.legs[0].pose.position;
  const [moverA, moverB] = [a, b].map(
    ({ body, boxes, motion }) => new MovingBox(boxes[0], body, motion.legs[0], origin),
  );
  const gaps = Array.from({ length: SAMPLES }, (_, i) => {
    const t = (slot + i / (SAMPLES - 1)) / SLOTS;
    return widestGap(moverA.moveTo(t), moverB.moveTo(t));
  });
  return Math.min(...gaps);
}

/** Small enough to be inside of the body: the bound is one for points of the bodies. */
function within({ body, boxes, motion }: Side): Side {
  return {
    body,
    boxes: boxes.map((box) => ({ ...box, extents: box.extents.map((x) => Math.fround(0.3 * x)) })),
    motion,
  };
}

const frames: [string, Frame, boolean][] = [
  ['in b, which does not turn', IN_NONROTATING_B, true],
  ['in the world', IN_WORLD, false],
  ['in b, which turns', IN_ROTATING_B, false],
];

describe.each(tests)('boxes are apart in slots that are closed by %s', (_name, test) => {
  it.each(frames)('%s', (_, frame, isStill) => {
    const random = seededRandom(SEED);
    const count = { closed: 0, near: 0 };
    for (let i = 0; i < COUNT; i++) {
      const drawn = drawCase(random, isStill);
      const pair = { a: within(drawn.a), b: within(drawn.b) };
      const level = random.below(LEVELS);
      const open = ALL_OPEN & (-1 << Math.min(Math.floor(drawn.t * SLOTS), SLOTS - 1));
      const { closed, margin } = closedBy(test, pair, frame, open, level);
      for (let k = 0; k < SLOTS; k++) {
        if (!((closed >> k) & 1)) continue;
        const least = leastGap(pair, k);
        count.closed++;
        if (least < 0.1 * (drawn.a.body.radius + drawn.b.body.radius)) count.near++;
        expect(least, `seed ${SEED}, case ${i}, slot ${k} of level ${level}`).toBeGreaterThan(-margin);
      }
    }
    expect(count.closed).toBeGreaterThan(COUNT / 2);
    expect(count.near).toBeGreaterThan(COUNT / 20);
  });
});

const UNTURNED = [0, 0, 0, 1];
const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const THICK = 0.125;
const DOT: Box = { centre: [0, 0, 0], extents: [1e-7, 1e-7, 1e-7].map(Math.fround), axes: AXES };
const PLATE: Box = { centre: [0, 0, 0], extents: [0.5, 0.5, THICK], axes: AXES };
/** The slot in whose middle the dot is lowest, and the radians on either side. */
const [LOWEST, SWAY] = [12, 0.1];

/**
 * A dot that swings above a plate: at its lowest it is this much nearer than a swing's bound, one
 * radius times SWAY²/2, allows. About an axis that leans by an angle out of the plate's plane it
 * goes up and down by the cosine of it.
 */
function swing(share: number, dotTurns: boolean, lean = 0): Pair {
  const omega = 2 * SWAY * SLOTS * (dotTurns ? 1 : -1);
  const half = (-0.5 * omega * (LOWEST + 0.5)) / SLOTS;
  const [sine, cosine] = [Math.sin(lean), Math.cos(lean)];
  const turning = (position: Vec, rate: number): RigidMotion =>
    RigidMotion.withVelocity(
      {
        position,
        rotation: rate === 0 ? UNTURNED : [0, cosine * Math.sin(half), sine * Math.sin(half), Math.cos(half)],
      },
      [0, 0, 0],
      [0, cosine * rate, sine * rate],
    );
  const below: Box = { ...DOT, centre: [0, sine, -cosine].map(Math.fround) };
  const dot: Side = { body: bodyOf([0, 0, 0], 1), boxes: [below], motion: turning([0, 0, 0], dotTurns ? omega : 0) };
  const height = cosine * (-Math.cos(SWAY) - (share * SWAY * SWAY) / 2);
  // The plate turns about the dot's centre.
  const box: Box = { ...PLATE, centre: [0, sine, height - THICK].map(Math.fround) };
  const plate: Side = { body: bodyOf([0, 0, 0], 1), boxes: [box], motion: turning([0, 0, 0], dotTurns ? 0 : omega) };
  return dotTurns ? { a: dot, b: plate } : { a: plate, b: dot };
}

describe.each(tests)('a swing past a plate, by %s', (_name, test) => {
  it.each([true, false])('is told from one that touches it; the dot turns: %s', (dotTurns) => {
    const bit = 1 << LOWEST;
    expect(leastGap(swing(0.97, dotTurns), LOWEST)).toBeLessThan(0);
    expect(closedBy(test, swing(0.97, dotTurns), IN_NONROTATING_B, ALL_OPEN & -bit, LEVELS - 1).closed & bit).toBe(0);
    expect(leastGap(swing(1.03, dotTurns), LOWEST)).toBeGreaterThan(0);
    expect(closedBy(test, swing(1.03, dotTurns), IN_NONROTATING_B, ALL_OPEN & -bit, LEVELS - 1).closed & bit).toBe(bit);
  });

  it.each([true, false])('is not told where it touches, about an axis that leans; the dot turns: %s', (dotTurns) => {
    const bit = 1 << LOWEST;
    for (const lean of [0.3, 0.8, 1.2, 1.5]) {
      expect(leastGap(swing(0.97, dotTurns, lean), LOWEST)).toBeLessThan(0);
      expect(
        closedBy(test, swing(0.97, dotTurns, lean), IN_NONROTATING_B, ALL_OPEN & -bit, LEVELS - 1).closed & bit,
      ).toBe(0);
    }
  });

  it('is not told by boxes that change sides', () => {
    const still = {
      body: bodyOf([0, 0, 0], 1),
      boxes: [PLATE],
      motion: RigidMotion.still({ position: [0, 0, 0], rotation: UNTURNED }),
    };
    const falling = RigidMotion.withVelocity({ position: [0, 0, 10], rotation: UNTURNED }, [0, 0, -20], [0, 0, 0]);
    const dot = { body: bodyOf([0, 0, 0], 1), boxes: [DOT], motion: falling };
    const { closed } = closedBy(test, { a: dot, b: still }, IN_NONROTATING_B, ALL_OPEN, 0);
    expect(closed & ((1 << LOWEST) | (1 << (LOWEST - 1)))).toBe(0);
    expect(closed & 0xff00ff).toBe(0xff00ff);
  });
});

it('the axes of one box against four know how much turning counts along them', () => {
  const bit = 1 << LOWEST;
  for (const lean of [0.3, 0.8, 1.2])
    for (const dotTurns of [true, false]) {
      const pair = swing(1.03, dotTurns, lean);
      // The plate is the one box.
      const [, [, ofA], [, ofB]] = tests;
      expect(leastGap(pair, LOWEST)).toBeGreaterThan(0);
      expect(closedBy(dotTurns ? ofA : ofB, pair, IN_NONROTATING_B, ALL_OPEN & -bit, LEVELS - 1).closed & bit).toBe(
        bit,
      );
    }
});
