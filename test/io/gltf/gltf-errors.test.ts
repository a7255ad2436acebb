// Files that are not glTF, or damaged: one clear line each, and nothing but a FileError.
import type { GLTF } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { readGltf } from '../../../src/io.ts';
import { utf8 } from '../samples.ts';
import { Builder, rejection, turn } from './gltf-samples.ts';

/** A cube that turns, on a skin of one joint, with a morph target. */
function sample(): Builder {
  const builder = new Builder();
  const cube = builder.cube();
  const [primitive] = cube.getMesh()?.listPrimitives() ?? [];
  const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
  const weights = Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 ? 0 : 1));
  primitive.setAttribute('JOINTS_0', builder.accessor('VEC4', new Uint8Array(4 * count)));
  primitive.setAttribute('WEIGHTS_0', builder.accessor('VEC4', weights));
  const displaced = builder.accessor('VEC3', new Float32Array(3 * count).fill(1));
  primitive.addTarget(builder.document.createPrimitiveTarget().setAttribute('POSITION', displaced));
  const joint = builder.node();
  const skin = builder.document.createSkin().addJoint(joint);
  skin.setInverseBindMatrices(
    builder.accessor('MAT4', new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])),
  );
  cube.setSkin(skin);
  builder.animate(joint, 'rotation', 'LINEAR', [0, 1], [turn([1, 0, 0], 0), turn([1, 0, 0], 1)]);
  builder.animate(cube, 'weights', 'LINEAR', [0, 1], [[0], [1]]);
  return builder;
}

const messageOf = async (bytes: Uint8Array): Promise<string> => (await rejection(readGltf(bytes))).message;

describe('what is no glTF', () => {
  it.each([
    ['', 'glTF byte 0: expected a GLB or the JSON of a glTF file, found nothing'],
    ['<html>', 'glTF byte 0: expected a GLB or the JSON of a glTF file, found "<html>"'],
    ['{"a":', 'glTF byte 0: expected a GLB or the JSON of a glTF file, found "{"a":"'],
    ['null', 'glTF document: expected an object, found null'],
    ['[]', 'glTF document: expected an object, found an array'],
    ['{}', 'glTF asset: expected an object, found undefined'],
    ['{"asset":{"version":"1.0"}}', 'glTF asset.version: expected "2.0", found 1.0'],
    ['{"asset":{"version":"2.0"}}', 'glTF scene: expected a mesh of triangles, found none'],
    ['{"asset":{"version":"2.0"},"buffers":5}', 'glTF buffers: expected an array, found 5'],
    ['{"asset":{"version":"2.0"},"nodes":[null]}', 'glTF nodes[0]: expected an object, found null'],
    ['glTF', 'glTF byte 0: expected the headers of a GLB, 20 bytes, found 4'],
  ])('%j', async (text, message) => {
    expect(await messageOf(utf8(text))).toBe(message);
  });
});

describe('a GLB', () => {
  it('that ends too early, anywhere', async () => {
    const bytes = await sample().glb();
    const { length } = bytes;
    for (let end = 0; end < length; end += 1 + Math.floor(end / 40)) {
      expect(await rejection(readGltf(bytes.slice(0, end)))).toMatchObject({ format: 'glTF' });
    }
    expect(await messageOf(bytes.slice(0, -1))).toBe(
      `glTF byte 8: expected a length of at most ${length - 1}, the file's size, found ${length}`,
    );
  });

  it.each([
    [4, 1, 'byte 4: expected version 2, found 1'],
    [12, 9999, /^glTF byte 12: expected a chunk of at most \d+ bytes, the rest of the file, found 9999$/],
    [16, 7, 'byte 16: expected a chunk of JSON, found type 7'],
  ])('with another value at byte %d', async (at, value, message) => {
    const bytes = (await sample().glb()).slice();
    new DataView(bytes.buffer).setUint32(at, value, true);
    expect(await messageOf(bytes)).toMatch(message);
  });
});

type Lists = 'buffers' | 'bufferViews' | 'accessors' | 'nodes' | 'skins';

/** Changes the first element of a list. */
const first =
  (list: Lists, fields: object) =>
  (json: GLTF.IGLTF): void => {
    Object.assign(json[list]?.[0] ?? {}, fields);
  };

const CASES: readonly [string, (json: GLTF.IGLTF) => void, string][] = [
  ['no meshes', (json) => delete json.nodes?.[0].mesh, 'scene: expected a mesh of triangles, found none'],
  [
    'an extension that matters',
    (json) => Object.assign(json, { extensionsRequired: ['KHR_materials_unlit', 'X_warp', 'X_bend'] }),
    'extensionsRequired: expected only extensions that are read, found X_warp, X_bend; export the file without',
  ],
  ['a short buffer', first('buffers', { uri: 'data:;base64,AAAA' }), 'buffers[0]: expected 1248 bytes, found 3'],
  ['bad base64', first('buffers', { uri: 'data:;base64,*' }), 'a data URI in base64, found "data:;base64,*"'],
  ['a file elsewhere', first('buffers', { uri: 'x' }), 'expected the file "x", found no way to read other files'],
  ['a buffer nowhere', first('buffers', { uri: undefined }), 'a URI or the binary chunk of a GLB, found neither'],
  ['a long view', first('bufferViews', { byteLength: 5000 }), 'an end within the 1248 bytes of its buffer, found 5000'],
  [
    'a view of nothing',
    first('bufferViews', { buffer: 1 }),
    'bufferViews[0].buffer: expected an index below 1, found 1',
  ],
  ['a long accessor', first('accessors', { count: 1e6 }), 'accessors[0]: expected an end within'],
  ['a negative count', first('accessors', { count: -1 }), 'accessors[0].count: expected a whole number, found -1'],
  [
    'an absurd count',
    first('accessors', { bufferView: undefined, count: 2 ** 40 }),
    'accessors[0]: expected at most 48 MB of decoded data for a file of this size, found more',
  ],
  [
    'a strange type',
    first('accessors', { type: 'VEC5' }),
    'accessors[0].type: expected a type of glTF 2.0, found VEC5',
  ],
  ['a strange component', first('accessors', { componentType: 5130 }), 'a component type of glTF 2.0, found 5130'],
  ['a circle', first('nodes', { children: [0] }), 'nodes[0]: expected no node that is its own ancestor, found one'],
  [
    'two parents',
    (json) => json.nodes?.push({ children: [0] }, { children: [0] }),
    'nodes[0]: expected one parent, found two, nodes[2] and nodes[3]',
  ],
  ['no such child', first('nodes', { children: [9] }), 'nodes[0].children: expected an index below 2, found 9'],
  ['no place', first('nodes', { translation: [0, 'x', 0] }), 'nodes[0].translation: expected finite numbers, found x'],
  ['no joints', first('skins', { joints: [] }), 'skins[0].joints: expected at least one joint, found none'],
  [
    'no weights',
    (json) => delete json.meshes?.[0].primitives[0].attributes.WEIGHTS_0,
    'meshes[0].primitives[0]: expected JOINTS_0 and WEIGHTS_0, for its node has a skin, found none',
  ],
  [
    'a scene of nothing',
    (json) => Object.assign(json, { scenes: [{ nodes: [7] }] }),
    'scenes[0].nodes: expected an index below 2, found 7',
  ],
];

it.each(CASES)('%s', async (_, spoil, message) => {
  const text = await messageOf(await sample().text(spoil));
  expect(text).toContain(message);
  expect(text).toMatch(/^glTF .*$/);
});

/** A file with damaged numbers rather than a damaged structure. */
async function withNumbers(change: (builder: Builder) => void): Promise<string> {
  const builder = sample();
  change(builder);
  return messageOf(await builder.glb());
}

describe('numbers', () => {
  const accessorOf = (builder: Builder, name: string) => {
    const found = builder.document.getRoot().listMeshes()[0].listPrimitives()[0].getAttribute(name);
    if (found === null) throw new Error(`no ${name}`);
    return found;
  };

  it('that are not finite', async () => {
    const message = await withNumbers((builder) => accessorOf(builder, 'POSITION').setElement(3, [0, Number.NaN, 0]));
    expect(message).toBe(
      'glTF meshes[0].primitives[0].attributes.POSITION: expected finite numbers, found NaN in element 3',
    );
  });

  it('that name no joint', async () => {
    const message = await withNumbers((builder) => accessorOf(builder, 'JOINTS_0').setElement(2, [5, 0, 0, 0]));
    expect(message).toBe('glTF meshes[0].primitives[0]: expected joints below 1, found 5');
  });

  it('that name no vertex', async () => {
    const message = await withNumbers((builder) => {
      builder.document.getRoot().listMeshes()[0].listPrimitives()[0].getIndices()?.setScalar(4, 24);
    });
    expect(message).toBe('glTF meshes[0].primitives[0].indices: expected indices below 24, found 24');
  });

  it('of keys that go back, or are too many', async () => {
    const sampler = (builder: Builder) => builder.document.getRoot().listAnimations()[0].listSamplers()[0];
    const back = await withNumbers((builder) =>
      sampler(builder)
        .getInput()
        ?.setArray(new Float32Array([1, 0.5])),
    );
    expect(back).toBe('glTF animations[0].samplers[0].input: expected times that ascend, found 0.5 after 1');
    const many = await withNumbers((builder) =>
      sampler(builder)
        .getInput()
        ?.setArray(new Float32Array([1, 2, 3])),
    );
    expect(many).toBe('glTF animations[0].samplers[0]: expected 12 numbers for 3 keys, found 8');
  });
});

it('a missing resource is named, with what its reader said', async () => {
  const { json } = await sample().parts();
  const reading = readGltf(utf8(JSON.stringify(json)), {
    resources: () => {
      throw new Error('ENOENT: no such file\nat somewhere');
    },
  });
  const error = await rejection(reading);
  expect(error).toMatchObject({ format: 'glTF', element: 'buffers[0]', byte: undefined, line: undefined });
  expect(error.message).toMatch(/^glTF buffers\[0\]: expected the file ".+", found ENOENT: no such file$/);
});
