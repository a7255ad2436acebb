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
import type { CullWork } from './cull-work.ts';
import type { FaceOrientations } from './face-orientations.ts';
import {
  type CullAnswer,
  type CullPass,
  type CullScene,
  type CullSettings,
  FIRST,
  PRUNED,
  rowLength,
  SECOND,
} from './visibility-device.ts';
import { countLeft } from './visibility-sets.ts';

/** Items that are tested against each other, in rendering order; an item may be on both sides. */
interface Part {
  /** Items that may collide with a later one: those without `SECOND`. */
  readonly early: Uint32Array;
  /** Items that may collide with an earlier one: those without `FIRST`. */
  readonly late: Uint32Array;
}

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

/**
 * Culls each part alone, and unites the results with the answer so far. `others` stay as they are.
 */
function* cullParts(
  scene: CullScene,
  soFar: CullAnswer,
  parts: readonly Part[],
  others: readonly Part[],
  settings: CullSettings,
): CullWork<{ left: readonly Part[]; answer: CullAnswer }> {
  const mostRounds = settings.mostRounds - soFar.rounds;
  if (mostRounds <= 0 || parts.length === 0) return { left: [...parts, ...others], answer: soFar };
  const answers: CullAnswer[] = [];
  const left = [...others];
  for (const part of parts) {
    const { items, startBits } = merge(part);
    const answer = yield { scene: { ...pickItems(scene, items), startBits }, settings: { ...settings, mostRounds } };
    answers.push(answer);
    left.push(partLeft(items, answer.bits));
  }
  const isLeft = new Uint8Array(scene.itemCount);
  for (const { early, late } of left) for (const items of [early, late]) for (const item of items) isLeft[item] = 1;
  const bits = soFar.bits.map((each, item) => (isLeft[item] === 1 ? each : PRUNED));
  const fallback = answers.find((answer) => answer.fallback !== undefined);
  return {
    left,
    answer: {
      ...(soFar.fallback === undefined && fallback ? fallback : soFar),
      bits,
      passes: [...soFar.passes, ...unitePasses(answers, countLeft(soFar.bits), countLeft(bits))],
      rounds: soFar.rounds + Math.max(...answers.map(({ rounds }) => rounds)),
      converged: soFar.converged && answers.every(({ converged }) => converged),
    },
  };
}

/** The part that a run over these items, which gave them these bits, leaves. */
function partLeft(items: Uint32Array, bits: Uint8Array): Part {
  return {
    early: items.filter((_, i) => (bits[i] & SECOND) === 0),
    late: items.filter((_, i) => (bits[i] & FIRST) === 0),
  };
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

/**
 * Merges both sides in rendering order. An item that is on one side only starts with the bit of the
 * other side, so it is not tested for that bit.
 */
function merge({ early, late }: Part): { items: Uint32Array; startBits: Uint8Array } {
  const items = new Uint32Array(early.length + late.length);
  const startBits = new Uint8Array(items.length);
  let count = 0;
  for (let i = 0, j = 0; i < early.length || j < late.length; count++) {
    const a = early[i] ?? Infinity;
    const b = late[j] ?? Infinity;
    items[count] = Math.min(a, b);
    startBits[count] = a < b ? FIRST : a > b ? SECOND : 0;
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return { items: items.slice(0, count), startBits: startBits.slice(0, count) };
}

/**
 * The scene of these items alone, in this order, with the same rows. Only for scenes in which every
 * item is a primitive.
 */
function pickItems(scene: CullScene, items: Uint32Array): CullScene {
  const { groupOf, corners, axes, edgeCount } = scene;
  return {
    ...scene,
    itemCount: items.length,
    primitiveCount: items.length,
    groupOf: groupOf && pick(groupOf, items, 1),
    corners: corners && pick(corners, items, 4),
    axes: axes.map((axis) => ({ ...axis, rows: pick(axis.rows, items, rowLength(edgeCount)) })),
  };
}

function pick<T extends Int32Array | Uint32Array>(values: T, items: Uint32Array, length: number): T {
  const picked = values.slice(0, length * items.length) as T;
  for (let i = 0; i < items.length; i++) {
    const from = length * items[i];
    for (let k = 0; k < length; k++) picked[length * i + k] = values[from + k];
  }
  return picked;
}

/**
 * The passes of all parts as if they had run at once: equal passes are added up, and faces are
 * pruned after the last one.
 */
function unitePasses(answers: readonly CullAnswer[], before: number, after: number): CullPass[] {
  const { passes } = answers.reduce((a, b) => (b.passes.length > a.passes.length ? b : a));
  return passes.map(({ view, pass }, k) => ({
    view,
    pass,
    rendered: answers.reduce((sum, answer) => sum + (answer.passes[k]?.rendered ?? 0), 0),
    tested: answers.reduce((sum, answer) => sum + (answer.passes[k]?.tested ?? 0), 0),
    left: k === passes.length - 1 ? after : before,
  }));
}
