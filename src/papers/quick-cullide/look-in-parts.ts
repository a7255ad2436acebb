// What one look at all faces leaves, looked at again in parts. Two faces that collide hide whatever is behind them from all before the one and
// from all after the other, and what both hide in every view is kept for good. So the sets of §4.1 are taken apart by where their faces look:
// those that may collide with a later one, and those that may with an earlier one, a part of the former with a part of the latter at a time.
// In such a look nothing else hides a face. It goes if it is left by none of its looks.
// Safe direction: two faces that collide are never told apart by the sets [lemmas 2 to 5]: one look has both, and leaves both.
import { pickItems } from './cull-scene.ts';
import type { CullWork } from './cull-work.ts';
import { type CullAnswer, type CullPass, type CullScene, type CullSettings, FIRST, PRUNED, SECOND } from './device.ts';
import type { FaceDirections } from './face-directions.ts';

/** Items that are asked about each other, in rendering order: the early ones come before the late ones that they may collide with. */
interface Sets {
  /** Without `SECOND`. */
  readonly early: Uint32Array;
  /** Without `FIRST`. An item may be in both. */
  readonly late: Uint32Array;
}

/** Sets with fewer items are not taken apart further: a look has a price of its own. */
const FEW = 100;

/** The bits are those of the first look, but for what is pruned now. Where items are primitives. */
export function* lookInParts(
  scene: CullScene,
  first: CullAnswer,
  { octants, axes }: FaceDirections,
  settings: CullSettings,
): CullWork<CullAnswer> {
  const all = setsOf(Uint32Array.from(first.bits.keys()), first.bits);
  const byOctant = yield* lookAtAll(scene, first, takeApart(all, octants), [], settings);
  const isLarge = ({ early, late }: Sets) => early.length + late.length >= FEW;
  const large = byOctant.left.filter(isLarge).flatMap((sets) => takeApart(sets, axes));
  const small = byOctant.left.filter((sets) => !isLarge(sets));
  return (yield* lookAtAll(scene, byOctant.answer, large, small, settings)).answer;
}

/** Looks at each of these, and adds what it found to the answer so far. `others` are left as they are. */
function* lookAtAll(
  scene: CullScene,
  soFar: CullAnswer,
  parts: readonly Sets[],
  others: readonly Sets[],
  settings: CullSettings,
): CullWork<{ left: readonly Sets[]; answer: CullAnswer }> {
  const mostRounds = settings.mostRounds - soFar.rounds;
  if (mostRounds <= 0 || parts.length === 0) return { left: [...parts, ...others], answer: soFar };
  const answers: CullAnswer[] = [];
  const left = [...others];
  for (const sets of parts) {
    const { items, startBits } = merge(sets);
    const answer = yield { scene: { ...pickItems(scene, items), startBits }, settings: { ...settings, mostRounds } };
    answers.push(answer);
    left.push(setsOf(items, answer.bits));
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
      passes: [...soFar.passes, ...sideBySide(answers, countLeft(soFar.bits), countLeft(bits))],
      rounds: soFar.rounds + Math.max(...answers.map(({ rounds }) => rounds)),
      converged: soFar.converged && answers.every(({ converged }) => converged),
    },
  };
}

function setsOf(items: Uint32Array, bits: Uint8Array): Sets {
  return {
    early: items.filter((_, i) => (bits[i] & SECOND) === 0),
    late: items.filter((_, i) => (bits[i] & FIRST) === 0),
  };
}

/** Every class of the early ones with every class of the late ones. */
function takeApart({ early, late }: Sets, classOf: Uint8Array): Sets[] {
  const lateParts = partsOf(late, classOf);
  return partsOf(early, classOf).flatMap((part) => lateParts.map((other) => ({ early: part, late: other })));
}

function partsOf(items: Uint32Array, classOf: Uint8Array): Uint32Array[] {
  const classes = [...new Set(Array.from(items, (item) => classOf[item]))].sort((a, b) => a - b);
  return classes.map((each) => items.filter((item) => classOf[item] === each));
}

/** Both in rendering order. What is not among the late ones is not asked about those before, and so the other way. */
function merge({ early, late }: Sets): { items: Uint32Array; startBits: Uint8Array } {
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

/** As if all parts were looked at at once: what the same passes did is added up. Nothing goes before the last one. */
function sideBySide(answers: readonly CullAnswer[], before: number, after: number): CullPass[] {
  const { passes } = answers.reduce((a, b) => (b.passes.length > a.passes.length ? b : a));
  return passes.map(({ view, pass }, k) => ({
    view,
    pass,
    rendered: answers.reduce((sum, answer) => sum + (answer.passes[k]?.rendered ?? 0), 0),
    tested: answers.reduce((sum, answer) => sum + (answer.passes[k]?.tested ?? 0), 0),
    left: k === passes.length - 1 ? after : before,
  }));
}

function countLeft(bits: Uint8Array): number {
  return bits.reduce((sum, each) => sum + Number(each !== PRUNED), 0);
}
