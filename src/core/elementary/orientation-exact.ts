// Orientation signs in BigInt, for coordinates so large or small that the adaptive predicates would
// over- or underflow.
import { toIntegers } from './exact/integers.ts';
import { signOf } from './exact/polynomial.ts';

/** `orient2dSign` of any finite doubles. */
export function orient2dExact(q: Float64Array, a: number, b: number, c: number, u: number, v: number): number {
  const [au, av, bu, bv, cu, cv] = toIntegers([q[a + u], q[a + v], q[b + u], q[b + v], q[c + u], q[c + v]], 0, 6);
  return signOf((au - cu) * (bv - cv) - (av - cv) * (bu - cu));
}

/** `orient3dSign` of any finite doubles. */
export function orient3dExact(q: Float64Array, a: number, b: number, c: number, d: number): number {
  const x = toIntegers(
    [a, b, c, d].flatMap((p) => [q[p], q[p + 1], q[p + 2]]),
    0,
    12,
  );
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = x.map((value, i) => value - x[9 + (i % 3)]);
  return signOf(az * (bx * cy - cx * by) + bz * (cx * ay - ax * cy) + cz * (ax * by - bx * ay));
}
