// Branches cover all nodes and places of a forest once, and contain whatever is below their nodes.
import { describe, expect, test } from 'vitest';
import { nBody } from '../../../scenes/n-body.ts';
import { wavingCloth } from '../../../scenes/waving-cloth.ts';
import { Block } from '../../../src/core/memory/block.ts';
import { LinearMemory } from '../../../src/core/memory/linear-memory.ts';
import { VertexMotion } from '../../../src/core/motion/vertex-motion.ts';
import { BRANCH_NUMBERS, splitBranches } from '../../../src/core/tree/branches.ts';
import { buildObjectTrees, EMPTY } from '../../../src/core/tree/object-trees.ts';

const scenes = { balls: nBody({ scale: 0.2 }), cloth: wavingCloth({ scale: 0.15 }) };

describe.each(Object.entries(scenes))('branches of %s', (_, { mesh, positions }) => {
  const memory = new LinearMemory(mesh.faceCount);
  const motion = new VertexMotion(memory, mesh);
  const x = new Float64Array(3 * mesh.vertexCount);
  positions(10, x);
  motion.set(x, x);
  const block = new Block(memory);
  const { topCount, roots } = buildObjectTrees(motion, block);
  const { nodeCount, placeCount } = motion.context;
  const children = memory.i32(block.pointer, 4 * nodeCount).slice();

  test.each([4, 5, 64, 1000, 1e9])('of at most %i faces', (maxFaces) => {
    const { entries, above } = splitBranches({ children, roots, nodeCount, placeCount }, maxFaces);
    const ofPlace = new Int32Array(placeCount).fill(-1);
    const ofNode = new Int32Array(nodeCount).fill(-1);
    let sizes = 0;
    for (let at = 0; at < entries.length; at += BRANCH_NUMBERS) {
      const [firstPlace, endPlace, firstNode, endNode] = entries.subarray(at, at + BRANCH_NUMBERS);
      expect(endPlace).toBeGreaterThan(firstPlace);
      expect(endPlace - firstPlace).toBeLessThanOrEqual(maxFaces);
      ofPlace.fill(at, firstPlace, endPlace);
      ofNode.fill(at, firstNode, endNode);
      sizes += endPlace - firstPlace + endNode - firstNode;
    }
    // Nothing is in two of them.
    expect(sizes).toBe(placeCount + ofNode.filter((at) => at >= 0).length);
    expect(ofPlace.includes(-1)).toBe(false);
    const none = [...ofNode.keys()].filter((node) => ofNode[node] === -1);
    expect(none).toEqual([...Array.from({ length: topCount }, (_, node) => node), ...above]);
    const isOutside = (node: number) => (child: number) =>
      child !== EMPTY && (child < 0 ? ofPlace[~child] : ofNode[child]) !== ofNode[node];
    const outside = [...ofNode.keys()].filter(
      (node) => ofNode[node] >= 0 && children.subarray(4 * node, 4 * node + 4).some(isOutside(node)),
    );
    expect(outside).toEqual([]);
  });
});
