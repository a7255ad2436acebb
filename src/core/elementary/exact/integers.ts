// Doubles as integers: every finite double is an integer times a power of two, so one power of two
// turns all coordinates of a query into integers without loss. The common factor changes neither
// signs nor times.

const view = new DataView(new ArrayBuffer(8));

/** The exponent of the lowest set bit of a non-zero finite double. */
function lowestBit(value: number): number {
  view.setFloat64(0, value);
  const high = view.getUint32(0);
  const low = view.getUint32(4);
  const biased = (high >>> 20) & 0x7ff;
  const top = (high & 0xfffff) | (biased === 0 ? 0 : 0x100000);
  const trailing = low !== 0 ? 31 - Math.clz32(low & -low) : 63 - Math.clz32(top & -top);
  return (biased === 0 ? 1 : biased) - 1075 + trailing;
}

/** value × 2^shift, which the caller knows to be an integer. */
function scaled(value: number, shift: number): bigint {
  if (value === 0) return 0n;
  const own = lowestBit(value);
  // Two factors, because 2^-own alone may overflow; both products are exact.
  const half = Math.trunc(-own / 2);
  const odd = value * 2 ** half * 2 ** (-own - half);
  return BigInt(odd) << BigInt(own + shift);
}

/** The first `count` doubles from `offset` on as integers, all times the same power of two. */
export function toIntegers(q: ArrayLike<number>, offset: number, count: number): bigint[] {
  let lowest = 1024;
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const value = q[offset + i];
    if (value === 0) continue;
    lowest = Math.min(lowest, lowestBit(value));
    largest = Math.max(largest, Math.abs(value));
  }
  const integers: bigint[] = [];
  // A plain product is exact while the factor and the results are far from overflow.
  const plain = lowest > -1000 && lowest < 1000 && largest < 2 ** (1000 + Math.min(0, lowest));
  const factor = plain ? 2 ** -lowest : 0;
  for (let i = 0; i < count; i++) {
    const value = q[offset + i];
    integers.push(plain ? BigInt(value * factor) : scaled(value, -lowest));
  }
  return integers;
}
