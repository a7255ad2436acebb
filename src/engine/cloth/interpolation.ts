// From a coarse graph to a fine one: particles gather in patches, and a particle's value is that of its patch, averaged with those of its
// neighbours' patches. Weights depend on the mesh alone, sum to one, and so keep what moves as a whole. [Vaněk, Mandel, Brezina 1996:
// smoothed aggregation, with the plain graph in place of the matrix.]
import type { UpperRows } from './block-matrix.ts';

/** Neighbours of each node, both ways, ascending: list i of `items` from `start[i]` to `start[i + 1]`. */
export interface Graph {
  readonly start: Uint32Array;
  readonly items: Uint32Array;
}

/** Node i takes `weight[k]` of patch `patch[k]`, for k from `start[i]` to `start[i + 1]`; patches ascend. */
export interface Interpolation {
  readonly start: Uint32Array;
  readonly patch: Uint32Array;
  readonly weight: Float64Array;
  readonly patchCount: number;
  /** Patches that have an edge between them. */
  readonly graph: Graph;
}

const NO_PATCH = 0xffffffff;

/** The share of the neighbours in an average: damped as Jacobi's method is, so that the result is smooth. */
const SHARE = 2 / 3;

export function graphOf({ start, column }: UpperRows): Graph {
  const neighbours: number[][] = Array.from({ length: start.length - 1 }, () => []);
  for (let i = 0; i < neighbours.length; i++) {
    for (let k = start[i]; k < start[i + 1]; k++) {
      neighbours[i].push(column[k]);
      neighbours[column[k]].push(i);
    }
  }
  return flatten(neighbours.map((list) => list.sort((a, b) => a - b)));
}

export function interpolate(graph: Graph): Interpolation {
  const { patchOf, patchCount } = gatherPatches(graph);
  const lists = Array.from(patchOf, (own, i) => averageOf(graph, patchOf, i, own));
  const { start, items: patch } = flatten(lists.map((list) => list.map(([id]) => id)));
  const weight = Float64Array.from(lists.flatMap((list) => list.map(([, value]) => value)));
  return { start, patch, weight, patchCount, graph: patchGraph(graph, patchOf, patchCount) };
}

function averageOf({ start, items }: Graph, patchOf: Uint32Array, i: number, own: number): [number, number][] {
  const degree = start[i + 1] - start[i];
  const weights = new Map<number, number>([[own, degree > 0 ? 1 - SHARE : 1]]);
  for (let k = start[i]; k < start[i + 1]; k++) {
    const patch = patchOf[items[k]];
    weights.set(patch, (weights.get(patch) ?? 0) + SHARE / degree);
  }
  return [...weights].sort(([a], [b]) => a - b);
}

/** A patch is a node and its neighbours where all of them are free; what is left joins a patch beside it. */
function gatherPatches({ start, items }: Graph): { patchOf: Uint32Array; patchCount: number } {
  const size = start.length - 1;
  const patchOf = new Uint32Array(size).fill(NO_PATCH);
  let patchCount = 0;
  for (let i = 0; i < size; i++) {
    const around = items.subarray(start[i], start[i + 1]);
    if (patchOf[i] !== NO_PATCH || around.some((j) => patchOf[j] !== NO_PATCH)) continue;
    patchOf[i] = patchCount;
    for (const j of around) patchOf[j] = patchCount;
    patchCount++;
  }
  // A node that was passed over has a neighbour in a patch, or it would have begun one.
  const begun = patchOf.slice();
  for (let i = 0; i < size; i++) {
    for (let k = start[i]; k < start[i + 1] && patchOf[i] === NO_PATCH; k++) patchOf[i] = begun[items[k]];
  }
  return { patchOf, patchCount };
}

function patchGraph({ start, items }: Graph, patchOf: Uint32Array, patchCount: number): Graph {
  const sets = Array.from({ length: patchCount }, () => new Set<number>());
  for (let i = 0; i < patchOf.length; i++) {
    for (let k = start[i]; k < start[i + 1]; k++) {
      if (patchOf[items[k]] !== patchOf[i]) sets[patchOf[i]].add(patchOf[items[k]]);
    }
  }
  return flatten(sets.map((set) => [...set].sort((a, b) => a - b)));
}

function flatten(lists: readonly (readonly number[])[]): Graph {
  const start = new Uint32Array(lists.length + 1);
  for (let i = 0; i < lists.length; i++) start[i + 1] = start[i] + lists[i].length;
  return { start, items: Uint32Array.from(lists.flat()) };
}
