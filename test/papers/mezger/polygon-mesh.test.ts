// What a valid mesh of polygons is, and which of its faces are neighbours.
import { expect, test } from 'vitest';
import { MeshError } from '../../../src/core/mesh/mesh-error.ts';
import { PolygonMesh } from '../../../src/papers/mezger/polygon-mesh.ts';

/** Five quads in a row, 0…5 below and 6…11 above. */
const strip = PolygonMesh.from(
  [0, 1, 2, 3, 4].flatMap((i) => [i, i + 1, i + 7, i + 6]),
  4,
  12,
);

test('faces of one size, and of several', () => {
  expect(strip).toMatchObject({ faceCount: 5, vertexCount: 12, mostCorners: 4 });
  const mixed = PolygonMesh.from([0, 1, 2, 2, 1, 3, 4, 5, 6], [0, 3, 9], 7);
  expect(mixed).toMatchObject({ faceCount: 2, mostCorners: 6 });
  expect(mixed.starFaces.slice(mixed.starStart[1], mixed.starStart[2])).toEqual(Uint32Array.of(0, 1));
  expect(mixed.starFaces.slice(mixed.starStart[6], mixed.starStart[7])).toEqual(Uint32Array.of(1));
});

test('no faces at all', () => {
  expect(PolygonMesh.from([], 4, 0)).toMatchObject({ faceCount: 0, mostCorners: 0 });
  expect(PolygonMesh.from([], [0], 5)).toMatchObject({ faceCount: 0, vertexCount: 5 });
});

test('neighbours share a vertex, neighbours of those a ring more', () => {
  const sharing = [0, 1, 2, 3, 4].map((g) => strip.sharesVertex(0, g));
  expect(sharing).toEqual([true, true, false, false, false]);
  const ring = [0, 1, 2, 3, 4].map((g) => strip.sharesNeighbour(0, g));
  expect(ring).toEqual([true, true, true, false, false]);
});

test('it owns its arrays', () => {
  const corners = Uint32Array.of(0, 1, 2);
  const start = Uint32Array.of(0, 3);
  const mesh = PolygonMesh.from(corners, start, 3);
  corners[0] = 2;
  start[1] = 0;
  expect(mesh.corners).toEqual(Uint32Array.of(0, 1, 2));
  expect(mesh.start).toEqual(Uint32Array.of(0, 3));
});

test.each<[string, number[], number[] | number, number, string, number]>([
  ['two corners a face', [0, 1], 2, 2, 'too-few-corners', 0],
  ['a fraction of corners a face', [0, 1, 2], 3.5, 3, 'too-few-corners', 0],
  ['a corner left over', [0, 1, 2, 3, 0], 4, 4, 'bad-face-start', 4],
  ['a face of two corners', [0, 1, 2, 0, 1], [0, 3, 5], 3, 'too-few-corners', 1],
  ['an empty face', [0, 1, 2], [0, 0, 3], 3, 'too-few-corners', 0],
  ['a start that goes back', [0, 1, 2, 0, 1, 2], [0, 6, 3], 3, 'bad-face-start', 2],
  ['a start that is no integer', [0, 1, 2, 0, 1, 2], [0, Number.NaN, 6], 3, 'bad-face-start', 1],
  ['a first start that is not 0', [0, 1, 2], [1, 3], 3, 'bad-face-start', 0],
  ['no starts', [], [], 3, 'bad-face-start', 0],
  ['corners behind the last face', [0, 1, 2, 0], [0, 3], 3, 'bad-face-start', 1],
  ['a vertex that is not there', [0, 1, 2, 0, 1, 3], 3, 3, 'index-out-of-range', 5],
  ['half a vertex', [0, 1, 2, 0, 0.5, 1], 3, 3, 'index-not-integer', 4],
  ['a vertex twice', [0, 1, 2, 3, 0, 1, 2, 1], 4, 4, 'repeated-vertex', 1],
  ['a negative vertex count', [], 3, -1, 'bad-vertex-count', -1],
])('%s: %#', (_, corners, faces, vertexCount, fault, at) => {
  const make = (): PolygonMesh => PolygonMesh.from(corners, faces, vertexCount);
  expect(make).toThrow(MeshError);
  expect(make).toThrow(expect.objectContaining({ fault, at }));
});

test('a message names the face', () => {
  expect(() => PolygonMesh.from([0, 1, 2, 0, 1, 9], [0, 3, 6], 3)).toThrow('Index 5 of the corners (face 1) is 9');
});
