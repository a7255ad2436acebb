// Suggests a valid name for one that is misspelt.
import { UsageError } from '../check/usage-error.ts';

/**
 * Returns the valid name with the least edit distance, if that is at most a third of its letters.
 */
export function nearestName(name: string, valid: readonly string[]): string | undefined {
  const far = valid.map((one) => changes(name.toLowerCase(), one));
  const least = Math.min(...far);
  const nearest = valid[far.indexOf(least)];
  return 3 * least <= Math.max(name.length, nearest.length) ? nearest : undefined;
}

/**
 * Returns `name` if `table` has it; throws a `UsageError` otherwise. `what` says in the message
 * what is named.
 */
export function knownName<N extends string>(name: string, table: Readonly<Record<N, unknown>>, what: string): N {
  if (Object.hasOwn(table, name)) return name as N;
  throw new UsageError(`unknown ${what} '${name}'${suggestion(name, Object.keys(table))}`);
}

/** Returns ` (Did you mean …?)`, or a list of all names. */
export function suggestion(name: string, valid: readonly string[]): string {
  const nearest = nearestName(name, valid);
  return nearest === undefined ? `; there are ${valid.join(', ')}.` : ` (Did you mean ${nearest}?)`;
}

/** The edit distance: letters inserted, deleted or replaced. */
function changes(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}
