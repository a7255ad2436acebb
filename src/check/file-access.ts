// Where the bytes of a sequence come from: a disk, or what was dropped on a page.
import type { ByteSource } from '../io.ts';

/** Throws `UsageError` for a file that cannot be read. */
export interface FileAccess {
  /** All of it; in `room` where that is large enough, which the bytes then share. */
  read(name: string, room?: Uint8Array): Uint8Array;
  /** For files that are too large to be read whole. */
  open(name: string): ByteSource;
  /** A file that another one names by a relative address. */
  resource(of: string, uri: string): Uint8Array;
  isSame(a: Uint8Array, b: Uint8Array): boolean;
}
