// The order of the rows of several results put together, each of which is sorted by kind, a, b.
// Rows of one kind and one a are of one result, so a stable sort by kind and a is enough.

/** Bits sorted by at a time: the counts stay in the nearest cache. */
const DIGIT = 11;

/** The numbers of the rows by kind, then a; rows that are equal in both keep their order. */
export function rowOrder(kind: Uint8Array, a: Uint32Array, count: number): Uint32Array {
  let order: Uint32Array = new Uint32Array(count);
  let most = 0;
  for (let i = 0; i < count; i++) {
    order[i] = i;
    if (a[i] > most) most = a[i];
  }
  let other: Uint32Array = new Uint32Array(count);
  const sortBy = (keys: Uint8Array | Uint32Array, shift: number): void => {
    distribute(order, keys, shift, other);
    [order, other] = [other, order];
  };
  for (let shift = 0; shift < 32 && most >>> shift > 0; shift += DIGIT) sortBy(a, shift);
  sortBy(kind, 0);
  return order;
}

function distribute(from: Uint32Array, keys: Uint8Array | Uint32Array, shift: number, to: Uint32Array): void {
  const mask = (1 << DIGIT) - 1;
  const ends = new Uint32Array(1 << DIGIT);
  for (let i = 0; i < from.length; i++) ends[(keys[from[i]] >>> shift) & mask]++;
  for (let k = 1; k <= mask; k++) ends[k] += ends[k - 1];
  for (let i = from.length - 1; i >= 0; i--) to[--ends[(keys[from[i]] >>> shift) & mask]] = from[i];
}
