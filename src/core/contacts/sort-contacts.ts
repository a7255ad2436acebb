// Order of contacts: by a, then b, so that results are the same on every machine and for every way of splitting the work.
import type { Contacts } from './contacts.ts';

const DIGIT = 11;
const BUCKETS = 1 << DIGIT;

/** Sorts the rows from `start` on: a stable radix sort of row numbers by b, then by a, then one move of every column. */
export function sortContacts(contacts: Contacts, start: number): void {
  const count = contacts.count - start;
  if (count < 2) return;
  let order: Uint32Array = Uint32Array.from({ length: count }, (_, i) => start + i);
  let other: Uint32Array = new Uint32Array(count);
  for (const key of [contacts.b, contacts.a]) {
    let bits = 0;
    for (let i = start; i < contacts.count; i++) bits |= key[i];
    for (let shift = 0; shift < 32 && bits >>> shift !== 0; shift += DIGIT) {
      passByDigit(key, shift, order, other);
      [order, other] = [other, order];
    }
  }
  const { kind, a, b, time, startsTouching, normal, weights } = contacts;
  for (const column of [kind, a, b, time, startsTouching]) permute(column, order, start, 1);
  for (const column of [normal, weights]) permute(column, order, start, 3);
}

function passByDigit(key: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): void {
  const next = new Uint32Array(BUCKETS + 1);
  for (let i = 0; i < from.length; i++) next[((key[from[i]] >>> shift) & (BUCKETS - 1)) + 1]++;
  for (let d = 0; d < BUCKETS; d++) next[d + 1] += next[d];
  for (let i = 0; i < from.length; i++) to[next[(key[from[i]] >>> shift) & (BUCKETS - 1)]++] = from[i];
}

/** Row start + i becomes what row order[i] was. */
function permute<T extends Uint8Array | Uint32Array | Float64Array>(
  column: T,
  order: Uint32Array,
  start: number,
  width: number,
): void {
  const moved = column.slice(width * start, width * (start + order.length));
  for (let i = 0; i < order.length; i++) {
    const from = width * (order[i] - start);
    const to = width * (start + i);
    for (let k = 0; k < width; k++) column[to + k] = moved[from + k];
  }
}
