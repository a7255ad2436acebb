// What `npm run fuzz:files` needs to know of a format: files to damage, ways to damage them that
// know the format's structure, and the reader.
import type { Random } from '../../src/core/math/random.ts';

/** The fuzzer of one format. */
export interface FileFuzz {
  /** As given to `--format`, such as `alembic`. */
  readonly name: string;
  /** Whole small files, made by the test's own writers, that together have every structure that the reader knows. */
  files(): readonly Uint8Array[];
  /** Returns a damaged copy: bytes changed, cut or repeated, or one field of the format replaced. */
  damage(file: Uint8Array, random: Random): Uint8Array;
  /**
   * Reads all that the file holds: every object at every time. Throws `FileError` if it is damaged;
   * any other error is a bug.
   */
  read(file: Uint8Array): void | Promise<void>;
}
