// An Alembic file of more than 2 GB, which is checked and converted with the memory of a few frames.
// Its blocks are far from one another, and mostly holes on the disk: most points are in no face.
import { closeSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cube } from '../../check/scene/hand-made-scene.ts';
import { archive, faceCounts, faceIndices, mesh, type Property, TYPE } from '../../io/alembic/alembic-writer.ts';
import { EMPTY_BLOCK, group, type Node, uints } from '../../io/alembic/ogawa-writer.ts';
import { Folder, graze } from '../command.ts';
import { hasPeakMemory, peakMemory } from '../peak-memory.ts';

const folder = new Folder();

/** The points of a frame: 2.4 MB in memory. */
const POINTS = 100_000;
const HASH_BYTES = 16;
/** From the block of a frame to the next: what is between them belongs to nothing. */
const STRIDE = 12 << 20;
/** Where the first frame is; all else is before. */
const START = 1 << 20;

/** The cubes of a frame, of which the second moves into the first; wound as Alembic does. */
const cubes = (frame: number, frameCount: number) => [cube(0), cube(3 - (2.5 * frame) / (frameCount - 1), 0.2, 0.2)];

/** Writes a cache of so many frames. */
function cache(name: string, frameCount: number): string {
  const frames = Array.from({ length: frameCount }, (_, i): Node[] => {
    const at = BigInt(START + i * STRIDE);
    return [{ address: at | (1n << 63n) }, EMPTY_BLOCK];
  });
  const points: Property = {
    ...{ name: 'P', isArray: true, type: TYPE.float32, extent: 3, sampling: 1, width: 4 },
    says: { count: frameCount, first: 1, last: frameCount - 1 },
    node: group(...frames.flat()),
  };
  const faces = cube(0).faces.map((face) => [...face].reverse());
  const both = [...faces, ...faces.map((face) => face.map((v) => v + 8))];
  const geometry = [points, faceCounts(both.map(({ length }) => length)), faceIndices(both.flat())];
  const header = archive([mesh('cubes', geometry)], [{ cycle: 1 / 24, times: [0] }]);
  expect(header.length).toBeLessThan(START);
  const path = folder.at(name);
  const file = openSync(path, 'w');
  writeSync(file, header, 0, header.length, 0);
  // A file may not end where an address points to.
  ftruncateSync(file, START + frameCount * STRIDE);
  for (let i = 0; i < frameCount; i++) {
    const corners = cubes(i, frameCount).flatMap((shape) => shape.points.flat());
    const bytes = new Uint8Array(Float32Array.from(corners).buffer);
    writeSync(file, uints(8, HASH_BYTES + 12 * POINTS), 0, 8, START + i * STRIDE);
    writeSync(file, bytes, 0, bytes.length, START + i * STRIDE + 8 + HASH_BYTES);
  }
  closeSync(file);
  return path;
}

describe.skipIf(!hasPeakMemory)('a cache of more than 2 GB', () => {
  const [few, many] = [8, 180];
  const small = cache('small.abc', few);
  const large = cache('large.abc', many);

  it('is checked with the memory of a few frames', async () => {
    expect(statSync(large).size).toBeGreaterThan(2 ** 31);
    const runs = [];
    for (const path of [small, large]) runs.push(await peakMemory('check', path, '--threads', '1'));
    expect(runs.map(({ status }) => status)).toEqual([1, 1]);
    const [short, long] = runs.map(({ peak }) => peak);
    expect(long, `${short} kB for ${few} frames`).toBeLessThan(1.3 * short);
    expect(long).toBeLessThan(2 ** 20);
  }, 300_000);

  it('is converted so, too', async () => {
    const { peak, status } = await peakMemory(
      'convert',
      large,
      folder.at('large'),
      '--format',
      'ply',
      '--frames',
      '0,90,179',
    );
    expect(status).toBe(0);
    expect(peak).toBeLessThan(2 ** 20);
    expect(graze('check', folder.at('large/*.ply')).status).toBe(1);
  }, 300_000);
});
