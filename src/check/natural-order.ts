// The order of file names that people mean.

/** Made on first use: it takes its time. */
let collator: Intl.Collator | undefined;

/** frame2 before frame10; frame01 before frame1, on every file system. */
export function naturally(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b) || (a < b ? -1 : 1);
}
