// The files of the command line: `FileAccess` over a disk.
import { closeSync, fstatSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { FileAccess } from '../check/file-access.ts';
import { UsageError } from '../check/usage-error.ts';
import type { ByteSource } from '../io.ts';
import { withFileFault } from './file-fault.ts';

/** The largest file that may be read as a whole: Node reads no larger one. */
const MAX_BYTES = 2 ** 31 - 1;

/** Reads files of this computer. */
export const diskFiles: FileAccess = {
  read: (path, room) => {
    refuseDevice(path);
    return withFileFault(path, () => (room ? readInto(room, path) : readFileSync(path)));
  },
  open: openFile,
  resource: readResource,
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

/** A device such as /dev/zero has no end. */
function refuseDevice(path: string): void {
  const there = withFileFault(path, () => statSync(path));
  if (there.isCharacterDevice() || there.isBlockDevice())
    throw new UsageError(`${path}: it is a device; name a file, or a pipe.`);
  if (there.isFile() && there.size > MAX_BYTES)
    throw new UsageError(`${path}: it has more than 2 GB, the most that is read at once; divide it.`);
}

/**
 * Reads a file that another one names. That file may come from a stranger, so it may only name
 * regular files in its own folder or below, whatever symbolic links say.
 */
function readResource(path: string, uri: string, allowOutside: boolean): Uint8Array {
  const place = resolve(dirname(path), uri);
  const naming = `${path}: it names ${uri}`;
  const [real, folder] = withFileFault(naming, () => [realpathSync(place), realpathSync(dirname(path))]);
  const way = relative(folder, real);
  if (!allowOutside && (isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`)))
    throw new UsageError(`${naming}, which is outside of its folder; --allow-outside allows that.`);
  if (!withFileFault(naming, () => statSync(real)).isFile())
    throw new UsageError(`${naming}, which is no regular file.`);
  return diskFiles.read(real);
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
