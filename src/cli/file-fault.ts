// Turns a failed read or write of a file into one clear line.
import { UsageError } from '../check/usage-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; check its name and folder',
  EISDIR: 'it is a directory; name the files in it, such as DIR/*.ply',
  EACCES: 'no permission; choose another place or change its rights',
  EPERM: 'no permission; choose another place or change its rights',
  ENOTDIR: 'a part of its path is not a directory; check it',
  EROFS: 'the file system is read-only; choose another place',
  ENAMETOOLONG: 'its name is too long; choose a shorter one',
  ENOSPC: 'the disk is full; make room or choose another',
};

/**
 * Returns what `action` returns. If it throws, throws a `UsageError` that names the file, the
 * reason and what to do.
 */
export function withFileFault<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${path}: ${REASONS[code] ?? message}.`);
  }
}
