// Where the bytes of a sequence come from: a disk, or what was dropped on a page.
import type { ByteSource } from '../io.ts';

/** Throws `UsageError` for a file that cannot be read. */
export interface FileAccess {
  read(name: string): Uint8Array;
  /** For files that are too large to be read whole. */
  open(name: string): ByteSource;
  /** A file that another one names by a relative address. */
  resource(of: string, uri: string): Uint8Array;
}
