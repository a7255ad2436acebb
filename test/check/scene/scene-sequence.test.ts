// Scenes as sequences: meshes of frames and between frames where objects come, go and change.
import { describe, expect, it } from 'vitest';
import type { InputSequence } from '../../../src/check/input-sequence.ts';
import { linkedFaces } from '../../../src/check/scene/linked-faces.ts';
import { sceneSequence } from '../../../src/check/scene/scene-sequence.ts';
import { uncheckedParts } from '../../../src/check/scene/unchecked-parts.ts';
import type { TriMesh } from '../../../src/index.ts';
import type { AnimatedScene } from '../../../src/io.ts';
import { usdaScene } from '../../cli/formats/usda-scene.ts';
import { open as openAll, refusal, tetrahedron } from '../memory-files.ts';
import { cube, inTriangles, sceneOf } from './hand-made-scene.ts';

const open = (scene: AnimatedScene, rate?: number, known: TriMesh | null = null): InputSequence =>
  sceneSequence('in.abc', scene, { rate }, () => {}, known);

/** Which objects have faces in a mesh, as the first of their 12 faces. */
const firsts = (sequence: InputSequence, mesh: TriMesh): number[] => {
  const faces: number[] = [];
  const dropped = new Set(mesh.droppedFaces);
  for (let place = 0; place < sequence.mesh.faceCount; place += 12) if (!dropped.has(place)) faces.push(place / 12);
  return faces;
};

describe('objects that are hidden', () => {
  const scene = sceneOf({
    '/a': [cube(0), cube(1), cube(2), cube(3)],
    '/b': [null, null, cube(5), cube(6)],
    '/c': [cube(8), null, cube(9), cube(9)],
  });

  it('are in no frame, and in no motion from or to it', () => {
    const sequence = open(scene);
    expect(sequence).toMatchObject({ frameCount: 4, droppedFaces: 0, remeshed: [] });
    expect([0, 1, 2, 3].map((frame) => firsts(sequence, sequence.meshOf(frame)))).toEqual([
      [0, 2],
      [0],
      [0, 1, 2],
      [0, 1, 2],
    ]);
    expect([0, 1, 2].map((frame) => firsts(sequence, sequence.meshBetween(frame, frame + 1)))).toEqual([
      [0],
      [0],
      [0, 1, 2],
    ]);
    expect(firsts(sequence, sequence.meshBetween(0, 3))).toEqual([0, 2]);
    expect(sequence.hiddenIn(1)).toMatchObject([
      { first: 8, end: 16 },
      { first: 16, end: 24 },
    ]);
  });

  it('leave the mesh the same object as long as nothing changes', () => {
    const { mesh, meshOf, meshBetween } = open(scene);
    expect(meshOf(2)).toBe(mesh);
    expect(meshBetween(2, 3)).toBe(mesh);
    expect(meshOf(1)).toBe(meshBetween(0, 1));
    expect(meshOf(0)).toBe(meshOf(0));
  });

  it('are where they were, or where they will be shown first', async () => {
    const { read } = open(scene);
    const x = await read(1, new Float64Array(72).fill(7));
    expect([x[0], x[24], x[48]]).toEqual([1, 5, 8]);
  });

  it('are told with the step and the reason', () => {
    const { mesh, meshOf, meshBetween } = open(scene);
    const parts = {
      names: ['a', 'b', 'c'],
      partOfFace: Uint32Array.from({ length: 36 }, (_, i) => Math.floor(i / 12)),
    };
    const told = [0, 1, 2].map((frame) =>
      uncheckedParts(mesh, parts, {
        from: meshOf(frame),
        between: meshBetween(frame, frame + 1),
        to: meshOf(frame + 1),
      }),
    );
    expect(told).toEqual([
      [{ part: 2, why: 'disappears' }],
      [
        { part: 1, why: 'appears' },
        { part: 2, why: 'appears' },
      ],
      [],
    ]);
  });

  it('that are never shown at the sampled times are left out', () => {
    const late = sceneOf({ '/a': [cube(0), cube(1), cube(2)], '/b': [null, cube(5), null] });
    expect(open(late).mesh.faceCount).toBe(24);
    expect(open(late, 0.5).mesh.faceCount).toBe(12);
  });
});

describe('objects whose faces change', () => {
  const grown = { points: [...cube(3).points, [3.5, 0.5, 2]], faces: [...inTriangles(cube(3)).faces, [4, 5, 8]] };
  const scene = sceneOf({
    '/a': [cube(0), cube(0.5), cube(0), cube(0)],
    '/b': [cube(3), inTriangles(cube(3)), grown, grown],
  });

  it('have room for the largest of them, and each frame has its own', async () => {
    const sequence = open(scene);
    const { mesh, meshOf, read } = sequence;
    expect([mesh.vertexCount, mesh.faceCount]).toEqual([17, 25]);
    expect([0, 1, 2, 3].map((frame) => meshOf(frame).faceCount)).toEqual([24, 24, 25, 25]);
    expect(sequence.remeshed).toMatchObject([{ first: 8, end: 17 }]);
    expect([...meshOf(2).triangles.subarray(72)]).toEqual([12, 13, 16]);
    const room = new Float64Array(51).fill(Number.NaN);
    expect((await read(0, room)).every(Number.isFinite)).toBe(true);
    expect([...(await read(2)).subarray(48)]).toEqual([3.5, 0.5, 2]);
  });

  it('are left out of the motion, and the others are not', () => {
    const { mesh, meshOf, meshBetween } = open(scene);
    expect([0, 1, 2].map((frame) => meshBetween(frame, frame + 1).faceCount)).toEqual([12, 12, 25]);
    expect(meshBetween(2, 3)).toBe(meshOf(2));
    const parts = { names: ['a', 'b'], partOfFace: Uint32Array.from({ length: 25 }, (_, i) => (i < 12 ? 0 : 1)) };
    const [from, between, to] = [meshOf(1), meshBetween(1, 2), meshOf(2)];
    expect(uncheckedParts(mesh, parts, { from, between, to })).toEqual([{ part: 1, why: 'other faces' }]);
  });

  it('are linked as a whole', () => {
    const { mesh, remeshed } = open(scene);
    const { triangles } = linkedFaces(mesh, remeshed);
    expect([...triangles.subarray(0, 36)]).toEqual([...mesh.triangles.subarray(0, 36)]);
    expect(new Set(triangles.subarray(36))).toEqual(new Set([8]));
  });

  it('may have frames without any face, and faces that name a vertex twice', () => {
    const none = { points: [], faces: [] };
    const torn = {
      points: cube(0).points,
      faces: [
        [0, 0, 1],
        [1, 2, 2],
      ],
    };
    const one = { points: cube(0).points, faces: [[0, 1, 2]] };
    const { mesh, meshOf, meshBetween } = open(sceneOf({ '/a': [none, one, torn] }));
    expect([mesh.faceCount, mesh.vertexCount]).toEqual([2, 8]);
    expect([0, 1, 2].map((frame) => meshOf(frame).faceCount)).toEqual([0, 1, 0]);
    expect(meshBetween(0, 1).faceCount).toBe(0);
  });

  it('that come back after a time hidden are the same', () => {
    const { remeshed, meshBetween } = open(sceneOf({ '/a': [cube(0), null, cube(0)] }));
    expect(remeshed).toEqual([]);
    expect(meshBetween(0, 2).faceCount).toBe(12);
  });
});

describe('scenes beside other inputs', () => {
  const blinking = usdaScene({ a: [cube(0), null, cube(2)], b: [cube(5), inTriangles(cube(5)), cube(5)] });
  const files = { 'x.usda': blinking, 'y.usda': blinking, 'still.obj': tetrahedron(9) };

  it('keep their meshes, each at its vertices', async () => {
    const sequence = await openAll({ x: ['x.usda'], still: ['still.obj'], y: ['y.usda'] }, files, {
      unit: 'm',
      up: 'y',
    });
    expect([sequence.frameCount, sequence.mesh.vertexCount]).toEqual([3, 36]);
    expect(sequence.hiddenIn(1)).toEqual([
      { first: 0, end: 8 },
      { first: 20, end: 28 },
    ]);
    expect(sequence.remeshed).toEqual([
      { first: 8, end: 16 },
      { first: 28, end: 36 },
    ]);
    expect([0, 1, 2].map((frame) => sequence.meshOf(frame).faceCount)).toEqual([52, 28, 52]);
    expect([0, 1].map((frame) => sequence.meshBetween(frame, frame + 1).faceCount)).toEqual([4, 4]);
    expect(sequence.meshBetween(0, 1)).toBe(sequence.meshBetween(1, 2));
    expect(sequence.parts.names).toEqual(['x/a', 'x/b', 'still', 'y/a', 'y/b']);
  });

  it('have chosen frames', async () => {
    const sequence = await openAll({ '': ['x.usda'] }, files, { frames: '0,2' });
    expect(sequence.meshBetween(0, 1).faceCount).toBe(12);
    expect(sequence.hiddenIn(1)).toEqual([]);
  });

  it('by component have a component for each piece, but one for what changes', async () => {
    const two = {
      points: [...cube(0).points, ...cube(3).points],
      faces: [...cube(0).faces, ...cube(0).faces.map((face) => face.map((v) => v + 8))],
    };
    const text = usdaScene({ a: [two, two], b: [two, inTriangles(two)] });
    const { parts } = await openAll({ '': ['two.usda'] }, { 'two.usda': text }, { partsBy: 'component' });
    expect(parts.names).toEqual(['/a part 1', '/a part 2', '/b']);
  });
});

describe('a scene', () => {
  it('has its objects as parts, with the path as name', () => {
    const { triangleNames } = open(sceneOf({ '/a/shape': [cube(0)], '/b/shape': [cube(3), cube(4)] }));
    const { objects } = triangleNames();
    expect(objects?.names).toEqual(['/a/shape', '/b/shape']);
    expect([...(objects?.partOfTriangle ?? [])]).toEqual([...Array(12).fill(0), ...Array(12).fill(1)]);
  });

  it('is sampled at its times, or at a rate', () => {
    const scene = sceneOf({ '/a': [cube(0), cube(1), cube(2)] });
    const own = open(scene);
    expect([own.frameCount, own.nameOf(2)]).toEqual([3, 'in.abc@2']);
    expect(own.paths).toBe('at its 3 samples; between two of them every vertex moves in a straight line');
    expect(open(scene, 1).times).toEqual([0, 1, 2]);
    expect(() => open(scene, 1e9)).toThrow('in.abc: --rate 1000000000 asks for 2000000000 steps');
  });

  it('of one frame is still', () => {
    const still = open(sceneOf({ '/a': [cube(0)] }));
    expect([still.frameCount, still.times, still.nameOf(0)]).toEqual([1, null, 'in.abc']);
  });

  it('without faces is refused', () => {
    expect(() => open(sceneOf({ '/a': [{ points: [], faces: [] }] }))).toThrow('in.abc: there are no triangles in it');
  });

  it('whose triangles all name a vertex twice is refused, unless another input has faces', async () => {
    const flat = usdaScene({ a: [{ points: cube(0).points, faces: [[0, 0, 1]] }] });
    const files = {
      'flat.usda': flat,
      'flat.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 2\n',
      'still.obj': tetrahedron(9),
    };
    for (const name of ['flat.usda', 'flat.obj'])
      expect(await refusal(openAll({ '': [name] }, files))).toBe(
        `${name}: every triangle in it names a vertex twice; export it again.`,
      );
    const beside = await openAll({ a: ['flat.obj'], b: ['still.obj'] }, files, { unit: 'm' });
    expect([beside.mesh.faceCount, beside.parts.names]).toEqual([4, ['b']]);
  });

  it('opened with the mesh of another thread is the same', () => {
    const scene = sceneOf({ '/a': [cube(0), null, cube(2)], '/b': [cube(4), cube(4), inTriangles(cube(4))] });
    const first = open(scene);
    const second = open(scene, undefined, first.mesh);
    expect(second.mesh).toBe(first.mesh);
    for (const frame of [0, 1, 2]) expect(second.meshOf(frame).triangles).toEqual(first.meshOf(frame).triangles);
  });

  it('has the unit of its file; one without a name is converted to metres', async () => {
    const scene = sceneOf({ '/a': [cube(2)] });
    expect(open(scene).space).toEqual({ unit: 'm', up: 'y' });
    expect(open({ ...scene, metresPerUnit: 0.01, up: 'z' }).space).toEqual({ unit: 'cm', up: 'z' });
    expect(open({ ...scene, metresPerUnit: null, up: null }).space).toBeNull();
    const odd = open({ ...scene, metresPerUnit: 0.1 });
    expect([odd.space, odd.notes]).toEqual([
      { unit: 'm', up: 'y' },
      ['Lengths are converted to metres: in the file a unit is 0.1 m.'],
    ]);
    expect((await odd.read(0))[0]).toBe(0.2);
  });
});
