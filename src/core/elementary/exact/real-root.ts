// A root of an integer polynomial in [0, 1], represented by a dyadic interval that contains no
// other root and is narrowed on demand. Signs of other polynomials at the root are exact: the
// interval shows a sign that is not zero, a common divisor proves one that is.
import { commonDivisor, type Polynomial, signOf, squareFree, valueAt } from './polynomial.ts';

/**
 * Narrowings of the interval before a sign that is still unknown is suspected to be zero, and a
 * common divisor is computed.
 */
const NARROWINGS_BEFORE_DIVISOR = 4;
/** The most bits that one narrowing gains: the integers grow with every bit. */
const MAX_CUTS = 64n;

/** One root of a polynomial. Comparisons with it are exact. */
export class RealRoot {
  /**
   * The polynomial. It has opposite signs at both ends of the interval and one simple root between
   * them, unless the root is exact (low === high).
   */
  private readonly p: Polynomial;
  private low: bigint;
  private high: bigint;
  /** The ends are low / 2^k and high / 2^k. */
  private k: bigint;
  private lowValue: bigint;
  private highValue: bigint;
  /** The next narrowing tries to cut the interval into 2^cuts parts. */
  private cuts = 4n;
  private narrowings = 0;

  /** The root of p between low / 2^k and high / 2^k. */
  constructor(p: Polynomial, low: bigint, high: bigint, k: bigint) {
    this.p = p;
    this.low = low;
    this.high = high;
    this.k = k;
    this.lowValue = valueAt(p, low, k);
    this.highValue = valueAt(p, high, k);
  }

  /**
   * Quadratic interval refinement: the chord selects one of 2^cuts parts. If the root is in it,
   * `cuts` doubles for the next narrowing.
   */
  private narrow(): void {
    const { p, cuts } = this;
    this.narrowings++;
    const k = this.k + cuts;
    const scale = BigInt(p.length - 1) * cuts;
    const width = this.high - this.low;
    const low = this.low << cuts;
    const cell = (this.lowValue << cuts) / (this.lowValue - this.highValue);
    const from = low + cell * width;
    const to = from + width;
    const fromValue = cell === 0n ? this.lowValue << scale : valueAt(p, from, k);
    const toValue = cell + 1n === 1n << cuts ? this.highValue << scale : valueAt(p, to, k);
    this.k = k;
    if (fromValue === 0n || toValue === 0n) {
      this.low = fromValue === 0n ? from : to;
      this.high = this.low;
      return;
    }
    const rising = this.lowValue < 0n;
    if (fromValue < 0n === rising && toValue < 0n !== rising) {
      this.low = from;
      this.high = to;
      this.lowValue = fromValue;
      this.highValue = toValue;
      this.cuts = cuts < MAX_CUTS ? cuts * 2n : cuts;
      return;
    }
    // The chord selected a wrong part: keep the side that holds the root and try a coarser cut.
    const before = fromValue < 0n !== rising;
    this.high = before ? from : this.high << cuts;
    this.highValue = before ? fromValue : this.highValue << scale;
    this.low = before ? low : to;
    this.lowValue = before ? this.lowValue << scale : toValue;
    this.cuts = cuts > 1n ? cuts / 2n : 1n;
  }

  /** 1 or −1 if q provably keeps that sign on the whole interval, else 0. */
  private signOnInterval(q: Polynomial): number {
    const { low, high, k } = this;
    const sign = signOf(valueAt(q, low, k));
    if (sign === 0 || low === high) return sign;
    if (sign !== signOf(valueAt(q, high, k))) return 0;
    // A polynomial with the same sign at both ends keeps it on the interval if its other Bernstein
    // coefficients have that sign, too.
    return q.length < 3 || toBernstein(restricted(q, low, high, k)).every((b) => signOf(b) === sign) ? sign : 0;
  }

  /** The exact sign of a polynomial at the root. */
  sign(q: Polynomial): number {
    if (q.length < 2) return q.length === 0 ? 0 : signOf(q[0]);
    for (let suspected = false; ; ) {
      const sign = this.signOnInterval(q);
      if (sign !== 0 || this.low === this.high) return sign;
      if (!suspected && this.narrowings >= NARROWINGS_BEFORE_DIVISOR) {
        if (this.isRootOf(q)) return 0;
        suspected = true;
      }
      this.narrow();
    }
  }

  /**
   * Whether q vanishes at the root. The root is simple and the only one in the interval, so a
   * divisor of p vanishes there if and only if it changes its sign on the interval.
   */
  private isRootOf(q: Polynomial): boolean {
    const common = commonDivisor(this.p, q);
    return (
      common.length > 1 && signOf(valueAt(common, this.low, this.k)) !== signOf(valueAt(common, this.high, this.k))
    );
  }

  /** The time to a few digits, for choices that do not affect the answer. */
  approximate(): number {
    if (this.narrowings < 2 && this.low !== this.high) this.narrow();
    const drop = excessBits(this.low, this.k);
    return toDouble(this.low >> drop, drop - this.k);
  }

  /** The largest double not above the root. */
  lowerBound(): number {
    while (this.low !== this.high && (this.high - this.low) << 54n > this.low) this.narrow();
    const { p, low, high, k } = this;
    const drop = excessBits(low, k);
    let floor = low >> drop;
    // The interval is narrower than the spacing of doubles, so it contains at most one double,
    // which is before the root or past it.
    const next = floor + 1n;
    if (next << drop <= high && signOf(valueAt(p, next, k - drop)) * signOf(this.highValue) <= 0) floor = next;
    return toDouble(floor, drop - k);
  }
}

/** How many of the lowest bits of n / 2^k a double cannot hold. */
function excessBits(n: bigint, k: bigint): bigint {
  const digits = n.toString(16);
  const bits = BigInt(4 * digits.length - Math.clz32(Number.parseInt(digits[0], 16)) + 28);
  const excess = bits - 53n > k - 1074n ? bits - 53n : k - 1074n;
  return excess > 0n ? excess : 0n;
}

/** n × 2^exponent, which is a double. Two factors, because one may be beyond the range. */
function toDouble(n: bigint, exponent: bigint): number {
  const e = Number(exponent);
  const half = Math.trunc(e / 2);
  return Number(n) * 2 ** half * 2 ** (e - half);
}

/** Halvings before roots that are still not isolated are suspected to be multiple. */
const HALVINGS_BEFORE_SQUARE_FREE = 8n;

/** All roots of a non-zero polynomial in [0, 1], in order, each once. */
export function rootsInUnit(p: Polynomial): RealRoot[] {
  return isolateRoots(p, HALVINGS_BEFORE_SQUARE_FREE) ?? (isolateRoots(squareFree(p), null) as RealRoot[]);
}

/**
 * The roots of p in [0, 1]; null if `halvings` do not isolate them. Without a limit, p must be
 * square-free.
 */
function isolateRoots(p: Polynomial, halvings: bigint | null): RealRoot[] | null {
  const roots: RealRoot[] = [];
  if (p.length < 2) return roots;
  if (p[0] === 0n) roots.push(new RealRoot(p, 0n, 0n, 0n));
  if (!isolate(p, halvings, roots)) return null;
  if (valueAt(p, 1n, 0n) === 0n) roots.push(new RealRoot(p, 1n, 1n, 0n));
  return roots;
}

/** p on the interval from low / 2^k to high / 2^k as a polynomial on [0, 1], times 2^(k · degree). */
function restricted(p: Polynomial, low: bigint, high: bigint, k: bigint): Polynomial {
  const degree = p.length - 1;
  const shifted = p.map((c, i) => c << (k * BigInt(degree - i)));
  for (let i = 0; i < degree; i++) for (let j = degree - 1; j >= i; j--) shifted[j] += low * shifted[j + 1];
  const width = high - low;
  let power = 1n;
  for (let i = 1; i <= degree; i++) {
    power *= width;
    shifted[i] *= power;
  }
  return shifted;
}

/**
 * The Bernstein coefficients of p on [0, 1] times n!, where n is the degree: coefficient k is the
 * sum of binomial(k, i) / binomial(n, i) · p_i, and n! / binomial(n, i) = i! (n − i)!.
 */
function toBernstein(p: Polynomial): bigint[] {
  const degree = p.length - 1;
  let factor = 1n;
  for (let i = 2; i <= degree; i++) factor *= BigInt(i);
  const row: bigint[] = [];
  for (let i = 0; i <= degree; i++) {
    row.push(factor * p[i]);
    factor = (factor * BigInt(i + 1)) / BigInt(Math.max(1, degree - i));
  }
  // The sums over binomial(k, i), as in Pascal's triangle.
  for (let pass = 1; pass <= degree; pass++) for (let k = degree; k >= pass; k--) row[k] += row[k - 1];
  return row;
}

function signChanges(bernstein: readonly bigint[]): number {
  let changes = 0;
  let last = 0;
  for (const b of bernstein) {
    const sign = signOf(b);
    if (sign !== 0 && last !== 0 && sign !== last) changes++;
    if (sign !== 0) last = sign;
  }
  return changes;
}

/**
 * An interval that is still to be searched: Bernstein coefficients, times any positive factor, on
 * (n, n + 1) / 2^k.
 */
interface Piece {
  readonly bernstein: readonly bigint[];
  readonly n: bigint;
  readonly k: bigint;
}

/**
 * Appends the roots in (0, 1), in order, by Descartes' rule: one change of sign is one simple root.
 * False if `halvings` are not enough. Remaining intervals wait on a list, the earliest last: with
 * roots 2^-4000 apart, a recursion would overflow the stack.
 */
function isolate(p: Polynomial, halvings: bigint | null, roots: RealRoot[]): boolean {
  const waiting: (Piece | RealRoot)[] = [{ bernstein: toBernstein(p), n: 0n, k: 0n }];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (item instanceof RealRoot) {
      roots.push(item);
      continue;
    }
    const { bernstein, n, k } = item;
    const changes = signChanges(bernstein);
    if (changes === 0) continue;
    if (changes === 1 && bernstein[0] !== 0n && bernstein[bernstein.length - 1] !== 0n) {
      roots.push(new RealRoot(p, n, n + 1n, k));
      continue;
    }
    if (k === halvings) return false;
    const [left, right] = halve(bernstein);
    const middle = 2n * n + 1n;
    waiting.push({ bernstein: right, n: middle, k: k + 1n });
    if (right[0] === 0n) waiting.push(new RealRoot(p, middle, middle, k + 1n));
    waiting.push({ bernstein: left, n: 2n * n, k: k + 1n });
  }
  return true;
}

/** De Casteljau at the middle, without divisions: both halves times 2^degree. */
function halve(bernstein: readonly bigint[]): [bigint[], bigint[]] {
  const row = [...bernstein];
  const left = [...bernstein];
  const right = [...bernstein];
  for (let level = 0, last = row.length - 1; last >= 0; level++, last--) {
    left[level] = row[0] << BigInt(last);
    right[last] = row[last] << BigInt(last);
    for (let i = 0; i < last; i++) row[i] += row[i + 1];
  }
  return [left, right];
}
