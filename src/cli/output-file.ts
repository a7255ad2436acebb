// A file that is either whole or not there: written beside its place under another name, and moved when it is done.
import { closeSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../check/usage-error.ts';
import { fileFault } from './file-fault.ts';

/** Written to the disk in pieces of this many bytes. */
const PIECE = 1 << 20;

interface Unfinished {
  discard(): void;
}

/** What is not finished; an interrupted run leaves none of it. */
const unfinished = new Set<Unfinished>();

export function begun(output: Unfinished): void {
  unfinished.add(output);
}

export function finished(output: Unfinished): void {
  unfinished.delete(output);
}

/** Throws for places that cannot be written, before the work is done. */
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

/** Devices and pipes are no places: a finished file is moved to its name, which would replace them. */
function placeFault(place: string): string | null {
  const there = statSync(place, { throwIfNoEntry: false });
  if (there) return there.isFile() ? null : there.isDirectory() ? 'it is a directory' : 'it is a device or a pipe';
  const folder = dirname(place);
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? null : `there is no folder ${folder}`;
}

export class OutputFile {
  private readonly path: string;
  private readonly temporary: string;
  private readonly file: number;
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;

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

  write(text: string): void {
    this.writeBytes(Buffer.from(text));
  }

  /** Holds on to the bytes for a while. */
  writeBytes(bytes: Uint8Array): void {
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
    if (this.pendingBytes > PIECE) this.flush();
  }

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

export function writeWhole(path: string, content: string | Uint8Array): void {
  const file = new OutputFile(path);
  if (typeof content === 'string') file.write(content);
  else file.writeBytes(content);
  file.finish();
}

export function discardUnfinished(): void {
  for (const file of [...unfinished]) file.discard();
}
