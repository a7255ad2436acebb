// Formats counts for people: 12,345. It does not use a locale, which takes as long to load as half
// a step of a check.
/** Returns an integer with commas between groups of three digits. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
