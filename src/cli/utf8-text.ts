// Builds a long text from many small pieces, as UTF-8 bytes. Pieces are encoded after a few
// thousand characters, while they are in the young generation: otherwise every garbage collection
// would copy megabytes of short strings.

const encoder = new TextEncoder();

/** The approximate number of characters that are collected before they are encoded. */
const FLUSH_CHARACTERS = 4096;

/** The maximum number of bytes of a UTF-16 code unit in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

/** A buffer of text. */
export class Utf8Text {
  private waiting = '';
  private bytes = new Uint8Array(1 << 16);
  private length = 0;

  /** Appends text, which must not end within a surrogate pair. */
  add(text: string): void {
    this.waiting += text;
    if (this.waiting.length > FLUSH_CHARACTERS) this.encode();
  }

  /** Returns everything that was added, in memory of its own, and starts again. */
  take(): Uint8Array {
    this.encode();
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  private encode(): void {
    const { waiting, length } = this;
    const most = length + MAX_BYTES_PER_UNIT * waiting.length;
    if (most > this.bytes.length) {
      const larger = new Uint8Array(2 * most);
      larger.set(this.bytes.subarray(0, length));
      this.bytes = larger;
    }
    this.length += encoder.encodeInto(waiting, this.bytes.subarray(length)).written;
    this.waiting = '';
  }
}
