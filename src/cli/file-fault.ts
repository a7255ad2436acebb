// Turns a failed read or write of a file into one clear line.
import { UsageError } from '../check/usage-error.ts';

/** Returns the error to throw; the message names the file, the reason and what to do. */
export function fileFault(path: string, error: unknown): UsageError {
  const code = (error as NodeJS.ErrnoException).code;
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file; check its name and folder',
    EISDIR: 'it is a directory; name the files in it, such as DIR/*.ply',
    EACCES: 'no permission; choose another place or change its rights',
    EPERM: 'no permission; choose another place or change its rights',
    ENOTDIR: 'a part of its path is not a directory; check it',
    EROFS: 'the file system is read-only; choose another place',
    ENOSPC: 'the disk is full; make room or choose another',
  };
  const reason = (code && reasons[code]) ?? (error instanceof Error ? error.message : String(error));
  return new UsageError(`${path}: ${reason}.`);
}
