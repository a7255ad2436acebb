// The order of the rows of several results put together, each of which is sorted by kind, a, b.
// Rows of one kind and one a are of one result, so a stable sort by kind and a is enough.
import { distribute } from '../math/distribute.ts';

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
    distribute(order, keys, shift, other, new Uint32Array(1 << DIGIT));
    [order, other] = [other, order];
  };
  for (let shift = 0; shift < 32 && most >>> shift > 0; shift += DIGIT) sortBy(a, shift);
  sortBy(kind, 0);
  return order;
}
