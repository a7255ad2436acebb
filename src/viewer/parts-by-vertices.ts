// Parts of a mesh whose vertices are in the order of the parts, as those of scenes and simulations.
import type { Parts } from '../clash.ts';
import type { TriMesh } from '../index.ts';

/** A part: all vertices up to the first one of the next part. */
export interface VertexRange {
  /** The name of the part. */
  readonly name: string;
  /** Its first vertex. */
  readonly firstVertex: number;
}

/**
 * Returns the parts of a mesh; `ranges` ascend. The numbers of the parts do not depend on the mesh.
 */
export function partsByVertices({ triangles, vertexCount, faceCount }: TriMesh, ranges: readonly VertexRange[]): Parts {
  const partOfVertex = new Uint32Array(vertexCount);
  ranges.forEach(({ firstVertex }, part) => {
    partOfVertex.fill(part, firstVertex);
  });
  return {
    names: ranges.map(({ name }) => name),
    partOfFace: Uint32Array.from({ length: faceCount }, (_, face) => partOfVertex[triangles[3 * face]]),
  };
}
