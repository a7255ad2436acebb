// Sorts hits into the order of the result: by a, then b. A radix sort of whole records, eleven bits
// at a time from the lowest. The scratch block counts the records of each digit, and then holds
// where the next record of that digit goes.
import { HIT } from './hit';

/** Bits sorted by at a time: the counts stay in the nearest cache. */
const DIGIT: u32 = 11;
/** Values of a digit: 2^DIGIT. */
const BUCKETS: usize = 2048;

/** The passes of the sort. */
export class Sort {
  /** The id to sort by: `map` translates it, if there is one. */
  @inline static key(hit: usize, offset: usize, map: usize): u32 {
    const id = load<u32>(hit + offset);
    return map ? load<u32>(map + ((<usize>id) << 2)) : id;
  }

  /** Copies the records to `to`, in the order of one digit. */
  @inline static pass(next: usize, from: usize, count: i32, to: usize, offset: usize, map: usize, shift: u32): void {
    memory.fill(next, 0, 4 * BUCKETS);
    const end = from + <usize>count * HIT;
    for (let hit = from; hit < end; hit += HIT) {
      const at = next + ((<usize>((Sort.key(hit, offset, map) >> shift) & 2047)) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
    let sum: u32 = 0;
    for (let at = next; at < next + 4 * BUCKETS; at += 4) {
      const here = load<u32>(at);
      store<u32>(at, sum);
      sum += here;
    }
    for (let hit = from; hit < end; hit += HIT) {
      const at = next + ((<usize>((Sort.key(hit, offset, map) >> shift) & 2047)) << 2);
      const place = load<u32>(at);
      store<u32>(at, place + 1);
      v128.store(to + <usize>place * HIT, v128.load(hit));
    }
  }
}

/**
 * Sorts hits by a, then by b, or by what the table at `map` has for b, unless that is 0. Returns
 * where they are then: at `hits` or at `other`, which has as much room.
 */
export function sortHits(scratch: usize, hits: usize, count: i32, other: usize, map: usize): usize {
  for (let offset: isize = 4; offset >= 0; offset -= 4) {
    const table: usize = offset ? map : 0;
    let bits: u32 = 0;
    for (let i = 0; i < count; i++) bits |= Sort.key(hits + <usize>i * HIT, offset, table);
    for (let shift: u32 = 0; shift < 32 && bits >> shift != 0; shift += DIGIT) {
      Sort.pass(scratch, hits, count, other, offset, table, shift);
      const swap = hits;
      hits = other;
      other = swap;
    }
  }
  return hits;
}

/** Of sorted hits, keeps the first of each pair, in place; returns how many remain. */
export function uniqueHits(hits: usize, count: i32): i32 {
  let to = hits;
  for (let from = hits, end = hits + <usize>count * HIT; from < end; from += HIT) {
    if (to != hits && load<u64>(from) == load<u64>(to - HIT)) continue;
    v128.store(to, v128.load(from));
    to += HIT;
  }
  return <i32>((to - hits) / HIT);
}
