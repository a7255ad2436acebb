// Formats counts for people, as in 12,345. It does not use a locale: loading one takes as long as
// half a step of a check.
/** Returns an integer with commas between groups of three digits. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
