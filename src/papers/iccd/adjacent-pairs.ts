// How many pairs of faces share a vertex, and how many vertices they share: the work that the orphan set replaces
// [ICCD table I]. Counted from the sizes of stars and edges, without listing a pair.
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';

/** Unordered pairs of different faces; those with all three vertices in common are in neither count. */
export interface AdjacentPairs {
  /** With exactly one vertex in common. */
  readonly vertexAdjacent: number;
  /** With exactly two. */
  readonly edgeAdjacent: number;
}

export function countAdjacentPairs(mesh: TriMesh): AdjacentPairs {
  const { starStart, edgeFaceStart } = mesh.topology;
  // Faces that share k vertices meet k times in stars, and 0, 1 or 3 times in edges for k of 1, 2 or 3.
  const equalPairs = countEqualPairs(mesh);
  const edgeAdjacent = countMeetings(edgeFaceStart) - 3 * equalPairs;
  return { vertexAdjacent: countMeetings(starStart) - 2 * edgeAdjacent - 3 * equalPairs, edgeAdjacent };
}

function countMeetings(start: Uint32Array): number {
  let count = 0;
  for (let i = 1; i < start.length; i++) {
    const size = start[i] - start[i - 1];
    count += (size * (size - 1)) / 2;
  }
  return count;
}

/** Pairs of faces with the same vertices: the same third corner at the side of the two smaller ones. */
function countEqualPairs({ triangles, topology }: TriMesh): number {
  const { edges, edgeCount, edgeFaceStart, edgeFaces } = topology;
  const thirds = new Uint32Array(edgeFaces.length);
  for (let e = 0; e < edgeCount; e++) {
    const ends = edges[2 * e] ^ edges[2 * e + 1];
    for (let i = edgeFaceStart[e]; i < edgeFaceStart[e + 1]; i++) {
      const j = 3 * edgeFaces[i];
      thirds[i] = triangles[j] ^ triangles[j + 1] ^ triangles[j + 2] ^ ends;
    }
  }
  let count = 0;
  for (let e = 0; e < edgeCount; e++) {
    const start = edgeFaceStart[e];
    const end = edgeFaceStart[e + 1];
    if (end - start > 2) thirds.subarray(start, end).sort();
    for (let i = start + 1, run = 0; i < end; i++) {
      run = thirds[i] === thirds[i - 1] ? run + 1 : 0;
      if (thirds[i] > edges[2 * e + 1]) count += run;
    }
  }
  return count;
}
