import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { MeshError } from '../../../src/core/mesh/mesh-error.ts';
import { checkPositions, TriMesh } from '../../../src/core/mesh/tri-mesh.ts';

function errorOf(run: () => unknown): MeshError {
  try {
    run();
  } catch (error) {
    if (error instanceof MeshError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('TriMesh.from', () => {
  test('copies what it is given', () => {
    const triangles = Uint32Array.of(0, 1, 2, 2, 1, 3);
    const mesh = TriMesh.from(triangles, 5);
    triangles.fill(0);
    expect(mesh).toMatchObject({ vertexCount: 5, faceCount: 2 });
    expect([...mesh.triangles]).toEqual([0, 1, 2, 2, 1, 3]);
    expect(mesh.droppedFaces).toHaveLength(0);
  });

  test.each([
    ['an array', [0, 1, 2]],
    ['16-bit ids, as in glTF', Uint16Array.of(0, 1, 2)],
    ['signed ids', Int32Array.of(0, 1, 2)],
    ['doubles that are integers', Float64Array.of(0, 1, 2)],
  ])('takes %s', (_, triangles) => {
    expect([...TriMesh.from(triangles, 3).triangles]).toEqual([0, 1, 2]);
  });

  test('takes a mesh without faces or vertices', () => {
    expect(TriMesh.from([], 0)).toMatchObject({ vertexCount: 0, faceCount: 0 });
  });

  test('builds its topology and boundary once', () => {
    const mesh = TriMesh.from([0, 1, 2], 3);
    expect(mesh.topology).toBe(mesh.topology);
    expect(mesh.topology.boundary).toBe(mesh.topology.boundary);
    expect(mesh.topology.edgeCount).toBe(3);
  });

  test.each([
    ['length-not-multiple-of-three', 3, [0, 1, 2, 0], 3],
    ['length-not-multiple-of-three', 0, Uint32Array.of(0, 1), 3],
    ['index-out-of-range', 5, [0, 1, 2, 0, 1, 3], 3],
    ['index-out-of-range', 5, Uint32Array.of(0, 1, 2, 0, 1, 3), 3],
    ['index-out-of-range', 1, [0, -1, 2], 3],
    ['index-out-of-range', 1, Int16Array.of(0, -1, 2), 3],
    ['index-out-of-range', 2, [0, 1, 2 ** 32 + 2], 3],
    ['index-out-of-range', 0, [0, 1, 2], 0],
    ['index-not-integer', 4, [0, 1, 2, 0, Number.NaN, 2], 3],
    ['index-not-integer', 0, [0.5, 1, 2], 3],
    ['index-not-integer', 0, Float32Array.of(0.5, 1, 2), 3],
    ['index-not-integer', 2, [0, 1, Number.POSITIVE_INFINITY], 3],
    ['index-not-integer', 2, { length: 3, 0: 0, 1: 1 } as ArrayLike<number>, 3],
    ['repeated-vertex', 1, [0, 1, 2, 1, 1, 2], 3],
    ['repeated-vertex', 1, [0, 1, 2, 1, 2, 2], 3],
    ['repeated-vertex', 1, [0, 1, 2, 1, 2, 1], 3],
    ['bad-vertex-count', -1, [], -1],
    ['bad-vertex-count', -1, [], 2.5],
    ['bad-vertex-count', -1, [], Number.NaN],
    ['bad-vertex-count', -1, [], 2 ** 32],
  ])('%s at %i', (fault, at, triangles, vertexCount) => {
    const error = errorOf(() => TriMesh.from(triangles, vertexCount));
    expect(error).toMatchObject({ fault, at });
    expect(error.message).toMatch(/^[A-Z].*\.$/);
  });

  test('drops faces that repeat a vertex only when asked, and says which', () => {
    const triangles = [5, 5, 5, 0, 1, 2, 1, 1, 2, 3, 2, 3, 2, 1, 3, 4, 4, 0];
    expect(errorOf(() => TriMesh.from(triangles, 6, { repeatedVertices: 'throw' })).at).toBe(0);
    const mesh = TriMesh.from(triangles, 6, { repeatedVertices: 'drop' });
    expect([...mesh.triangles]).toEqual([0, 1, 2, 2, 1, 3]);
    expect([...mesh.droppedFaces]).toEqual([0, 2, 3, 5]);
    expect(mesh).toMatchObject({ vertexCount: 6, faceCount: 2 });
  });

  test('dropping excuses no other fault', () => {
    const error = errorOf(() => TriMesh.from([0, 0, 9], 3, { repeatedVertices: 'drop' }));
    expect(error).toMatchObject({ fault: 'index-out-of-range', at: 2 });
  });
});

describe('TriMesh.merge', () => {
  test('puts meshes side by side', () => {
    const meshes = [TriMesh.from([0, 1, 2], 4), TriMesh.from([], 0), TriMesh.from([0, 1, 2, 2, 1, 3], 4)];
    const { mesh, objectOf, firstVertex, firstFace } = TriMesh.merge(meshes);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 4, 5, 6, 6, 5, 7]);
    expect(mesh.vertexCount).toBe(8);
    expect([...objectOf]).toEqual([0, 0, 0, 0, 2, 2, 2, 2]);
    expect([...firstVertex]).toEqual([0, 4, 4, 8]);
    expect([...firstFace]).toEqual([0, 1, 1, 3]);
  });

  test('of nothing is the empty mesh', () => {
    const { mesh, firstVertex, firstFace } = TriMesh.merge([]);
    expect(mesh).toMatchObject({ vertexCount: 0, faceCount: 0 });
    expect([[...firstVertex], [...firstFace]]).toEqual([[0], [0]]);
  });

  test('refuses more vertices than ids', () => {
    const huge = TriMesh.from([], 2 ** 31);
    expect(errorOf(() => TriMesh.merge([huge, huge])).fault).toBe('bad-vertex-count');
  });
});

describe('checkPositions', () => {
  test.each([
    [6, 1, 1],
    [5, 2, 1],
    [4, 2, 1],
    [0, 2, 0],
  ])('%i numbers for %i vertices', (length, vertexCount, at) => {
    const error = errorOf(() => checkPositions(new Float64Array(length), vertexCount));
    expect(error).toMatchObject({ fault: 'wrong-position-count', at });
  });

  const bad = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  test.each(bad)('%f is found wherever it stands', (value) => {
    for (let i = 0; i < 21; i++) {
      for (const positions of [new Float64Array(21).fill(1), new Float32Array(21).fill(1)]) {
        positions[i] = value;
        const error = errorOf(() => checkPositions(positions, 7));
        expect(error).toMatchObject({ fault: 'position-not-finite', at: Math.floor(i / 3) });
      }
    }
  });

  test('names the first of several, also where they would cancel', () => {
    const positions = new Float64Array(12);
    positions[4] = Number.POSITIVE_INFINITY;
    positions[7] = Number.NEGATIVE_INFINITY;
    expect(errorOf(() => checkPositions(positions, 4)).at).toBe(1);
  });

  test('takes every finite number', () => {
    const random = seededRandom(1);
    const extremes = [0, -0, 5e-324, Number.MAX_VALUE, -Number.MAX_VALUE, 1];
    const positions = new Float64Array(3000).map(() => extremes[random.below(extremes.length)]);
    checkPositions(positions, 1000);
    checkPositions(new Float64Array(0), 0);
  });
});
