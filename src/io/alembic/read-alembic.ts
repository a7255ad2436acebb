// Reads Alembic caches in the Ogawa flavour: polygon meshes under transforms, with all that moves,
// shows and changes them. Headers are read at once, samples when they are asked for.
import type { AnimatedScene } from '../animated-scene.ts';
import { type ByteSource, sourceOf } from '../byte-source.ts';
import { AlembicArchive } from './alembic-archive.ts';
import { sceneOf } from './alembic-scene.ts';

/**
 * Reads an Alembic file (.abc, Ogawa). From a `ByteSource` only headers are read, and later the
 * samples that are asked for, so that a file of any size needs the memory of a few frames. Throws
 * `FileError`, and so do the objects of the scene for samples that are damaged.
 */
export function readAlembic(source: Uint8Array | ArrayBuffer | ByteSource): AnimatedScene {
  return sceneOf(new AlembicArchive(sourceOf(source)));
}
