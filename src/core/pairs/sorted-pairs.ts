// Puts a list of pairs of ids into ascending order, each pair once, outside linear memory.

/**
 * Bits sorted by at a time: the counts stay in the nearest cache, and two digits are enough for four
 * million ids.
 */
const DIGIT = 11;

/**
 * The pairs in ascending order, each once, by a radix sort: linear in their number. Overwrites what
 * it is given.
 */
export function sortedPairs(pairs: Uint32Array): Uint32Array {
  let from = pairs;
  let to: Uint32Array = new Uint32Array(pairs.length);
  for (let word = 1; word >= 0; word--) {
    let most = 0;
    for (let i = word; i < from.length; i += 2) if (from[i] > most) most = from[i];
    for (let shift = 0; shift < 32 && most >>> shift > 0; shift += DIGIT) {
      distribute(from, to, word, shift);
      [from, to] = [to, from];
    }
  }
  return withoutRepeats(from);
}

function distribute(from: Uint32Array, to: Uint32Array, word: number, shift: number): void {
  const mask = (1 << DIGIT) - 1;
  const ends = new Uint32Array(1 << DIGIT);
  for (let i = word; i < from.length; i += 2) ends[(from[i] >>> shift) & mask] += 2;
  for (let k = 1; k <= mask; k++) ends[k] += ends[k - 1];
  for (let i = from.length - 2; i >= 0; i -= 2) {
    const digit = (from[i + word] >>> shift) & mask;
    ends[digit] -= 2;
    to[ends[digit]] = from[i];
    to[ends[digit] + 1] = from[i + 1];
  }
}

function withoutRepeats(pairs: Uint32Array): Uint32Array {
  let length = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    if (length > 0 && pairs[i] === pairs[length - 2] && pairs[i + 1] === pairs[length - 1]) continue;
    pairs[length] = pairs[i];
    pairs[length + 1] = pairs[i + 1];
    length += 2;
  }
  return pairs.slice(0, length);
}
