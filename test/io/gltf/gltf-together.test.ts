// Which animations of a file play together, which vertices they move, and what is said of those
// that move none.
import { describe, expect, it } from 'vitest';
import { type GltfAnimation, readGltf, readGltfScene } from '../../../src/io.ts';
import { utf8 } from '../samples.ts';
import { type Json, JsonGltf } from './json-gltf.ts';

const TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 1, 0];

/** What an animation moves, and at which times. */
interface Motion {
  readonly name?: string;
  readonly times?: readonly number[];
  readonly targets: readonly Json[];
}

/** Three triangles `a`, `b` and `c` with two morph targets each, a camera, and animations. */
function fileOf(motions: readonly Motion[], change: (members: Json) => Json = (members) => members): Uint8Array {
  const gltf = new JsonGltf();
  const POSITION = gltf.floats('VEC3', TRIANGLE);
  const targets = [{ POSITION: gltf.floats('VEC3', [9, 0, 0, 9, 0, 0, 9, 0, 0]) }, { POSITION }];
  const animations = motions.map(({ name, times = [0, 1], targets: moved }) => {
    const input = gltf.floats('SCALAR', times);
    const widthOf = (target: Json): number => {
      const { pointer = '' } =
        (target.extensions as { KHR_animation_pointer?: { pointer: string } })?.KHR_animation_pointer ?? {};
      const path = `${target.path} ${pointer}`;
      if (path.includes('rotation')) return 4;
      if (/weights\/\d/.test(path) || path.includes('visible')) return 1;
      return path.includes('weights') ? 2 : 3;
    };
    const samplers = moved.map((target) => {
      const width = widthOf(target);
      const values = times.flatMap((_, key) => Array.from({ length: width }, () => key));
      const type = width === 4 ? 'VEC4' : width === 3 ? 'VEC3' : 'SCALAR';
      return { input, output: gltf.floats(type, values) };
    });
    return { name, samplers, channels: moved.map((target, sampler) => ({ sampler, target })) };
  });
  const mesh = { primitives: [{ attributes: { POSITION }, targets }] };
  const nodes = [
    { name: 'a', mesh: 0 },
    { name: 'b', mesh: 0 },
    { name: 'c', mesh: 1, weights: [0, 0] },
    { name: 'camera', camera: 0 },
  ];
  return gltf.text(change({ nodes, meshes: [mesh, mesh], cameras: [{}], animations }));
}

const at = (node: number, path = 'translation'): Json => ({ node, path });
const to = (pointer: string): Json => ({ path: 'pointer', extensions: { KHR_animation_pointer: { pointer } } });

async function together(...motions: readonly Motion[]): Promise<Pick<GltfAnimation, 'together' | 'idleClips'>> {
  return readGltf(fileOf(motions));
}

describe('animations play together', () => {
  it('if they move different nodes or different properties', async () => {
    const read = await together(
      { targets: [at(0)], times: [0, 2] },
      { targets: [at(1)], times: [0.5, 1] },
      { targets: [at(0, 'rotation'), at(0, 'weights')], times: [1, 3] },
    );
    expect(read.together).toEqual({ clips: [0, 1, 2], conflicts: [], times: [0, 0.5, 1, 2, 3] });
  });

  it('unless an earlier one that plays moves the same', async () => {
    const read = await together(
      { name: 'Survey', targets: [at(0), at(1)] },
      { name: 'Walk', targets: [at(1), at(2)] },
      { name: 'Door', targets: [at(2)] },
      { name: 'Run', targets: [at(2), at(1)] },
    );
    // The door moves what only the walk moves, which does not play.
    expect(read.together.clips).toEqual([0, 2]);
    expect(read.together.conflicts).toEqual([
      { clip: 1, with: 0 },
      { clip: 3, with: 2 },
    ]);
  });

  it.each([
    ['a node and a pointer to it', [at(0)], [to('/nodes/0/translation')], false],
    ['two pointers to weights', [to('/nodes/0/weights/0')], [to('/nodes/0/weights/1')], true],
    ['all weights and one of them', [at(0, 'weights')], [to('/nodes/0/weights/1')], false],
    ['one weight and all of them', [to('/nodes/0/weights/1')], [at(0, 'weights')], false],
    ['the weights of a mesh and of its node', [to('/meshes/0/weights')], [at(1, 'weights')], false],
    ['the weights of a mesh and of a node of another', [to('/meshes/0/weights')], [at(2, 'weights')], true],
    ['visibility and translation', [to('/nodes/0/extensions/KHR_node_visibility/visible')], [at(0)], true],
  ])('%s', async (_, first, second, isBoth) => {
    const read = await together({ targets: first }, { targets: second });
    expect(read.together.clips).toEqual(isBoth ? [0, 1] : [0]);
  });

  it('and every one of them moves its vertices', async () => {
    const bytes = fileOf([{ targets: [at(0)] }, { targets: [at(1)] }, { targets: [to('/nodes/2/weights/0')] }]);
    const read = await readGltf(bytes);
    const out = new Float64Array(3 * read.mesh.vertexCount);
    const firstOf = (part: number): number[] => [...out.subarray(9 * part, 9 * part + 3)];
    read.positions(read.together.clips, 1, out);
    expect([0, 1, 2].map(firstOf)).toEqual([
      [1, 1, 1],
      [1, 1, 1],
      [9, 0, 0],
    ]);
    read.positions(1, 1, out);
    expect([0, 1, 2].map(firstOf)).toEqual([
      [0, 0, 0],
      [1, 1, 1],
      [0, 0, 0],
    ]);
    const scene = await readGltfScene(bytes);
    const first = new Float64Array(9);
    scene.objects[2].positions(0.5, first);
    expect(first[0]).toBe(4.5);
    expect(() => read.positions([0, 3], 1, out)).toThrow('expected a clip below 3, found 3');
  });
});

describe('what moves no triangle', () => {
  it('is no animation, and its keys are no frames', async () => {
    const read = await together(
      { name: 'Camera', targets: [at(3), to('/cameras/0/perspective/yfov')], times: [0, 0.1, 0.2] },
      { name: 'Mixed', targets: [at(3), at(0)], times: [0, 5] },
    );
    expect(read.idleClips).toEqual(['Camera']);
    expect(read.together).toEqual({ clips: [0], conflicts: [], times: [0, 5] });
  });

  it('are the weights of a mesh whose node has its own', async () => {
    const read = await together({ name: 'mesh', targets: [to('/meshes/1/weights')] });
    expect(read.idleClips).toEqual(['mesh']);
  });

  it('is named by the scene', async () => {
    const bytes = fileOf([{ name: 'Camera', targets: [at(3)] }]);
    const scene = await readGltfScene(bytes);
    expect(scene.times).toEqual([0]);
    expect(scene.notes).toEqual(['Not played: animation "Camera" moves nothing that has triangles.']);
  });

  it('is a node that only holds a skinned mesh', async () => {
    // The joints alone place it.
    const skinned = (members: Json): Json => ({
      ...members,
      nodes: [{ mesh: 0, skin: 0, name: 'figure' }, { name: 'hip', children: [2] }, { name: 'knee' }, {}],
      skins: [{ joints: [2] }],
      meshes: [
        { primitives: [{ attributes: { POSITION: 0, JOINTS_0: 2, WEIGHTS_0: 3 } }] },
        { primitives: [{ attributes: { POSITION: 0 } }] },
      ],
    });
    const gltf = (motions: readonly Motion[]): Uint8Array => {
      const text = JSON.parse(new TextDecoder().decode(fileOf(motions, skinned)));
      // All weights are 0, so every vertex follows the first joint.
      text.accessors.splice(2, 0, ...Array(2).fill({ componentType: 5121, count: 3, type: 'VEC4' }));
      for (const sampler of text.animations.flatMap((one: { samplers: unknown[] }) => one.samplers)) {
        sampler.input += 2;
        sampler.output += 2;
      }
      return utf8(JSON.stringify(text));
    };
    const read = await readGltf(
      gltf([
        { name: 'node', targets: [at(0)] },
        { name: 'hip', targets: [at(1)] },
      ]),
    );
    expect(read.idleClips).toEqual(['node']);
    expect(read.clips.map(({ name }) => name)).toEqual(['hip']);
    const out = new Float64Array(9);
    read.positions(0, 1, out);
    expect([...out]).toEqual(TRIANGLE.map((x) => x + 1));
  });
});

describe('readGltfScene', () => {
  const bytes = fileOf([
    { name: 'Survey', targets: [at(0)] },
    { name: 'Walk', targets: [at(0)], times: [0, 1, 2] },
  ]);

  it('plays one animation by name', async () => {
    expect((await readGltfScene(bytes, { clip: 'Walk' })).times).toEqual([0, 1, 2]);
    const scene = await readGltfScene(bytes);
    expect(scene.times).toEqual([0, 1]);
    expect(scene.notes).toEqual(['Not played: animation "Walk" moves what "Survey" moves.']);
    await expect(readGltfScene(bytes, { clip: 'Run' })).rejects.toThrow('there is no animation "Run"');
  });

  it('keeps the vertices of the file, those that primitives share once', async () => {
    const gltf = new JsonGltf();
    const POSITION = gltf.floats('VEC3', [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0]);
    const other = gltf.floats('VEC3', TRIANGLE);
    const indices = [
      [0, 1, 3],
      [2, 1, 3],
      [0, 0, 1],
    ].map((corners) => gltf.accessor('SCALAR', new Uint8Array(corners)));
    const primitives = [
      { attributes: { POSITION }, indices: indices[0] },
      { attributes: { POSITION: other } },
      { attributes: { POSITION }, indices: indices[1] },
      { attributes: { POSITION }, indices: indices[2] },
      { attributes: { POSITION }, mode: 0 },
    ];
    const scene = await readGltfScene(gltf.glb({ nodes: [{ mesh: 0 }], meshes: [{ name: 'm', primitives }] }));
    const [object] = scene.objects;
    expect(object.name).toBe('m');
    expect(object.faces(0)).toEqual({
      vertexCount: 7,
      counts: new Uint32Array([3, 3, 3, 3]),
      corners: new Uint32Array([0, 1, 3, 4, 5, 6, 2, 1, 3, 0, 0, 1]),
    });
    expect(object.faces(1)).toBe(object.faces(0));
    const out = new Float64Array(21);
    object.positions(0, out);
    expect([...out]).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, ...TRIANGLE]);
    expect(scene.notes).toEqual(['Left out: meshes[0].primitives[4]: POINTS.']);
    expect(scene.times).toEqual([0]);
  });
});

it('keys at the same time are a jump', async () => {
  const jump = fileOf([{ targets: [at(0)], times: [0, 1, 1, 2] }]);
  const read = await readGltf(jump);
  const out = new Float64Array(3 * read.mesh.vertexCount);
  const xAt = (time: number): number => {
    read.positions(0, time, out);
    return out[0];
  };
  // The values are 0, 1, 2 and 3.
  expect([0, 0.75, 1, 1.5, 2].map(xAt)).toEqual([0, 0.75, 2, 2.5, 3]);
  expect(read.clips[0].times).toEqual([0, 1, 2]);
});
