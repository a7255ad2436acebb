// Sorts pairs of faces by the pair of parts that they belong to, and leaves out pairs of parts that
// are not asked for.
import type { TracedPairs } from '../contours.ts';
import type { FacePairs } from '../crossing-faces.ts';
import type { ClashOptions } from './clash-options.ts';

/** Which pairs of parts are checked: part × part. */
export class AskedPairs {
  private readonly partCount: number;
  private readonly asked: Uint8Array | null;
  private readonly self: boolean;

  /** Throws `RangeError` for a name that no part has. */
  constructor(names: readonly string[], { pairs, ignore, self = true }: ClashOptions) {
    this.partCount = names.length;
    this.self = self;
    this.asked = null;
    if (!pairs && !ignore) return;
    const asked = new Uint8Array(names.length ** 2).fill(pairs ? 0 : 1);
    const numberOf = (name: string): number => {
      const part = names.indexOf(name);
      if (part < 0) throw new RangeError(`There is no part ${name}.`);
      return part;
    };
    const mark = (list: ClashOptions['pairs'], value: number): void => {
      for (const [a, b] of list ?? []) {
        asked[numberOf(a) * names.length + numberOf(b)] = value;
        asked[numberOf(b) * names.length + numberOf(a)] = value;
      }
    };
    mark(pairs, 1);
    mark(ignore, 0);
    this.asked = asked;
  }

  /** Whether two parts, or a part with itself, are checked. */
  has(a: number, b: number): boolean {
    if (a === b && !this.self) return false;
    return this.asked === null || this.asked[a * this.partCount + b] === 1;
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
  const keys = new Float64Array(found.count);
  const counts = new Map<number, number>();
  let kept = 0;
  for (let i = 0; i < found.count; i++) {
    const p = partOfFace[found.a[i]];
    const q = partOfFace[found.b[i]];
    keys[i] = -1;
    if (!asked.has(p, q)) continue;
    keys[i] = Math.min(p, q) * partCount + Math.max(p, q);
    counts.set(keys[i], (counts.get(keys[i]) ?? 0) + 1);
    kept++;
  }
  const groups: PairGroup[] = [];
  const next = new Map<number, { index: number; at: number }>();
  let at = 0;
  for (const key of [...counts.keys()].sort((p, q) => p - q)) {
    const to = at + (counts.get(key) as number);
    next.set(key, { index: groups.length, at });
    groups.push({ a: Math.floor(key / partCount), b: key % partCount, from: at, to });
    at = to;
  }
  const [a, b, group] = [new Uint32Array(kept), new Uint32Array(kept), new Uint32Array(kept)];
  for (let i = 0; i < found.count; i++) {
    const place = keys[i] < 0 ? undefined : next.get(keys[i]);
    if (!place) continue;
    const isOrdered = partOfFace[found.a[i]] <= partOfFace[found.b[i]];
    a[place.at] = isOrdered ? found.a[i] : found.b[i];
    b[place.at] = isOrdered ? found.b[i] : found.a[i];
    group[place.at++] = place.index;
  }
  return { count: kept, a, b, group, groups };
}
