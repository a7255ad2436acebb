// Text that is made of many small pieces, as bytes. Pieces become bytes after some thousand letters, while they are young: text that is kept as text until
// it is whole, megabytes of pieces of pieces, is copied by every collection of garbage on the way.

const encoder = new TextEncoder();

/** Letters that wait, about. */
const PIECE = 4096;

/** Bytes of a letter in UTF-8, at most. */
const WIDEST = 3;

export class Utf8Text {
  private waiting = '';
  private bytes = new Uint8Array(1 << 16);
  private length = 0;

  /** Not half of a letter. */
  add(text: string): void {
    this.waiting += text;
    if (this.waiting.length > PIECE) this.encode();
  }

  /** All that was added, in memory of its own; the next text begins. */
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
