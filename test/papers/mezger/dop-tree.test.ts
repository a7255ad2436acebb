// Top-down generation [Mezger §4.2, §4.4]: what every tree has to be, and the rule for cut polygons on rows of squares.
import { describe, expect, it } from 'vitest';
import { clothSteps, randomFaces } from '../../../scenes/cloth-steps/index.ts';
import { type DirectionCount, directions } from '../../../src/papers/mezger/directions.ts';
import { type Arity, buildDopTree, type DopTree } from '../../../src/papers/mezger/dop-tree.ts';
import { PolygonMesh } from '../../../src/papers/mezger/polygon-mesh.ts';
import { facesBelow } from './hierarchy.ts';

function expectTree(tree: DopTree, mesh: PolygonMesh, objectOf: Uint32Array, arity: number): void {
  const below = facesBelow(tree);
  const parents = new Uint8Array(tree.nodeCount);
  for (let node = 0; node < tree.nodeCount; node++) {
    const [first, count] = [tree.link[node], tree.childCount[node]];
    if (first < 0) {
      expect(count).toBe(0);
      continue;
    }
    expect(first).toBeGreaterThan(node);
    expect(count).toBeGreaterThanOrEqual(2);
    expect(count).toBeLessThanOrEqual(arity);
    for (let child = first; child < first + count; child++) parents[child]++;
  }
  tree.roots.forEach((root, i) => {
    parents[root]++;
    expect(new Set(below[root].map((f) => objectOf[f]))).toEqual(new Set([tree.objects[i]]));
  });
  expect(parents.every((count) => count === 1)).toBe(true);
  const all = [...tree.roots].flatMap((root) => below[root]).toSorted((f, g) => f - g);
  expect(all).toEqual(Array.from({ length: mesh.faceCount }, (_, f) => f));
}

function height({ link, childCount, nodeCount }: DopTree): number {
  const heights = new Uint32Array(nodeCount);
  for (let node = nodeCount - 1; node >= 0; node--) {
    if (link[node] >= 0) heights[node] = 1 + Math.max(...heights.subarray(link[node], link[node] + childCount[node]));
  }
  return Math.max(...heights);
}

/** Squares from x = left to x = right, apart from each other in y only a little. */
function squares(spans: readonly (readonly [number, number])[]): { mesh: PolygonMesh; x: Float64Array } {
  const x = spans.flatMap(([left, right], i) => [
    ...[left, i / 100, 0],
    ...[right, i / 100, 0],
    ...[right, i / 100, 0.5],
    ...[left, i / 100, 0.5],
  ]);
  const corners = Array.from({ length: 4 * spans.length }, (_, i) => i);
  return { mesh: PolygonMesh.from(corners, 4, corners.length), x: Float64Array.from(x) };
}

function childrenOf(spans: readonly (readonly [number, number])[], arity: Arity): number[][] {
  const { mesh, x } = squares(spans);
  const tree = buildDopTree(mesh, x, directions(6), arity, new Uint32Array(spans.length));
  const first = tree.link[0];
  return facesBelow(tree)
    .slice(first, first + tree.childCount[0])
    .map((faces) => faces.toSorted((f, g) => f - g));
}

describe('a tree', () => {
  it.each([2, 4, 8] as const)('of arity %d has every face once, and parents before children', (arity) => {
    for (let seed = 0; seed < 40; seed++) {
      const { mesh, objectOf, positions } = randomFaces(seed);
      const x = new Float64Array(3 * mesh.vertexCount);
      positions(3, x);
      const k = ([6, 14, 18, 26] as DirectionCount[])[seed % 4];
      expectTree(buildDopTree(mesh, x, directions(k), arity, objectOf), mesh, objectOf, arity);
    }
  });

  it('of a scene is well balanced', () => {
    for (const make of Object.values(clothSteps)) {
      const { mesh, objectOf, positions } = make({ scale: 0.2 });
      const x = new Float64Array(3 * mesh.vertexCount);
      positions(0, x);
      const tree = buildDopTree(mesh, x, directions(18), 2, objectOf);
      expect(height(tree)).toBeLessThan(2 * Math.log2(mesh.faceCount));
    }
  });

  it('takes faces that are all the same, or all points', () => {
    const count = 1000;
    const corners = Array.from({ length: 3 * count }, (_, i) => i);
    const mesh = PolygonMesh.from(corners, 3, corners.length);
    const objectOf = new Uint32Array(count);
    const same = Float64Array.from({ length: 9 * count }, (_, i) => (i % 9) * (i % 2));
    for (const x of [same, new Float64Array(9 * count).fill(7)]) {
      const tree = buildDopTree(mesh, x, directions(18), 2, objectOf);
      expectTree(tree, mesh, objectOf, 2);
      expect(height(tree)).toBe(10);
    }
  });

  it('is not deep where sizes fall off', () => {
    const spans = Array.from({ length: 600 }, (_, i): [number, number] => [0.5 ** i, 0.5 ** (i + 1)]);
    const { mesh, x } = squares(spans);
    for (let v = 0; v < mesh.vertexCount; v++) {
      x[3 * v + 1] = 0;
      x[3 * v + 2] = 0;
    }
    expect(height(buildDopTree(mesh, x, directions(6), 2, new Uint32Array(600)))).toBeLessThan(100);
  });
});

describe('a split', () => {
  it('is across the longest side, through the centre', () => {
    expect(
      childrenOf(
        [
          [0, 1],
          [1, 2],
          [2, 3],
          [3, 4],
        ],
        2,
      ),
    ).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(
      childrenOf(
        [
          [0, 1],
          [1, 2],
          [2, 3],
          [3, 9],
        ],
        2,
      ),
    ).toEqual([[0, 1, 2], [3]]);
  });

  it('gives cut polygons to the child that has fewer', () => {
    // The centre is at 4: one square below, two above, three cut.
    expect(
      childrenOf(
        [
          [0, 1],
          [3.5, 4.5],
          [7, 8],
          [3.6, 4.6],
          [6, 7],
          [3.7, 4.7],
        ],
        2,
      ),
    ).toEqual([
      [0, 1, 3, 5],
      [2, 4],
    ]);
    expect(
      childrenOf(
        [
          [0, 1],
          [3.5, 4.5],
          [1, 2],
          [3.6, 4.6],
          [7, 8],
        ],
        2,
      ),
    ).toEqual([
      [0, 2],
      [1, 3, 4],
    ]);
  });

  it('gives each its own node where all are cut', () => {
    expect(
      childrenOf(
        [
          [0, 3],
          [-1, 2],
        ],
        2,
      ),
    ).toEqual([[1], [0]]);
    expect(
      childrenOf(
        [
          [-5, 5],
          [-4, 4.1],
          [-3, 3.2],
          [-2, 2.3],
        ],
        4,
      ),
    ).toEqual([[0], [1], [2], [3]]);
  });

  it('joins binary splits in a node of four or eight', () => {
    const spans = Array.from({ length: 8 }, (_, i): [number, number] => [i, i + 1]);
    expect(childrenOf(spans, 4)).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
      [6, 7],
    ]);
    expect(childrenOf(spans, 8)).toEqual([[0], [1], [2], [3], [4], [5], [6], [7]]);
    expect(childrenOf(spans.slice(0, 3), 8)).toEqual([[0, 1], [2]].flatMap((faces) => faces.map((f) => [f])));
  });
});
