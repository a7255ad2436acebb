// Columns that are cut in places and put together again: lists of faces of which a few change, come or go, and what runs
// along with them. Stretches between two edits are moved as a whole, so that the cost is that of a copy plus the edits.
import type { FaceSwap } from './change-topology.ts';
import { NONE } from './topology.ts';

/** List i is `items` from `start[i]` to `start[i + 1]`. */
export interface Lists {
  readonly start: Uint32Array;
  readonly items: Uint32Array;
}

// What an edit does to lists.
export const CHANGE = 0;
export const INSERT = 1;
export const DROP = 2;

/** What becomes of old lists, in ascending order; those not mentioned stay. */
export interface ListEdits {
  count: number;
  /** How many lists there are more than before. */
  growth: number;
  readonly kind: Uint8Array;
  /** The list that changes or is dropped, or in front of which one is inserted. */
  readonly at: Uint32Array;
  /** The list of arriving faces that joins, `NONE` if none does. */
  readonly joining: Uint32Array;
  /** Of the list afterwards. */
  readonly length: Uint32Array;
}

export function noEdits(capacity: number): ListEdits {
  const [at, joining, length] = [0, 1, 2].map(() => new Uint32Array(capacity));
  return { count: 0, growth: 0, kind: new Uint8Array(capacity), at, joining, length };
}

export function pushEdit(edits: ListEdits, kind: number, at: number, joining: number, length: number): void {
  const i = edits.count++;
  edits.kind[i] = kind;
  edits.at[i] = at;
  edits.joining[i] = joining;
  edits.length[i] = length;
  if (kind === INSERT) edits.growth++;
  if (kind === DROP) edits.growth--;
}

export function lengthOf(start: Uint32Array, list: number): number {
  return start[list + 1] - start[list];
}

/** Stretches of a column that move as a whole, from `begin` … `end` to `target`: one before each edit, one behind all. */
export interface Runs {
  readonly begin: Uint32Array;
  readonly end: Uint32Array;
  readonly target: Uint32Array;
}

export function noRuns(count: number): Runs {
  const [begin, end, target] = [0, 1, 2].map(() => new Uint32Array(count));
  return { begin, end, target };
}

/** Lists of faces after the swap. */
export function spliceLists(old: Lists, edits: ListEdits, arriving: Lists, swap: FaceSwap): Lists {
  const start = resized(old.start, old.start.length + edits.growth);
  const runs = noRuns(edits.count + 1);
  spliceStarts(old.start, edits, start, runs);
  const items = moveRuns(old.items, runs, swap.triangles.length);
  mergeLists(old, edits, arriving, swap, runs, items);
  return { start, items };
}

/** `start` begins as a copy of `old`. */
function spliceStarts(old: Uint32Array, edits: ListEdits, start: Uint32Array, runs: Runs): void {
  const { count, kind, at, length } = edits;
  const { begin, end, target } = runs;
  let from = 0;
  let to = 0;
  let filled = 0;
  for (let i = 0; i <= count; i++) {
    const next = i < count ? at[i] : old.length - 1;
    begin[i] = old[from];
    end[i] = old[next];
    target[i] = filled;
    if (to !== from || filled !== old[from]) copyShifted(old, from, next, start, to, filled - old[from]);
    filled += old[next] - old[from];
    to += next - from;
    from = next;
    if (i === count) break;
    if (kind[i] !== INSERT) from++;
    if (kind[i] !== DROP) start[to++] = filled;
    filled += length[i];
  }
  start[to] = filled;
}

/**
 * The column of the given length with all runs at their targets; what is between them is still to be written. Runs and
 * targets ascend alike. Hence one that moves down never covers one before it that moves up, nor the reverse, and in this
 * order each is read before it is covered.
 */
export function moveRuns(old: Uint32Array, { begin, end, target }: Runs, length: number): Uint32Array {
  const column = resized(old, length);
  const count = begin.length;
  for (let i = 0; i < count; i++) {
    if (target[i] >= begin[i] || begin[i] === end[i]) continue;
    if (end[i] <= length) column.copyWithin(target[i], begin[i], end[i]);
    else column.set(old.subarray(begin[i], end[i]), target[i]);
  }
  for (let i = count - 1; i >= 0; i--) {
    if (target[i] > begin[i] && begin[i] < end[i]) column.copyWithin(target[i], begin[i], end[i]);
  }
  return column;
}

/** A copy that is cut off or padded. A copy is never filled with zeros before, which saves half of the time. */
export function resized(column: Uint32Array, length: number): Uint32Array {
  if (length <= column.length) return new Uint32Array(column.subarray(0, length));
  const longer = new Uint32Array(length);
  longer.set(column);
  return longer;
}

/** Writes the lists that changed, each behind its run: old faces that stay and those that join. */
function mergeLists(
  old: Lists,
  edits: ListEdits,
  arriving: Lists,
  swap: FaceSwap,
  runs: Runs,
  items: Uint32Array,
): void {
  const { start: oldStart, items: oldItems } = old;
  const { start: newStart, items: newItems } = arriving;
  const { faceRemap, arriving: faces } = swap;
  const { count, kind, at, joining } = edits;
  const { begin, end, target } = runs;
  for (let i = 0; i < count; i++) {
    let to = target[i] + end[i] - begin[i];
    let j = joining[i] === NONE ? 0 : newStart[joining[i]];
    const jEnd = joining[i] === NONE ? 0 : newStart[joining[i] + 1];
    for (let k = oldStart[at[i]], kEnd = kind[i] === INSERT ? k : oldStart[at[i] + 1]; k < kEnd; k++) {
      const face = oldItems[k];
      if (faceRemap[face] !== face) continue;
      while (j < jEnd && faces[newItems[j]] < face) items[to++] = faces[newItems[j++]];
      items[to++] = face;
    }
    while (j < jEnd) items[to++] = faces[newItems[j++]];
  }
}

// The loops over whole columns do eight elements at a time, for a turn of the loop costs as much as two. They come last and
// alone in their functions: what follows a loop that is compiled while it runs the first time is compiled blindly.

function copyShifted(from: Uint32Array, begin: number, end: number, to: Uint32Array, at: number, shift: number): void {
  let i = begin;
  for (const head = begin + ((end - begin) & 7); i < head; i++, at++) to[at] = from[i] + shift;
  for (; i < end; i += 8, at += 8) {
    to[at] = from[i] + shift;
    to[at + 1] = from[i + 1] + shift;
    to[at + 2] = from[i + 2] + shift;
    to[at + 3] = from[i + 3] + shift;
    to[at + 4] = from[i + 4] + shift;
    to[at + 5] = from[i + 5] + shift;
    to[at + 6] = from[i + 6] + shift;
    to[at + 7] = from[i + 7] + shift;
  }
}

/** `ids[i]` becomes i + shift. */
export function fillAscending(ids: Uint32Array, begin: number, end: number, shift: number): void {
  let i = begin;
  for (const head = begin + ((end - begin) & 7); i < head; i++) ids[i] = i + shift;
  for (; i < end; i += 8) {
    const id = i + shift;
    ids[i] = id;
    ids[i + 1] = id + 1;
    ids[i + 2] = id + 2;
    ids[i + 3] = id + 3;
    ids[i + 4] = id + 4;
    ids[i + 5] = id + 5;
    ids[i + 6] = id + 6;
    ids[i + 7] = id + 7;
  }
}

export function gather(values: Uint32Array, places: Uint32Array, to: Uint32Array, count: number): void {
  let i = 0;
  for (const head = count & 7; i < head; i++) to[i] = values[places[i]];
  for (; i < count; i += 8) {
    to[i] = values[places[i]];
    to[i + 1] = values[places[i + 1]];
    to[i + 2] = values[places[i + 2]];
    to[i + 3] = values[places[i + 3]];
    to[i + 4] = values[places[i + 4]];
    to[i + 5] = values[places[i + 5]];
    to[i + 6] = values[places[i + 6]];
    to[i + 7] = values[places[i + 7]];
  }
}
