import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { TriMesh } from '../../../src/core/mesh/tri-mesh.ts';
import { buildPatches, type Patches } from '../../../src/papers/iccd/patches.ts';
import { type MovingMesh, meshClasses } from '../../generate/meshes.ts';
import { gridMesh, gridTriangles, smoothShapes } from '../../generate/surfaces.ts';
import { motionOf, setUnchecked } from './quiet-marking.ts';
import { boundaryOf, faultOfPatch } from './quiet-oracle.ts';

const facesOf = ({ order, firstFace, faceCount }: Patches, node: number): number[] => [
  ...order.subarray(firstFace[node], firstFace[node] + faceCount[node]),
];

function loopsOf({ loopStart, loopVertexStart, loopVertices }: Patches, node: number): number[][] {
  const loops: number[][] = [];
  for (let l = loopStart[node]; l < loopStart[node + 1]; l++) {
    loops.push([...loopVertices.subarray(loopVertexStart[l], loopVertexStart[l + 1])]);
  }
  return loops;
}

const roots = ({ nodeCount, end }: Patches): number[] => {
  const list: number[] = [];
  for (let i = 0; i < nodeCount; i = end[i]) list.push(i);
  return list;
};

/** Every node is a patch with the right boundary; children make up their parent; leaves are numbered in order. */
function checkPatches(mesh: TriMesh, shape?: MovingMesh): Patches {
  const motion = motionOf(mesh);
  if (shape) setUnchecked(motion, shape.x0, shape.x1);
  const patches = buildPatches(motion);
  const { nodeCount, second, end, firstLeaf, firstFace, faceCount, order } = patches;
  expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: mesh.faceCount }, (_, f) => f));
  let leaves = 0;
  let reached = 0;
  for (let node = 0; node < nodeCount; node++) {
    const faces = facesOf(patches, node);
    expect(faces.length).toBeGreaterThan(0);
    expect(faultOfPatch(mesh, faces)).toBe(null);
    const loops = loopsOf(patches, node);
    const sides = loops.flatMap((loop) => loop.map((v, i) => `${v} ${loop[(i + 1) % loop.length]}`));
    expect(sides.sort()).toEqual(boundaryOf(mesh, faces));
    expect(new Set(loops.flat()).size).toBe(loops.flat().length);
    expect(firstLeaf[node]).toBe(leaves);
    if (second[node] === 0) {
      expect(end[node]).toBe(node + 1);
      expect(firstFace[node]).toBe(reached);
      leaves++;
      reached += faceCount[node];
    } else {
      expect(firstFace[node + 1]).toBe(firstFace[node]);
      expect(firstFace[second[node]]).toBe(firstFace[node] + faceCount[node + 1]);
      expect(faceCount[node]).toBe(faceCount[node + 1] + faceCount[second[node]]);
      expect([end[node + 1], end[second[node]]]).toEqual([second[node], end[node]]);
    }
  }
  expect(leaves).toBe(patches.leafCount);
  for (const root of roots(patches)) expect(faceCount[root]).toBeGreaterThan(1);
  return patches;
}

describe('hierarchy of patches', () => {
  test.each(meshClasses.map((c) => [c.name, c] as const))('%s', (_, { make }) => {
    for (let seed = 1; seed <= 3; seed++) {
      const shape = make(seed);
      if (shape.mesh.faceCount < 400) {
        checkPatches(shape.mesh);
        checkPatches(shape.mesh, shape);
      }
    }
  });

  test('sheets become one tree', () => {
    for (const [columns, rows] of [
      [1, 1],
      [3, 5],
      [11, 9],
    ]) {
      const mesh = TriMesh.from(gridTriangles(columns, rows), (columns + 1) * (rows + 1));
      const patches = checkPatches(mesh);
      expect(roots(patches).map((root) => patches.faceCount[root])).toEqual([mesh.faceCount]);
      expect(loopsOf(patches, 0).map((loop) => loop.length)).toEqual([2 * (columns + rows)]);
    }
  });

  test('annuli have two loops, closed surfaces none, a Möbius strip is never whole', () => {
    const annulus = TriMesh.from(gridTriangles(20, 2, true), 60);
    expect(loopsOf(checkPatches(annulus), 0).map((loop) => loop.length)).toEqual([20, 20]);
    const tetrahedron = TriMesh.from([0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2], 4);
    expect(loopsOf(checkPatches(tetrahedron), 0)).toEqual([]);
    const strip = TriMesh.from(gridTriangles(20, 2, true, true), 60);
    const patches = checkPatches(strip);
    for (const root of roots(patches)) expect(patches.faceCount[root]).toBeLessThan(strip.faceCount);
  });

  test('fans that meet in one vertex stay apart', () => {
    const fan = (hub: number, first: number, n: number) =>
      Array.from({ length: n }, (_, i) => [hub, first + i, first + ((i + 1) % n)]).flat();
    const cones = checkPatches(TriMesh.from([...fan(0, 1, 8), ...fan(0, 20, 8)], 40));
    expect(Math.max(...roots(cones).map((root) => cones.faceCount[root]))).toBeLessThanOrEqual(8);
    // A closed fan and a fan that is open, and three sheets at one edge.
    checkPatches(TriMesh.from([...fan(0, 1, 6), 0, 20, 21, 0, 21, 22], 30));
    checkPatches(TriMesh.from([0, 1, 2, 0, 3, 1, 0, 1, 4, 2, 1, 5, 3, 6, 1], 7));
  });

  /** The faces in another order, so that other patches are grown and joined. */
  const shuffled = (triangles: readonly number[], seed: number): number[] => {
    const random = seededRandom(seed);
    const keys = Array.from({ length: triangles.length / 3 }, () => random.next());
    const order = keys.map((_, f) => f).sort((f, g) => keys[f] - keys[g]);
    return order.flatMap((f) => triangles.slice(3 * f, 3 * f + 3));
  };

  test('a flap from the border of a sheet to a vertex inside it, a fin on an edge inside it', () => {
    const sheet = gridTriangles(8, 8);
    for (let seed = 1; seed <= 40; seed++) {
      // 40 is the centre; 3 and 4 are on the border, 81 is new.
      checkPatches(TriMesh.from(shuffled([...sheet, 3, 4, 81, 81, 4, 40], seed), 82));
      const finned = TriMesh.from(shuffled([...sheet, 40, 41, 81], seed), 82);
      const patches = checkPatches(finned);
      expect(patches.faceCount[0]).toBeLessThan(finned.faceCount - 1);
      // So small that the edge is closed around while a base patch grows.
      checkPatches(TriMesh.from(shuffled([0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2, 0, 1, 4], seed), 5));
    }
  });

  test('of smooth shapes', () => {
    for (const { make } of smoothShapes) {
      checkPatches(make(1).mesh);
      checkPatches(make(1).mesh, make(1));
    }
  });

  test('of a sheet that is folded flat: its two halves', () => {
    const folded = gridMesh(20, 20, (u, v) => [Math.abs(u - 0.5), v, u < 0.5 ? 0.1 : 0]);
    const patches = checkPatches(folded.mesh, folded);
    const { second, faceCount } = patches;
    expect(faceCount[0]).toBe(800);
    // Base patches may lie across the fold.
    expect(Math.min(faceCount[1], faceCount[second[0]])).toBeGreaterThan(380);
  });

  test('no faces, one face', () => {
    expect(buildPatches(motionOf(TriMesh.from([], 0))).nodeCount).toBe(0);
    expect(buildPatches(motionOf(TriMesh.from([0, 1, 2], 3))).nodeCount).toBe(0);
  });
});
