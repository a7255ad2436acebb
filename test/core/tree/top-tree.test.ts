// The tree over objects: every object in it once, whatever is restructured, and few objects are always ordered for where they are.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { Block } from '../../../src/core/memory/block.ts';
import { LinearMemory } from '../../../src/core/memory/linear-memory.ts';
import { floatBoxes } from '../../../src/core/tree/node-boxes.ts';
import { EMPTY } from '../../../src/core/tree/object-trees.ts';
import { TopTree } from '../../../src/core/tree/top-tree.ts';

const NODE = 48;

function topTree(roots: Uint32Array): TopTree {
  const memory = new LinearMemory();
  return new TopTree(memory, new Block(memory), roots);
}

/** Objects as one node each behind the nodes of the tree, with a box of the given size around a place. */
function objects(places: readonly (readonly number[])[], size: number) {
  const topCount = new LinearMemory().kernels.countNodes(places.length);
  const nodeCount = topCount + places.length;
  const children = new Int32Array(4 * nodeCount).fill(EMPTY);
  const boxes = new Float32Array(NODE * nodeCount);
  const roots = Uint32Array.from(places, (_, i) => topCount + i);
  const put = (at: readonly (readonly number[])[]) =>
    at.forEach((place, i) => {
      for (let part = 0; part < 4; part++)
        for (let axis = 0; axis < 3; axis++)
          boxes.fill(
            place[axis] + (part & 1 ? size : -size),
            NODE * roots[i] + 12 * part + 4 * axis,
            NODE * roots[i] + 12 * part + 4 * axis + 4,
          );
    });
  put(places);
  /** What the kernel does for nodes of nodes. */
  const refit = () => {
    for (let node = topCount - 1; node >= 0; node--)
      for (let k = 0; k < 4; k++) {
        const child = children[4 * node + k];
        for (let part = 0; part < 4; part++)
          for (let axis = 0; axis < 3; axis++) {
            const own = boxes.subarray(NODE * child + 12 * part + 4 * axis, NODE * child + 12 * part + 4 * axis + 4);
            const nothing = part & 1 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
            const extreme = part & 1 ? Math.max(...own) : Math.min(...own);
            boxes[NODE * node + 12 * part + 4 * axis + k] = child === EMPTY ? nothing : extreme;
          }
      }
  };
  return { topCount, children, boxes, roots, put, refit };
}

function expectEachOnce(children: Int32Array, topCount: number, treeCount: number): void {
  const seen: number[] = [];
  for (let node = 0; node < topCount; node++)
    for (let k = 0; k < 4; k++) {
      const child = children[4 * node + k];
      if (child === EMPTY) continue;
      expect(child).toBeGreaterThan(node);
      seen.push(child);
    }
  seen.sort((a, b) => a - b);
  expect(seen).toEqual(Array.from({ length: topCount + treeCount - 1 }, (_, i) => i + 1));
}

/** The sum of the volumes of all nodes: what a good order keeps small. */
function volume(boxes: Float32Array, topCount: number): number {
  let sum = 0;
  for (let node = 0; node < topCount; node++) {
    let own = 1;
    for (let axis = 0; axis < 3; axis++) {
      const at = NODE * node + 4 * axis;
      own *= Math.max(...boxes.subarray(at + 12, at + 16)) - Math.min(...boxes.subarray(at, at + 4));
    }
    sum += own;
  }
  return sum;
}

describe.each([2, 3, 5, 17, 300, 1500])('over %d objects', (count) => {
  const random = seededRandom(count);
  const places = Array.from({ length: count }, () => [0, 1, 2].map(() => random.between(0, 10)));
  const scene = objects(places, 0.1);
  const { children, boxes, topCount, roots, refit } = scene;
  const top = topTree(roots);

  it('has every object once, step after step', () => {
    for (let step = 0; step < 6; step++) {
      scene.put(places.map((place) => place.map((x) => x + (step === 0 ? 0 : random.between(-4, 4)))));
      top.restructure(children, floatBoxes(boxes, false), refit);
      expectEachOnce(children, topCount, count);
    }
  });

  it('is about as tight as a new one where objects have changed places', () => {
    const shuffled = places.map((_, i) => places[(i * 7 + 3) % count]);
    scene.put(shuffled);
    top.restructure(children, floatBoxes(boxes, false), refit);
    const fresh = objects(shuffled, 0.1);
    topTree(fresh.roots).restructure(fresh.children, floatBoxes(fresh.boxes, false), fresh.refit);
    expect(volume(boxes, topCount)).toBeLessThan(2 * volume(fresh.boxes, topCount));
  });
});

it('leaves many objects as they are while they hardly move', () => {
  const random = seededRandom(9);
  const places = Array.from({ length: 1500 }, () => [0, 1, 2].map(() => random.between(0, 10)));
  const scene = objects(places, 0.1);
  const top = topTree(scene.roots);
  top.restructure(scene.children, floatBoxes(scene.boxes, false), scene.refit);
  const before = scene.children.slice();
  for (let step = 0; step < 3; step++) {
    scene.put(places.map((place) => place.map((x) => x + random.between(-0.01, 0.01))));
    top.restructure(scene.children, floatBoxes(scene.boxes, false), scene.refit);
  }
  expect(scene.children).toEqual(before);
});
