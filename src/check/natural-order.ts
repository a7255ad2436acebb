// The order of file names that people mean.

const collator = new Intl.Collator('en', { numeric: true });

/** frame2 before frame10; frame01 before frame1, on every file system. */
export function naturally(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : 1);
}
