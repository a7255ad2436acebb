// Any file as a scene, told by its content and its name.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnimatedScene, FileError, readSequence, writeObj, writePc2, writePly } from '../../src/io.ts';
import { dataFolder } from '../generate/data-folder.ts';

const formats = join(dataFolder, 'formats');
const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const triangle = { positions: [0, 0, 0, 1, 0, 0, 0, 2, 0.1], triangles: [0, 1, 2] };

const USDA = `#usda 1.0
def Mesh "a"
{
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
}
`;

function positionsOf({ objects, times }: AnimatedScene): number[] {
  const out = new Float64Array(3 * objects[0].faces(times[0]).vertexCount);
  objects[0].positions(times[0], out);
  return [...out];
}

describe('a mesh', () => {
  it.each([
    ['folder/a.obj', text(writeObj(triangle))],
    ['a.ply', writePly(triangle)],
    ['a', text(writeObj(triangle))],
    ['', writePly(triangle)],
  ])('%s is a scene of one object that does not move', async (name, bytes) => {
    const scene = await readSequence(bytes, name);
    expect(scene).toMatchObject({ times: [0], metresPerUnit: null, up: null, notes: [] });
    expect(scene.objects.map((object) => object.name)).toEqual([name === '' ? '' : 'a']);
    expect(positionsOf(scene)).toEqual(triangle.positions);
    expect(scene.objects[0].faces(0)).toMatchObject({ vertexCount: 3, corners: Uint32Array.of(0, 1, 2) });
    expect(() => scene.objects[0].positions(0, new Float64Array(3))).toThrow(RangeError);
  });
});

describe('a scene', () => {
  it('is told by its first bytes, whatever its name', async () => {
    for (const name of ['a.usda', 'a.usd', 'a.obj', ''])
      expect((await readSequence(text(USDA), name)).objects.map((object) => object.name)).toEqual(['/a']);
  });

  it('may be in a source that is read in pieces', async () => {
    const bytes = text(USDA);
    const source = { size: bytes.length, read: (at: number, length: number) => bytes.slice(at, at + length) };
    expect((await readSequence(source)).objects).toHaveLength(1);
  });

  it.each([
    ['a.abc', 'nonsense', 'Alembic'],
    ['a.usdc', 'nonsense', 'USD'],
    ['a.gltf', 'nonsense', 'glTF'],
    ['a.glb', '{"asset"', 'glTF'],
    ['a.obj', '{"asset"', 'glTF'],
    ['a.abc', '\x89HDF\r\n', 'Alembic'],
    ['a', 'nonsense', 'mesh'],
  ])('%s that holds %s is refused as %s', async (name, content, format) => {
    const bytes = Uint8Array.from(content, (character) => character.charCodeAt(0));
    const error = await readSequence(bytes, name).catch((reason) => reason);
    expect(error).toBeInstanceOf(FileError);
    expect(error.format).toBe(format);
  });

  it('is no point cache', async () => {
    const cache = writePc2([[0, 0, 0]]);
    await expect(readSequence(cache, 'a.pc2')).rejects.toThrow('a point cache; pointCacheFrom reads it');
  });
});

describe.skipIf(!existsSync(formats))(`files of ${formats}`, () => {
  const names = existsSync(formats)
    ? readdirSync(formats).filter((name) => /\.(abc|usd[acz]|gl(b|tf))$/.test(name))
    : [];

  it.each(names)('%s', async (name) => {
    const scene = await readSequence(readFileSync(join(formats, name)), name);
    expect(scene.objects.length).toBeGreaterThan(0);
    expect(scene.times.every((time, i) => i === 0 || time > scene.times[i - 1])).toBe(true);
    expect(positionsOf(scene).every(Number.isFinite)).toBe(true);
  });
});
