// The self-collisions of objects [Quick-CULLIDE §3.2]: every object is culled alone, each of its
// faces as a primitive, so that no other object hides anything.
// Safe direction: two faces of an object that collide and share no vertex are both in its run, and
// stay.
import { pickItems, unitePasses } from './cull-parts.ts';
import type { CullWork } from './cull-work.ts';
import { type CullAnswer, type CullScene, type CullSettings, type DeviceName, PRUNED } from './visibility-device.ts';
import { countLeft } from './visibility-sets.ts';

/**
 * Culls every object alone, and gives every item its bits among the items of its own object;
 * `device` answers if there is nothing to cull. The items of object r are [starts[r], starts[r + 1]). Only for scenes in
 * which every item is a primitive and a group.
 */
export function* cullSelf(
  scene: CullScene,
  starts: Uint32Array,
  device: DeviceName,
  settings: CullSettings,
): CullWork<CullAnswer> {
  const bits = new Uint8Array(scene.itemCount).fill(PRUNED);
  const answers: CullAnswer[] = [];
  for (let object = 0; object + 1 < starts.length; object++) {
    const [first, end] = [starts[object], starts[object + 1]];
    if (end - first < 2) continue;
    const items = Uint32Array.from({ length: end - first }, (_, i) => first + i);
    const answer = yield { scene: pickItems(scene, items), settings };
    answers.push(answer);
    bits.set(answer.bits, first);
  }
  const fallback = answers.find((answer) => answer.fallback !== undefined);
  return {
    ...(fallback ?? answers[0] ?? { device }),
    bits,
    passes: unitePasses(answers, scene.itemCount, countLeft(bits)),
    rounds: Math.max(0, ...answers.map(({ rounds }) => rounds)),
    converged: answers.every(({ converged }) => converged),
  };
}
