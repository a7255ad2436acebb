// A file that is either complete or absent: it is written beside its place under a temporary name,
// and renamed when it is complete.
import { closeSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../check/usage-error.ts';
import { fileFault } from './file-fault.ts';

/** Bytes are written to the disk in pieces of this size. */
const PIECE = 1 << 20;

/** Files that are not finished; an interrupted run removes them. */
const unfinished = new Set<OutputFile>();

/** Throws `UsageError` for a path that cannot be written, before any work is done. */
export function checkOutputs(paths: readonly (string | undefined)[], inputs: readonly string[]): void {
  const taken = new Set(inputs.map((input) => resolve(input)));
  for (const path of paths) {
    if (path === undefined) continue;
    const place = resolve(path);
    const fault = taken.has(place) ? 'the same file is also read, or written by another option' : placeFault(place);
    if (fault) throw new UsageError(`${path}: ${fault}; name another file to write.`);
    taken.add(place);
  }
}

/** A device or a pipe is refused: the finished file would replace it. */
function placeFault(place: string): string | null {
  const there = statSync(place, { throwIfNoEntry: false });
  if (there) return there.isFile() ? null : there.isDirectory() ? 'it is a directory' : 'it is a device or a pipe';
  const folder = dirname(place);
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? null : `there is no folder ${folder}`;
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
    this.temporary = `${path}.${process.pid}.part`;
    try {
      this.file = openSync(this.temporary, 'w');
    } catch (error) {
      throw fileFault(path, error);
    }
    unfinished.add(this);
  }

  /** Appends text in UTF-8. */
  write(text: string): void {
    this.writeBytes(Buffer.from(text));
  }

  /** Appends bytes. They may be written later: the caller must not change them. */
  writeBytes(bytes: Uint8Array): void {
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
    if (this.pendingBytes > PIECE) this.flush();
  }

  /** Writes the rest and gives the file its name. Throws `UsageError`. */
  finish(): void {
    this.flush();
    closeSync(this.file);
    try {
      renameSync(this.temporary, this.path);
    } catch (error) {
      this.discard();
      throw fileFault(this.path, error);
    }
    unfinished.delete(this);
  }

  /** Removes the temporary file. */
  discard(): void {
    rmSync(this.temporary, { force: true });
    unfinished.delete(this);
  }

  private flush(): void {
    const bytes = Buffer.concat(this.pending);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.file, bytes, at);
    } catch (error) {
      throw fileFault(this.path, error);
    }
    this.pending = [];
    this.pendingBytes = 0;
  }
}

/** Writes a whole file. Throws `UsageError`. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const file = new OutputFile(path);
  if (typeof content === 'string') file.write(content);
  else file.writeBytes(content);
  file.finish();
}

/** Removes all temporary files, when a run is interrupted or fails. */
export function discardUnfinished(): void {
  for (const file of [...unfinished]) file.discard();
}
