// Files of the command line.
import { fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileAccess } from '../check/file-access.ts';
import type { ByteSource } from '../io.ts';
import { fileFault } from './file-fault.ts';

export const diskFiles: FileAccess = {
  read: (path) => attempt(path, () => readFileSync(path)),
  open: openFile,
  resource: (path, uri) => diskFiles.read(join(dirname(path), uri)),
};

/** The file stays open as long as the process: its frames are read again and again. */
function openFile(path: string): ByteSource {
  const file = attempt(path, () => openSync(path, 'r'));
  return {
    size: attempt(path, () => fstatSync(file).size),
    read: (offset, length) => {
      const bytes = new Uint8Array(length);
      return bytes.subarray(
        0,
        attempt(path, () => readSync(file, bytes, 0, length, offset)),
      );
    },
  };
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw fileFault(path, error);
  }
}
