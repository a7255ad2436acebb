// Inflates one LZ4 block. A block is a list of sequences: literal bytes, then a match, which copies
// bytes of the output again. The last sequence has literals only.

/** Matches are at least this long; the length in the token counts from here. */
const MIN_MATCH = 4;

/** A length of 15 in a token continues in the bytes that follow. */
const LONG = 15;

/**
 * Inflates input[start, end) into `out` from `to` on. Returns the position behind the last byte
 * written, or -1 if the block is damaged or does not fit.
 */
export function inflateLz4(input: Uint8Array, start: number, end: number, out: Uint8Array, to: number): number {
  let at = start;
  let write = to;
  while (at < end) {
    const token = input[at++];
    let length = token >> 4;
    if (length === LONG) {
      let byte = 255;
      while (byte === 255 && at < end) length += byte = input[at++];
    }
    if (length > end - at || length > out.length - write) return -1;
    for (const stop = at + length; at < stop; ) out[write++] = input[at++];
    if (at === end) return write;
    if (end - at < 2) return -1;
    const distance = input[at] | (input[at + 1] << 8);
    at += 2;
    length = (token & 15) + MIN_MATCH;
    if (length === LONG + MIN_MATCH) {
      let byte = 255;
      while (byte === 255 && at < end) length += byte = input[at++];
    }
    if (distance === 0 || distance > write - to || length > out.length - write) return -1;
    for (const stop = write + length; write < stop; write++) out[write] = out[write - distance];
  }
  return -1;
}
