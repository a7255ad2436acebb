// Elementary queries of a whole frame: the vertex–face and edge–edge pairs whose boxes, swept over
// the step, overlap and that share no vertex. Finding them is not part of any timing.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../src/core/math/random.ts';
import { TriMesh } from '../src/core/mesh/tri-mesh.ts';
import { readPly } from '../src/io.ts';
import { dataFolder } from '../test/generate/data-folder.ts';

/** A mesh at both ends of a step. */
export interface Frame {
  readonly mesh: TriMesh;
  readonly x0: Float64Array;
  readonly x1: Float64Array;
}

/** Reads two frames by file name under GRAZE_DATA; null if they are missing. */
export function loadFrame(first: string, second: string): Frame | null {
  const paths = [join(dataFolder, first), join(dataFolder, second)];
  if (!paths.every((path) => existsSync(path))) return null;
  const [a, b] = paths.map((path) => readPly(readFileSync(path)));
  return { mesh: TriMesh.from(a.triangles, a.vertexCount), x0: a.positions, x1: b.positions };
}

/** Swept boxes of features given by `size` vertex ids each: minimum xyz, maximum xyz. */
function sweptBoxes({ x0, x1 }: Frame, ids: ArrayLike<number>, size: number): Float64Array {
  const count = ids.length / size;
  const boxes = new Float64Array(6 * count);
  for (let f = 0; f < count; f++)
    for (let axis = 0; axis < 3; axis++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let j = 0; j < size; j++) {
        const at = 3 * ids[size * f + j] + axis;
        low = Math.min(low, x0[at], x1[at]);
        high = Math.max(high, x0[at], x1[at]);
      }
      boxes[6 * f + axis] = low;
      boxes[6 * f + 3 + axis] = high;
    }
  return boxes;
}

/** The number of cells per side of the grid that sorts the boxes. */
const CELLS = 64;

/**
 * Calls back with every pair (i of a, j of b) of overlapping boxes. A pair is found only in the
 * cell of the lowest corner of its overlap.
 */
function overlaps(a: Float64Array, b: Float64Array, found: (i: number, j: number) => void): void {
  const low = [0, 1, 2].map((axis) =>
    b.reduce((m, x, i) => (i % 6 === axis ? Math.min(m, x) : m), Number.POSITIVE_INFINITY),
  );
  const high = [0, 1, 2].map((axis) =>
    b.reduce((m, x, i) => (i % 6 === axis + 3 ? Math.max(m, x) : m), Number.NEGATIVE_INFINITY),
  );
  const cell = (x: number, axis: number) =>
    Math.max(0, Math.min(CELLS - 1, Math.floor((CELLS * (x - low[axis])) / (high[axis] - low[axis] || 1))));
  const inCells = (boxes: Float64Array, i: number, visit: (c: number) => void) => {
    const range = (axis: number) => [cell(boxes[6 * i + axis], axis), cell(boxes[6 * i + 3 + axis], axis)];
    const [[x0, x1], [y0, y1], [z0, z1]] = [range(0), range(1), range(2)];
    for (let x = x0; x <= x1; x++)
      for (let y = y0; y <= y1; y++) for (let z = z0; z <= z1; z++) visit((x * CELLS + y) * CELLS + z);
  };
  const start = new Uint32Array(CELLS ** 3 + 1);
  for (let j = 0; j < b.length / 6; j++) inCells(b, j, (c) => start[c + 1]++);
  for (let c = 0; c < CELLS ** 3; c++) start[c + 1] += start[c];
  const members = new Uint32Array(start[CELLS ** 3]);
  const next = start.slice();
  for (let j = 0; j < b.length / 6; j++) inCells(b, j, (c) => (members[next[c]++] = j));
  for (let i = 0; i < a.length / 6; i++) {
    inCells(a, i, (c) => {
      for (let k = start[c]; k < start[c + 1]; k++) {
        const [p, q] = [6 * i, 6 * members[k]];
        if (a[p] > b[q + 3] || b[q] > a[p + 3] || a[p + 1] > b[q + 4] || b[q + 1] > a[p + 4]) continue;
        if (a[p + 2] > b[q + 5] || b[q + 2] > a[p + 5]) continue;
        let corner = 0;
        for (let axis = 0; axis < 3; axis++) corner = corner * CELLS + cell(Math.max(a[p + axis], b[q + axis]), axis);
        if (corner === c) found(i, members[k]);
      }
    });
  }
}

/** The kind of a pair: vertex and face, or two edges. */
export type Kind = 'vf' | 'ee';

/** Calls back with the ids (vertex and face, or two edges) of every pair of the frame. */
export function framePairs(frame: Frame, kind: Kind, found: (a: number, b: number) => void): void {
  const { triangles, topology, vertexCount } = frame.mesh;
  const { edges } = topology;
  const shares = (a: number, b: number, size: number) => {
    for (let k = 0; k < size; k++) if (b === (size === 3 ? triangles[3 * a + k] : edges[2 * a + k])) return true;
    return false;
  };
  if (kind === 'vf') {
    const vertices = Uint32Array.from({ length: vertexCount }, (_, v) => v);
    overlaps(sweptBoxes(frame, vertices, 1), sweptBoxes(frame, triangles, 3), (v, f) => {
      if (!shares(f, v, 3)) found(v, f);
    });
  } else {
    const boxes = sweptBoxes(frame, edges, 2);
    overlaps(boxes, boxes, (a, b) => {
      if (a < b && !shares(a, edges[2 * b], 2) && !shares(a, edges[2 * b + 1], 2)) found(a, b);
    });
  }
}

/** The four vertex ids of a pair. */
export function pairVertices({ mesh }: Frame, kind: Kind, a: number, b: number): number[] {
  const { triangles, topology } = mesh;
  if (kind === 'vf') return [a, triangles[3 * b], triangles[3 * b + 1], triangles[3 * b + 2]];
  const { edges } = topology;
  return [edges[2 * a], edges[2 * a + 1], edges[2 * b], edges[2 * b + 1]];
}

/** A seeded sample of at most `count` pairs as queries of 24 doubles. */
export function sampleQueries(frame: Frame, pairs: readonly number[], count: number, seed: number): Float64Array {
  const random = seededRandom(seed);
  const total = pairs.length / 4;
  const n = Math.min(count, total);
  const q = new Float64Array(24 * n);
  for (let i = 0; i < n; i++) {
    const pair = 4 * (n === total ? i : random.below(total));
    for (let j = 0; j < 4; j++)
      for (let axis = 0; axis < 3; axis++) {
        q[24 * i + 3 * j + axis] = frame.x0[3 * pairs[pair + j] + axis];
        q[24 * i + 12 + 3 * j + axis] = frame.x1[3 * pairs[pair + j] + axis];
      }
  }
  return q;
}
