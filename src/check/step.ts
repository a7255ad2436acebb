// One step of a check, from a frame to the next: what every output is made from.
import type { MeshCollider, Tally } from '../index.ts';
import type { RecipeName } from './recipe-names.ts';

export interface CheckOptions {
  readonly recipe: RecipeName;
  readonly minSeparation: number;
  /** Only the first contact of each step. */
  readonly first: boolean;
}

export interface Step {
  readonly index: number;
  readonly ms: number;
  readonly count: number;
  /** 0 vertex–face, 1 edge–edge; a and b as in `Contacts`. Columns may be longer than the count, and live until the next step. */
  readonly kind: Uint8Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly time: Float64Array;
  readonly tally: Readonly<Tally>;
}

export function checkStep(
  collider: MeshCollider,
  index: number,
  x0: Float64Array,
  x1: Float64Array,
  { minSeparation, first }: CheckOptions,
): Step {
  const before = performance.now();
  if (first) {
    const contact = collider.firstContact(x0, x1, { minSeparation });
    const rows = contact ? [contact] : [];
    return {
      index,
      ms: performance.now() - before,
      count: rows.length,
      kind: Uint8Array.from(rows, ({ kind }) => kind),
      a: Uint32Array.from(rows, ({ a }) => a),
      b: Uint32Array.from(rows, ({ b }) => b),
      time: Float64Array.from(rows, ({ time }) => time),
      tally: collider.tally,
    };
  }
  const { count, kind, a, b, time, tally } = collider.collide(x0, x1, { minSeparation });
  return { index, ms: performance.now() - before, count, kind, a, b, time, tally };
}

/** Null where nothing touches. */
export function firstTime({ count, time }: Step): number | null {
  let least = Infinity;
  for (let i = 0; i < count; i++) if (time[i] < least) least = time[i];
  return least === Infinity ? null : least;
}

/** How many contacts are of two edges; the others are of a vertex and a face. */
export function edgeContacts({ count, kind }: Step): number {
  let edges = 0;
  for (let i = 0; i < count; i++) edges += kind[i];
  return edges;
}

/** What outlives the next step, to be handed to another thread. */
export function copyOf(step: Step): Step {
  const { count, kind, a, b, time } = step;
  return {
    ...step,
    kind: kind.slice(0, count),
    a: a.slice(0, count),
    b: b.slice(0, count),
    time: time.slice(0, count),
  };
}
