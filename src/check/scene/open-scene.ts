// Opens a file that holds a whole scene, in the format that its extension names.
import { type AnimatedScene, readAlembic } from '../../io.ts';
import type { FileAccess } from '../file-access.ts';
import { withFileName } from '../frame-files.ts';

/**
 * Opens a scene; its samples are read from the file when they are asked for. Rejects with
 * `UsageError`.
 */
export async function openScene(path: string, files: FileAccess): Promise<AnimatedScene> {
  return withFileName(path, () => readAlembic(files.open(path)));
}
