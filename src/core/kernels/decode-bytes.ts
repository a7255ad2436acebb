// Bytes out of the text in which kernels travel: literals and copies of what came before, their bits coded by an adaptive range coder, six
// of the code a character. gzip alone leaves a fifth more of them. In the text is no quote,
// escape or character beyond ASCII, so that bundlers and minifiers leave it as it is. scripts/encode-bytes.mjs writes it.

// Where the odds of each kind of bit begin; a tree of n leaves takes n, and what the last three steps were, or the last byte, chooses among some.
const KINDS = 0;
const REPEATS = 8;
const LITERALS = 16;
const LENGTHS = LITERALS + 8 * 256;
const SLOTS = LENGTHS + 2 * 256;
const LOW_BITS = SLOTS + 4 * 64;
/** Of literals again, by the whole of the last byte. */
const EXPERTS = LOW_BITS + 64 * 16;
const ODDS = EXPERTS + 256 * 256;

/** Odds are the mean of two guesses, each of what was seen so far, the last so many times above all. */
const QUICK = 5;
const SLOW = 120;

/** Copies are of two bytes at least. */
const SHORTEST = 2;

/** Below this the range takes in another digit. All numbers stay below 2³⁰: larger ones are slow in some engines. */
const NARROW = 2 ** 24;

export function decodeBytes(text: string): ArrayBuffer {
  // Of a 0, in 65536ths.
  const quick = new Uint16Array(ODDS).fill(32768);
  const slow = quick.slice();
  const quickCounts = new Uint8Array(ODDS);
  const slowCounts = new Uint8Array(ODDS);
  let at = 0;
  let range = NARROW;
  let code = 0;

  /** Characters from = to ~ without \ and `. Zeros behind the end. */
  const digit = (): number => {
    const character = text.charCodeAt(at++) || 61;
    return character - 61 - Number(character > 92) - Number(character > 96);
  };
  const bit = (context: number, expert = context): number => {
    const bound = (range >>> 12) * (((quick[context] + slow[expert]) >>> 5) | 1);
    const isOne = code >= bound;
    const seen = isOne ? 0 : 65535;
    if (quickCounts[context] < QUICK) quickCounts[context]++;
    if (slowCounts[expert] < SLOW) slowCounts[expert]++;
    quick[context] += (seen - quick[context]) / (quickCounts[context] + 1);
    slow[expert] += (seen - slow[expert]) / (slowCounts[expert] + 1);
    code -= isOne ? bound : 0;
    range = isOne ? range - bound : bound;
    while (range < NARROW) {
      range <<= 6;
      code = (code << 6) | digit();
    }
    return Number(isOne);
  };
  const leaf = (tree: number, leaves: number, experts = tree): number => {
    let node = 1;
    while (node < leaves) node = 2 * node + bit(tree + node, experts + node);
    return node - leaves;
  };
  /** As in LZMA: the slot has the two highest bits and how many follow. */
  const distance = (length: number): number => {
    const slot = leaf(SLOTS + 64 * Math.min(length - SHORTEST, 3), 64);
    if (slot < 4) return slot + 1;
    let bits = (slot >> 1) - 1;
    let far = (2 | (slot & 1)) << bits;
    while (bits-- > 0) far |= bit(LOW_BITS + 16 * slot + bits) << bits;
    return far + 1;
  };

  let size = 0;
  for (let i = 0; i < 4; i++) size = 64 * size + digit();
  range = 2 ** 30 - 1;
  for (let i = 0; i < 5; i++) code = (code << 6) | digit();
  const bytes = new Uint8Array(size);
  let steps = 0;
  let back = 0;
  for (let count = 0; count < size; ) {
    const before = steps & 7;
    steps = 2 * before + bit(KINDS + before);
    if ((steps & 1) === 0) {
      const last = count > 0 ? bytes[count - 1] : 0;
      bytes[count] = leaf(LITERALS + 256 * (last >> 5), 256, EXPERTS + 256 * last);
      count++;
      continue;
    }
    const repeats = bit(REPEATS + before);
    const length = leaf(LENGTHS + 256 * repeats, 256) + SHORTEST;
    if (repeats === 0) back = distance(length);
    for (const end = count + length; count < end; count++) bytes[count] = bytes[count - back];
  }
  return bytes.buffer;
}
