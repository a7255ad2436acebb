// For tests of the hierarchy: which faces and vertices are below every node.
import type { DopTree } from '../../../src/papers/mezger/dop-tree.ts';
import type { PolygonMesh } from '../../../src/papers/mezger/polygon-mesh.ts';

export function facesBelow({ link, childCount, nodeCount }: DopTree): number[][] {
  const faces: number[][] = new Array(nodeCount);
  for (let node = nodeCount - 1; node >= 0; node--) {
    const first = link[node];
    faces[node] = first < 0 ? [~first] : faces.slice(first, first + childCount[node]).flat();
  }
  return faces;
}

export function verticesOf({ start, corners }: PolygonMesh, faces: readonly number[]): number[] {
  return [...new Set(faces.flatMap((f) => Array.from(corners.subarray(start[f], start[f + 1]))))];
}
