// Opens an Alembic or USD file; its extension tells which of them it is.
import { type AnimatedScene, readAlembic, readUsd } from '../../io.ts';
import type { FileAccess } from '../file-access.ts';
import { withFileName } from '../frame-files.ts';

/**
 * Opens a scene; its samples are read from the file when they are asked for. Rejects with
 * `UsageError`.
 */
export async function openScene(path: string, files: FileAccess): Promise<AnimatedScene> {
  const read = /\.abc$/i.test(path) ? readAlembic : readUsd;
  return withFileName(path, () => read(files.open(path)));
}
