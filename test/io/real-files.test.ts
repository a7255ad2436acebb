// Files by others: the readers compared with the description of the data.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMesh, readPly } from '../../src/io.ts';
import { dataFolder } from '../generate/data-folder.ts';
import { faultOf } from './samples.ts';

/** For comparing: `toEqual` takes seconds over arrays of this size. */
const bytesIn = (array: Float64Array | Uint32Array): Buffer => Buffer.from(array.buffer);

describe.skipIf(!existsSync(dataFolder))(`files of ${dataFolder}`, () => {
  it.each([
    ['cloth-ball', 46_598, 92_230],
    ['n-body', 73_960, 146_480],
  ])('both frames of %s', (scene, vertexCount, triangleCount) => {
    const folder = join(dataFolder, 'frames', scene);
    const frames = readdirSync(folder).filter((name) => name.endsWith('.ply'));
    expect(frames).toHaveLength(2);
    const [first, second] = frames.map((name) => readPly(readFileSync(join(folder, name))));
    for (const mesh of [first, second]) {
      expect(mesh.vertexCount).toBe(vertexCount);
      expect(mesh.triangles.length).toBe(3 * triangleCount);
      expect(faultOf(mesh, Infinity)).toBe('');
      expect(mesh.positions.every((x) => x === Math.fround(x) && Math.abs(x) < 1e3)).toBe(true);
    }
    expect(bytesIn(second.triangles).equals(bytesIn(first.triangles))).toBe(true);
    expect(bytesIn(second.positions).equals(bytesIn(first.positions))).toBe(false);
  });

  it.each([
    ['bunny.ply', 2503, 5002],
    ['gear.obj', 304, 608],
  ])('rigid/%s', (name, vertexCount, triangleCount) => {
    const mesh = readMesh(readFileSync(join(dataFolder, 'rigid', name)), name);
    expect(mesh.vertexCount).toBe(vertexCount);
    expect(mesh.triangles.length).toBe(3 * triangleCount);
    expect(faultOf(mesh, Infinity)).toBe('');
  });
});
