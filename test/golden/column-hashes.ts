// One hash per result column of a golden case. It covers the bytes of the numbers, not their text:
// a change of the last bit changes it.
import { createHash, type Hash } from 'node:crypto';

/** What can be added to a column. */
export type ColumnPart = NodeJS.TypedArray | readonly number[] | number | boolean | string | null;

/** Hexadecimal digits kept of every SHA-256: enough to tell any two columns apart. */
const DIGITS = 16;

/** Collects parts of columns, in the order in which a case computes them. */
export class ColumnHashes {
  private readonly hashes = new Map<string, Hash>();

  /**
   * Appends to a column; the length is hashed too, so that rows cannot move from one part to the
   * next.
   */
  add(column: string, part: ColumnPart): void {
    const hash = this.hashes.get(column) ?? createHash('sha256');
    this.hashes.set(column, hash);
    const bytes = bytesOf(part);
    hash.update(Uint32Array.of(bytes.length)).update(bytes);
  }

  /** Appends every entry of a record to the column of its name, after the prefix. */
  addAll(prefix: string, columns: Readonly<Record<string, ColumnPart>>): void {
    for (const [name, part] of Object.entries(columns)) this.add(`${prefix}${name}`, part);
  }

  /** Hash by column, in the order of first use. */
  digests(): Record<string, string> {
    return Object.fromEntries([...this.hashes].map(([name, hash]) => [name, hash.digest('hex').slice(0, DIGITS)]));
  }
}

function bytesOf(part: ColumnPart): Uint8Array {
  if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  if (typeof part === 'number') return bytesOf(Float64Array.of(part));
  if (Array.isArray(part)) return bytesOf(Float64Array.from(part));
  return Buffer.from(String(part));
}
