// Sorts pairs of faces by the pair of parts that they belong to, and leaves out pairs of parts that
// are not asked for.
import type { TracedPairs } from '../contours.ts';
import type { FacePairs } from '../crossing-faces.ts';
import type { ClashOptions } from './clash-options.ts';

/** Above this number of parts, the pairs that are named are kept in a set instead of a table. */
const MAX_TABLE_PARTS = 8192;

/** Which pairs of parts are checked: part × part. */
export class AskedPairs {
  private readonly partCount: number;
  private readonly self: boolean;
  /** The pairs that are named: a 1 in a table of part × part, or the keys themselves; null for none. */
  private readonly table: Uint8Array | null = null;
  private readonly keys: Set<number> | null = null;
  /** Whether the named pairs are asked for, or all others. */
  private readonly isNamedAsked: boolean;

  /** Throws `RangeError` for a name that no part has. */
  constructor(names: readonly string[], { pairs, ignore, self = true }: ClashOptions) {
    this.partCount = names.length;
    this.self = self;
    this.isNamedAsked = pairs !== undefined;
    if (!pairs && !ignore) return;
    // Of parts of one name, the first counts.
    const numbers = new Map(names.map((_, i) => [names[names.length - 1 - i], names.length - 1 - i]));
    const keys = new Set(keysOf(pairs ?? ignore, numbers, names.length));
    if (pairs) for (const key of keysOf(ignore, numbers, names.length)) keys.delete(key);
    if (names.length > MAX_TABLE_PARTS) this.keys = keys;
    else {
      this.table = new Uint8Array(names.length ** 2);
      for (const key of keys) this.table[key] = 1;
    }
  }

  /** Whether two parts, or a part with itself, are checked. */
  has(a: number, b: number): boolean {
    if (a === b && !this.self) return false;
    const key = a * this.partCount + b;
    if (this.table) return (this.table[key] === 1) === this.isNamedAsked;
    return this.keys === null || this.keys.has(key) === this.isNamedAsked;
  }
}

/** The keys of pairs of names, in both orders. */
function* keysOf(
  pairs: ClashOptions['pairs'],
  numbers: ReadonlyMap<string, number>,
  partCount: number,
): Generator<number> {
  const numberOf = (name: string): number => {
    const part = numbers.get(name);
    if (part === undefined) throw new RangeError(`There is no part ${name}.`);
    return part;
  };
  for (const [a, b] of pairs ?? []) {
    yield numberOf(a) * partCount + numberOf(b);
    yield numberOf(b) * partCount + numberOf(a);
  }
}

/** The pairs of faces of two parts, or of one with itself: a range of `GroupedPairs`. */
export interface PairGroup {
  /** The smaller part number. */
  readonly a: number;
  /** The larger part number, or the same. */
  readonly b: number;
  /** The first pair. */
  readonly from: number;
  /** After the last pair. */
  readonly to: number;
}

/** Pairs of faces, sorted by group; face a is of part a, face b of part b. */
export interface GroupedPairs extends TracedPairs {
  /** The groups, in the order of their parts. */
  readonly groups: readonly PairGroup[];
}

/** Sorts pairs by parts. Within a group, pairs keep their order. */
export function groupPairs(
  found: FacePairs,
  partOfFace: Uint32Array,
  partCount: number,
  asked: AskedPairs,
): GroupedPairs {
  const { groups, groupOf } = countGroups(found, partOfFace, partCount, asked);
  const next = new Int32Array(groups.length);
  for (let i = 0; i < groups.length; i++) next[i] = groups[i].from;
  const kept = groups.length === 0 ? 0 : groups[groups.length - 1].to;
  const a = new Uint32Array(kept);
  const b = new Uint32Array(kept);
  const group = new Uint32Array(kept);
  for (let i = 0; i < found.count; i++) {
    if (groupOf[i] < 0) continue;
    const at = next[groupOf[i]]++;
    const isOrdered = partOfFace[found.a[i]] <= partOfFace[found.b[i]];
    a[at] = isOrdered ? found.a[i] : found.b[i];
    b[at] = isOrdered ? found.b[i] : found.a[i];
    group[at] = groupOf[i];
  }
  return { count: kept, a, b, group, groups };
}

/** The groups in the order of their parts, and the group of each pair; −1 if it is not asked for. */
function countGroups(
  found: FacePairs,
  partOfFace: Uint32Array,
  partCount: number,
  asked: AskedPairs,
): { groups: PairGroup[]; groupOf: Int32Array } {
  /** The groups in the order in which they are found: their key, and the number of their pairs. */
  const indexOfKey = new Map<number, number>();
  const keys: number[] = [];
  const counts: number[] = [];
  const foundOf = new Int32Array(found.count);
  let lastKey = -1;
  let index = -1;
  for (let i = 0; i < found.count; i++) {
    const p = partOfFace[found.a[i]];
    const q = partOfFace[found.b[i]];
    foundOf[i] = -1;
    if (!asked.has(p, q)) continue;
    const key = p < q ? p * partCount + q : q * partCount + p;
    // Consecutive pairs are mostly of the same parts.
    if (key !== lastKey) index = indexOfKey.get(key) ?? -1;
    lastKey = key;
    if (index < 0) {
      index = keys.push(key) - 1;
      indexOfKey.set(key, index);
      counts.push(0);
    }
    counts[index]++;
    foundOf[i] = index;
  }
  const order = keys.map((_, i) => i).sort((i, j) => keys[i] - keys[j]);
  const place = new Int32Array(keys.length);
  const groups: PairGroup[] = [];
  let at = 0;
  for (const i of order) {
    place[i] = groups.length;
    groups.push({ a: Math.floor(keys[i] / partCount), b: keys[i] % partCount, from: at, to: at + counts[i] });
    at += counts[i];
  }
  for (let i = 0; i < found.count; i++) if (foundOf[i] >= 0) foundOf[i] = place[foundOf[i]];
  return { groups, groupOf: foundOf };
}
