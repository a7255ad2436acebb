// Files: what the writers write of a seeded scene, and what the readers read of it.
import { scenes } from '../../scenes/index.ts';
import { readMdd, readObj, readPc2, readPly, writeMdd, writeObj, writePc2, writePly } from '../../src/io.ts';
import type { ColumnHashes } from './column-hashes.ts';
import type { GoldenCase } from './golden-case.ts';

const ENCODINGS = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;

function writeAndRead(hashes: ColumnHashes): void {
  const { mesh, positions } = scenes.dancer({ seed: 7, scale: 0.05 });
  const frames = [0, 30, 60].map((frame) => {
    const x = new Float64Array(3 * mesh.vertexCount);
    positions(frame, x);
    return x;
  });
  const written = { positions: frames[0], triangles: mesh.triangles };
  for (const encoding of ENCODINGS) {
    for (const scalar of ['float', 'double'] as const) {
      const bytes = writePly(written, { encoding, scalar });
      hashes.addAll('ply.', { bytes, positions: readPly(bytes).positions, triangles: readPly(bytes).triangles });
    }
  }
  const text = writeObj(written);
  hashes.addAll('obj.', { text, positions: readObj(text).positions, triangles: readObj(text).triangles });
  for (const [bytes, cache] of [writePc2(frames), writeMdd(frames)].map(
    (b, i) => [b, [readPc2, readMdd][i](b)] as const,
  )) {
    const x = new Float64Array(3 * cache.pointCount);
    for (let frame = 0; frame < cache.frameCount; frame++) {
      cache.positions(frame, x);
      hashes.addAll('cache.', { bytes, positions: x, time: cache.time(frame) });
    }
  }
}

export const ioCases: readonly GoldenCase[] = [{ name: 'files', isQuick: true, run: writeAndRead }];
