// The order of file names that people expect.

/** Created on first use, because that takes milliseconds. */
let collator: Intl.Collator | undefined;

/**
 * Compares names for `sort`: frame2 before frame10; frame01 before frame1, on every file system.
 */
export function naturalOrder(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b) || (a < b ? -1 : 1);
}
