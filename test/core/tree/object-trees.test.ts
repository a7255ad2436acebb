// The trees over groups of faces: every face in one leaf, groups apart, small groups together, and
// nodes as many as were counted.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { Block } from '../../../src/core/memory/block.ts';
import { LinearMemory } from '../../../src/core/memory/linear-memory.ts';
import { VertexMotion } from '../../../src/core/motion/vertex-motion.ts';
import { buildObjectTrees, EMPTY, type FaceGroups } from '../../../src/core/tree/object-trees.ts';
import { TriMesh } from '../../../src/index.ts';

/** As many loose triangles as there are numbers, in groups of these sizes, the faces of all groups mixed. */
function loose(sizes: readonly number[], seed: number) {
  const random = seededRandom(seed);
  const groups = sizes.flatMap((size, group) => Array<number>(size).fill(group));
  for (let i = groups.length - 1; i > 0; i--) {
    const j = Math.floor(random.between(0, i + 1));
    [groups[i], groups[j]] = [groups[j], groups[i]];
  }
  const mesh = TriMesh.from(
    Array.from({ length: 3 * groups.length }, (_, i) => i),
    3 * groups.length,
  );
  const x = Float64Array.from({ length: 9 * groups.length }, () => random.between(-1, 1));
  const motion = new VertexMotion(new LinearMemory(), mesh);
  motion.set(x, x);
  return { mesh, motion, groups: { groupOf: Uint32Array.from(groups), count: sizes.length } };
}

function build(motion: VertexMotion, groups?: FaceGroups) {
  const { memory, context } = motion;
  const children = new Block(memory);
  const trees = buildObjectTrees(motion, children, groups);
  const { nodeCount } = context;
  return { ...trees, nodeCount, slots: memory.i32(children.pointer, 4 * nodeCount).slice() };
}

/** The places below a node, from its leaves; each node below it must come later than it. */
function placesBelow(slots: Int32Array, node: number): number[] {
  return [...slots.subarray(4 * node, 4 * node + 4)].flatMap((child) => {
    if (child === EMPTY) return [];
    if (child < 0) return [~child];
    expect(child).toBeGreaterThan(node);
    return placesBelow(slots, child);
  });
}

describe.each([[[1]], [[4]], [[5]], [[64]], [[1000]], [[64, 63, 1]], [[3, 200, 64, 5, 700]], [[2, 2, 2]]])(
  'groups of %j faces',
  (sizes: readonly number[]) => {
    const { motion, groups } = loose(sizes, 3);
    const { slots, roots, topCount, nodeCount, depth } = build(motion, groups);
    const { countNodes } = motion.memory.kernels;
    const ofTrees = Array.from(roots, (root) => placesBelow(slots, root));

    it('have every face in one leaf', () => {
      const places = ofTrees.flat();
      expect(places).toEqual(Array.from(motion.faceOf, (_, place) => place));
      expect(Array.from(motion.faceOf).sort((a, b) => a - b)).toEqual(places);
      expect(Array.from(motion.placeOf, (place) => motion.faceOf[place])).toEqual(places);
      expect(Array.from(motion.memory.u32(motion.faces, 3 * places.length))).toEqual(
        Array.from(motion.faceOf).flatMap((f) => [3 * f, 3 * f + 1, 3 * f + 2]),
      );
    });

    it('have trees of their own unless they are small', () => {
      const found = ofTrees.map((places) => new Set(places.map((place) => groups.groupOf[motion.faceOf[place]])));
      const whole = sizes.flatMap((size, group) => (size >= 64 ? [new Set([group])] : []));
      const small = sizes.flatMap((size, group) => (size < 64 ? [group] : []));
      expect(found).toEqual(small.length > 0 ? [...whole, new Set(small)] : whole);
    });

    it('take as many nodes as their numbers say', () => {
      const below = ofTrees.map(({ length }) => countNodes(length));
      expect(topCount).toBe(roots.length > 1 ? countNodes(roots.length) : 0);
      expect(nodeCount).toBe(below.reduce((sum, count) => sum + count, topCount));
      expect(4 ** depth).toBeGreaterThanOrEqual(Math.max(...sizes));
      expect(depth).toBeLessThanOrEqual(1 + Math.ceil(Math.log2(sizes.reduce((sum, size) => sum + size, 0))));
    });
  },
);

it('objects are groups where none are given', () => {
  const strip = (first: number, n: number) =>
    Array.from({ length: n }, (_, i) => [first + i, first + i + 1, first + i + 2]);
  const mesh = TriMesh.from([...strip(0, 70), ...strip(72, 90)].flat(), 164);
  const motion = new VertexMotion(new LinearMemory(), mesh);
  const random = seededRandom(5);
  const x = Float64Array.from({ length: 3 * 164 }, () => random.between(-1, 1));
  motion.set(x, x);
  const { slots, roots } = build(motion);
  const faces = Array.from(roots, (root) => placesBelow(slots, root).map((place) => motion.faceOf[place]));
  expect(faces.map((own) => own.map((f) => (f < 70 ? 0 : 1)))).toEqual([Array(70).fill(0), Array(90).fill(1)]);
});
