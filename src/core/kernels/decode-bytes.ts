// Bytes out of the text in which kernels travel. gzip sees through it as through the bytes themselves, where base 64 would cost half as
// much again, and no quote, escape or character beyond ASCII is in it, so that bundlers and minifiers leave it as it is.
// A bitmap in hexadecimal tells the 86 most frequent bytes; they come first in a byte's rank, the others follow, either in their order. A rank
// is one digit to base 86, behind } where it is 86 or more, ~ where it is 172 or more. scripts/encode-bytes.mjs writes it.

const BASE = 86;
const BITMAP = 64;
/** Printable and yet no digit: they would need an escape in some literal, or in a page. */
const UNFIT = '"$\'<\\`';
/** The last character that is a digit. */
const LAST = 0x7c;

export function decodeBytes(text: string): ArrayBuffer {
  const byteOf = bytesByCode(text);
  const bytes = new Uint8Array(text.length);
  let count = 0;
  let sign = 0;
  for (let i = BITMAP; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > LAST) sign = (code - LAST) << 7;
    else {
      bytes[count++] = byteOf[sign + code];
      sign = 0;
    }
  }
  return bytes.buffer.slice(0, count);
}

/** What each digit means: alone, behind }, behind ~; 128 entries each. */
function bytesByCode(text: string): Uint8Array {
  const frequent: number[] = [];
  const others: number[] = [];
  for (let byte = 0; byte < 256; byte++) {
    const isFrequent = (Number.parseInt(text[byte >> 2], 16) >> (byte & 3)) & 1;
    (isFrequent ? frequent : others).push(byte);
  }
  const byRank = [...frequent, ...others];
  const byteOf = new Uint8Array(3 * 128);
  let digit = 0;
  for (let code = 33; code <= LAST; code++) {
    if (UNFIT.includes(String.fromCharCode(code))) continue;
    for (let sign = 0; sign < 3; sign++) byteOf[128 * sign + code] = byRank[BASE * sign + digit];
    digit++;
  }
  return byteOf;
}
