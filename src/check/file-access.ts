// Where the bytes of a sequence come from: a disk, or files that were dropped on a page.
import type { ByteSource } from '../io.ts';

/** Reads files by name. Throws `UsageError` for a file that cannot be read. */
export interface FileAccess {
  /**
   * Returns all bytes of a file; in `room` if that is large enough, whose memory the result then
   * shares.
   */
  read(name: string, room?: Uint8Array): Uint8Array;
  /** Opens a file that is too large to be read as a whole. */
  open(name: string): ByteSource;
  /**
   * Reads a file that another file names by a relative address; one outside of the folder of that
   * file only with `allowOutside`.
   */
  resource(of: string, uri: string, allowOutside: boolean): Uint8Array;
  /** Whether two arrays hold the same bytes. */
  isSame(a: Uint8Array, b: Uint8Array): boolean;
}
