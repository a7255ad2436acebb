// Powers of two by products alone: logarithms differ between engines.

/** The greatest power of two that is not above a positive number. */
export function powerOfTwoBelow(x: number): number {
  let power = 1;
  while (power > x) power /= 2;
  while (2 * power <= x) power *= 2;
  return power;
}
