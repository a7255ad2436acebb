// A base mesh with a point cache: PC2 or MDD. Frames are read from the disk as they are asked for.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type PointCache, pointCacheFrom } from '../io.ts';
import { meshOf, readMeshFile, withName } from './frame-files.ts';
import type { Sequence } from './sequence.ts';
import { fileFault, UsageError } from './usage-error.ts';

export function openCacheSequence(meshPath: string, cachePath: string): Sequence {
  const base = readMeshFile(meshPath);
  const mesh = meshOf(meshPath, base);
  const cache = openCache(cachePath);
  if (cache.pointCount !== base.vertexCount)
    throw new UsageError(
      `${cachePath}: it moves ${cache.pointCount} points, and ${meshPath} has ${base.vertexCount} vertices; export both from the same mesh.`,
    );
  if (cache.frameCount < 2)
    throw new UsageError(`${cachePath}: one frame alone has no motion; export the cache with two frames or more.`);
  return {
    mesh,
    frameCount: cache.frameCount,
    paths: 'every vertex moves in a straight line from one sample of the cache to the next',
    droppedFaces: mesh.droppedFaces.length,
    notes: [],
    objectNames: [],
    nameOf: (frame) => `${cachePath}#${frame}`,
    read: async (frame) => {
      const out = new Float64Array(3 * base.vertexCount);
      try {
        cache.positions(frame, out);
      } catch (error) {
        throw withName(cachePath, error);
      }
      return out;
    },
  };
}

/** The file stays open as long as the process: its frames are read again and again. */
function openCache(path: string): PointCache {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    throw fileFault(path, error);
  }
  const read = (offset: number, length: number): Uint8Array => {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
  };
  try {
    return pointCacheFrom({ size: fstatSync(file).size, read });
  } catch (error) {
    closeSync(file);
    throw (error as NodeJS.ErrnoException).code ? fileFault(path, error) : withName(path, error);
  }
}
