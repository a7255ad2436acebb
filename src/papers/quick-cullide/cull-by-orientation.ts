// Culls once more the faces that one run over all faces has left, in parts whose faces have similar
// orientations.
// Departs from the paper: it has one run over all primitives. Of two faces that collide, the
// earlier one never gets `SECOND` and the later one never gets `FIRST`. So both are rendered in
// every pass, and a face that they hide in every view stays. Therefore the faces that may collide
// with a later one (FFV ∪ NFV) and those that may collide with an earlier one (SFV ∪ NFV) are
// divided by the orientation of their normals, and each part of the former is culled together with
// each part of the latter, without all other faces. In such a run no other face hides anything. A
// face is pruned if no run keeps it.
// Safe direction: the bits never exclude a colliding pair [Quick-CULLIDE §4.1, lemmas 2 to 5], so
// one run has both of its faces, and keeps both.
import { cullParts, type Part, partLeft } from './cull-parts.ts';
import type { CullWork } from './cull-work.ts';
import type { FaceOrientations } from './face-orientations.ts';
import type { CullAnswer, CullScene, CullSettings } from './visibility-device.ts';

/** A part with fewer items than this is not divided further, because every run has a fixed cost. */
const MIN_DIVIDED_ITEMS = 100;

/**
 * Culls in parts by the octants of the normals, then divides large parts by the nearest axis as
 * well. The bits of the answer are those of the first run, except for primitives that are pruned
 * now. Only for scenes in which every item is a primitive.
 */
export function* cullByOrientation(
  scene: CullScene,
  first: CullAnswer,
  { octants, axes }: FaceOrientations,
  settings: CullSettings,
): CullWork<CullAnswer> {
  const all = partLeft(Uint32Array.from(first.bits.keys()), first.bits);
  const byOctant = yield* cullParts(scene, first, divide(all, octants), [], settings);
  const isLarge = ({ early, late }: Part) => early.length + late.length >= MIN_DIVIDED_ITEMS;
  const large = byOctant.left.filter(isLarge).flatMap((part) => divide(part, axes));
  const small = byOctant.left.filter((part) => !isLarge(part));
  return (yield* cullParts(scene, byOctant.answer, large, small, settings)).answer;
}

/** The parts that combine each class of the early items with each class of the late ones. */
function divide({ early, late }: Part, classOf: Uint8Array): Part[] {
  const lateClasses = divideItems(late, classOf);
  return divideItems(early, classOf).flatMap((some) => lateClasses.map((others) => ({ early: some, late: others })));
}

function divideItems(items: Uint32Array, classOf: Uint8Array): Uint32Array[] {
  const classes = [...new Set(Array.from(items, (item) => classOf[item]))].sort((a, b) => a - b);
  return classes.map((each) => items.filter((item) => classOf[item] === each));
}
