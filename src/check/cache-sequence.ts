// A base mesh with a point cache: PC2 or MDD. Frames are read from the file as they are asked for.
import type { TriMesh } from '../index.ts';
import { type PointCache, pointCacheFrom } from '../io.ts';
import type { FileAccess } from './file-access.ts';
import { meshOf, readMeshFile, withName } from './frame-files.ts';
import type { Sequence } from './sequence.ts';
import { UsageError } from './usage-error.ts';

export async function openCacheSequence(
  meshPath: string,
  cachePath: string,
  files: FileAccess,
  counted: (frameCount: number) => void,
  known: Promise<TriMesh | null>,
): Promise<Sequence> {
  const cache = openCache(cachePath, files);
  counted(cache.frameCount);
  const base = readMeshFile(meshPath, files);
  const mesh = meshOf(meshPath, base, await known);
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
    meshOf: () => mesh,
    read: async (frame, room) => {
      const out = room ?? new Float64Array(3 * base.vertexCount);
      try {
        cache.positions(frame, out);
      } catch (error) {
        throw withName(cachePath, error);
      }
      return out;
    },
  };
}

function openCache(path: string, files: FileAccess): PointCache {
  try {
    return pointCacheFrom(files.open(path));
  } catch (error) {
    throw withName(path, error);
  }
}
