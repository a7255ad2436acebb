// The files of the command line: `FileAccess` over a disk.
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileAccess } from '../check/file-access.ts';
import type { ByteSource } from '../io.ts';
import { withFileFault } from './file-fault.ts';

/** Reads files of this computer. */
export const diskFiles: FileAccess = {
  read: (path, room) => withFileFault(path, () => (room ? readInto(room, path) : readFileSync(path))),
  open: openFile,
  resource: (path, uri) => diskFiles.read(join(dirname(path), uri)),
  isSame: (a, b) => Buffer.compare(a, b) === 0,
};

/**
 * Reads a whole file. The result is a new array if `room` is too small, or if the size of the file
 * is unknown, as for a pipe, which can be opened only once.
 */
function readInto(room: Uint8Array, path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size === 0 || size > room.length) return readFileSync(file);
    let end = 0;
    for (let more = -1; more !== 0 && end < size; end += more) more = readSync(file, room, end, size - end, end);
    return room.subarray(0, end);
  } finally {
    closeSync(file);
  }
}

/** The file stays open until the process ends: its frames are read again and again. */
function openFile(path: string): ByteSource {
  const file = withFileFault(path, () => openSync(path, 'r'));
  return {
    size: withFileFault(path, () => fstatSync(file).size),
    read: (offset, length) => {
      const bytes = new Uint8Array(length);
      const end = withFileFault(path, () => readSync(file, bytes, 0, length, offset));
      return bytes.subarray(0, end);
    },
  };
}
