// Splits doubles into integer and exponent, and finds their neighbours: the oracle reads its input
// as exact reals and rounds its answers outwards.

const double = new Float64Array(1);
const word = new BigInt64Array(double.buffer);

/**
 * x = mantissa · 2^exponent exactly; the mantissa is odd or zero, so that lattice input stays
 * small.
 */
export function takeApart(x: number): { mantissa: bigint; exponent: number } {
  if (!Number.isFinite(x)) throw new RangeError(`${x} is no real number`);
  if (x === 0) return { mantissa: 0n, exponent: 0 };
  double[0] = x;
  const bits = BigInt.asUintN(64, word[0]);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = biased === 0 ? fraction : fraction | 0x10000000000000n;
  const zeros = bitLength(magnitude & -magnitude) - 1;
  const odd = magnitude >> BigInt(zeros);
  return { mantissa: x < 0 ? -odd : odd, exponent: Math.max(biased, 1) - 1075 + zeros };
}

/** Integers in the ratio of the doubles: common exponent, nothing lost. */
export function toIntegers(values: ArrayLike<number>, offset: number, count: number): bigint[] {
  const parts = Array.from({ length: count }, (_, i) => takeApart(values[offset + i]));
  const used = parts.filter((part) => part.mantissa !== 0n).map((part) => part.exponent);
  const unit = Math.min(...used);
  return parts.map(({ mantissa, exponent }) => (mantissa === 0n ? 0n : mantissa << BigInt(exponent - unit)));
}

/** The next double above (step 1) or below (step −1). */
export function neighbour(x: number, step: 1 | -1): number {
  if (x === 0) return step * Number.MIN_VALUE;
  double[0] = x;
  word[0] += x > 0 === step > 0 ? 1n : -1n;
  return double[0];
}

/** Of the magnitude; 0 for 0. */
export function bitLength(x: bigint): number {
  const hex = (x < 0n ? -x : x).toString(16);
  return hex === '0' ? 0 : hex.length * 4 - Math.clz32(Number.parseInt(hex[0], 16)) + 28;
}
