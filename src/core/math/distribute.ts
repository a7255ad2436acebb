// One pass of a radix sort: ids in the order of one digit of their keys.

/**
 * Copies ids in the order of one digit of their keys; equal ones keep their order. `starts` has a
 * zero for every value of the digit, a power of two of them, and gets where each value starts.
 */
export function distribute(
  from: Uint32Array,
  keys: Uint8Array | Uint32Array,
  shift: number,
  to: Uint32Array,
  starts: Uint32Array,
): void {
  const mask = starts.length - 1;
  for (let i = 0; i < from.length; i++) starts[(keys[from[i]] >>> shift) & mask]++;
  // The sums are ends. Filling backwards turns them into starts.
  for (let k = 1; k <= mask; k++) starts[k] += starts[k - 1];
  for (let i = from.length - 1; i >= 0; i--) to[--starts[(keys[from[i]] >>> shift) & mask]] = from[i];
}
