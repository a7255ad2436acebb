// A mesh with its topology in memory that threads share. The main thread builds it once; building
// it in every thread would cost each of them as much as a step or two.
import { Topology, TriMesh } from '../index.ts';

/** The arrays of a mesh in shared memory, as a message to a worker. */
export type SharedMesh = Readonly<
  Pick<Topology, 'triangles' | (typeof COLUMNS)[number]> &
    Pick<Topology, 'componentCount'> &
    Pick<TriMesh, 'vertexCount'>
>;

const COLUMNS = ['edges', 'faceEdges', 'edgeFaceStart', 'edgeFaces', 'starStart', 'starFaces', 'componentOf'] as const;

/**
 * Copies a mesh to shared memory. Returns null if faces were dropped, because workers compare the
 * faces of frames with those of the mesh.
 */
export function sharedMesh({ topology, vertexCount, droppedFaces }: TriMesh): SharedMesh | null {
  if (droppedFaces.length > 0) return null;
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, sharedWords(topology[name])]));
  const { triangles, componentCount } = topology;
  return { triangles: sharedWords(triangles), componentCount, vertexCount, ...columns } as SharedMesh;
}

/** Returns the mesh over the shared arrays, without copying them. */
export function meshFrom(shared: SharedMesh): TriMesh {
  return TriMesh.withTopology(new Topology(shared.triangles, shared.vertexCount, shared));
}

/** Returns integers in memory that threads share. */
export function sharedWords(words: ArrayLike<number>): Uint32Array {
  const copy = new Uint32Array(new SharedArrayBuffer(Uint32Array.BYTES_PER_ELEMENT * words.length));
  copy.set(words);
  return copy;
}
