// Seeded random numbers for scenes, tests and benches: the same on every machine.

/** A source of random numbers. */
export interface Random {
  /** Uniform in [0, 1), 53 bits. */
  next(): number;
  /** Uniform in [low, high). */
  between(low: number, high: number): number;
  /** Uniform integer in [0, count). */
  below(count: number): number;
  /** Uniform 32-bit unsigned integer. */
  bits(): number;
}

/** The numbers that belong to a seed, an integer below 2^53. */
export function seededRandom(seed: number): Random {
  // sfc32: small, fast, passes PractRand; 12 rounds mix the seed in.
  let a = seed >>> 0;
  let b = Math.floor(seed / 4294967296) >>> 0;
  let c = 0x9e3779b9;
  let counter = 1;
  const bits = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) bits();
  const next = (): number => ((bits() >>> 5) * 67108864 + (bits() >>> 6)) / 9007199254740992;
  return {
    bits,
    next,
    between: (low, high) => low + (high - low) * next(),
    below: (count) => Math.floor(next() * count),
  };
}
