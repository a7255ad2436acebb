// Bounds and boxes do not depend on the pieces in which passes are run: their number, their order,
// how often each is run.
import { expect, test } from 'vitest';
import { nBody } from '../../../scenes/n-body.ts';
import { wavingCloth } from '../../../scenes/waving-cloth.ts';
import { SweptBounds } from '../../../src/core/bounds/swept-bounds.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { LinearMemory } from '../../../src/core/memory/linear-memory.ts';
import { TriMesh } from '../../../src/core/mesh/tri-mesh.ts';
import { VertexMotion } from '../../../src/core/motion/vertex-motion.ts';
import { FaceTree } from '../../../src/core/tree/face-tree.ts';
import {
  type PassTables,
  runPiece,
  type ThreadedPasses,
  TreeFit,
  WriterLost,
} from '../../../src/core/tree/tree-fit.ts';
import { MeshContext } from '../../../src/core/wasm/mesh.generated.ts';
import { ColumnHashes } from '../../golden/column-hashes.ts';

interface Step {
  readonly mesh: TriMesh;
  readonly x0: Float64Array;
  readonly x1: Float64Array;
  /** Whether 16 bits serve. */
  readonly quantizes: boolean;
}

function stepOf({ mesh, positions }: ReturnType<typeof nBody>): Step {
  const [x0, x1] = [20, 21].map((frame) => {
    const x = new Float64Array(3 * mesh.vertexCount);
    positions(frame, x);
    return x;
  });
  return { mesh, x0, x1, quantizes: true };
}

const balls = stepOf(nBody({ scale: 0.3 }));
/** One more vertex, which no face has, far from all others. */
const withUnused: Step = {
  quantizes: true,
  mesh: TriMesh.from(balls.mesh.triangles, balls.mesh.vertexCount + 1),
  x0: Float64Array.of(...balls.x0, 1e6, 1e6, 1e6),
  x1: Float64Array.of(...balls.x1, -1e6, 1e6, 1e6),
};
const { componentOf } = balls.mesh.topology;
const farAway = (x: number, i: number) => (componentOf[Math.floor(i / 3)] === 0 ? x + 1e6 : x);
const steps: Readonly<Record<string, Step>> = {
  balls,
  cloth: stepOf(wavingCloth({ scale: 0.2 })),
  'an unused vertex': withUnused,
  'an instant': { ...balls, x1: balls.x0, quantizes: false },
  // One ball is far from all others: 16 bits do not serve.
  'tiny faces': {
    ...balls,
    quantizes: false,
    x0: balls.x0.map(farAway),
    x1: balls.x1.map(farAway),
  },
};

type Made = (parts: Parts) => ThreadedPasses | null;
interface Parts {
  readonly motion: VertexMotion;
}

/** Hashes of all columns after two steps. */
function columnsOf({ mesh, x0, x1, quantizes }: Step, isFloat: boolean, make: Made): Record<string, string> {
  const memory = new LinearMemory();
  const motion = new VertexMotion(memory, mesh);
  const tree = new FaceTree(motion);
  const fit = new TreeFit(motion, new SweptBounds(motion, { readsFloatBounds: isFloat }), tree, make({ motion }));
  const hashes = new ColumnHashes();
  for (const [until, separation] of [
    [1, 0],
    [0.25, 0],
    [1, 1e-3],
  ] as const) {
    motion.set(x0, x1);
    tree.prepare();
    fit.run(until, separation);
    const { context } = motion;
    const { isStatic, isQuantized, hasHalves, originX, unitX, vertexCount, placeCount, nodeCount } = context;
    const [ofVertex, ofFace, ofNode] = isStatic ? [32, 32, 96] : isQuantized ? [64, 64, 128] : [80, 160, 192];
    if (!isFloat && separation === 0 && until === 1) expect(isQuantized).toBe(quantizes);
    hashes.addAll(`${until} ${separation}.`, {
      state: JSON.stringify({ isQuantized, hasHalves, originX, unitX }),
      vectors: memory.u8(context.address, 96),
      projected: memory.u8(context.projected, ofVertex * vertexCount),
      slabs: memory.u8(context.slabs, ofFace * placeCount),
      boxes: memory.u8(context.boxes, ofNode * nodeCount),
    });
  }
  return hashes.digests();
}

/** Runs pieces in random order, some of them twice. */
function shuffled(maxPieces: number, seed: number): Made {
  return ({ motion }) => {
    const random = seededRandom(seed);
    const { memory } = motion;
    return {
      isDue: true,
      maxPieces,
      run(tables: PassTables, count: number): number {
        const pieces = Math.min(count, maxPieces);
        const bound = (i: number) => Math.floor((count * i) / pieces);
        const order = Array.from({ length: pieces }, (_, i) => i).sort(() => random.between(-1, 1));
        const context = memory.allocate(MeshContext.BYTES);
        memory.bytes.copyWithin(context, motion.context.address, motion.context.address + MeshContext.BYTES);
        for (const part of [...order, ...order.slice(0, 3)])
          runPiece(memory.kernels, context, memory.scratch, tables, { part, first: bound(part), end: bound(part + 1) });
        return pieces;
      },
    };
  };
}

/** Loses a writer in the pass of this number. */
function losing(pass: number): Made {
  return (parts) => {
    const runner = shuffled(7, 1)(parts);
    let next = 0;
    return {
      isDue: true,
      maxPieces: 7,
      run(tables: PassTables, count: number): number {
        if (next++ === pass) throw new WriterLost();
        return runner?.run(tables, count) ?? 0;
      },
    };
  };
}

test.each(Object.keys(steps))('%s', (name) => {
  for (const isFloat of [false, true]) {
    const expected = columnsOf(steps[name], isFloat, () => null);
    for (const [pieces, seed] of [
      [2, 1],
      [5, 2],
      [64, 3],
    ])
      expect(columnsOf(steps[name], isFloat, shuffled(pieces, seed)), `${pieces} pieces`).toEqual(expected);
    for (const pass of [0, 1, 2, 4])
      expect(columnsOf(steps[name], isFloat, losing(pass)), `a writer lost in pass ${pass}`).toEqual(expected);
  }
});
