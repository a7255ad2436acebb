// Alembic files that stay on disk: only what is asked for is read, into the memory of few frames.
import { describe, expect, it } from 'vitest';
import { type ByteSource, readAlembic } from '../../../src/io.ts';
import { positionsAt } from './alembic-samples.ts';
import { archive, faceCounts, faceIndices, mesh, points, transform, triangleAt } from './alembic-writer.ts';
import { EMPTY_BLOCK, group, type Node } from './ogawa-writer.ts';

const HASH_BYTES = 16;

/** A file as a disk would give it: every read overwrites the last. */
function onDisk(bytes: Uint8Array): ByteSource & { readonly reads: [at: number, length: number][] } {
  const memory = new Uint8Array(bytes.length);
  const reads: [number, number][] = [];
  const read = (at: number, length: number): Uint8Array => {
    if (at < 0 || at + length > bytes.length) throw new Error(`${length} bytes at ${at} are not in the file`);
    reads.push([at, length]);
    memory.fill(0xee);
    memory.set(bytes.subarray(at, at + length));
    return memory.subarray(0, length);
  };
  return { size: bytes.length, read, reads };
}

/**
 * A file of one mesh whose blocks of points exist only while they are read: in frame i the first
 * vertex has x = i, and the others lie on a spiral.
 */
function hugeFile(vertexCount: number, frameCount: number, faceCount: number) {
  const blockBytes = 8 + HASH_BYTES + 12 * vertexCount;
  const contents = new Uint8Array(blockBytes);
  const view = new DataView(contents.buffer);
  view.setBigUint64(0, BigInt(blockBytes - 8), true);
  for (let k = 0; k < 3 * vertexCount; k++) view.setFloat32(8 + HASH_BYTES + 4 * k, Math.sin(k), true);
  const corners = Array.from({ length: 3 * faceCount }, (_, i) => Math.floor(i / 3) + (i % 3));
  const headOf = (start: number): Uint8Array => {
    const nodes = Array.from(
      { length: frameCount },
      (_, i): Node => ({ address: (1n << 63n) | BigInt(start + i * blockBytes) }),
    );
    const property = { ...points(), node: group(...nodes.flatMap((node) => [node, EMPTY_BLOCK])) };
    const says = { count: frameCount, first: 1, last: frameCount - 1 };
    const geometry = [{ ...property, says, width: 4 }, faceCounts(Array(faceCount).fill(3)), faceIndices(corners)];
    return archive([mesh('huge', geometry)], [{ cycle: 1 / 25, times: [0] }]);
  };
  const start = headOf(0).length;
  const head = headOf(start);
  const read = (at: number, length: number): Uint8Array => {
    if (at + length <= start) return head.subarray(at, at + length);
    const frame = Math.floor((at - start) / blockBytes);
    const offset = at - start - frame * blockBytes;
    if (at >= start && offset + length <= blockBytes) {
      view.setFloat32(8 + HASH_BYTES, frame, true);
      return contents.subarray(offset, offset + length);
    }
    const end = at < start ? start : start + (frame + 1) * blockBytes;
    return Uint8Array.from([...read(at, end - at), ...read(end, at + length - end)]);
  };
  let bytesRead = 0;
  const source: ByteSource = {
    size: start + frameCount * blockBytes,
    read: (at, length) => {
      bytesRead += length;
      return read(at, length);
    },
  };
  return { source, head, bytesRead: () => bytesRead };
}

describe('a file on disk', () => {
  const object = transform(
    't',
    [1],
    [
      [1, 0, 0],
      [2, 0, 0],
    ],
    {
      visible: [0, 1],
      children: [mesh('a', [points(...triangleAt(0, 1, 5, 7))])],
    },
  );
  const bytes = archive([object, mesh('b')]);

  it('gives the same as one in memory', () => {
    const [disk, memory] = [readAlembic(onDisk(bytes)), readAlembic(bytes)];
    expect(disk.times).toEqual(memory.times);
    for (const time of [...memory.times, 0.5, 1.25]) {
      for (const { name } of memory.objects)
        expect(positionsAt(disk, time, name)).toEqual(positionsAt(memory, time, name));
    }
    expect(disk.objects.map((one) => one.isShown(0.5))).toEqual([false, true]);
  });

  it('is read in blocks that were asked for', () => {
    const frame = 9000;
    const still = Array.from({ length: 3 * frame }, (_, i) => i);
    const samples = Array.from({ length: 20 }, (_, i) => still.map((x) => x + i));
    const source = onDisk(archive([mesh('a', [points(...samples)])], [{ cycle: 1, times: [0] }]));
    const scene = readAlembic(source);
    const atOpening = source.reads.reduce((sum, [, length]) => sum + length, 0);
    expect(atOpening).toBeLessThan(64 * 1024);
    source.reads.length = 0;
    expect(positionsAt(scene, 7)).toEqual(samples[7]);
    const large = source.reads.filter(([, length]) => length > 4096);
    expect(large.map(([, length]) => length)).toEqual([12 * frame]);
  });
});

describe('a file of more than 2 GB', () => {
  const VERTICES = 300_000;
  const FRAMES = 600;
  const FACES = VERTICES - 2;
  const { source, head, bytesRead } = hugeFile(VERTICES, FRAMES, FACES);
  const frameBytes = 8 * 3 * VERTICES;

  it('is read frame by frame in the memory of a few frames', () => {
    expect(source.size).toBeGreaterThan(2 ** 31);
    const before = process.memoryUsage().arrayBuffers;
    const scene = readAlembic(source);
    expect(bytesRead()).toBeLessThan(2 * head.length);
    expect(scene.times).toHaveLength(FRAMES);
    const [object] = scene.objects;
    const faces = object.faces(0);
    expect(faces.counts).toHaveLength(FACES);
    const out = new Float64Array(3 * VERTICES);
    let most = 0;
    scene.times.forEach((time, i) => {
      object.positions(time, out);
      expect(object.faces(time)).toBe(faces);
      expect([out[0], out[1], out.at(-1)]).toEqual([
        i,
        Math.fround(Math.sin(1)),
        Math.fround(Math.sin(3 * VERTICES - 1)),
      ]);
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    });
    object.positions((scene.times[10] + scene.times[11]) / 2, out);
    expect(out[0]).toBeCloseTo(10.5, 6);
    expect(most).toBeLessThan(6 * frameBytes);
    expect(bytesRead()).toBeLessThan(source.size + 4 * head.length + FRAMES * 32_768);
  });

  it('may have blocks beyond 4 GB', () => {
    const huge = hugeFile(1_000_000, 400, 1);
    expect(huge.source.size).toBeGreaterThan(2 ** 32);
    const scene = readAlembic(huge.source);
    const out = new Float64Array(3_000_000);
    for (const frame of [399, 0, 357, 358]) {
      scene.objects[0].positions(scene.times[frame], out);
      expect([out[0], out.at(-1)]).toEqual([frame, Math.fround(Math.sin(2_999_999))]);
    }
  });
});
