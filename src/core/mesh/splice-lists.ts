// Edits columns of lists: a few lists of faces change, are inserted or are dropped, and columns
// with one entry per list follow. The run between two edits moves as a whole, so the cost is that
// of a copy plus the edits. change-topology.ts decides on the edits.
import type { FaceSwap } from './change-topology.ts';
import { NONE } from './topology.ts';

/** List i is `items` from `start[i]` up to, but not including, `start[i + 1]`. */
export interface Lists {
  /** Where each list starts, and the end of the last. */
  readonly start: Uint32Array;
  /** The items of all lists. */
  readonly items: Uint32Array;
}

/** Kind of edit: gives a list other items. */
export const CHANGE = 0;
/** Kind of edit: inserts a new list in front of another. */
export const INSERT = 1;
/** Kind of edit: removes a list. */
export const DROP = 2;

/** Edits of lists, in ascending order; lists without an edit stay as they are. */
export interface ListEdits {
  /** Number of edits. */
  count: number;
  /** How many more lists there are afterwards; negative if fewer. */
  growth: number;
  /** `CHANGE`, `INSERT` or `DROP`. */
  readonly kind: Uint8Array;
  /** The list that changes or is dropped, or the one in front of which a list is inserted. */
  readonly at: Uint32Array;
  /** The list of arriving faces that joins the list; `NONE` if none does. */
  readonly joining: Uint32Array;
  /** The length of the list afterwards. */
  readonly length: Uint32Array;
}

/** No edits yet, with room for this many. */
export function noEdits(capacity: number): ListEdits {
  const [at, joining, length] = [0, 1, 2].map(() => new Uint32Array(capacity));
  return { count: 0, growth: 0, kind: new Uint8Array(capacity), at, joining, length };
}

/** Appends an edit. */
export function pushEdit(edits: ListEdits, kind: number, at: number, joining: number, length: number): void {
  const i = edits.count++;
  edits.kind[i] = kind;
  edits.at[i] = at;
  edits.joining[i] = joining;
  edits.length[i] = length;
  if (kind === INSERT) edits.growth++;
  if (kind === DROP) edits.growth--;
}

/** The length of one list. */
export function lengthOf(start: Uint32Array, list: number): number {
  return start[list + 1] - start[list];
}

/**
 * Runs of a column, each of which moves as a whole: one run in front of each edit, and one behind
 * all edits.
 */
export interface Runs {
  /** Where each run begins in the old column. */
  readonly begin: Uint32Array;
  /** Where each run ends in the old column. */
  readonly end: Uint32Array;
  /** Where each run begins in the new column. */
  readonly target: Uint32Array;
}

/** This many runs, all empty. */
export function noRuns(count: number): Runs {
  const [begin, end, target] = [0, 1, 2].map(() => new Uint32Array(count));
  return { begin, end, target };
}

/** The lists of faces after the swap. */
export function spliceLists(old: Lists, edits: ListEdits, arriving: Lists, swap: FaceSwap): Lists {
  const start = resized(old.start, old.start.length + edits.growth);
  const runs = noRuns(edits.count + 1);
  spliceStarts(old.start, edits, start, runs);
  const items = moveRuns(old.items, runs, swap.triangles.length);
  mergeLists(old, edits, arriving, swap, runs, items);
  return { start, items };
}

/**
 * Writes the new starts, and the runs of items between edits. `start` begins as a copy of `old`.
 */
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
 * A column of the given length with all runs at their targets; the caller writes what is between
 * them. Runs and targets ascend alike, so a run that moves down never overwrites an earlier run
 * that moves up, nor the reverse. Runs that move down are moved first, in ascending order, then the
 * others in descending order: each run is read before it is overwritten.
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

/**
 * A copy, truncated or padded with zeros. A truncated copy is not zeroed first, which halves the
 * time.
 */
export function resized(column: Uint32Array, length: number): Uint32Array {
  if (length <= column.length) return new Uint32Array(column.subarray(0, length));
  const longer = new Uint32Array(length);
  longer.set(column);
  return longer;
}

/**
 * Writes the lists that changed, each behind its run: the old faces that stay merged with those
 * that join.
 */
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

/**
 * Sets to[at], to[at + 1] … to from[begin … end) plus `shift`.
 *
 * The loops over whole columns, here and below, are unrolled eightfold: measured, plain loops make
 * a whole patch a third slower. Each loop is alone in its function, because V8 optimizes badly the
 * code that follows a loop which it compiles while the loop runs for the first time.
 */
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

/** Sets ids[i] = i + shift for i from `begin` up to, but not including, `end`. */
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

/** Sets to[i] = values[places[i]] for the first `count` i. */
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
