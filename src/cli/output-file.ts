// An output file that is either complete or absent: it is written under a temporary name in the
// same folder, and renamed when it is complete. A symbolic link stays, and the file that it leads to
// is replaced. Pipes and devices cannot be replaced: they are written in place.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../check/usage-error.ts';
import { withFileFault } from './file-fault.ts';

/** The name that stands for standard output. */
export const STDOUT = '-';

/** Tells the temporary files of this thread from all others. */
const RUN = randomBytes(6).toString('hex');

/** The number of bytes that are collected before they are written to the disk. */
const WRITE_BYTES = 1 << 20;

/** How long to wait for the reader of a full pipe, in milliseconds. */
const FULL_PIPE_MS = 5;

/** The temporary names of files that are not finished; an interrupted run removes them. */
const unfinished = new Set<string>();

/** Who else is told of every temporary file, before it is there and after it is gone. */
let listener: (begun: boolean, temporary: string) => void = () => {};

/** Tells another thread of all temporary files, so that it can remove them if it ends this one. */
export function tellUnfinished(tell: (begun: boolean, temporary: string) => void): void {
  listener = tell;
}

/** Counts a temporary file of another thread as one of this process. */
export function rememberUnfinished(temporary: string): void {
  unfinished.add(temporary);
}

/** Says that a temporary file has got its name. */
export function forgetUnfinished(temporary: string): void {
  unfinished.delete(temporary);
}

/** Throws `UsageError` for a path that cannot be written, before any work is done. */
export function checkOutputs(paths: readonly (string | undefined)[], inputs: readonly string[]): void {
  const taken = new Set(inputs.map((input) => withFileFault(input, () => identityOf(input))));
  for (const path of paths) {
    if (path === undefined) continue;
    const identity = withFileFault(path, () => identityOf(path));
    const fault = taken.has(identity)
      ? 'the same file is also read, or written by another option'
      : withFileFault(path, () => placeFault(resolve(path)));
    if (fault) throw new UsageError(`${path}: ${fault}; name another file to write.`);
    // A device, such as the null device, may take several outputs.
    if (isInPlace(path)) continue;
    tryFile(path, realPathOf(path));
    taken.add(identity);
  }
}

/** Says why a file cannot be written; null if it can, as far as its place tells. */
function placeFault(place: string): string | null {
  const there = stat(place);
  if (there) return there.isDirectory() ? 'it is a directory' : null;
  const folder = dirname(realPathOf(place));
  return stat(folder)?.isDirectory() ? null : `there is no folder ${folder}`;
}

/** Equal for two paths that lead to one file, by whatever links. */
function identityOf(path: string): string {
  const there = stat(path);
  return there ? `${there.dev}:${there.ino}` : realPathOf(path);
}

/**
 * The path of a file behind all symbolic links. A file that is not there yet has that of its folder,
 * and a link to it is followed.
 */
function realPathOf(path: string): string {
  const place = resolve(path);
  if (stat(place)) return realpathSync(place);
  const folder = dirname(place);
  const target = linkTarget(place);
  if (target !== null) return realPathOf(resolve(folder, target));
  return stat(folder) ? join(realpathSync(folder), basename(place)) : place;
}

/** What a symbolic link says; null for anything else. */
function linkTarget(place: string): string | null {
  try {
    return readlinkSync(place);
  } catch {
    return null;
  }
}

/**
 * Whether a path is a pipe or a device, or leads to where this process prints: replacing that would
 * lose what is printed there.
 */
function isInPlace(path: string): boolean {
  const there = stat(path);
  return there !== undefined && (!there.isFile() || printingTo(there) !== null);
}

/** The descriptor of standard output or error that is this file; null if neither is. */
function printingTo({ dev, ino }: Stats): number | null {
  for (const descriptor of [1, 2]) {
    try {
      const open = fstatSync(descriptor);
      if (open.dev === dev && open.ino === ino) return descriptor;
    } catch {
      // It is closed.
    }
  }
  return null;
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

/**
 * Another name in every thread of every process of every machine: several may write the same file on
 * storage that they share, and in containers all have the same number.
 */
function temporaryOf(path: string): string {
  return `${path}.${RUN}.part`;
}

/** A file under construction. */
export class OutputFile {
  private readonly path: string;
  /** Where the file will be, and its temporary name; null for what is written in place. */
  private readonly replaced: { readonly place: string; readonly temporary: string } | null;
  private readonly file: number;
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;

  /** Creates the temporary file. Throws `UsageError`. */
  constructor(path: string) {
    this.path = path;
    const place = withFileFault(path, () => realPathOf(path));
    const there = withFileFault(path, () => stat(path));
    if (there && isInPlace(path)) {
      this.replaced = null;
      this.file = printingTo(there) ?? withFileFault(path, () => openSync(place, 'w'));
      return;
    }
    this.replaced = { place, temporary: temporaryOf(place) };
    const { temporary } = this.replaced;
    listener(true, temporary);
    this.file = withFileFault(path, () => openSync(temporary, 'w'));
    unfinished.add(temporary);
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
    if (this.file > 2) closeSync(this.file);
    const { replaced } = this;
    if (replaced === null) return;
    withFileFault(this.path, () => renameSync(replaced.temporary, replaced.place));
    unfinished.delete(replaced.temporary);
    listener(false, replaced.temporary);
  }

  private flush(): void {
    const bytes = Buffer.concat(this.pending);
    for (let at = 0; at < bytes.length; ) at += withFileFault(this.path, () => writeSome(this.file, bytes, at));
    this.pending = [];
    this.pendingBytes = 0;
  }
}

/** Writes some bytes; a pipe that is full is tried again. */
function writeSome(file: number, bytes: Uint8Array, at: number): number {
  try {
    return writeSync(file, bytes, at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_MS);
    return 0;
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
