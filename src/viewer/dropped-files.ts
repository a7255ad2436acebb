// Files that were dropped or opened on the page, or named on the command line, as the worker reads
// them: in pieces, synchronously.
import type { FileAccess } from '../check/file-access.ts';
import { framesAmong } from '../check/sequence.ts';
import { UsageError } from '../check/usage-error.ts';

/** Exists only in workers and is therefore missing in the types of the DOM. */
declare const FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer };

/**
 * Wraps files as the input of a sequence: their names in the order of the frames, and access to
 * them by name. Buffers and images of a glTF file are not inputs.
 */
export function droppedFiles(files: readonly File[]): { inputs: readonly string[]; access: FileAccess } {
  const byName = new Map(files.map((file) => [file.name, file]));
  const reader = new FileReaderSync();
  const bytesOf = (name: string, blob: Blob): Uint8Array => {
    try {
      return new Uint8Array(reader.readAsArrayBuffer(blob));
    } catch {
      throw new UsageError(`${name}: it cannot be read; was it moved or changed? Drop it again.`);
    }
  };
  const fileOf = (name: string): File => {
    const file = byName.get(name);
    if (file === undefined) throw new UsageError(`${name}: it is not among the files; drop it together with the rest.`);
    return file;
  };
  const access: FileAccess = {
    read: (name) => bytesOf(name, fileOf(name)),
    open: (name) => {
      const file = fileOf(name);
      return { size: file.size, read: (offset, length) => bytesOf(name, file.slice(offset, offset + length)) };
    },
    resource: (of, uri) => {
      const beside = of.slice(0, of.lastIndexOf('/') + 1) + uri;
      const last = uri.slice(uri.lastIndexOf('/') + 1);
      return access.read(byName.has(beside) ? beside : last);
    },
    isSame: (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]),
  };
  return { inputs: framesAmong(files.map(({ name }) => name)), access };
}
