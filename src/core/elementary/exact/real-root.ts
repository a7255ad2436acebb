// A root of an integer polynomial in [0, 1], held as a dyadic interval that contains no other root, and narrowed on demand.
// Signs of other polynomials at the root are exact: by interval where they differ from zero, by a common divisor where not.
import { commonDivisor, type Polynomial, signOf, squareFree, valueAt } from './polynomial.ts';

/** Narrowings of an interval before a sign that does not show is suspected to be zero. */
const PATIENCE = 4;
/** Bits gained by one narrowing at most: numbers grow with every bit. */
const MOST_CUTS = 64n;

export class RealRoot {
  /** Square-free; of opposite sign at both ends unless the root is exact (low === high). */
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

  constructor(p: Polynomial, low: bigint, high: bigint, k: bigint) {
    this.p = p;
    this.low = low;
    this.high = high;
    this.k = k;
    this.lowValue = valueAt(p, low, k);
    this.highValue = valueAt(p, high, k);
  }

  /** Quadratic interval refinement: the chord names one of 2^cuts parts; if the root is there, twice as many next time. */
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
      this.cuts = cuts < MOST_CUTS ? cuts * 2n : cuts;
      return;
    }
    // The chord was wrong: keep the part that holds the root and try a coarser cut.
    const before = fromValue < 0n !== rising;
    this.high = before ? from : this.high << cuts;
    this.highValue = before ? fromValue : this.highValue << scale;
    this.low = before ? low : to;
    this.lowValue = before ? this.lowValue << scale : toValue;
    this.cuts = cuts > 1n ? cuts / 2n : 1n;
  }

  /** 1 or −1 where q keeps that sign on the whole interval, 0 where that does not show. */
  private signOnInterval(q: Polynomial): number {
    const { low, high, k } = this;
    const sign = signOf(valueAt(q, low, k));
    if (sign === 0 || low === high) return sign;
    if (sign !== signOf(valueAt(q, high, k))) return 0;
    // A quadratic with equal signs at both ends keeps it if its middle Bernstein coefficient has it too.
    if (
      q.length === 3 &&
      sign !== signOf((q[0] << (k + k + 1n)) + ((q[1] * (low + high)) << k) + ((q[2] * low * high) << 1n))
    ) {
      return 0;
    }
    return sign;
  }

  /** The exact sign at the root of a polynomial of degree two at most. */
  sign(q: Polynomial): number {
    if (q.length < 2) return q.length === 0 ? 0 : signOf(q[0]);
    for (let suspected = false; ; ) {
      const sign = this.signOnInterval(q);
      if (sign !== 0 || this.low === this.high) return sign;
      if (!suspected && this.narrowings >= PATIENCE) {
        if (this.isRootOf(q)) return 0;
        suspected = true;
      }
      this.narrow();
    }
  }

  /** A divisor of a square-free polynomial has simple roots, so one inside the interval shows as a change of sign. */
  private isRootOf(q: Polynomial): boolean {
    const common = commonDivisor(this.p, q);
    return (
      common.length > 1 && signOf(valueAt(common, this.low, this.k)) !== signOf(valueAt(common, this.high, this.k))
    );
  }

  /** The largest double not above the root, or one below it. */
  lowerBound(): number {
    if (this.low === 0n && this.high === 0n) return 0;
    while (this.low !== this.high && (this.high - this.low) << 54n > this.low) this.narrow();
    return floorToDouble(this.low, this.k);
  }
}

/** The largest double that is not above n / 2^k, for n > 0. */
function floorToDouble(n: bigint, k: bigint): number {
  const excess = BigInt(Math.max(0, n.toString(16).length * 4 - 53));
  // Below 2^-1074 the bits that a subnormal cannot hold go too.
  const drop = k - excess > 1074n ? k - 1074n : excess;
  let value = Number(n >> drop);
  // n >> drop may still have up to 56 bits: round down what Number rounded up.
  if (BigInt(value) > n >> drop) value -= ulpBelow(value);
  const exponent = Number(drop - k);
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}

function ulpBelow(value: number): number {
  return 2 ** (Math.floor(Math.log2(value)) - 52);
}

/** All roots of a non-zero polynomial of degree three at most in [0, 1], in order. */
export function rootsInUnit(polynomial: Polynomial): RealRoot[] {
  const p = squareFree(polynomial);
  const roots: RealRoot[] = [];
  if (p.length < 2) return roots;
  if (p[0] === 0n) roots.push(new RealRoot(p, 0n, 0n, 0n));
  isolate(p, toBernstein(p), 0n, 0n, roots);
  if (valueAt(p, 1n, 0n) === 0n) roots.push(new RealRoot(p, 1n, 1n, 0n));
  return roots;
}

/** Six times the Bernstein coefficients on [0, 1]. */
function toBernstein(p: Polynomial): bigint[] {
  const [a, b = 0n, c = 0n, d = 0n] = p;
  if (p.length === 2) return [6n * a, 6n * (a + b)];
  if (p.length === 3) return [6n * a, 6n * a + 3n * b, 6n * (a + b + c)];
  return [6n * a, 6n * a + 2n * b, 6n * a + 4n * b + 2n * c, 6n * (a + b + c + d)];
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

/** Roots in the open interval (n, n + 1) / 2^k by Descartes' rule. Ends because p is square-free. */
function isolate(p: Polynomial, bernstein: bigint[], n: bigint, k: bigint, roots: RealRoot[]): void {
  const changes = signChanges(bernstein);
  if (changes === 0) return;
  if (changes === 1 && bernstein[0] !== 0n && bernstein[bernstein.length - 1] !== 0n) {
    roots.push(new RealRoot(p, n, n + 1n, k));
    return;
  }
  const left: bigint[] = [];
  const right: bigint[] = [];
  let row = bernstein;
  let scale = BigInt(bernstein.length - 1);
  while (row.length > 0) {
    left.push(row[0] << scale);
    right.unshift(row[row.length - 1] << scale);
    row = row.slice(1).map((b, i) => row[i] + b);
    scale--;
  }
  isolate(p, left, n << 1n, k + 1n, roots);
  const middle = (n << 1n) + 1n;
  if (left[left.length - 1] === 0n) roots.push(new RealRoot(p, middle, middle, k + 1n));
  isolate(p, right, middle, k + 1n, roots);
}
