// Culls once more the faces that one run over the faces of all objects has left, every pair of
// objects alone [Quick-CULLIDE §4.2: the pairs of the object level]. In such a run no third object
// hides anything.
// Departs from the paper: it has one run over all faces, after which the pairs serve the exact
// tests only.
// Safe direction: objects that collide are a pair, and the run of a pair keeps faces that collide.
import { cullParts } from './cull-parts.ts';
import type { CullWork } from './cull-work.ts';
import { type PotentialPairs, rankStarts } from './potential-pairs.ts';
import { type CullAnswer, type CullScene, type CullSettings, FIRST, SECOND } from './visibility-device.ts';

/**
 * Culls every pair alone. `ranks` are those of the objects of all items. Only for scenes in which
 * every item is a primitive.
 */
export function* cullByPairs(
  scene: CullScene,
  first: CullAnswer,
  pairs: PotentialPairs,
  ranks: Uint32Array,
  settings: CullSettings,
): CullWork<CullAnswer> {
  const starts = rankStarts(ranks, pairs.bits.length);
  const without = (bit: number, rank: number) => {
    const items: number[] = [];
    for (let i = starts[rank]; i < starts[rank + 1]; i++) if ((first.bits[i] & bit) === 0) items.push(i);
    return Uint32Array.from(items);
  };
  const parts = [];
  for (let i = 0; i < pairs.ranks.length; i += 2) {
    const [early, late] = [without(SECOND, pairs.ranks[i]), without(FIRST, pairs.ranks[i + 1])];
    if (early.length > 0 && late.length > 0) parts.push({ early, late });
  }
  return (yield* cullParts(scene, first, parts, [], settings)).answer;
}
