// What somebody may have meant by a name that is none.

/** The one fewest changed letters away, if that is no more than a third of them. */
export function nearestName(name: string, valid: readonly string[]): string | undefined {
  const far = valid.map((one) => changes(name.toLowerCase(), one));
  const least = Math.min(...far);
  const nearest = valid[far.indexOf(least)];
  return 3 * least <= Math.max(name.length, nearest.length) ? nearest : undefined;
}

/** ` (Did you mean …?)`, or all names. */
export function suggestion(name: string, valid: readonly string[]): string {
  const nearest = nearestName(name, valid);
  return nearest === undefined ? `; there are ${valid.join(', ')}.` : ` (Did you mean ${nearest}?)`;
}

/** Letters put in, left out or replaced, at least. */
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
