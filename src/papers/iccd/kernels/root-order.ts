// Sorts the roots of patch trees by their number of faces, then by their number: digit by digit of
// the number of faces, from the last one on. The order of equal digits stays, and the roots come
// ascending.
import { Ids, PatchBuilder } from './patch-builder';

/** Values of a digit. */
const RADIX: u32 = 256;

export class RootOrder {
  /** Fills `sorted` from `roots`. */
  static sort(builder: PatchBuilder): void {
    const count = builder.rootCount;
    let largest: u32 = 0;
    for (let i: u32 = 0; i < count; i++) largest = max(largest, Ids.get(builder.sizes, Ids.get(builder.roots, i)));
    let from = builder.sorting;
    let to = builder.sorted;
    memory.copy(to, builder.roots, (<usize>count) << 2);
    for (let shift: u32 = 0; shift < 32 && largest >> shift > 0; shift += 8) {
      const last = from;
      from = to;
      to = last;
      RootOrder.sortByDigit(builder, from, to, shift);
    }
    if (to != builder.sorted) memory.copy(builder.sorted, to, (<usize>count) << 2);
  }

  /** Copies the roots in the order of one digit. */
  static sortByDigit(builder: PatchBuilder, from: usize, to: usize, shift: u32): void {
    const counts = builder.counts;
    const count = builder.rootCount;
    memory.fill(counts, 0, RADIX << 2);
    for (let i: u32 = 0; i < count; i++) {
      const digit = RootOrder.digitOf(builder, Ids.get(from, i), shift);
      Ids.put(counts, digit, Ids.get(counts, digit) + 1);
    }
    let sum: u32 = 0;
    for (let digit: u32 = 0; digit < RADIX; digit++) {
      const size = Ids.get(counts, digit);
      Ids.put(counts, digit, sum);
      sum += size;
    }
    for (let i: u32 = 0; i < count; i++) {
      const root = Ids.get(from, i);
      const digit = RootOrder.digitOf(builder, root, shift);
      const at = Ids.get(counts, digit);
      Ids.put(counts, digit, at + 1);
      Ids.put(to, at, root);
    }
  }

  @inline static digitOf(builder: PatchBuilder, root: u32, shift: u32): u32 {
    return (Ids.get(builder.sizes, root) >> shift) % RADIX;
  }
}
