// Reads a glTF file together with the files that it names.
import type { GltfResources } from '../../io.ts';
import type { FileAccess } from '../file-access.ts';
import { namedError } from '../frame-files.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Returns what `read` returns for the bytes of a file. Other files that it names are read from its
 * own folder, or from anywhere with `allowOutside`. Rejects with `UsageError`.
 */
export async function readGltfFile<T>(
  path: string,
  files: FileAccess,
  allowOutside: boolean,
  read: (bytes: Uint8Array, resources: GltfResources) => Promise<T>,
): Promise<T> {
  // The reader reports a file that it did not get as a fault of the document; the refusal says more.
  let refusal: UsageError | null = null;
  const resources = (uri: string): Uint8Array => {
    try {
      return files.resource(path, uri, allowOutside);
    } catch (error) {
      if (error instanceof UsageError) refusal = error;
      throw error;
    }
  };
  return read(files.read(path), resources).catch((error) => {
    throw refusal ?? namedError(path, error);
  });
}
