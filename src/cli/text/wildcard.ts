// Patterns with wildcards, in time that is bounded by the product of the lengths: names come from
// strangers, who could make a regular expression of the same meaning take for ever.

/**
 * Whether a name fits a pattern, in which `*` stands for any characters, and `single`, if it is given,
 * for one.
 */
export function fitsPattern(name: string, pattern: string, single: '?' | null = null): boolean {
  let at = 0;
  let inPattern = 0;
  /** Where the last `*` is, and where in the name what follows it was tried last. */
  let star = -1;
  let tried = 0;
  while (at < name.length) {
    const wanted = pattern[inPattern];
    if (wanted === '*') {
      star = inPattern++;
      tried = at;
    } else if (wanted !== undefined && (wanted === single || wanted === name[at])) {
      inPattern++;
      at++;
    } else if (star >= 0) {
      // The last `*` takes one more character. Those before it need not: they took as few as they could.
      inPattern = star + 1;
      at = ++tried;
    } else return false;
  }
  while (pattern[inPattern] === '*') inPattern++;
  return inPattern === pattern.length;
}
