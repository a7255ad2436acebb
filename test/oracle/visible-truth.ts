// Pairs of faces that visibility culling has to keep, by the exact collider: those that share no
// vertex and cross at one instant, or meet at some time of a step.
import type { Culling, Positions } from '../../src/gpu.ts';
import { MeshCollider, type TriMesh } from '../../src/index.ts';

export type FacePair = readonly [number, number];

export function shareVertex({ triangles }: TriMesh, f: number, g: number): boolean {
  const corners = triangles.subarray(3 * g, 3 * g + 3);
  return triangles.subarray(3 * f, 3 * f + 3).some((vertex) => corners.includes(vertex));
}

export function crossingPairs(mesh: TriMesh, x: Positions): FacePair[] {
  const { a, b } = new MeshCollider(mesh).intersections(x);
  return Array.from(a, (f, i) => [f, b[i]] as const).filter(([f, g]) => !shareVertex(mesh, f, g));
}

/** Every two faces around a contact, and those that cross at the start. */
export function meetingPairs(mesh: TriMesh, x0: Positions, x1: Positions): FacePair[] {
  const contacts = new MeshCollider(mesh).collide(x0, x1);
  const { edges } = mesh.topology;
  const star = starsOf(mesh);
  const around = (e: number) => star[edges[2 * e]].filter((f) => star[edges[2 * e + 1]].includes(f));
  const pairs = crossingPairs(mesh, x0);
  for (let i = 0; i < contacts.count; i++) {
    const [a, b] = [contacts.a[i], contacts.b[i]];
    const [fs, gs] = contacts.kind[i] === 0 ? [star[a], [b]] : [around(a), around(b)];
    for (const f of fs) for (const g of gs) if (!shareVertex(mesh, f, g)) pairs.push([f, g]);
  }
  return pairs;
}

function starsOf({ triangles, vertexCount }: TriMesh): number[][] {
  const stars = Array.from({ length: vertexCount }, (): number[] => []);
  triangles.forEach((vertex, i) => {
    stars[vertex].push(Math.floor(i / 3));
  });
  return stars;
}

/** Pairs that the sets exclude, or of which a face is not in the mask. */
export function missed(culling: Culling, pairs: readonly FacePair[]): FacePair[] {
  return pairs.filter(([f, g]) => !(culling.mask[f] && culling.mask[g] && culling.mayCollide(f, g)));
}

/** How many faces are in one of the pairs. */
export function faceCountOf(pairs: readonly FacePair[]): number {
  return new Set(pairs.flat()).size;
}
