// Welding vertices that coincide in every frame: seams close, and nothing else changes.
import { describe, expect, it } from 'vitest';
import { nameParts, type SequenceParts } from '../../src/check/name-parts.ts';
import { apply, candidates, refute } from '../../src/check/weld-frames.ts';
import { TriMesh } from '../../src/index.ts';
import { open, tetrahedron } from './memory-files.ts';

const NO_NAMES = { objects: undefined, materials: undefined };

/** The parts of a mesh; without names, its components. */
function partsOf(mesh: TriMesh, names?: readonly string[], partOfTriangle?: readonly number[]): SequenceParts {
  const objects = names && partOfTriangle && { names, partOfTriangle: Uint32Array.from(partOfTriangle) };
  const placeCount = mesh.faceCount + mesh.droppedFaces.length;
  const input = { name: undefined, base: 'a', placeCount, names: { ...NO_NAMES, objects } };
  return nameParts(mesh, [input], 'object');
}

/** A square of two triangles that are apart in their faces; vertices 1, 2 coincide with 4, 3. */
const seam = TriMesh.from([0, 1, 2, 3, 4, 5], 6);
const flat = Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, -0, 1, 0, 0, 1, 1, 0]);

/** Positions in which one coordinate differs. */
function moved(x: Float64Array, vertex: number, by = 1): Float64Array {
  return x.map((value, i) => (i === 3 * vertex ? value + by : value));
}

describe('candidates', () => {
  it('are the smallest vertices at the same place', () => {
    expect(Array.from(candidates(seam, partsOf(seam), flat))).toEqual([0, 1, 2, 2, 1, 5]);
  });

  it('lie exactly at the same place', () => {
    const x = moved(flat, 4, Number.EPSILON);
    expect(Array.from(candidates(seam, partsOf(seam), x))).toEqual([0, 1, 2, 2, 4, 5]);
  });

  it('never lie in two parts with names', () => {
    expect(Array.from(candidates(seam, partsOf(seam, ['a', 'b'], [0, 1]), flat))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(Array.from(candidates(seam, partsOf(seam, ['a', ''], [0, 1]), flat))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(Array.from(candidates(seam, partsOf(seam, ['a'], [0, 0]), flat))).toEqual([0, 1, 2, 2, 1, 5]);
  });

  it('never lie in two inputs', () => {
    const input = (base: string) => ({ name: undefined, base, placeCount: 1, names: NO_NAMES });
    const parts = nameParts(seam, [input('a'), input('b')], 'object');
    expect(Array.from(candidates(seam, parts, flat))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('are not vertices that two parts share, nor vertices without faces', () => {
    // Vertex 2 belongs to both parts, and vertices 6 and 7 to none; all lie where vertex 3 lies.
    const mesh = TriMesh.from([0, 1, 2, 3, 4, 5, 2, 8, 9], 10);
    const x = Float64Array.from([...flat, 0, 1, 0, 0, 1, 0, 5, 0, 0, 5, 1, 0]);
    const map = candidates(mesh, partsOf(mesh, ['a', 'b'], [0, 0, 1]), x);
    expect(Array.from(map)).toEqual([0, 1, 2, 3, 1, 5, 6, 7, 8, 9]);
  });

  it('within one origin are found where parts are components with names', () => {
    const objects = { names: ['sleeve'], partOfTriangle: Uint32Array.of(0, 0) };
    const input = { name: undefined, base: 'a', placeCount: 2, names: { ...NO_NAMES, objects } };
    const parts = nameParts(seam, [input], 'component');
    expect(parts.names).toEqual(['sleeve part 1', 'sleeve part 2']);
    expect(Array.from(candidates(seam, parts, flat))).toEqual([0, 1, 2, 2, 1, 5]);
  });

  it('are not two corners of one face', () => {
    // Corners 0 and 1 of the first face coincide, and so does vertex 3 of the second.
    const mesh = TriMesh.from([0, 1, 2, 3, 4, 5], 6);
    const x = Float64Array.from([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
    const map = candidates(mesh, partsOf(mesh), x);
    expect(Array.from(map)).toEqual([0, 1, 2, 0, 4, 5]);
    expect(apply(mesh, map).mesh.droppedFaces).toHaveLength(0);
  });

  it('do not turn two faces into one, wound either way', () => {
    const corners = Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0]);
    for (const second of [
      [3, 4, 5],
      [3, 5, 4],
    ]) {
      const twice = TriMesh.from([0, 1, 2, ...second], 6);
      expect(Array.from(candidates(twice, partsOf(twice), corners))).toEqual([0, 1, 2, 3, 4, 5]);
    }
  });

  it('leave faces alone that are the same already', () => {
    const mesh = TriMesh.from([0, 1, 2, 3, 4, 5, 3, 5, 4], 6);
    expect(Array.from(candidates(mesh, partsOf(mesh), flat))).toEqual([0, 1, 2, 2, 1, 5]);
  });
});

describe('refute', () => {
  it('says nothing where all coincide', () => {
    const map = candidates(seam, partsOf(seam), flat);
    expect(
      refute(
        map,
        flat.map((value) => 2 * value),
      ),
    ).toBe(false);
    expect(Array.from(map)).toEqual([0, 1, 2, 2, 1, 5]);
  });

  it('removes what another frame parts, and nothing else', () => {
    const map = candidates(seam, partsOf(seam), flat);
    const x = moved(flat, 4, 1e-9);
    expect(refute(map, x)).toBe(true);
    expect(Array.from(map)).toEqual([0, 1, 2, 2, 4, 5]);
    expect(refute(map, x)).toBe(false);
  });

  it('keeps together what parts together', () => {
    const map = Uint32Array.of(0, 0, 0, 0, 0);
    expect(refute(map, Float64Array.from([0, 1, 2, 1, 2].flatMap((x) => [x, 0, 0])))).toBe(true);
    expect(Array.from(map)).toEqual([0, 1, 2, 1, 2]);
  });

  it('ends with the same map in any order of frames', () => {
    const frames = [
      [0, 0, 1, 1, 2, 0],
      [0, 1, 0, 0, 0, 0],
      [3, 3, 4, 5, 3, 3],
    ].map((xs) => Float64Array.from(xs.flatMap((x) => [0, x, 0])));
    const maps = [frames, [...frames].reverse()].map((order) => {
      const map = new Uint32Array(6);
      for (const x of order) refute(map, x);
      return Array.from(map);
    });
    expect(maps).toEqual([
      [0, 1, 2, 3, 4, 0],
      [0, 1, 2, 3, 4, 0],
    ]);
  });
});

describe('apply', () => {
  it('rewrites the faces and keeps all numbers', () => {
    const { mesh, weldedVertices } = apply(seam, candidates(seam, partsOf(seam), flat));
    expect(Array.from(mesh.triangles)).toEqual([0, 1, 2, 2, 1, 5]);
    expect([mesh.vertexCount, mesh.faceCount, weldedVertices]).toEqual([6, 2, 2]);
    expect([seam.topology.componentCount, mesh.topology.componentCount]).toEqual([2, 1]);
  });

  it('returns the mesh itself if nothing is welded', () => {
    expect(apply(seam, Uint32Array.of(0, 1, 2, 3, 4, 5))).toEqual({ mesh: seam, weldedVertices: 0 });
    expect(apply(seam, Uint32Array.of(0, 1, 2, 3, 4, 5)).mesh).toBe(seam);
  });

  it('keeps the places of faces that were dropped', () => {
    const torn = TriMesh.from([0, 0, 1, 0, 1, 2, 2, 2, 1, 3, 4, 5], 6, { repeatedVertices: 'drop' });
    const { mesh } = apply(torn, Uint32Array.of(0, 1, 2, 2, 1, 5));
    expect(Array.from(mesh.droppedFaces)).toEqual([0, 2]);
    expect(Array.from(mesh.triangles)).toEqual([0, 1, 2, 2, 1, 5]);
  });
});

it('a sequence whose components are welded has fewer parts', async () => {
  // Two tetrahedra that share an edge in their places, and a third one apart.
  const text = `${tetrahedron(0)}${tetrahedron(1, { first: 4, size: -1, y: 1 })}${tetrahedron(9, { first: 8 })}`;
  const { mesh, parts, partsOf: partsOfWelded, read } = await open({ '': ['a.obj'] }, { 'a.obj': text });
  expect(parts.names).toEqual(['part 1', 'part 2', 'part 3']);
  const welded = apply(mesh, candidates(mesh, parts, await read(0)));
  expect(welded.weldedVertices).toBe(2);
  const { names, partOfFace } = partsOfWelded(welded.mesh);
  expect(names).toEqual(['part 1', 'part 2']);
  expect(Array.from(partOfFace)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
});
