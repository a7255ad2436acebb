// Triangles in boxes of a node against one of the other body, over time slots: none meet in a slot
// that is closed, in each of the frames; and a triangle is distinguished from its box, which sticks
// out.
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../../src/core/math/random.ts';
import { rigidArena } from '../../../../src/core/memory/arena.ts';
import { checkPose } from '../../../../src/core/motion/pose.ts';
import { RigidMotion } from '../../../../src/core/motion/rigid-motion.ts';
import { type Frame, IN_NONROTATING_B, IN_ROTATING_B, IN_WORLD } from '../../../../src/engine/rigid/frame.ts';
import { motionSegments } from '../../../../src/engine/rigid/motion-segment.ts';
import { RigidBody } from '../../../../src/engine/rigid/rigid-body.ts';
import { allocateContext, writeQuery } from '../../../../src/engine/rigid/rigid-query.ts';
import { faceDistance, type Posed } from '../every-pair.ts';
import { drawCase, type Side } from './draw-boxes.ts';

const NODE_BYTES = 256;
const TRIANGLE_BYTES = 72;
const SLOTS = 24;
const ALL_OPEN = 2 ** SLOTS - 1;
/** Parts that are not halved, of 96. */
const SHORTEST = [8, 4, 2, 1];
const SEED = 71;
const COUNT = 250;
/**
 * Slots that are tried of each of four pairs, and samples of a closed one, both ends among them.
 */
const [TRIED, SAMPLES] = [4, 9];

const memory = rigidArena();
const context = allocateContext(memory);

interface Moving {
  readonly body: RigidBody;
  readonly motion: RigidMotion;
}

/** One triangle, or the four of a node. */
interface Pair {
  readonly a: Moving;
  readonly b: Moving;
  readonly fourOfA: boolean;
  /** Leaf of the other. */
  readonly leaf: number;
}

/** A triangle in each of the boxes. */
function fill(random: Random, { body, boxes, motion }: Side): Moving {
  const corners = boxes.flatMap(({ centre, extents, axes }) =>
    [0, 1, 2].map(() => {
      const shares = extents.map((extent) => extent * random.between(-1, 1));
      return [0, 1, 2].map((k) => {
        const x = centre[k] + shares[0] * axes[0][k] + shares[1] * axes[1][k] + shares[2] * axes[2][k];
        return body.centre[k] + body.unit * x;
      });
    }),
  );
  return { body: soup(corners), motion };
}

function soup(corners: readonly (readonly number[])[]): RigidBody {
  return RigidBody.from(
    corners.flat(),
    corners.map((_, i) => i),
  );
}

/** The node of all triangles. */
function nodeOf({ nodes, faceCount }: RigidBody): number {
  return nodes + (faceCount > 1 ? NODE_BYTES : 0);
}

/** Closed slots of each of the four, and the margin of gaps. */
function closedBy({ a, b, fourOfA, leaf }: Pair, frame: Frame, shortest: number): { closed: number[]; margin: number } {
  const [segment] = motionSegments(a.motion, b.motion);
  const margin = writeQuery(context, a.body, b.body, segment, frame, 0);
  const [four, one] = fourOfA ? [a.body, b.body] : [b.body, a.body];
  const other = nodeOf(one) + 4 * leaf;
  const triangle = one.corners + TRIANGLE_BYTES * leaf;
  const { kernels } = memory;
  kernels.probeSamples(context.address, nodeOf(four), other, fourOfA);
  kernels.probeTriangles(context.address, four.corners, four.faceCount, triangle);
  const open = memory.i32(kernels.probeCull(context.address, true, ALL_OPEN, shortest), four.faceCount);
  return { closed: [...open].map((mask) => ALL_OPEN & ~mask), margin };
}

/** The same of their boxes, in the context of the last call: of the first. */
function closedByBoxes({ a, b, fourOfA, leaf }: Pair): number {
  const [four, one] = fourOfA ? [a.body, b.body] : [b.body, a.body];
  const { kernels } = memory;
  kernels.probeSamples(context.address, nodeOf(four), nodeOf(one) + 4 * leaf, fourOfA);
  return ALL_OPEN & ~memory.i32(kernels.probeCull(context.address, false, ALL_OPEN, 1), 1)[0];
}

/** The least distance of one of the four from the other at some times of a slot. */
function leastDistance({ a, b, fourOfA, leaf }: Pair, lane: number, slot: number): number {
  const posed = ({ body, motion }: Moving, t: number): Posed => [body, checkPose(motion.at(t))];
  const [leafA, leafB] = fourOfA ? [lane, leaf] : [leaf, lane];
  const distances = Array.from({ length: SAMPLES }, (_, i) => {
    const t = (slot + i / (SAMPLES - 1)) / SLOTS;
    return faceDistance(posed(a, t), a.body.faceOf[leafA], posed(b, t), b.body.faceOf[leafB]);
  });
  return Math.min(...distances);
}

const frames: [string, Frame, boolean][] = [
  ['in b, which does not turn', IN_NONROTATING_B, true],
  ['in the world', IN_WORLD, false],
  ['in b, which turns', IN_ROTATING_B, false],
];

describe.each([true, false])('triangles are apart in slots that are closed; four of a: %s', (fourOfA) => {
  it.each(frames)('%s', (_, frame, isStill) => {
    const random = seededRandom(SEED);
    const count = { closed: 0, near: 0 };
    for (let i = 0; i < COUNT; i++) {
      const drawn = drawCase(random, isStill);
      const pair = { a: fill(random, drawn.a), b: fill(random, drawn.b), fourOfA, leaf: random.below(4) };
      const { closed, margin } = closedBy(pair, frame, SHORTEST[random.below(SHORTEST.length)]);
      for (let n = 0; n < 4 * TRIED; n++) {
        const [lane, k] = [n % 4, random.below(SLOTS)];
        if (!((closed[lane] >> k) & 1)) continue;
        const least = leastDistance(pair, lane, k);
        count.closed++;
        if (least < 0.1 * (pair.a.body.radius + pair.b.body.radius)) count.near++;
        expect(least, `seed ${SEED}, case ${i}, lane ${lane}, slot ${k}`).toBeGreaterThan(margin);
      }
    }
    expect(count.closed).toBeGreaterThan(2 * COUNT);
    expect(count.near).toBeGreaterThan(COUNT / 5);
  });
});

describe('a wedge whose box reaches over an edge', () => {
  const GAP = 1e-3;
  /**
   * The corner of the first is at the origin, in the plane z = 0; its box reaches to x < 0. The
   * second stands there, at x = −GAP.
   */
  const wedge = soup([
    [0, 0, 0],
    [1, 0.5, 0],
    [0.5, 0.5, 0],
  ]);
  const wall = soup([
    [-GAP, -1, -1],
    [-GAP, 1, -1],
    [-GAP, 0, 1],
  ]);
  const moving = (body: RigidBody, velocity: readonly [number, number, number]): Moving => ({
    body,
    motion: RigidMotion.withVelocity({ position: [0, 0, 0], rotation: [0, 0, 0, 1] }, velocity, [0, 0, 0]),
  });

  it.each([true, false])('is apart from what moves along that edge; one of a: %s', (fourOfA) => {
    const pair = { a: moving(wedge, [0, 0.01, 0.01]), b: moving(wall, [0, 0, 0]), fourOfA, leaf: 0 };
    expect(closedBy(pair, IN_NONROTATING_B, 1).closed).toEqual([ALL_OPEN]);
    expect(closedByBoxes(pair)).toBe(0);
  });

  it.each([true, false])('is not apart from what it comes to; one of a: %s', (fourOfA) => {
    const pair = { a: moving(wedge, [-2 * GAP, 0, 0]), b: moving(wall, [0, 0, 0]), fourOfA, leaf: 0 };
    const [closed] = closedBy(pair, IN_NONROTATING_B, 1).closed;
    expect(closed & 1).toBe(1);
    expect(closed >> (SLOTS / 2)).toBe(0);
  });
});

describe('a triangle that swings past a wall', () => {
  /** The slot in whose middle a corner is outermost, and the radians on either side. */
  const [OUTERMOST, SWAY] = [12, 0.1];
  const omega = 2 * SWAY * SLOTS;
  const half = (-0.5 * omega * (OUTERMOST + 0.5)) / SLOTS;
  const blade = soup([
    [-1, 0, 0],
    [-0.5, 0.1, 0],
    [-0.5, -0.1, 0],
  ]);
  const swung = RigidMotion.withVelocity(
    { position: [0, 0, 0], rotation: [0, 0, Math.sin(half), Math.cos(half)] },
    [0, 0, 0],
    [0, 0, omega],
  );

  /**
   * At its outermost the corner is this much nearer than the bound on a swing, one radius times
   * SWAY²/2, allows.
   */
  function past(share: number, fourOfA: boolean): Pair {
    const x = -Math.cos(SWAY) - (share * SWAY * SWAY) / 2;
    const wall = soup([
      [x, -2, -1],
      [x, 2, -1],
      [x, 0, 1],
    ]);
    const still = RigidMotion.still({ position: [0, 0, 0], rotation: [0, 0, 0, 1] });
    return { a: { body: blade, motion: swung }, b: { body: wall, motion: still }, fourOfA, leaf: 0 };
  }

  it.each([true, false])('is told from one that touches it; one of a: %s', (fourOfA) => {
    const bit = 1 << OUTERMOST;
    expect(leastDistance(past(0.97, fourOfA), 0, OUTERMOST)).toBeLessThan(1e-12);
    expect(closedBy(past(0.97, fourOfA), IN_NONROTATING_B, 1).closed[0] & bit).toBe(0);
    expect(leastDistance(past(1.03, fourOfA), 0, OUTERMOST)).toBeGreaterThan(0);
    expect(closedBy(past(1.03, fourOfA), IN_NONROTATING_B, 1).closed[0] & bit).toBe(bit);
  });
});
