// Hostile glTF: damaged at random, or built to exhaust time, stack or memory. All of it ends in a
// scene or in a FileError that names the place.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { FileError, readGltf, readGltfScene } from '../../../src/io.ts';
import { gltfFuzz } from '../../fuzz-files/gltf-fuzz.ts';
import { utf8 } from '../samples.ts';
import { rejection } from './gltf-samples.ts';
import { type Json, JsonGltf } from './json-gltf.ts';

it('damaged files end in a scene or in a FileError of one printable line', async () => {
  const files = gltfFuzz.files();
  for (const file of files) await gltfFuzz.read(file);
  let refused = 0;
  for (let seed = 0; seed < 1500; seed++) {
    const random = seededRandom(seed);
    const file = gltfFuzz.damage(files[random.below(files.length)], random);
    try {
      await gltfFuzz.read(file);
    } catch (error) {
      if (!(error instanceof FileError)) throw new Error(`seed ${seed}`, { cause: error });
      expect(error.message, `seed ${seed}`).toMatch(/^glTF [\x20-\x7e\xa0-\uffff]+$/);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(500);
}, 60_000);

/** A document with a triangle and these members. */
function triangle(members: (gltf: JsonGltf, mesh: Json) => Json): Uint8Array {
  const gltf = new JsonGltf();
  const POSITION = gltf.floats('VEC3', [0, 0, 0, 1, 0, 0, 0, 1, 0]);
  return gltf.glb(members(gltf, { primitives: [{ attributes: { POSITION } }] }));
}

const messageOf = async (bytes: Uint8Array): Promise<string> => {
  const { message } = await rejection(readGltf(bytes));
  expect((await rejection(readGltfScene(bytes))).message).toBe(message);
  return message;
};

/** What a file makes the reader allocate must not depend on what it promises. */
const TOO_MUCH = /expected at most 48 MB of decoded data for a file of this size, found more$/;

describe('depth', () => {
  it('of JSON is bounded', async () => {
    const deep = `{"asset":{"version":"2.0"},"extras":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await messageOf(utf8(deep))).toBe('glTF byte 547: expected JSON of at most 512 levels, found one more');
    const text = `{"asset":{"version":"2.0","copyright":"${'[\\"'.repeat(1000)}"}}`;
    expect(await messageOf(utf8(text))).toBe('glTF scene: expected a mesh of triangles, found none');
  });

  it('of nodes is bounded', async () => {
    const chain = (length: number): Uint8Array =>
      triangle((_, mesh) => ({
        meshes: [mesh],
        nodes: [
          ...Array.from({ length: length - 1 }, (_, i) => ({ children: [i + 1], translation: [1, 0, 0] })),
          { mesh: 0 },
        ],
      }));
    expect(await messageOf(chain(100_000))).toBe('glTF nodes[10001]: expected at most 10000 ancestors, found more');
    const read = await readGltf(chain(10_001));
    const out = new Float64Array(9);
    read.restPositions(out);
    expect(out[0]).toBe(10_000);
  });
});

describe('a few bytes', () => {
  it('that promise many numbers are refused', async () => {
    const bytes = triangle((gltf, mesh) => {
      gltf.accessors.push({ componentType: 5126, count: 1e9, type: 'VEC3' });
      return {
        meshes: [mesh],
        nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { SCALE: 1 } } } }],
      };
    });
    expect(await messageOf(bytes)).toMatch(TOO_MUCH);
  });

  it('that show one mesh many times are refused', async () => {
    const points = Array.from({ length: 27_000 }, (_, i) => Math.sqrt(i));
    const gltf = new JsonGltf();
    const mesh = { primitives: [{ attributes: { POSITION: gltf.floats('VEC3', points) } }] };
    const nodes = Array.from({ length: 2000 }, () => ({ mesh: 0 }));
    expect((await rejection(readGltf(gltf.glb({ meshes: [mesh], nodes })))).message).toMatch(TOO_MUCH);
    // Objects share what the file holds once.
    expect((await readGltfScene(gltf.glb({ meshes: [mesh], nodes }))).objects).toHaveLength(2000);
  });

  it('that give one mesh many targets are refused', async () => {
    const gltf = new JsonGltf();
    const POSITION = gltf.floats(
      'VEC3',
      Array.from({ length: 27_000 }, (_, i) => Math.sqrt(i)),
    );
    const targets = Array.from({ length: 5000 }, () => ({ POSITION }));
    const bytes = gltf.glb({ meshes: [{ primitives: [{ attributes: { POSITION }, targets }] }], nodes: [{ mesh: 0 }] });
    expect(await messageOf(bytes)).toMatch(TOO_MUCH);
  });

  it('that play one sampler many times are refused', async () => {
    const bytes = triangle((gltf, mesh) => {
      const input = gltf.floats(
        'SCALAR',
        Array.from({ length: 20_000 }, (_, i) => i),
      );
      const output = gltf.floats(
        'VEC3',
        Array.from({ length: 60_000 }, () => 0),
      );
      const animation = {
        samplers: [{ input, output }],
        channels: [{ sampler: 0, target: { node: 0, path: 'scale' } }],
      };
      return { meshes: [mesh], nodes: [{ mesh: 0 }], animations: Array.from({ length: 1000 }, () => animation) };
    });
    expect(await messageOf(bytes)).toMatch(TOO_MUCH);
  });

  it('of many nodes are refused', async () => {
    const nodes = Array.from({ length: 300_000 }, () => ({}));
    expect(await messageOf(utf8(JSON.stringify({ asset: { version: '2.0' }, nodes })))).toMatch(TOO_MUCH);
  });

  it('of meshopt that promise more than they can hold are refused', async () => {
    const gltf = new JsonGltf();
    const view = gltf.view(new Uint8Array(40).fill(0xa0));
    gltf.views.push({
      buffer: 0,
      byteLength: 16 * 2 ** 26,
      extensions: {
        EXT_meshopt_compression: { buffer: 0, byteLength: 40, byteStride: 16, count: 2 ** 26, mode: 'ATTRIBUTES' },
      },
    });
    gltf.accessors.push({ bufferView: view + 1, componentType: 5126, count: 2 ** 26, type: 'VEC3' });
    const bytes = gltf.glb({ meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }], nodes: [{ mesh: 0 }] });
    expect(await messageOf(bytes)).toBe(
      'glTF bufferViews[1].extensions.EXT_meshopt_compression: expected at most 40960 bytes in so little, found 1073741824',
    );
  });

  it('of Draco that promise more than they can hold are refused', async () => {
    const varint = [0xff, 0xff, 0xff, 0xff, 0x0f];
    for (const method of [0, 1]) {
      const header = [...utf8('DRACO'), 2, 2, 1, method, 0, 0, ...(method ? [0] : []), ...varint, ...varint];
      const gltf = new JsonGltf();
      const bufferView = gltf.view(Uint8Array.from([...header, ...new Uint8Array(100)]));
      gltf.accessors.push({ componentType: 5126, count: 3, type: 'VEC3' });
      const extensions = { KHR_draco_mesh_compression: { bufferView, attributes: { POSITION: 0 } } };
      const primitive = { attributes: { POSITION: 0 }, extensions };
      const bytes = gltf.glb({ meshes: [{ primitives: [primitive] }], nodes: [{ mesh: 0 }] });
      expect(await messageOf(bytes)).toMatch(TOO_MUCH);
    }
  });
});

describe('numbers', () => {
  it('that overflow on the way to the world are refused', async () => {
    const bytes = triangle((_, mesh) => ({
      meshes: [mesh],
      nodes: [{ mesh: 0 }, { children: [0], scale: [1e300, 1, 1] }, { children: [1], scale: [1e300, 1, 1] }],
    }));
    const read = await readGltf(bytes);
    expect(() => read.restPositions(new Float64Array(9))).toThrow('glTF nodes[0]: expected finite positions, found ');
  });

  it('that replace elements must name some', async () => {
    const sparse = (index: number, componentType = 5123): Promise<string> =>
      messageOf(
        triangle((gltf, mesh) => {
          const indices = { bufferView: gltf.view(new Uint16Array([index, 0])), componentType };
          const values = { bufferView: gltf.view(new Float32Array(3)) };
          gltf.accessors[0].sparse = { count: 1, indices, values };
          return { meshes: [mesh], nodes: [{ mesh: 0 }] };
        }),
      );
    expect(await sparse(3)).toBe('glTF accessors[0].sparse.indices: expected indices below 3, found 3');
    expect(await sparse(0, 5126)).toBe('glTF accessors[0].sparse.indices: expected unsigned integers, found 5126');
  });

  it('of joints must name some', async () => {
    const bytes = triangle((gltf, mesh) => {
      const [primitive] = mesh.primitives as { attributes: Json }[];
      primitive.attributes.JOINTS_0 = gltf.accessor('VEC4', new Int8Array(12).fill(-1));
      primitive.attributes.WEIGHTS_0 = gltf.floats('VEC4', [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
      return { meshes: [mesh], nodes: [{ mesh: 0, skin: 0 }], skins: [{ joints: [0] }] };
    });
    expect(await messageOf(bytes)).toBe('glTF meshes[0].primitives[0]: expected joints below 1, found -1');
  });
});

it('names in messages hold no control characters', async () => {
  const json = { asset: { version: '2.0' }, extensionsRequired: ['\u001b[31m\u009b\n'] };
  expect(await messageOf(utf8(JSON.stringify(json)))).toBe(
    'glTF extensionsRequired: expected only extensions that are read, found ?[31m??; export the file without',
  );
});

it('values that convert themselves are only values', async () => {
  const strange = { toString: 1, valueOf: 1 };
  const bytes = triangle((_, mesh) => {
    const [primitive] = mesh.primitives as { attributes: Json }[];
    primitive.attributes.POSITION = strange;
    return { meshes: [mesh], nodes: [{ mesh: 0 }] };
  });
  expect(await messageOf(bytes)).toBe(
    'glTF meshes[0].primitives[0].attributes.POSITION: expected an index below 1, found an object',
  );
});
