// How coarse quantised files are: the figure in the note, and that nothing is farther off.
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { beforeAll, describe, expect, it } from 'vitest';
import { readGltf } from '../../../src/io.ts';
import { type Json, JsonGltf } from './json-gltf.ts';

beforeAll(() => MeshoptEncoder.ready);

const CORNERS = [0, 0, 0, 1, 0, 0, 0, 1, 0];

function note(length: string): string {
  return `Positions are quantised to ${length}: nearer contacts are not the artist's.`;
}

/** The notes on a triangle; `members` may replace nodes and add animations. */
async function notesOf(gltf: JsonGltf, primitive: Json, members: Json = {}): Promise<readonly string[]> {
  const nodes = [{ mesh: 0, scale: [1, 2, 1] }];
  return (await readGltf(gltf.glb({ meshes: [{ primitives: [primitive] }], nodes, ...members }))).notes;
}

describe('positions', () => {
  it('of floats have no quantum', async () => {
    const gltf = new JsonGltf();
    expect(await notesOf(gltf, { attributes: { POSITION: gltf.floats('VEC3', CORNERS) } })).toEqual([]);
  });

  it.each([
    ['bytes', new Uint8Array(CORNERS), {}, '2 m'],
    ['normalised bytes', new Uint8Array(CORNERS), { normalized: true }, '7.8 mm'],
    ['normalised shorts', new Int16Array(CORNERS), { normalized: true }, '0.061 mm'],
  ])('of %s: the largest scale counts', async (_, array, fields, length) => {
    const gltf = new JsonGltf();
    expect(await notesOf(gltf, { attributes: { POSITION: gltf.accessor('VEC3', array, fields) } })).toEqual([
      note(length),
    ]);
  });

  it('of instances have the scale of the largest', async () => {
    const gltf = new JsonGltf();
    const POSITION = gltf.accessor('VEC3', new Uint8Array(CORNERS), { normalized: true });
    const SCALE = gltf.floats('VEC3', [1, 1, 1, 1, 1, 5]);
    const node = { mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { SCALE } } } };
    expect(await notesOf(gltf, { attributes: { POSITION } }, { nodes: [node] })).toEqual([note('20 mm')]);
  });

  it('that meshopt rounded have the coarsest of their exponents', async () => {
    const points = [0, 0, 0, 1.23456, 0, 0, 0, -7.65432, 0.333];
    const encoded = MeshoptEncoder.encodeFilterExp(new Float32Array(points), 3, 12, 12, 'SharedComponent');
    const stream = MeshoptEncoder.encodeVertexBuffer(encoded, 3, 12);
    const gltf = new JsonGltf();
    const source = gltf.views[gltf.view(stream)];
    const compression = {
      ...source,
      byteStride: 12,
      count: 3,
      mode: 'ATTRIBUTES',
      filter: 'EXPONENTIAL',
    };
    gltf.views.push({ buffer: 0, byteLength: 36, extensions: { KHR_meshopt_compression: compression } });
    gltf.accessors.push({ bufferView: 1, componentType: 5126, count: 3, type: 'VEC3' });
    const read = await readGltf(
      gltf.glb({ meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }], nodes: [{ mesh: 0 }] }),
    );
    const out = new Float64Array(9);
    read.restPositions(out);
    const off = Math.max(...out.map((x, i) => Math.abs(x - points[i])));
    // 12 bits, of which one is the sign, for the numbers up to 8.
    expect(read.notes).toEqual([note('3.9 mm')]);
    expect(off).toBeLessThan(0.0039);
    expect(off).toBeGreaterThan(0.0001);
  });
});

describe('motion', () => {
  const morph = (gltf: JsonGltf, target: number): Json => ({
    attributes: { POSITION: gltf.floats('VEC3', CORNERS) },
    targets: [{ POSITION: target }],
  });
  const animated = (gltf: JsonGltf, path: string, output: number): Json => ({
    animations: [
      {
        samplers: [{ input: gltf.floats('SCALAR', [0, 1]), output }],
        channels: [{ sampler: 0, target: { node: 0, path } }],
      },
    ],
  });

  it('by quantised targets adds their quantum', async () => {
    const gltf = new JsonGltf();
    const target = gltf.accessor('VEC3', new Uint8Array(CORNERS), { normalized: true });
    expect(await notesOf(gltf, morph(gltf, target))).toEqual([note('7.8 mm')]);
  });

  it('by quantised weights adds how far a step of theirs moves a vertex', async () => {
    const gltf = new JsonGltf();
    const target = gltf.floats(
      'VEC3',
      CORNERS.map((x) => 10 * x),
    );
    const weights = gltf.accessor('SCALAR', new Uint8Array([0, 255]), { normalized: true });
    expect(await notesOf(gltf, morph(gltf, target), animated(gltf, 'weights', weights))).toEqual([note('78 mm')]);
  });

  it('by quantised rotations adds what a step moves the farthest vertex', async () => {
    const gltf = new JsonGltf();
    const primitive = { attributes: { POSITION: gltf.floats('VEC3', CORNERS) } };
    const rotation = gltf.accessor('VEC4', new Int8Array([0, 0, 0, 127, 0, 0, 127, 0]), { normalized: true });
    // A ball around the corners reaches 2.53 from the node; a step of 1/127 turns by three times that.
    expect(await notesOf(gltf, primitive, animated(gltf, 'rotation', rotation))).toEqual([note('60 mm')]);
  });

  it('by quantised translations and scales of a node above adds their steps', async () => {
    const gltf = new JsonGltf();
    const primitive = { attributes: { POSITION: gltf.floats('VEC3', CORNERS) } };
    const nodes = [{ children: [1] }, { mesh: 0, translation: [0, 0, 9] }];
    const of = async (path: string): Promise<readonly string[]> => {
      const output = gltf.accessor('VEC3', new Int16Array([0, 0, 0, 0, 0, 0]), { normalized: true });
      return notesOf(gltf, primitive, { ...animated(gltf, path, output), nodes });
    };
    expect(await of('translation')).toEqual([note('0.031 mm')]);
    // At rest the ball of radius 0.71 around (0.5, 0.5, 9) reaches 9.74 from the node.
    expect(await of('scale')).toEqual([note('0.3 mm')]);
  });

  it('by joints with quantised weights adds how far apart a step of theirs takes a vertex', async () => {
    const gltf = new JsonGltf();
    const primitive = {
      attributes: {
        POSITION: gltf.floats('VEC3', CORNERS),
        JOINTS_0: gltf.accessor('VEC4', new Uint8Array([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])),
        WEIGHTS_0: gltf.accessor('VEC4', new Uint8Array([128, 127, 0, 0, 51, 204, 0, 0, 255, 0, 0, 0]), {
          normalized: true,
        }),
      },
    };
    const skinned = { nodes: [{ mesh: 0, skin: 0 }, {}, {}], skins: [{ joints: [1, 2] }] };
    expect(await notesOf(gltf, primitive, skinned)).toEqual([]);
    const sampler = { input: gltf.floats('SCALAR', [0, 1]), output: gltf.floats('VEC3', [0, 0, 0, 0, 2, 0]) };
    const channels = [{ sampler: 0, target: { node: 2, path: 'translation' } }];
    const animations = [{ samplers: [sampler], channels }];
    expect(await notesOf(gltf, primitive, { ...skinned, animations })).toEqual([note('7.8 mm')]);
  });

  it('of very long chains of nodes is only named', async () => {
    const gltf = new JsonGltf();
    const primitive = { attributes: { POSITION: gltf.floats('VEC3', CORNERS) } };
    const [depth, leaves] = [5000, 300];
    const chain = Array.from({ length: depth }, (_, i): Json => ({ children: [i + 1] }));
    chain[depth - 1] = { children: Array.from({ length: leaves }, (_, i) => depth + i) };
    const nodes = [...chain, ...Array.from({ length: leaves }, () => ({ mesh: 0 }))];
    const rotation = gltf.accessor('VEC4', new Int8Array([0, 0, 0, 127, 0, 0, 127, 0]), { normalized: true });
    const notes = await notesOf(gltf, primitive, { ...animated(gltf, 'rotation', rotation), nodes });
    expect(notes.at(-1)).toBe('Keys of animations are quantised: what they move may be off by more.');
  });
});
