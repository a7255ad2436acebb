// A mesh with its topology in memory that threads share: one builds it, the others would take as long as for a step or two.
import { Topology, TriMesh } from '../index.ts';

export type SharedMesh = Readonly<
  Pick<Topology, 'triangles' | (typeof COLUMNS)[number]> & Pick<Topology, 'componentCount'> & { vertexCount: number }
>;

const COLUMNS = ['edges', 'faceEdges', 'edgeFaceStart', 'edgeFaces', 'starStart', 'starFaces', 'componentOf'] as const;

/** Null where faces were left out: their vertices are in the files, and frames are compared with those. */
export function sharedMesh({ topology, vertexCount, droppedFaces }: TriMesh): SharedMesh | null {
  if (droppedFaces.length > 0) return null;
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, shared(topology[name])]));
  const { triangles, componentCount } = topology;
  return { triangles: shared(triangles), componentCount, vertexCount, ...columns } as SharedMesh;
}

export function meshFrom(shared: SharedMesh): TriMesh {
  return TriMesh.withTopology(new Topology(shared.triangles, shared.vertexCount, shared));
}

function shared(words: Uint32Array): Uint32Array {
  const copy = new Uint32Array(new SharedArrayBuffer(words.byteLength));
  copy.set(words);
  return copy;
}
