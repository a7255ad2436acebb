// Parses numbers in text files from bytes: strictly (the whole token must be one decimal number)
// and correctly rounded.

const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const LOWER_E = 0x65;
const ZERO = 0x30;

/** The powers of ten that a double represents exactly. */
export const EXACT_POWERS: Float64Array = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * The maximum length of a number in characters. Longer tokens are malformed: no program writes a
 * double with so many digits.
 */
const LONGEST_NUMBER = 1000;

/**
 * Returns the number in bytes[start, end); ±Infinity on overflow, NaN if the bytes are not one
 * decimal number.
 */
export function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  const negative = bytes[start] === MINUS;
  let at = negative || bytes[start] === PLUS ? start + 1 : start;
  const whole = at;
  let mantissa = 0;
  for (; at < end && isDigit(bytes[at]); at++) mantissa = mantissa * 10 + (bytes[at] - ZERO);
  let digitCount = at - whole;
  let exponent = 0;
  if (at < end && bytes[at] === DOT) {
    const fraction = ++at;
    for (; at < end && isDigit(bytes[at]); at++) mantissa = mantissa * 10 + (bytes[at] - ZERO);
    exponent = fraction - at;
    digitCount -= exponent;
  }
  if (digitCount === 0) return Number.NaN;
  if (at < end && (bytes[at] | 0x20) === LOWER_E) {
    exponent += parseInteger(bytes, at + 1, end);
    at = end;
  }
  if (at !== end || Number.isNaN(exponent)) return Number.NaN;
  // A mantissa that ends within 2^53 was exact at every digit. One rounding remains: that of the
  // product with, or the quotient by, an exact power.
  if (mantissa > Number.MAX_SAFE_INTEGER || exponent < -22 || exponent > 22) return slowNumber(bytes, start, end);
  const size = exponent < 0 ? mantissa / EXACT_POWERS[-exponent] : mantissa * EXACT_POWERS[exponent];
  return negative ? -size : size;
}

/**
 * Returns the integer in bytes[start, end), rounded beyond 2^53; NaN if the bytes are not one
 * decimal integer.
 */
export function parseInteger(bytes: Uint8Array, start: number, end: number): number {
  const negative = bytes[start] === MINUS;
  const first = negative || bytes[start] === PLUS ? start + 1 : start;
  if (first >= end) return Number.NaN;
  let size = 0;
  for (let at = first; at < end; at++) {
    if (!isDigit(bytes[at])) return Number.NaN;
    size = size * 10 + (bytes[at] - ZERO);
  }
  return negative ? -size : size;
}

/** Returns bytes as text, one character each; meant for tokens, which are short. */
export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]);
  return text;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function slowNumber(bytes: Uint8Array, start: number, end: number): number {
  return end - start > LONGEST_NUMBER ? Number.NaN : Number(asciiText(bytes, start, end));
}
