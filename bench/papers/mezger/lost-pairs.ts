// The pairs of faces that a lossy setup misses, by how far apart their faces are on the surface:
// neighbours of neighbours are harmless to miss, far parts of a fold are not [Mezger §6.2].
import type { PolygonMesh, Proximities } from '../../../src/proximity.ts';

/** How many rings are told apart; the last holds all farther pairs and those of two objects. */
export const RINGS = 4;

/**
 * Returns how many pairs of `all` are not in `found`, by ring: index 0 holds pairs with one face
 * between the two, index 1 pairs with two, and so on.
 */
export function lostByRing(mesh: PolygonMesh, all: Proximities, found: Proximities): number[] {
  const has = new Set<number>();
  for (let i = 0; i < found.count; i++) has.add(keyOf(mesh, found.a[i], found.b[i]));
  const lost = new Array<number>(RINGS).fill(0);
  for (let i = 0; i < all.count; i++)
    if (!has.has(keyOf(mesh, all.a[i], all.b[i]))) lost[ringOf(mesh, all.a[i], all.b[i]) - 1]++;
  return lost;
}

function keyOf({ faceCount }: PolygonMesh, f: number, g: number): number {
  return Math.min(f, g) * faceCount + Math.max(f, g);
}

/** How many faces are between two that share no vertex, at most `RINGS`. */
function ringOf({ start, corners, starStart, starFaces }: PolygonMesh, f: number, g: number): number {
  const reached = new Set([f]);
  let front = [f];
  for (let ring = 0; ring < RINGS; ring++) {
    const next: number[] = [];
    for (const face of front)
      for (let c = start[face]; c < start[face + 1]; c++)
        for (let k = starStart[corners[c]]; k < starStart[corners[c] + 1]; k++) {
          const neighbour = starFaces[k];
          if (neighbour === g) return ring;
          if (!reached.has(neighbour)) next.push(neighbour);
          reached.add(neighbour);
        }
    front = next;
  }
  return RINGS;
}
