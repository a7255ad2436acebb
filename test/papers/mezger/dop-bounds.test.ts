// Volumes hold what they promise: along every normal, all vertices below a node, now and on their way, with half of the distance around
// them; for every inflation, also where the lazy update left them alone.
import { describe, expect, it } from 'vitest';
import { randomFaces } from '../../../scenes/cloth-steps/index.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { EMPTY, FULL } from '../../../src/papers/mezger/direction-cones.ts';
import { type DirectionCount, directions } from '../../../src/papers/mezger/directions.ts';
import { DopBounds, type Inflation } from '../../../src/papers/mezger/dop-bounds.ts';
import { buildDopTree, type DopTree } from '../../../src/papers/mezger/dop-tree.ts';
import { LazyUpdate } from '../../../src/papers/mezger/lazy-update.ts';
import { VelocityCones } from '../../../src/papers/mezger/velocity-cones.ts';
import { facesBelow, verticesOf } from './hierarchy.ts';

const INFLATIONS: readonly Inflation[] = ['oriented', 'oriented-nodes', 'unoriented', 'swept'];
const largestOf = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

it('lengths of normals are rounded up', () => {
  for (const k of [6, 14, 18, 26] as const) {
    const { count, normals, lengths } = directions(k);
    expect(normals.length).toBe(3 * count);
    for (let i = 0; i < count; i++) {
      const squared = normals.subarray(3 * i, 3 * i + 3).reduce((sum, value) => sum + value * value, 0);
      // A double of this size is a multiple of 2^-52.
      expect(BigInt(lengths[i] * 2 ** 52) ** 2n >= BigInt(squared) << 104n).toBe(true);
      expect(lengths[i]).toBeLessThan(Math.sqrt(squared) * (1 + 2 ** -50));
    }
  }
});

/** How many of the promises are broken. */
function broken(
  bounds: DopBounds,
  vertices: number[][],
  k: DirectionCount,
  offset: number,
  xs: Float64Array[],
): number {
  const { count, normals, lengths } = directions(k);
  let wrong = 0;
  vertices.forEach((below, node) => {
    for (let i = 0; i < count; i++) {
      const [low, high] = bounds.rows.subarray(2 * (count * node + i));
      const [nx, ny, nz] = normals.subarray(3 * i);
      for (const v of below) {
        for (const x of xs) {
          const at = nx * x[3 * v] + ny * x[3 * v + 1] + nz * x[3 * v + 2];
          if (at - offset * lengths[i] < low || at + offset * lengths[i] > high) wrong++;
        }
      }
    }
  });
  return wrong;
}

function moved(x: Float64Array, displacements: Float64Array, t: number): Float64Array {
  return x.map((value, i) => value + t * displacements[i]);
}

describe.each(INFLATIONS)('%s volumes', (inflation) => {
  it('hold their vertices over the step, lazily or not', () => {
    let [wrong, renewed, all] = [0, 0, 0];
    for (let seed = 0; seed < 40; seed++) {
      const scale = [1, 1e-6, 1e6][seed % 3];
      const { mesh, objectOf, positions } = randomFaces(seed, scale);
      const k = ([6, 14, 18, 26] as const)[seed % 4];
      const x = new Float64Array(3 * mesh.vertexCount);
      const next = x.slice();
      positions(0, x);
      const tree = buildDopTree(mesh, x, directions(k), ([2, 4, 8] as const)[seed % 3], objectOf);
      const vertices = facesBelow(tree).map((faces) => verticesOf(mesh, faces));
      const bounds = new DopBounds(mesh, tree, directions(k), inflation);
      const lazy = seed % 2 === 0 ? new LazyUpdate(mesh.vertexCount, 0.08 * scale) : null;
      const half = 0.01 * scale;
      for (let step = 0; step < 5; step++) {
        positions(step, x);
        positions(step + 1, next);
        // Far ahead, and every other time back: what volumes cover changes more than where vertices are.
        const displacements = next.map((value, i) => (step % 2 === 0 ? 5 : -5) * (value - x[i]));
        lazy?.advance(x, displacements);
        bounds.update({
          positions: lazy?.positions ?? x,
          displacements: lazy?.displacements ?? displacements,
          offset: half + (lazy?.budget ?? 0),
          largest: largestOf(x),
          largestDisplacement: 10 * largestOf(displacements),
          isMoved: lazy?.isMoved ?? null,
        });
        wrong += broken(bounds, vertices, k, half, [x, moved(x, displacements, 0.37), moved(x, displacements, 1)]);
        renewed += bounds.renewedCount;
        all += tree.nodeCount;
      }
    }
    expect(wrong).toBe(0);
    expect(renewed).toBeLessThan(0.98 * all);
  });
});

it('volumes of inflated leaves are never larger than volumes inflated node by node', () => {
  let [smaller, larger] = [0, 0];
  for (let seed = 0; seed < 20; seed++) {
    const { mesh, objectOf, positions } = randomFaces(seed);
    const x = new Float64Array(3 * mesh.vertexCount);
    const next = x.slice();
    positions(0, x);
    positions(1, next);
    const displacements = next.map((value, i) => value - x[i]);
    const tree = buildDopTree(mesh, x, directions(18), 4, objectOf);
    const [leaves, nodes] = (['oriented', 'oriented-nodes'] as const).map((inflation) => {
      const bounds = new DopBounds(mesh, tree, directions(18), inflation);
      const [largest, largestDisplacement] = [largestOf(x), largestOf(displacements)];
      bounds.update({ positions: x, displacements, offset: 0.01, largest, largestDisplacement, isMoved: null });
      return bounds.rows;
    });
    for (let i = 0; i < leaves.length; i += 2) {
      if (leaves[i + 1] - leaves[i] < nodes[i + 1] - nodes[i] - 1e-12) smaller++;
      if (leaves[i] < nodes[i] - 1e-15 || leaves[i + 1] > nodes[i + 1] + 1e-15) larger++;
    }
  }
  expect(larger).toBe(0);
  expect(smaller).toBeGreaterThan(1000);
});

describe('velocity cones', () => {
  function expectInside(
    cones: VelocityCones,
    tree: DopTree,
    vertices: number[][],
    displacements: Float64Array,
  ): number {
    let inside = 0;
    for (let node = 0; node < tree.nodeCount; node++) {
      const [ax, ay, az] = cones.cones.axes.subarray(3 * node);
      const cosine = cones.cones.cosines[node];
      for (const v of vertices[node]) {
        const [x, y, z] = displacements.subarray(3 * v);
        const length = Math.hypot(x, y, z);
        if (length > cones.maxDisplacements[node]) throw new Error(`vertex ${v} goes farther than node ${node}`);
        if (length === 0 || cosine === FULL) continue;
        if (cosine === EMPTY || ax * x + ay * y + az * z < cosine * length)
          throw new Error(`vertex ${v}, node ${node}`);
        inside++;
      }
    }
    return inside;
  }

  it('hold the velocities of all vertices below, from the leaves up', () => {
    const random = seededRandom(8);
    let inside = 0;
    for (let seed = 0; seed < 60; seed++) {
      const { mesh, objectOf, positions } = randomFaces(seed);
      const x = new Float64Array(3 * mesh.vertexCount);
      positions(0, x);
      const tree = buildDopTree(mesh, x, directions(18), 4, objectOf);
      const vertices = facesBelow(tree).map((faces) => verticesOf(mesh, faces));
      const size = 10 ** random.between(-200, 200);
      const spread = 10 ** random.between(-9, 0);
      const displacements = x.map((_, i) => size * ([1, 2, -1][i % 3] + spread * random.between(-1, 1)));
      for (let v = 0; v < mesh.vertexCount; v++) if (random.next() < 0.1) displacements.fill(0, 3 * v, 3 * v + 3);
      const cones = new VelocityCones(mesh, tree);
      cones.setDisplacements(displacements, largestOf(displacements));
      for (let node = tree.nodeCount - 1; node >= 0; node--) {
        if (tree.link[node] < 0) cones.setLeaf(node, ~tree.link[node]);
        else cones.merge(node);
      }
      inside += expectInside(cones, tree, vertices, displacements);
    }
    expect(inside).toBeGreaterThan(5000);
  });
});
