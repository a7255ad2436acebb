// The depth between vertices: crossed bars are inside each other, but no vertex of them is. A face
// is split while a point of it may be deeper than the deepest so far. The signed distance from a
// surface changes no faster than the point moves, so the depth at the middle of a triangle and its
// radius bound the depth of all its points.
import type { Solid } from './solid.ts';

/** A refined depth is within this share of the greatest depth. */
const TOLERANCE = 0.02;

/** The deepest point of some triangles inside a solid. */
export interface DeepestPoint {
  /** How deep; at least what was known before. */
  readonly depth: number;
  /** Where; null if no point is deeper than what was known before. */
  readonly point: readonly [number, number, number] | null;
}

/**
 * Searches triangles, nine coordinates each, for a point deeper inside a solid than `known`. At
 * most `budget` points are sampled, the most promising first.
 */
export function deepestPoint(
  triangles: Iterable<Float64Array>,
  solid: Solid,
  known: number,
  budget: number,
): DeepestPoint {
  const queue = new TriangleQueue();
  let depth = known;
  let point: [number, number, number] | null = null;
  let around: Float64Array | null = null;
  /** Samples the middle of a triangle; queues it if a deeper point may be in it. */
  const sample = (triangle: Float64Array): void => {
    const c = middleOf(triangle);
    const radius = Math.max(reach(triangle, 0, c), reach(triangle, 3, c), reach(triangle, 6, c));
    const distance = solid.distance(c[0], c[1], c[2]);
    if (radius <= 0 || distance + radius <= depth * (1 + TOLERANCE)) return;
    const isInside = solid.locate(c[0], c[1], c[2]) === 'inside';
    if (isInside && distance > depth) {
      depth = distance;
      point = c;
      around = triangle;
    }
    const bound = (isInside ? distance : -distance) + radius;
    if (bound > depth * (1 + TOLERANCE)) queue.add(bound, triangle);
  };
  let samples = 0;
  for (const triangle of triangles) sample(triangle);
  for (let top = queue.take(); top !== null && samples < budget; top = queue.take()) {
    if (top.bound <= depth * (1 + TOLERANCE)) break;
    for (const quarter of quarters(top.triangle)) sample(quarter);
    samples += 4;
  }
  return point && around ? climb(solid, around, point, depth) : { depth, point };
}

/** How often the steps of a climb are halved. */
const MAX_HALVINGS = 20;

/**
 * Goes on from a deep point within the plane of its triangle, by steps that make it deeper; steps
 * are halved where none does.
 */
function climb(solid: Solid, t: Float64Array, from: [number, number, number], known: number): DeepestPoint {
  const edges = [0, 1].map((i) => [0, 1, 2].map((k) => t[3 * i + 3 + k] - t[k]));
  let depth = known;
  let point = from;
  let at = [1 / 3, 1 / 3];
  let step = 1 / 3;
  for (let halvings = 0; halvings < MAX_HALVINGS; ) {
    let isBetter = false;
    for (const [u, v] of DIRECTIONS) {
      const next = [at[0] + step * u, at[1] + step * v];
      if (next[0] < 0 || next[1] < 0 || next[0] + next[1] > 1) continue;
      const [x, y, z] = [0, 1, 2].map((k) => t[k] + next[0] * edges[0][k] + next[1] * edges[1][k]);
      const distance = solid.distance(x, y, z);
      if (distance <= depth || solid.locate(x, y, z) !== 'inside') continue;
      depth = distance;
      point = [x, y, z];
      at = next;
      isBetter = true;
    }
    if (isBetter) continue;
    step /= 2;
    halvings++;
  }
  return { depth, point };
}

/** The directions of a climb, in steps along two edges. */
const DIRECTIONS: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, -1],
  [-1, 1],
];

/** Triangles by the greatest depth that they may hold, in a binary heap. */
class TriangleQueue {
  private readonly heap: { readonly bound: number; readonly triangle: Float64Array }[] = [];

  add(bound: number, triangle: Float64Array): void {
    const { heap } = this;
    heap.push({ bound, triangle });
    for (let i = heap.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (heap[parent].bound >= heap[i].bound) break;
      [heap[parent], heap[i]] = [heap[i], heap[parent]];
      i = parent;
    }
  }

  take(): { readonly bound: number; readonly triangle: Float64Array } | null {
    const { heap } = this;
    const top = heap[0];
    const last = heap.pop();
    if (last === undefined) return null;
    if (heap.length === 0) return top;
    heap[0] = last;
    for (let i = 0; ; ) {
      let largest = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < heap.length && heap[child].bound > heap[largest].bound) largest = child;
      if (largest === i) return top;
      [heap[largest], heap[i]] = [heap[i], heap[largest]];
      i = largest;
    }
  }
}

function middleOf(t: Float64Array): [number, number, number] {
  return [(t[0] + t[3] + t[6]) / 3, (t[1] + t[4] + t[7]) / 3, (t[2] + t[5] + t[8]) / 3];
}

function reach(t: Float64Array, corner: number, c: readonly number[]): number {
  return Math.hypot(t[corner] - c[0], t[corner + 1] - c[1], t[corner + 2] - c[2]);
}

/** The four triangles between the corners of a triangle and the middles of its edges. */
function quarters(t: Float64Array): Float64Array[] {
  const at = (i: number): number[] => [t[3 * i], t[3 * i + 1], t[3 * i + 2]];
  const between = (i: number, j: number): number[] => at(i).map((value, k) => (value + t[3 * j + k]) / 2);
  const [a, b, c] = [at(0), at(1), at(2)];
  const [ab, bc, ca] = [between(0, 1), between(1, 2), between(2, 0)];
  return [
    [a, ab, ca],
    [ab, b, bc],
    [ca, bc, c],
    [ab, bc, ca],
  ].map((corners) => Float64Array.from(corners.flat()));
}
