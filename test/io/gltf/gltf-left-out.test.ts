// What a file has beside its triangles is named, and what it needs and is not read refuses it.
import { describe, expect, it } from 'vitest';
import { readGltf } from '../../../src/io.ts';
import { rejection } from './gltf-samples.ts';
import { type Json, JsonGltf } from './json-gltf.ts';

/** A triangle and other primitives; `members` may replace the rest. */
function file(others: (position: number) => readonly Json[], members: Json = {}): Uint8Array {
  const gltf = new JsonGltf();
  const POSITION = gltf.floats('VEC3', [0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const meshes = [{ primitives: [{ attributes: { POSITION } }, ...others(POSITION)] }];
  return gltf.glb({ meshes, nodes: [{ mesh: 0 }], ...members });
}

const lines = (count: number) => (POSITION: number) =>
  Array.from({ length: count }, () => ({ attributes: { POSITION }, mode: 1 }));
const ignoredIn = async (bytes: Uint8Array): Promise<readonly string[]> => (await readGltf(bytes)).ignored;

describe('left out are', () => {
  it('a few primitives by their places, many by their number', async () => {
    const first = [1, 2, 3].map((i) => `meshes[0].primitives[${i}]: LINES`);
    expect(await ignoredIn(file(lines(3)))).toEqual(first);
    expect(await ignoredIn(file(lines(9)))).toEqual([...first, '6 more primitives']);
  });

  it('other scenes', async () => {
    const scene = { nodes: [0] };
    expect(await ignoredIn(file(lines(0), { scenes: [scene, {}] }))).toEqual([
      'another scene, which is not the default one',
    ]);
    expect(await ignoredIn(file(lines(0), { scene: 1, scenes: [{}, scene, {}] }))).toEqual([
      '2 scenes that are not the default one',
    ]);
  });

  it('meshes that are never shown', async () => {
    const hidden = { mesh: 0, extensions: { KHR_node_visibility: { visible: false } } };
    expect(await ignoredIn(file(lines(0), { nodes: [{ mesh: 0 }, hidden] }))).toEqual(['a mesh that is never shown']);
    const nodes = [{ mesh: 0 }, { ...hidden, children: [2] }, { mesh: 0 }];
    expect(await ignoredIn(file(lines(0), { nodes }))).toEqual(['2 meshes that are never shown']);
  });

  it('motion by physics and programs', async () => {
    const names = ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes', 'KHR_interactivity'];
    expect(await ignoredIn(file(lines(0), { extensionsUsed: names, extensionsRequired: names }))).toEqual([
      'motion by KHR_interactivity',
      'motion by KHR_physics_rigid_bodies',
    ]);
  });

  it('joints beyond eight, and instances of skinned meshes', async () => {
    const gltf = new JsonGltf();
    const POSITION = gltf.floats('VEC3', [0, 0, 0, 1, 0, 0, 0, 1, 0]);
    const [joints, weights] = [gltf.accessor('VEC4', new Uint8Array(12)), gltf.floats('VEC4', Array(12).fill(0.25))];
    const attributes = { POSITION, JOINTS_0: joints, WEIGHTS_0: weights, JOINTS_2: joints, WEIGHTS_2: weights };
    const instances = { attributes: { TRANSLATION: POSITION } };
    const bytes = gltf.glb({
      meshes: [{ primitives: [{ attributes }] }],
      nodes: [{ mesh: 0, skin: 0, extensions: { EXT_mesh_gpu_instancing: instances } }],
      skins: [{ joints: [0] }],
    });
    const read = await readGltf(bytes);
    expect(read.names).toHaveLength(1);
    expect(read.ignored).toEqual(['meshes[0].primitives[0]: joints beyond 8', 'nodes[0]: instances of a skinned mesh']);
  });
});

describe('refused is', () => {
  it('a file without triangles, with what it has instead', async () => {
    const gltf = new JsonGltf();
    const POSITION = gltf.floats('VEC3', [0, 0, 0, 1, 0, 0]);
    const meshes = [{ primitives: [{ attributes: { POSITION }, mode: 0 }] }];
    expect((await rejection(readGltf(gltf.glb({ meshes, nodes: [{ mesh: 0 }] })))).message).toBe(
      'glTF scene: expected a mesh of triangles, found only meshes[0].primitives[0]: POINTS',
    );
  });

  it.each(['KHR_gaussian_splatting', 'MSFT_lod', 'KHR_mesh_primitive_restart'])(
    'a file that needs %s',
    async (name) => {
      expect((await rejection(readGltf(file(lines(0), { extensionsRequired: [name] })))).message).toBe(
        `glTF extensionsRequired: expected only extensions that are read (export the file without others), found ${name}`,
      );
    },
  );

  it.each([
    'KHR_lights_punctual',
    'KHR_texture_basisu',
    'EXT_texture_webp',
    'KHR_materials_variants',
    'VRMC_vrm',
    'GODOT_single_root',
  ])('no file that needs %s', async (name) => {
    expect(await ignoredIn(file(lines(0), { extensionsRequired: [name] }))).toEqual([]);
  });
});
