// Triangles in boxes of a node against one of the other body, over stretches of time: none meet in a stretch that is closed, in each of the
// frames; and a triangle is told from its box, which sticks out.
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { rigidArena } from '../../../src/core/memory/arena.ts';
import { checkPose } from '../../../src/core/motion/pose.ts';
import { RigidMotion } from '../../../src/core/motion/rigid-motion.ts';
import { FROM_STILL, type Frame, IN_WORLD, RIDING } from '../../../src/engine/rigid/frame.ts';
import { RigidBody } from '../../../src/engine/rigid/rigid-body.ts';
import { QUERY_BYTES, writeQuery } from '../../../src/engine/rigid/rigid-query.ts';
import { stretches } from '../../../src/engine/rigid/stretch.ts';
import { faceDistance, type Posed } from '../../engine/rigid/every-pair.ts';
import { drawCase, type Side } from './draw-boxes.ts';

const NODE_BYTES = 256;
const TRIANGLE_BYTES = 72;
const STRETCHES = 24;
const ALL_OPEN = 2 ** STRETCHES - 1;
/** Parts that are not halved, of 96. */
const SHORTEST = [8, 4, 2, 1];
const SEED = 71;
const COUNT = 250;
/** Stretches that are tried of each of four pairs, and looks at a closed one, both ends among them. */
const [TRIED, LOOKS] = [4, 9];

const { memory } = rigidArena();
const query = memory.allocate(QUERY_BYTES);
const masks = memory.allocate(16);

interface Mover {
  readonly body: RigidBody;
  readonly motion: RigidMotion;
}

/** One triangle, or the four of a node. */
interface Pair {
  readonly a: Mover;
  readonly b: Mover;
  readonly fourOfA: boolean;
  /** Leaf of the other. */
  readonly leaf: number;
}

/** A triangle in each of the boxes. */
function fill(random: Random, { body, boxes, motion }: Side): Mover {
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

/** Closed stretches of each of the four, and the margin of gaps. */
function look({ a, b, fourOfA, leaf }: Pair, frame: Frame, shortest: number): { closed: number[]; margin: number } {
  const [stretch] = stretches(a.motion, b.motion);
  const margin = writeQuery(memory, query, a.body, b.body, stretch, frame, 0);
  const [four, one] = fourOfA ? [a.body, b.body] : [b.body, a.body];
  const other = nodeOf(one) + 4 * leaf;
  const triangle = one.corners + TRIANGLE_BYTES * leaf;
  const { kernels } = memory;
  kernels.probeTriangles(
    query,
    nodeOf(four),
    four.corners,
    four.faceCount,
    other,
    triangle,
    fourOfA,
    ALL_OPEN,
    shortest,
    masks,
  );
  const open = new Int32Array(memory.floats.buffer, masks, four.faceCount);
  return { closed: [...open].map((mask) => ALL_OPEN & ~mask), margin };
}

/** The same of their boxes, in the query of the last look: of the first. */
function lookAtBoxes({ a, b, fourOfA, leaf }: Pair): number {
  const [four, one] = fourOfA ? [a.body, b.body] : [b.body, a.body];
  memory.kernels.probeSweep(query, nodeOf(four), nodeOf(one) + 4 * leaf, fourOfA, ALL_OPEN, 1, masks);
  return ALL_OPEN & ~new Int32Array(memory.floats.buffer, masks, 1)[0];
}

/** The least distance of one of the four from the other at some times of a stretch. */
function leastDistance({ a, b, fourOfA, leaf }: Pair, lane: number, stretch: number): number {
  const posed = ({ body, motion }: Mover, t: number): Posed => [body, checkPose(motion.at(t))];
  const [leafA, leafB] = fourOfA ? [lane, leaf] : [leaf, lane];
  const distances = Array.from({ length: LOOKS }, (_, i) => {
    const t = (stretch + i / (LOOKS - 1)) / STRETCHES;
    return faceDistance(posed(a, t), a.body.faceOf[leafA], posed(b, t), b.body.faceOf[leafB]);
  });
  return Math.min(...distances);
}

const frames: [string, Frame, boolean][] = [
  ['from a still body', FROM_STILL, true],
  ['in the world', IN_WORLD, false],
  ['riding on b', RIDING, false],
];

describe.each([true, false])('triangles are apart in stretches that are closed; four of a: %s', (fourOfA) => {
  it.each(frames)('%s', (_, frame, isStill) => {
    const random = seededRandom(SEED);
    const count = { closed: 0, near: 0 };
    for (let i = 0; i < COUNT; i++) {
      const drawn = drawCase(random, isStill);
      const pair = { a: fill(random, drawn.a), b: fill(random, drawn.b), fourOfA, leaf: random.below(4) };
      const { closed, margin } = look(pair, frame, SHORTEST[random.below(SHORTEST.length)]);
      for (let n = 0; n < 4 * TRIED; n++) {
        const [lane, k] = [n % 4, random.below(STRETCHES)];
        if (!((closed[lane] >> k) & 1)) continue;
        const least = leastDistance(pair, lane, k);
        count.closed++;
        if (least < 0.1 * (pair.a.body.radius + pair.b.body.radius)) count.near++;
        expect(least, `seed ${SEED}, case ${i}, lane ${lane}, stretch ${k}`).toBeGreaterThan(margin);
      }
    }
    expect(count.closed).toBeGreaterThan(2 * COUNT);
    expect(count.near).toBeGreaterThan(COUNT / 5);
  });
});

describe('a wedge whose box reaches over an edge', () => {
  const GAP = 1e-3;
  /** The corner of the first is at the origin, in the plane z = 0; its box reaches to x < 0. The second stands there, at x = −GAP. */
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
  const moving = (body: RigidBody, velocity: readonly [number, number, number]): Mover => ({
    body,
    motion: RigidMotion.withVelocity({ position: [0, 0, 0], rotation: [0, 0, 0, 1] }, velocity, [0, 0, 0]),
  });

  it.each([true, false])('is apart from what moves along that edge; one of a: %s', (fourOfA) => {
    const pair = { a: moving(wedge, [0, 0.01, 0.01]), b: moving(wall, [0, 0, 0]), fourOfA, leaf: 0 };
    expect(look(pair, FROM_STILL, 1).closed).toEqual([ALL_OPEN]);
    expect(lookAtBoxes(pair)).toBe(0);
  });

  it.each([true, false])('is not apart from what it comes to; one of a: %s', (fourOfA) => {
    const pair = { a: moving(wedge, [-2 * GAP, 0, 0]), b: moving(wall, [0, 0, 0]), fourOfA, leaf: 0 };
    const [closed] = look(pair, FROM_STILL, 1).closed;
    expect(closed & 1).toBe(1);
    expect(closed >> (STRETCHES / 2)).toBe(0);
  });
});

describe('a triangle that swings past a wall', () => {
  /** The stretch in whose middle a corner is outermost, and the radians on either side. */
  const [OUTERMOST, SWAY] = [12, 0.1];
  const omega = 2 * SWAY * STRETCHES;
  const half = (-0.5 * omega * (OUTERMOST + 0.5)) / STRETCHES;
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

  /** At its outermost the corner is this much nearer than the bound on a swing, one radius times SWAY²/2, allows. */
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
    expect(look(past(0.97, fourOfA), FROM_STILL, 1).closed[0] & bit).toBe(0);
    expect(leastDistance(past(1.03, fourOfA), 0, OUTERMOST)).toBeGreaterThan(0);
    expect(look(past(1.03, fourOfA), FROM_STILL, 1).closed[0] & bit).toBe(bit);
  });
});
