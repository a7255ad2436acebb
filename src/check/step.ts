// One step of a check, from a frame to the next: what every output is made from.
import type { Contacts, MeshCollider, Tally } from '../index.ts';
import type { RecipeName } from './recipe-names.ts';

export interface CheckOptions {
  readonly recipe: RecipeName;
  readonly minSeparation: number;
  /** Only the first contact of each step. */
  readonly first: boolean;
  /** The search of a step ends when it has found more; Infinity for all. */
  readonly maxContacts: number;
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
  /** There are more contacts than these, perhaps earlier ones. */
  readonly truncated: boolean;
}

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

/** The same in slices, between which a signal ends it with its reason; a first contact is found in one. */
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

function stepOf(index: number, before: number, contacts: Contacts): Step {
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
  return {
    index,
    ms: performance.now() - before,
    count: rows.length,
    kind: Uint8Array.from(rows, ({ kind }) => kind),
    a: Uint32Array.from(rows, ({ a }) => a),
    b: Uint32Array.from(rows, ({ b }) => b),
    time: Float64Array.from(rows, ({ time }) => time),
    tally: collider.tally,
    truncated: false,
  };
}

/** Of the contacts that were found; null where nothing touches. */
export function firstTime({ count, time }: Step): number | null {
  let least = Infinity;
  for (let i = 0; i < count; i++) if (time[i] < least) least = time[i];
  return least === Infinity ? null : least;
}

/** How many contacts are of two edges; the others are of a vertex and a face. */
export function edgeContacts({ count, kind }: Pick<Step, 'count' | 'kind'>): number {
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
