// Vectors of f64: the operations on long vectors that conjugate gradients and Cholesky's method
// need, with the names of BLAS, and the addresses and sums that all kernels of cloth use.

/** a · b. The order of the sum is fixed, so that a solve gives the same bits every time. */
export function dot(a: usize, b: usize, size: i32): f64 {
  let even = f64x2.splat(0);
  let odd = f64x2.splat(0);
  const end = a + ((<usize>size >> 2) << 5);
  for (; a < end; a += 32, b += 32) {
    even = f64x2.add(even, f64x2.mul(v128.load(a), v128.load(b)));
    odd = f64x2.add(odd, f64x2.mul(v128.load(a, 16), v128.load(b, 16)));
  }
  const both = f64x2.add(even, odd);
  let sum = f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
  for (let rest = size & 3; rest > 0; rest--, a += 8, b += 8) sum += load<f64>(a) * load<f64>(b);
  return sum;
}

/** y += s x. */
export function axpy(y: usize, s: f64, x: usize, size: i32): void {
  const factor = f64x2.splat(s);
  for (const end = y + ((<usize>size >> 1) << 4); y < end; y += 16, x += 16)
    v128.store(y, f64x2.add(v128.load(y), f64x2.mul(factor, v128.load(x))));
  if (size & 1) store<f64>(y, load<f64>(y) + s * load<f64>(x));
}

/** y = x + s y. */
export function xpay(y: usize, s: f64, x: usize, size: i32): void {
  const factor = f64x2.splat(s);
  for (const end = y + ((<usize>size >> 1) << 4); y < end; y += 16, x += 16)
    v128.store(y, f64x2.add(v128.load(x), f64x2.mul(factor, v128.load(y))));
  if (size & 1) store<f64>(y, load<f64>(x) + s * load<f64>(y));
}

/** Addresses and sums in lists of numbers. */
export class Vectors {
  /** Entry i of a list of u32. */
  @inline static index(list: usize, i: usize): usize {
    return load<u32>(list + (i << 2));
  }

  /** The address of vector i in a list of vectors of three f64. */
  @inline static at(vectors: usize, i: usize): usize {
    return vectors + i * 24;
  }

  /** The sum of both lanes. */
  @inline static sum(pair: v128): f64 {
    return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
  }

  /** Adds to one f64. */
  @inline static add(to: usize, value: f64): void {
    store<f64>(to, load<f64>(to) + value);
  }
}
