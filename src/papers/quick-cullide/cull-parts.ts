// Culls some items of a scene again, in parts: each part is a run of its own over the same rows,
// in which no other item hides anything. The parts come from the orientation of faces
// (cull-by-orientation.ts), from pairs of objects (cull-by-pairs.ts), or are single objects
// (cull-self.ts).
// Safe direction: the bits never exclude a colliding pair [Quick-CULLIDE §4.1, lemmas 2 to 5]. So
// if every pair that may collide is in some part, one run has both of its items, and keeps both.
import type { CullWork } from './cull-work.ts';
import {
  type CullAnswer,
  type CullPass,
  type CullScene,
  type CullSettings,
  FIRST,
  PRUNED,
  ROW,
  rowLength,
  SECOND,
  type ViewRows,
} from './visibility-device.ts';
import { countLeft } from './visibility-sets.ts';

/** Items that are tested against each other, in rendering order; an item may be on both sides. */
export interface Part {
  /** Items that may collide with a later one: those without `SECOND`. */
  readonly early: Uint32Array;
  /** Items that may collide with an earlier one: those without `FIRST`. */
  readonly late: Uint32Array;
}

/**
 * Culls each part alone, and unites the results with the answer so far: an item is pruned if no
 * part keeps it. Returns what each part leaves, followed by `others`, which stay as they are. Only
 * for scenes in which every item is a primitive.
 */
export function* cullParts(
  scene: CullScene,
  soFar: CullAnswer,
  parts: readonly Part[],
  others: readonly Part[],
  settings: CullSettings,
): CullWork<{ left: readonly Part[]; answer: CullAnswer }> {
  const mostRounds = settings.mostRounds - soFar.rounds;
  if (mostRounds <= 0) return { left: [...parts, ...others], answer: soFar };
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
      rounds: soFar.rounds + Math.max(0, ...answers.map(({ rounds }) => rounds)),
      converged: soFar.converged && answers.every(({ converged }) => converged),
    },
  };
}

/** The part that a run over these items, which gave them these bits, leaves. */
export function partLeft(items: Uint32Array, bits: Uint8Array): Part {
  return {
    early: items.filter((_, i) => (bits[i] & SECOND) === 0),
    late: items.filter((_, i) => (bits[i] & FIRST) === 0),
  };
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
export function pickItems(scene: CullScene, items: Uint32Array): CullScene {
  const { groupOf, corners, axes, edgeCount } = scene;
  const length = rowLength(edgeCount);
  return {
    ...scene,
    itemCount: items.length,
    primitiveCount: items.length,
    groupOf: groupOf && pick(groupOf, items, 1),
    corners: corners && pick(corners, items, 4),
    axes: axes.map(({ rows }) => cropped(pick(rows, items, length), length)),
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
 * Moves rows so that the view is as small as their items: edges and depths are relative to the
 * first pixel of each item, so they stay as they are. Changes `rows`.
 */
function cropped(rows: Int32Array, length: number): ViewRows {
  const first = [Infinity, Infinity];
  const size = [1, 1];
  const isEmpty = (row: number) => rows[row + ROW.columns + 1] < rows[row + ROW.columns];
  const ends = [ROW.columns, ROW.lines];
  for (let row = 0; row < rows.length; row += length)
    if (!isEmpty(row)) for (const k of [0, 1]) first[k] = Math.min(first[k], rows[row + ends[k]]);
  for (let row = 0; row < rows.length; row += length) {
    const touchesNone = isEmpty(row);
    for (const k of [0, 1]) {
      const at = row + ends[k];
      // No device may meet a pixel before the first one.
      rows[at] = touchesNone ? 0 : rows[at] - first[k];
      rows[at + 1] = touchesNone ? -1 : rows[at + 1] - first[k];
      size[k] = Math.max(size[k], rows[at + 1] + 1);
    }
  }
  return { width: size[0], height: size[1], rows };
}

/**
 * The passes of all parts as if they had run at once: equal passes are added up, and items are
 * pruned after the last one.
 */
export function unitePasses(answers: readonly CullAnswer[], before: number, after: number): CullPass[] {
  if (answers.length === 0) return [];
  const { passes } = answers.reduce((a, b) => (b.passes.length > a.passes.length ? b : a));
  return passes.map(({ view, pass }, k) => ({
    view,
    pass,
    rendered: answers.reduce((sum, answer) => sum + (answer.passes[k]?.rendered ?? 0), 0),
    tested: answers.reduce((sum, answer) => sum + (answer.passes[k]?.tested ?? 0), 0),
    left: k === passes.length - 1 ? after : before,
  }));
}
