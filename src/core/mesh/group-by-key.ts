// Groups indices by key, with a counting sort.
import type { Lists } from './splice-lists.ts';

/**
 * Puts every index i of `keys` on list keys[i]; the indices of a list ascend. All keys are below
 * `count`.
 */
export function groupByKey(keys: Uint32Array, count: number): Lists {
  const start = new Uint32Array(count + 1);
  for (let i = 0; i < keys.length; i++) start[keys[i]]++;
  // The sums are the ends of the lists. Filling the lists backwards turns them into starts.
  for (let k = 1; k <= count; k++) start[k] += start[k - 1];
  const items = new Uint32Array(keys.length);
  for (let i = keys.length - 1; i >= 0; i--) items[--start[keys[i]]] = i;
  return { start, items };
}
