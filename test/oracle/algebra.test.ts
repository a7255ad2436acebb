// The oracle's arithmetic: doubles, rationals, polynomials, Sturm chains, roots.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/math/random.ts';
import { bitLength, neighbour, takeApart, toIntegers } from './doubles.ts';
import { add, divide, multiply, type Polynomial, polynomial, signAtRational } from './polynomial.ts';
import { between, compare, one, type Rational, rationalOf, roundDown, roundUp, zero } from './rational.ts';
import { refine, rootsWithin, signAt } from './roots.ts';
import { squareFree } from './sturm.ts';

const product = (...factors: Polynomial[]): Polynomial => factors.reduce(multiply);
const ratio = (num: number, den: number): Rational => ({ num: BigInt(num), den: BigInt(den) });

describe('doubles', () => {
  it.each([
    [1, 1n, 0],
    [-12, -3n, 2],
    [0.1, 3602879701896397n, -55],
    [Number.MIN_VALUE, 1n, -1074],
    [Number.MAX_VALUE, 9007199254740991n, 971],
    [-(2 ** -1022), -1n, -1022],
    [-0, 0n, 0],
  ])('takes %d apart', (x, mantissa, exponent) => {
    expect(takeApart(x)).toEqual({ mantissa, exponent });
  });

  it('finds common integers', () => {
    expect(toIntegers([9, 0.5, -3, 0, 0.25], 1, 4)).toEqual([2n, -12n, 0n, 1n]);
    expect(toIntegers([0, 0], 0, 2)).toEqual([0n, 0n]);
  });

  it('steps to neighbours', () => {
    expect(neighbour(1, 1)).toBe(1 + Number.EPSILON);
    expect(neighbour(1, -1)).toBe(1 - Number.EPSILON / 2);
    expect(neighbour(-1, 1)).toBe(-1 + Number.EPSILON / 2);
    expect(neighbour(0, -1)).toBe(-Number.MIN_VALUE);
    expect(neighbour(Number.MIN_VALUE, -1)).toBe(0);
  });

  it('counts bits', () => {
    for (const bits of [1, 3, 4, 5, 31, 32, 33, 64, 1000]) {
      expect(bitLength(1n << BigInt(bits - 1))).toBe(bits);
      expect(bitLength(1n - (1n << BigInt(bits)))).toBe(bits);
    }
    expect(bitLength(0n)).toBe(0);
  });
});

describe('rationals', () => {
  it('rounds outwards, and not at all where exact', () => {
    expect([roundDown(ratio(3, 8)), roundUp(ratio(3, 8))]).toEqual([0.375, 0.375]);
    for (const [num, den] of [
      [1, 3],
      [2, 3],
      [1, 10],
      [999, 1000],
    ]) {
      const r = ratio(num, den);
      expect(compare(rationalOf(roundDown(r)), r)).toBe(-1);
      expect(compare(rationalOf(roundUp(r)), r)).toBe(1);
      expect(neighbour(roundDown(r), 1)).toBe(roundUp(r));
    }
    const tiny = { num: 1n, den: 1n << 2000n };
    expect([roundDown(tiny), roundUp(tiny)]).toEqual([0, Number.MIN_VALUE]);
    const small = { num: 3n, den: 1n << 1075n };
    expect([roundDown(small), roundUp(small)]).toEqual([Number.MIN_VALUE, 2 * Number.MIN_VALUE]);
  });

  it('splits strictly between', () => {
    const ends: [Rational, Rational][] = [
      [zero, one],
      [zero, { num: 1n, den: 1n << 900n }],
      [{ num: 3n, den: 1n << 900n }, one],
      [ratio(1, 4), one],
      [ratio(1, 2), one],
      [ratio(15, 16), one],
    ];
    for (const [low, high] of ends) {
      const middle = between(low, high);
      expect([compare(low, middle), compare(middle, high)]).toEqual([-1, -1]);
    }
  });
});

describe('polynomials', () => {
  it('divides with a positive multiplier', () => {
    const random = seededRandom(1);
    const draw = (length: number): Polynomial => {
      const p = polynomial(Array.from({ length }, () => BigInt(random.below(41) - 20)));
      return p.length === 0 ? [1n] : p;
    };
    for (let i = 0; i < 300; i++) {
      const [a, b] = [draw(1 + random.below(7)), draw(1 + random.below(4))];
      const { quotient, remainder } = divide(a, b);
      const lead = b[b.length - 1];
      const scale = (lead < 0n ? -lead : lead) ** BigInt(Math.max(0, a.length - b.length + 1));
      expect(add(multiply(quotient, b), remainder)).toEqual(multiply([scale], a));
      expect(remainder.length).toBeLessThan(Math.max(b.length, a.length < b.length ? a.length + 1 : 0));
    }
  });

  it('drops repeated factors', () => {
    const p = squareFree(product([-1n, 3n], [-1n, 3n], [-1n, 3n], [-1n, 0n, 2n], [-1n, 0n, 2n], [1n, 0n, 1n]));
    expect(p.length - 1).toBe(5);
    expect(signAtRational(p, ratio(1, 3))).toBe(0);
  });
});

describe('roots', () => {
  it('finds each root in (0, 1) once, ascending', () => {
    // 0, 1/4 twice, 1/3, 1/2, 1/√2, 1, 2, and a pair of complex ones.
    const p = product(
      [0n, 1n],
      [-1n, 4n],
      [-1n, 4n],
      [-1n, 3n],
      [-1n, 2n],
      [-1n, 0n, 2n],
      [-1n, 1n],
      [-2n, 1n],
      [1n, 1n, 1n],
    );
    const found = rootsWithin(p).map((root) => refine(root, 60));
    const expected = [0.25, 1 / 3, 0.5, Math.SQRT1_2];
    expect(found.length).toBe(4);
    found.forEach(({ low, high }, i) => {
      expect(Math.abs(roundDown(low) - expected[i])).toBeLessThan(2e-16);
      expect(Math.abs(roundUp(high) - expected[i])).toBeLessThan(2e-16);
    });
    expect(rootsWithin([5n])).toEqual([]);
    expect(rootsWithin([1n, 0n, 1n])).toEqual([]);
    expect(rootsWithin([0n, -1n, 1n])).toEqual([]);
  });

  it('separates roots that lie very close together and very near zero', () => {
    const far = 10n ** 40n;
    expect(rootsWithin(product([-far, 2n * far + 1n], [-far, 2n * far - 1n], [-1n, 2n])).length).toBe(3);
    expect(rootsWithin(product([-1n, 1n << 2000n], [-3n, 1n << 2000n])).length).toBe(2);
  });

  it('knows the exact sign of another polynomial at an irrational root', () => {
    const [root] = rootsWithin([-1n, 0n, 2n]);
    expect(signAt([-1n, 0n, 2n], root)).toBe(0);
    expect(signAt(product([-1n, 0n, 2n], [7n, -3n, 1n]), root)).toBe(0);
    expect(signAt(product([-1n, 0n, 2n], [-1n, 0n, 2n]), root)).toBe(0);
    expect(signAt([-70710678118654752440n, 10n ** 20n], root)).toBe(1);
    expect(signAt([-70710678118654752441n, 10n ** 20n], root)).toBe(-1);
    expect(signAt(multiply([-70710678118654752441n, 10n ** 20n], [1n, 0n, 0n, 0n, 1n]), root)).toBe(-1);
    expect(signAt([3n], root)).toBe(1);
    expect(signAt([-3n], root)).toBe(-1);
    expect(signAt([], root)).toBe(0);
  });

  it('agrees with direct evaluation at rational roots that it does not know to be rational', () => {
    const random = seededRandom(2);
    for (let i = 0; i < 500; i++) {
      const den = 3 + 2 * random.below(20);
      const num = 1 + random.below(den - 1);
      const other = [BigInt(random.below(9) - 4), BigInt(random.below(9) - 4), BigInt(1 + random.below(4))];
      const at = rootsWithin(multiply([BigInt(-num), BigInt(den)], other)).find(
        (root) => signAt([BigInt(-num), BigInt(den)], root) === 0,
      );
      const g = polynomial(Array.from({ length: 1 + random.below(6) }, () => BigInt(random.below(7) - 3)));
      expect(at).toBeDefined();
      if (at) expect(signAt(g, at)).toBe(signAtRational(g, ratio(num, den)));
    }
  });
});
