// Draco: its decoder is started when a file needs it, its header is read before it allocates, and
// its faults name the primitive.
import { describe, expect, it } from 'vitest';
import { dracoCounts } from '../../../../src/io/gltf/compression/draco-header.ts';
import { readGltf } from '../../../../src/io.ts';
import { utf8 } from '../../samples.ts';
import { withDraco } from '../compressed.ts';
import { Builder, rejection } from '../gltf-samples.ts';
import { glbOf, glbParts } from '../json-gltf.ts';

async function cube(): Promise<Uint8Array> {
  const builder = new Builder();
  builder.cube();
  return builder.glb();
}

describe('the decoder', () => {
  it('is started by the caller in a page, and only for a file that needs it', async () => {
    const plain = await cube();
    const compressed = await withDraco(plain, 12);
    let started = 0;
    const dracoDecoder = async (): Promise<unknown> => {
      started++;
      if (started === 1) throw new Error('no such script');
      const name = 'draco3dgltf';
      return (await import(name)).default.createDecoderModule();
    };
    expect((await readGltf(plain, { dracoDecoder })).mesh.faceCount).toBe(12);
    expect(started).toBe(0);
    expect((await rejection(readGltf(compressed, { dracoDecoder }))).message).toBe(
      'glTF KHR_draco_mesh_compression: expected the decoder of Draco, found no such script',
    );
    for (let i = 0; i < 2; i++) expect((await readGltf(compressed, { dracoDecoder })).mesh.faceCount).toBe(12);
    expect(started).toBe(2);
  });

  it('is not needed if the file holds the plain numbers, too', async () => {
    const { json, binary } = glbParts(await cube());
    const [{ primitives }] = json.meshes as { primitives: object[] }[];
    const extensions = { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } };
    Object.assign(primitives[0], { extensions });
    const read = await readGltf(glbOf(json, binary));
    expect([read.mesh.faceCount, read.notes]).toEqual([12, []]);
  });

  it('names the primitive whose stream is damaged', async () => {
    const { json, binary } = glbParts(await withDraco(await cube(), 12));
    const views = json.bufferViews as { byteOffset?: number; byteLength: number }[];
    const { byteOffset = 0, byteLength } = views[0];
    const place = 'glTF meshes[0].primitives[0].extensions.KHR_draco_mesh_compression: expected ';
    const damaged = async (change: (bytes: Uint8Array) => void): Promise<string> => {
      const copy = Uint8Array.from(binary);
      change(copy.subarray(byteOffset, byteOffset + byteLength));
      return (await rejection(readGltf(glbOf(json, copy)))).message;
    };
    expect(await damaged((bytes) => bytes.fill(0xff, 20))).toMatch(`${place}a mesh compressed by Draco, found `);
    expect(await damaged((bytes) => bytes.fill(0, 0, 1))).toBe(`${place}a stream of Draco, found others`);
    expect(await damaged((bytes) => bytes.fill(1, 5, 6))).toBe(`${place}version 2.2 of Draco, found 1.2`);
    expect(await damaged((bytes) => bytes.fill(0, 7, 8))).toBe(
      `${place}a mesh compressed by Draco, found a point cloud`,
    );
    const many = structuredClone(json);
    const [{ primitives }] = many.meshes as { primitives: { extensions: Record<string, { attributes: object }> }[] }[];
    primitives[0].extensions.KHR_draco_mesh_compression.attributes = { POSITION: 77 };
    expect((await rejection(readGltf(glbOf(many, binary)))).message).toBe(
      `${place}a mesh compressed by Draco, found no attribute 77`,
    );
  });
});

describe('the header', () => {
  const METADATA = 0x80;
  const header = (method: number, flags: number, ...rest: readonly number[]): Uint8Array =>
    Uint8Array.from([...utf8('DRACO'), 2, 2, 1, method, 0, flags, ...rest]);

  it('has the counts of both methods', () => {
    expect(dracoCounts(header(0, 0, 0x83, 0x01, 5), 'x')).toEqual({ faceCount: 131, vertexCount: 5 });
    expect(dracoCounts(header(1, 0, 2, 5, 0x83, 0x01), 'x')).toEqual({ faceCount: 131, vertexCount: 5 });
  });

  it('has them after metadata', () => {
    const entry = [1, 0x61, 2, 9, 9];
    const nested = [1, 0x62, 0, 0];
    const ofAttribute = [7, 1, ...entry, 0];
    const ofFile = [2, ...entry, ...entry, 2, ...nested, ...nested];
    expect(dracoCounts(header(0, METADATA, 1, ...ofAttribute, ...ofFile, 4, 5), 'x')).toEqual({
      faceCount: 4,
      vertexCount: 5,
    });
  });

  it.each([
    ['an end', header(1, 0, 2, 5), 'expected a stream of Draco, found its end'],
    [
      'a long number',
      header(0, 0, 255, 255, 255, 255, 255, 1),
      'expected a number of at most 5 bytes, found a longer one',
    ],
    ['much metadata', header(0, METADATA, 0xff, 0xff, 3), 'expected at most 10000 entries of metadata, found 65535'],
    ['metadata without an end', header(0, METADATA, 0, ...Array(30_000).fill(1)), 'a stream of Draco, found its end'],
  ])('%s is named', (_, bytes, message) => {
    expect(() => dracoCounts(bytes, 'x')).toThrow(message);
  });
});
