// Text that is composed of many small pieces, as bytes. Pieces become bytes after some thousand
// characters, while they are young: megabytes of text in pieces would be copied by every garbage
// collection on the way.

const encoder = new TextEncoder();

/** The number of characters, approximately, that are collected before they become bytes. */
const PIECE = 4096;

/** The maximum number of bytes of a UTF-16 code unit in UTF-8. */
const WIDEST = 3;

/** A buffer of text. */
export class Utf8Text {
  private waiting = '';
  private bytes = new Uint8Array(1 << 16);
  private length = 0;

  /** Appends text, which must not end within a surrogate pair. */
  add(text: string): void {
    this.waiting += text;
    if (this.waiting.length > PIECE) this.encode();
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
    const most = length + WIDEST * waiting.length;
    if (most > this.bytes.length) {
      const larger = new Uint8Array(2 * most);
      larger.set(this.bytes.subarray(0, length));
      this.bytes = larger;
    }
    this.length += encoder.encodeInto(waiting, this.bytes.subarray(length)).written;
    this.waiting = '';
  }
}
