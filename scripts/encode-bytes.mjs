// The other half of src/core/kernels/decode-bytes.ts, which has the format.

const BASE = 86;
const DIGITS = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter(
  (digit) => !'"$\'<\\`'.includes(digit),
);
const ALL = Array.from({ length: 256 }, (_, byte) => byte);

/** @param {Uint8Array} bytes @returns {string} */
export function encodeBytes(bytes) {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte]++;
  const isFrequent = new Set(ALL.toSorted((a, b) => counts[b] - counts[a]).slice(0, BASE));
  const byRank = ALL.toSorted((a, b) => Number(isFrequent.has(b)) - Number(isFrequent.has(a)) || a - b);
  /** @type {string[]} */
  const codes = [];
  byRank.forEach((byte, rank) => {
    const sign = rank < BASE ? '' : DIGITS[BASE - 1 + Math.floor(rank / BASE)];
    codes[byte] = sign + DIGITS[rank % BASE];
  });
  const bitmap = Array.from({ length: 64 }, (_, i) =>
    [0, 1, 2, 3].reduce((bits, k) => bits | (Number(isFrequent.has(4 * i + k)) << k), 0).toString(16),
  );
  return bitmap.join('') + Array.from(bytes, (byte) => codes[byte]).join('');
}
