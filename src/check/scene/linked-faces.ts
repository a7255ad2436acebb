// The faces that clashes are linked by from frame to frame.
import type { TriMesh } from '../../index.ts';
import type { VertexRange } from '../sequence.ts';

/** Faces without topology. */
export type Faces = Pick<TriMesh, 'triangles' | 'vertexCount'>;

/**
 * Returns the faces with the same numbers. Where faces change, their vertices have other numbers in
 * every frame: all faces of such an object get one vertex, so that its clashes are linked by it.
 */
export function linkedFaces(faces: Faces, remeshed: readonly VertexRange[]): Faces {
  if (remeshed.length === 0) return faces;
  const { triangles, vertexCount } = faces;
  const vertex = Uint32Array.from({ length: vertexCount }, (_, v) => v);
  for (const { first, end } of remeshed) vertex.fill(first, first, end);
  return { triangles: triangles.map((v) => vertex[v]), vertexCount };
}
