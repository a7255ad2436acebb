// An output file that is either complete or absent: it is written under a temporary name in the
// same folder, and renamed when it is complete.
import { closeSync, openSync, renameSync, rmSync, type Stats, statSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../check/usage-error.ts';
import { withFileFault } from './file-fault.ts';

/** The name that stands for standard output. */
export const STDOUT = '-';

/** The number of bytes that are collected before they are written to the disk. */
const WRITE_BYTES = 1 << 20;

/** The temporary names of files that are not finished; an interrupted run removes them. */
const unfinished = new Set<string>();

/** Throws `UsageError` for a path that cannot be written, before any work is done. */
export function checkOutputs(paths: readonly (string | undefined)[], inputs: readonly string[]): void {
  const taken = new Set(inputs.map((input) => resolve(input)));
  for (const path of paths) {
    if (path === undefined) continue;
    const place = resolve(path);
    const fault = taken.has(place)
      ? 'the same file is also read, or written by another option'
      : withFileFault(path, () => placeFault(place));
    if (fault) throw new UsageError(`${path}: ${fault}; name another file to write.`);
    tryFile(path, path);
    taken.add(place);
  }
}

/**
 * Says why a file cannot be written; null if it can, as far as its place tells. A device or a pipe
 * is refused, because the finished file would replace it.
 */
function placeFault(place: string): string | null {
  const there = stat(place);
  if (there) return there.isFile() ? null : there.isDirectory() ? 'it is a directory' : 'it is a device or a pipe';
  const folder = dirname(place);
  return stat(folder)?.isDirectory() ? null : `there is no folder ${folder}`;
}

/** Throws `UsageError` for a folder in which files cannot be written. It is not created yet. */
export function checkOutputFolder(path: string): void {
  const there = withFileFault(path, () => firstThere(resolve(path)));
  if (!statSync(there).isDirectory())
    throw new UsageError(`${path}: ${there} is a file; name another folder to write, or a file that ends in .glb.`);
  tryFile(path, join(there, 'graze'));
}

/** The first of a place, its folder, the folder of that, and so on, that is there; the root is. */
function firstThere(place: string): string {
  return stat(place) ? place : firstThere(dirname(place));
}

/** What is at a place; undefined if nothing is there, or nothing can be below a file. */
function stat(place: string): Stats | undefined {
  try {
    return statSync(place);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR'].includes(code)) return undefined;
    throw error;
  }
}

/**
 * Creates and removes the temporary file of an output: nothing else tells whether this is allowed.
 */
function tryFile(path: string, file: string): void {
  const temporary = temporaryOf(file);
  withFileFault(path, () => closeSync(openSync(temporary, 'w')));
  rmSync(temporary, { force: true });
}

function temporaryOf(path: string): string {
  return `${path}.${process.pid}.part`;
}

/** A file under construction. */
export class OutputFile {
  private readonly path: string;
  private readonly temporary: string;
  private readonly file: number;
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;

  /** Creates the temporary file. Throws `UsageError`. */
  constructor(path: string) {
    this.path = path;
    this.temporary = temporaryOf(path);
    this.file = withFileFault(path, () => openSync(this.temporary, 'w'));
    unfinished.add(this.temporary);
  }

  /**
   * Appends text in UTF-8, or bytes. They may be written later: the caller must not change them.
   */
  write(content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
    if (this.pendingBytes > WRITE_BYTES) this.flush();
  }

  /** Writes the rest and gives the file its name. Throws `UsageError`. */
  finish(): void {
    this.flush();
    closeSync(this.file);
    withFileFault(this.path, () => renameSync(this.temporary, this.path));
    unfinished.delete(this.temporary);
  }

  private flush(): void {
    const bytes = Buffer.concat(this.pending);
    for (let at = 0; at < bytes.length; ) at += withFileFault(this.path, () => writeSync(this.file, bytes, at));
    this.pending = [];
    this.pendingBytes = 0;
  }
}

/** Writes a whole file. Throws `UsageError`. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const file = new OutputFile(path);
  file.write(content);
  file.finish();
}

/** Removes all temporary files, when a run is interrupted or fails. */
export function discardUnfinished(): void {
  for (const temporary of unfinished) rmSync(temporary, { force: true });
  unfinished.clear();
}
