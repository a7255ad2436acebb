// A base mesh with a point cache (PC2 or MDD) as a sequence. Frames are read from the file when
// they are asked for.
import type { TriMesh } from '../index.ts';
import { type MeshData, pointCacheFrom } from '../io.ts';
import type { FileAccess } from './file-access.ts';
import { meshOf, namesIn, readMeshFile, withFileName } from './frame-files.ts';
import { ALWAYS_THERE, type InputSequence, STILL } from './input-sequence.ts';
import { UsageError } from './usage-error.ts';

/**
 * Opens a cache; `counted` is called before the mesh is read. `known` is the mesh if another thread
 * has read it. Throws `UsageError`.
 */
export function openCacheSequence(
  meshPath: string,
  cachePath: string,
  files: FileAccess,
  counted: (frameCount: number) => void,
  known: TriMesh | null,
): InputSequence {
  const cache = withFileName(cachePath, () => pointCacheFrom(files.open(cachePath)));
  counted(cache.frameCount);
  let data: MeshData | null = null;
  const base = (): MeshData => {
    data ??= readMeshFile(meshPath, files);
    return data;
  };
  const mesh = known ?? meshOf(meshPath, base());
  if (cache.pointCount !== mesh.vertexCount)
    throw new UsageError(
      `${cachePath}: it moves ${cache.pointCount} points, and ${meshPath} has ${mesh.vertexCount} vertices; export both from the same mesh.`,
    );
  const isStill = cache.frameCount === 1;
  return {
    mesh,
    frameCount: cache.frameCount,
    paths: isStill ? STILL : 'every vertex moves in a straight line from one sample of the cache to the next',
    droppedFaces: mesh.droppedFaces.length,
    notes: [],
    space: null,
    times: null,
    isCut: () => false,
    triangleNames: () => namesIn(base()),
    nameOf: (frame) => `${cachePath}#${frame}`,
    meshOf: () => mesh,
    meshBetween: () => mesh,
    ...ALWAYS_THERE,
    read: async (frame, room) => {
      const out = room ?? new Float64Array(3 * mesh.vertexCount);
      withFileName(cachePath, () => cache.positions(frame, out));
      return out;
    },
  };
}
