// Counts for people: 12,345. By hand, because a locale takes as long to load as half a step of a check.
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
