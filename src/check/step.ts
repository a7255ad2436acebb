// One step of a check, from a frame to the next: the data that every output is made from.
import { type MeshCollider, noTally, type Tally } from '../index.ts';
import type { RecipeName } from './recipe-names.ts';

/** How a step is checked. */
export interface CheckOptions {
  /** The recipe of the collider. */
  readonly recipe: RecipeName;
  /** The distance below which two features are in contact. */
  readonly minSeparation: number;
  /** Only the first contact of each step. */
  readonly first: boolean;
  /** The search of a step ends when it has found more than this; Infinity for all. */
  readonly maxContacts: number;
}

/**
 * The result of one step. Its columns may be longer than `count`, and are valid until the next
 * step.
 */
export interface Step {
  /** The number of the step, from 0; it leads from frame `index` to the next. */
  readonly index: number;
  /** Milliseconds spent in the collider. */
  readonly ms: number;
  /** The number of contacts. */
  readonly count: number;
  /** 0 vertex–face, 1 edge–edge. */
  readonly kind: Uint8Array;
  /** The vertex, or the first edge, as in `Contacts`. */
  readonly a: Uint32Array;
  /** The face, or the second edge, as in `Contacts`. */
  readonly b: Uint32Array;
  /** The time of each contact, from 0 to 1. */
  readonly time: Float64Array;
  /** The number of pairs that each stage was given and kept. */
  readonly tally: Readonly<Tally>;
  /** Whether there are more contacts than these, perhaps earlier ones. */
  readonly truncated: boolean;
}

/** Checks one step from `x0` to `x1`. */
export function checkStep(
  collider: MeshCollider,
  index: number,
  x0: Float64Array,
  x1: Float64Array,
  options: CheckOptions,
): Step {
  if (options.first) return firstOfStep(collider, index, x0, x1, options);
  const before = performance.now();
  return stepOf(index, before, collider.collide(x0, x1, options));
}

/**
 * Checks one step in slices, between which `signal` can end it with its reason; a first contact is
 * found in one slice.
 */
export async function checkStepInSlices(
  collider: MeshCollider,
  index: number,
  x0: Float64Array,
  x1: Float64Array,
  options: CheckOptions,
  signal: AbortSignal,
): Promise<Step> {
  signal.throwIfAborted();
  if (options.first) return firstOfStep(collider, index, x0, x1, options);
  const before = performance.now();
  return stepOf(index, before, await collider.collideAsync(x0, x1, { ...options, signal }));
}

/** Returns a step from the contacts of a collider; `before` is when the search began. */
export function stepOf(index: number, before: number, contacts: Omit<Step, 'index' | 'ms'>): Step {
  const { count, kind, a, b, time, tally, truncated } = contacts;
  return { index, ms: performance.now() - before, count, kind, a, b, time, tally, truncated };
}

function firstOfStep(
  collider: MeshCollider,
  index: number,
  x0: Float64Array,
  x1: Float64Array,
  { minSeparation }: CheckOptions,
): Step {
  const before = performance.now();
  const contact = collider.firstContact(x0, x1, { minSeparation });
  const rows = contact ? [contact] : [];
  return stepOf(index, before, {
    count: rows.length,
    kind: Uint8Array.from(rows, ({ kind }) => kind),
    a: Uint32Array.from(rows, ({ a }) => a),
    b: Uint32Array.from(rows, ({ b }) => b),
    time: Float64Array.from(rows, ({ time }) => time),
    tally: collider.tally,
    truncated: false,
  });
}

/** Returns a step in which nothing was searched. */
export function emptyStep(index: number): Step {
  const [kind, ids, time] = [new Uint8Array(0), new Uint32Array(0), new Float64Array(0)];
  return { index, ms: 0, count: 0, kind, a: ids, b: ids, time, tally: noTally(), truncated: false };
}

/** Returns the earliest time of the contacts found; null if there are none. */
export function firstTime({ count, time }: Step): number | null {
  let least = Infinity;
  for (let i = 0; i < count; i++) if (time[i] < least) least = time[i];
  return least === Infinity ? null : least;
}

/** Returns how many contacts are edge–edge; the others are vertex–face. */
export function edgeContacts({ count, kind }: Pick<Step, 'count' | 'kind'>): number {
  let edges = 0;
  for (let i = 0; i < count; i++) edges += kind[i];
  return edges;
}

/** Returns a copy that outlives the next step, to be passed to another thread. */
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
