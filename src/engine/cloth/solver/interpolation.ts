// Interpolation from aggregates to nodes by smoothed aggregation, for the levels of the multigrid
// preconditioner: a node takes the value of its aggregate, averaged with those of its neighbours'
// aggregates. Weights depend on the graph alone and sum to one, so that a rigid translation is
// interpolated exactly. [Vaněk, Mandel, Brezina 1996]
// Departs from the paper: the plain graph takes the place of the matrix.
import type { UpperRows } from './block-matrix.ts';

/**
 * The neighbours of node i are `items[start[i]]` … `items[start[i + 1] - 1]`, ascending. Every edge
 * is stored in both directions.
 */
export interface Graph {
  /** Where the neighbours of each node begin, and one number more. */
  readonly start: Uint32Array;
  /** Neighbours of all nodes, node by node. */
  readonly items: Uint32Array;
}

/** Node i takes `weight[k]` of `aggregate[k]`, for k from `start[i]` to `start[i + 1]`. */
export interface Interpolation {
  /** Where the entries of each node begin, and one number more. */
  readonly start: Uint32Array;
  /** Aggregate of each entry, ascending for each node. */
  readonly aggregate: Uint32Array;
  /** Weight of each entry; they sum to 1 for each node. */
  readonly weight: Float64Array;
  /** How many aggregates there are. */
  readonly aggregateCount: number;
  /** The graph of the aggregates: two are neighbours if an edge joins their nodes. */
  readonly graph: Graph;
}

/** Marks a node that belongs to no aggregate yet. */
const NO_AGGREGATE = 0xffffffff;

/**
 * The share of the neighbours in the average of a node: the damping of Jacobi's method, which makes
 * the interpolation smooth.
 */
const NEIGHBOUR_SHARE = 2 / 3;

/** The graph of the full blocks of a matrix. */
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

/** Aggregates of a graph, and how its nodes depend on them. */
export function interpolate(graph: Graph): Interpolation {
  const { aggregateOf, aggregateCount } = aggregateNodes(graph);
  const lists = Array.from(aggregateOf, (own, i) => averageOf(graph, aggregateOf, i, own));
  const { start, items: aggregate } = flatten(lists.map((list) => list.map(([id]) => id)));
  const weight = Float64Array.from(lists.flatMap((list) => list.map(([, value]) => value)));
  return { start, aggregate, weight, aggregateCount, graph: graphOfAggregates(graph, aggregateOf, aggregateCount) };
}

/** Aggregates of a node with their weights, ascending. */
function averageOf({ start, items }: Graph, aggregateOf: Uint32Array, i: number, own: number): [number, number][] {
  const degree = start[i + 1] - start[i];
  const weights = new Map<number, number>([[own, degree > 0 ? 1 - NEIGHBOUR_SHARE : 1]]);
  for (let k = start[i]; k < start[i + 1]; k++) {
    const aggregate = aggregateOf[items[k]];
    weights.set(aggregate, (weights.get(aggregate) ?? 0) + NEIGHBOUR_SHARE / degree);
  }
  return [...weights].sort(([a], [b]) => a - b);
}

/**
 * A node and its neighbours form an aggregate if none of them belongs to one. The nodes that are
 * left join the aggregate of a neighbour.
 */
function aggregateNodes({ start, items }: Graph): { aggregateOf: Uint32Array; aggregateCount: number } {
  const size = start.length - 1;
  const aggregateOf = new Uint32Array(size).fill(NO_AGGREGATE);
  let aggregateCount = 0;
  for (let i = 0; i < size; i++) {
    const around = items.subarray(start[i], start[i + 1]);
    if (aggregateOf[i] !== NO_AGGREGATE || around.some((j) => aggregateOf[j] !== NO_AGGREGATE)) continue;
    aggregateOf[i] = aggregateCount;
    for (const j of around) aggregateOf[j] = aggregateCount;
    aggregateCount++;
  }
  // A node that is left has a neighbour in an aggregate; otherwise it would have begun one.
  const begun = aggregateOf.slice();
  for (let i = 0; i < size; i++) {
    for (let k = start[i]; k < start[i + 1] && aggregateOf[i] === NO_AGGREGATE; k++) aggregateOf[i] = begun[items[k]];
  }
  return { aggregateOf, aggregateCount };
}

/** The graph of the aggregates. */
function graphOfAggregates({ start, items }: Graph, aggregateOf: Uint32Array, aggregateCount: number): Graph {
  const sets = Array.from({ length: aggregateCount }, () => new Set<number>());
  for (let i = 0; i < aggregateOf.length; i++) {
    for (let k = start[i]; k < start[i + 1]; k++) {
      if (aggregateOf[items[k]] !== aggregateOf[i]) sets[aggregateOf[i]].add(aggregateOf[items[k]]);
    }
  }
  return flatten(sets.map((set) => [...set].sort((a, b) => a - b)));
}

/** Lists as one array with the start of each. */
function flatten(lists: readonly (readonly number[])[]): Graph {
  const start = new Uint32Array(lists.length + 1);
  for (let i = 0; i < lists.length; i++) start[i + 1] = start[i] + lists[i].length;
  return { start, items: Uint32Array.from(lists.flat()) };
}
