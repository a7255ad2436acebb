// Order of contacts: by kind, then a, then b, so that results are the same on every machine and for every way of splitting the work.
import type { Contacts } from './contacts.ts';

const DIGIT = 11;
const BUCKETS = 1 << DIGIT;

/** Sorts all rows: a stable radix sort of row numbers by b, then a, then kind, and one move of every column. */
export function sortContacts(contacts: Contacts): void {
  const { count, kind, a, b, time, startsTouching, normal, weights } = contacts;
  if (count < 2) return;
  let order: Uint32Array = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  let other: Uint32Array = new Uint32Array(count);
  for (const key of [b, a, kind]) {
    let bits = 0;
    for (let i = 0; i < count; i++) bits |= key[i];
    for (let shift = 0; shift < 32 && bits >>> shift !== 0; shift += DIGIT) {
      passByDigit(key, shift, order, other);
      [order, other] = [other, order];
    }
  }
  for (const column of [kind, a, b, time, startsTouching]) permute(column, order, 1);
  for (const column of [normal, weights]) permute(column, order, 3);
}

function passByDigit(key: Uint32Array | Uint8Array, shift: number, from: Uint32Array, to: Uint32Array): void {
  const next = new Uint32Array(BUCKETS + 1);
  for (let i = 0; i < from.length; i++) next[((key[from[i]] >>> shift) & (BUCKETS - 1)) + 1]++;
  for (let d = 0; d < BUCKETS; d++) next[d + 1] += next[d];
  for (let i = 0; i < from.length; i++) to[next[(key[from[i]] >>> shift) & (BUCKETS - 1)]++] = from[i];
}

/** Row i becomes what row order[i] was. */
function permute<T extends Uint8Array | Uint32Array | Float64Array>(
  column: T,
  order: Uint32Array,
  width: number,
): void {
  const moved = column.slice(0, width * order.length);
  for (let i = 0; i < order.length; i++) {
    for (let k = 0; k < width; k++) column[width * i + k] = moved[width * order[i] + k];
  }
}
