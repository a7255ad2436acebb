// What planes drop is farther away than the distance, decided exactly, pairs of faces and corners and edges of one: layers a hair beyond and
// within it, needles, flat and tiny faces, far from the origin and near it.
import { describe, expect, it } from 'vitest';
import { SweptBounds } from '../../../../src/core/bounds/swept-bounds.ts';
import { type Random, seededRandom } from '../../../../src/core/math/random.ts';
import { LinearMemory } from '../../../../src/core/memory/linear-memory.ts';
import { TriMesh } from '../../../../src/core/mesh/tri-mesh.ts';
import { VertexMotion } from '../../../../src/core/motion/vertex-motion.ts';
import { magnitude, pick, realVec, type Vec } from '../../../generate/draw.ts';
import { oracleWithin } from '../../../oracle/discrete-distance.ts';

const PAIRS = 2000;
const mesh = TriMesh.from(Uint32Array.of(0, 1, 2, 3, 4, 5), 6);
const CORNERS = [0, 3, 6];
/** Of the second face, as its marks name them. */
const FEATURES = [[9], [12], [15], [9, 12], [12, 15], [15, 9]];
const FIRST_MARK = 26;

interface Shape {
  readonly name: string;
  /** Size of the faces, largest offset from the origin, how flat the first is: its height over its length. */
  readonly size: (random: Random) => number;
  readonly offset: number;
  readonly height: (random: Random) => number;
}

const shapes: readonly Shape[] = [
  { name: 'faces like those of cloth', size: () => 1, offset: 3, height: (random) => random.between(0.1, 1) },
  { name: 'needles', size: () => 1, offset: 3, height: (random) => magnitude(random, -12, -1) },
  { name: 'far from the origin', size: () => 1, offset: 1e3, height: (random) => random.between(0.01, 1) },
  { name: 'tiny', size: (random) => magnitude(random, -20, -3), offset: 0, height: () => 0.5 },
  { name: 'huge', size: (random) => magnitude(random, 3, 20), offset: 0, height: () => 0.5 },
];

/** Two faces, the second above the plane of the first by about the distance; and the distance. */
function layers({ size, offset, height }: Shape, random: Random): { x: Float64Array; distance: number } {
  const s = size(random);
  const [u, v] = [realVec(random, s), realVec(random, s)];
  const normal = cross(u, v);
  const length = Math.hypot(...normal);
  const distance = length === 0 ? 0 : pick(random, [0, s * magnitude(random, -4, -1)]);
  const gap =
    distance * pick(random, [0.5, 1, 1 + 2 ** -30, 1 + 2 ** -16, 1.01, 1.5, 3]) + s * pick(random, [0, 1e-9, 1e-3]);
  const at = realVec(random, offset);
  const flat = height(random);
  const x = new Float64Array(18);
  for (let corner = 0; corner < 6; corner++) {
    const up = corner < 3 ? 0 : (gap / length) * pick(random, [1, 1, 1.1]);
    const [a, b] = corner === 0 ? [0, 0] : [random.between(-1, 1), random.between(-1, 1) * (corner < 3 ? flat : 1)];
    for (let k = 0; k < 3; k++) x[3 * corner + k] = at[k] + a * u[k] + b * v[k] + up * normal[k];
  }
  return { x, distance };
}

const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

describe('planes', () => {
  it.each(shapes)('drop only pairs that are farther apart: $name', (shape) => {
    const random = seededRandom(7);
    const memory = new LinearMemory();
    const motion = new VertexMotion(memory, mesh);
    const bounds = new SweptBounds(motion);
    const pair = memory.allocate(16);
    let dropped = 0;
    let marked = 0;
    const expectFar = (x: Float64Array, feature: readonly number[], distance: number, i: number) =>
      expect(oracleWithin(x, CORNERS, feature, distance), `pair ${i}: ${[...x].join(', ')} within ${distance}`).toBe(
        false,
      );
    for (let i = 0; i < PAIRS; i++) {
      const { x, distance } = layers(shape, random);
      if (!x.every(Number.isFinite)) continue;
      motion.set(x, x);
      bounds.projectInstant(distance);
      memory.u32(pair, 2).set([0, 1]);
      if (memory.kernels.thinPlanes(motion.context.address, memory.scratch, pair, 1, true) === 0) {
        dropped++;
        expectFar(x, [9, 12, 15], distance, i);
        continue;
      }
      const [first, second] = memory.u32(pair, 2);
      expect([first, second % 2 ** FIRST_MARK]).toEqual([0, 1]);
      FEATURES.forEach((feature, bit) => {
        if (!((second >>> (FIRST_MARK + bit)) & 1)) return;
        marked++;
        expectFar(x, feature, distance, i);
      });
    }
    expect(marked).toBeGreaterThan(PAIRS / 100);
    // Not where squares of normals underflow or overflow, nor where rounding is as wide as the gap.
    expect(dropped).toBeGreaterThan(PAIRS / 50);
  });
});
