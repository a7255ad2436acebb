// One step of a check: from a frame to the next. What a worker sends back, and what every output is written from.
import type { MeshCollider, Tally, TriMesh } from '../index.ts';
import type { RecipeName } from './recipes.ts';

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
  /** 0 vertex–face, 1 edge–edge; a and b as in `Contacts`. */
  readonly kind: Uint8Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly time: Float64Array;
  /** Null where only the first contact was asked for. */
  readonly tally: Tally | null;
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
      tally: null,
    };
  }
  const { count, kind, a, b, time, tally } = collider.collide(x0, x1, { minSeparation });
  return {
    index,
    ms: performance.now() - before,
    count,
    kind: kind.slice(0, count),
    a: a.slice(0, count),
    b: b.slice(0, count),
    time: time.slice(0, count),
    tally: { ...tally },
  };
}

/** Null where nothing touches. */
export function firstTime({ time }: Step): number | null {
  let least = Infinity;
  for (const t of time) if (t < least) least = t;
  return least === Infinity ? null : least;
}

/** Vertex ids of contact i: a vertex and a face's number, or the ends of two edges. */
export function namesOf({ topology }: TriMesh, { kind, a, b }: Step, i: number): number[] {
  if (kind[i] === 0) return [a[i], b[i]];
  const { edges } = topology;
  return [edges[2 * a[i]], edges[2 * a[i] + 1], edges[2 * b[i]], edges[2 * b[i] + 1]];
}
