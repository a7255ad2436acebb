// Finds every contact by brute force: puts all pairs of features that share no vertex to the
// elementary tests, one by one. Rows are text, so that whole answers compare as lists: kind, a, b,
// time, normal, weights.
import { expect } from 'vitest';
import { eeContact, elementaryContact, type MeshCollider, vfContact } from '../../src/index.ts';
import type { MovingMesh } from '../generate/meshes.ts';

const out = elementaryContact();
const q = new Float64Array(24);

function setQuery(x0: Float64Array, x1: Float64Array, ids: ArrayLike<number>): void {
  for (let j = 0; j < 4; j++)
    for (let axis = 0; axis < 3; axis++) {
      q[3 * j + axis] = x0[3 * ids[j] + axis];
      q[12 + 3 * j + axis] = x1[3 * ids[j] + axis];
    }
}

const row = (kind: number, a: number, b: number, time: number, normal: ArrayLike<number>, weights: ArrayLike<number>) =>
  [kind, a, b, time, ...Array.from(normal), ...Array.from(weights)].join(' ');

export function bruteForce({ mesh, x0, x1 }: MovingMesh, minSeparation: number): string[] {
  const { triangles, topology, vertexCount, faceCount } = mesh;
  const { edges, edgeCount, componentOf } = topology;
  const rows: string[] = [];
  for (let v = 0; v < vertexCount; v++) {
    if (componentOf[v] === 0xffffffff) continue;
    for (let f = 0; f < faceCount; f++) {
      const corners = triangles.subarray(3 * f, 3 * f + 3);
      if (corners.includes(v)) continue;
      setQuery(x0, x1, [v, ...corners]);
      const time = vfContact(q, 0, out, minSeparation);
      if (time <= 1) rows.push(row(0, v, f, time, out.normal, out.weights));
    }
  }
  for (let a = 0; a < edgeCount; a++)
    for (let b = a + 1; b < edgeCount; b++) {
      const ids = [edges[2 * a], edges[2 * a + 1], edges[2 * b], edges[2 * b + 1]];
      if (new Set(ids).size < 4) continue;
      setQuery(x0, x1, ids);
      const time = eeContact(q, 0, out, minSeparation);
      if (time <= 1) rows.push(row(1, a, b, time, out.normal, out.weights));
    }
  return rows;
}

export function rowsOf(
  collider: MeshCollider,
  { x0, x1 }: MovingMesh,
  minSeparation: number,
  prefilter?: Uint8Array,
): string[] {
  const c = collider.collide(x0, x1, prefilter ? { minSeparation, prefilter } : { minSeparation });
  return Array.from({ length: c.count }, (_, i) => {
    expect(c.startsTouching[i]).toBe(c.time[i] === 0 ? 1 : 0);
    return row(
      c.kind[i],
      c.a[i],
      c.b[i],
      c.time[i],
      c.normal.subarray(3 * i, 3 * i + 3),
      c.weights.subarray(3 * i, 3 * i + 3),
    );
  });
}
