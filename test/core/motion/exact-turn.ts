// Rigid motions in fixed point: sines by Taylor's series after exact reduction, rotations of quaternions that are not quite unit. Numbers
// are integers in units of 2^-BITS; nothing here is wrong by more than 2^-200.
import { takeApart } from '../../oracle/doubles.ts';

export const BITS = 256n;
const ONE = 1n << BITS;

export function fixed(x: number): bigint {
  const { mantissa, exponent } = takeApart(x);
  const shift = BigInt(exponent) + BITS;
  return shift >= 0n ? mantissa << shift : mantissa >> -shift;
}

/** What a double is off by, as a double. */
export function offBy(x: number, truth: bigint): number {
  const difference = fixed(x) - truth;
  return Number(difference < 0n ? -difference : difference) * 2 ** -Number(BITS);
}

export const times = (x: bigint, y: bigint): bigint => (x * y) >> BITS;

function inverseTangent(of: bigint): bigint {
  let power = ONE / of;
  let sum = power;
  for (let n = 3n; power !== 0n; n += 2n) {
    power = -power / (of * of);
    sum += power / n;
  }
  return sum;
}

/** Machin's formula. */
export const PI: bigint = 4n * (4n * inverseTangent(5n) - inverseTangent(239n));

/** Of an angle that is not negative. */
export function sineAndCosine(angle: bigint): [sine: bigint, cosine: bigint] {
  const quarters = (2n * angle) / PI;
  const r = angle - (quarters * PI) / 2n;
  let [sine, cosine, term] = [0n, 0n, ONE];
  for (let n = 0n; term !== 0n; n++) {
    const signed = n & 2n ? -term : term;
    if (n & 1n) sine += signed;
    else cosine += signed;
    term = times(term, r) / (n + 1n);
  }
  const turn = Number(quarters & 3n);
  return (
    [
      [sine, cosine],
      [cosine, -sine],
      [-sine, -cosine],
      [-cosine, sine],
    ] as [bigint, bigint][]
  )[turn];
}

export function squareRoot(x: bigint): bigint {
  if (x === 0n) return 0n;
  const scaled = x << BITS;
  let root = 1n << BigInt((scaled.toString(2).length + 1) >> 1);
  for (let next = (root + scaled / root) >> 1n; next < root; next = (root + scaled / root) >> 1n) root = next;
  return root;
}

/** Where a point of the body is after s: exp(s·[ω]×)·R(q)·x + p + s·v. */
export function exactPoint(
  { position, rotation }: { position: readonly number[]; rotation: readonly number[] },
  velocity: readonly number[],
  omega: readonly number[],
  s: bigint,
  point: readonly number[],
): bigint[] {
  const q = rotation.map(fixed);
  const x = point.map(fixed);
  const lengthSq = q.reduce((sum, c) => sum + times(c, c), 0n);
  // (w² − |u|²)·x + 2(u·x)·u + 2w·(u × x), all by |q|².
  const along = 2n * dot(q, x);
  const rest = 2n * times(q[3], q[3]) - lengthSq;
  const turned = cross(q, x).map(
    (c, k) => ((times(rest, x[k]) + times(along, q[k]) + 2n * times(q[3], c)) << BITS) / lengthSq,
  );
  const w = omega.map(fixed);
  const rate = squareRoot(dot(w, w));
  const axis = w.map((c) => (rate === 0n ? 0n : (c << BITS) / rate));
  const [sine, cosine] = sineAndCosine(times(rate, s));
  const once = cross(axis, turned);
  const twice = cross(axis, once);
  return turned.map(
    (c, k) =>
      c + times(sine, once[k]) + times(ONE - cosine, twice[k]) + fixed(position[k]) + times(s, fixed(velocity[k])),
  );
}

const dot = (a: readonly bigint[], b: readonly bigint[]): bigint =>
  times(a[0], b[0]) + times(a[1], b[1]) + times(a[2], b[2]);

const cross = (a: readonly bigint[], b: readonly bigint[]): bigint[] =>
  [0, 1, 2].map((k) => times(a[(k + 1) % 3], b[(k + 2) % 3]) - times(a[(k + 2) % 3], b[(k + 1) % 3]));
