// The welds of a whole sequence, and its meshes with them. See `weld-frames.ts` for what is welded.
import type { TriMesh } from '../index.ts';
import type { Sequence } from './sequence.ts';
import { apply, candidates, refute } from './weld-frames.ts';

/** Which frames decide about welds. */
export type WeldFrames = 'none' | 'ends' | 'all';

/** Finds the vertices that coincide in the first frame, and in others; a map as `candidates` returns. */
export async function findWelds(sequence: Sequence, frames: WeldFrames): Promise<Uint32Array> {
  const { mesh, parts, frameCount, read, remeshed } = sequence;
  if (frames === 'none') return Uint32Array.from({ length: mesh.vertexCount }, (_, v) => v);
  const welds = candidates(mesh, parts, await read(0));
  // Where faces change, the same number is another vertex in another frame.
  for (const { first, end } of remeshed) for (let v = first; v < end; v++) welds[v] = v;
  for (let frame = frames === 'all' ? 1 : Math.max(1, frameCount - 1); frame < frameCount; frame++) {
    if (!hasWelds(welds)) break;
    refute(welds, await read(frame));
  }
  return welds;
}

/** Whether any vertex is welded to another one. */
export function hasWelds(welds: Uint32Array): boolean {
  return welds.some((target, v) => target !== v);
}

/**
 * Returns the meshes of a sequence with welded vertices; `mesh` is the welded one of all faces. They
 * are the same objects as long as those of the sequence are.
 */
export function weldedMeshes(
  sequence: Pick<Sequence, 'mesh' | 'meshOf' | 'meshBetween'>,
  welds: Uint32Array,
  mesh: TriMesh,
): Pick<Sequence, 'meshOf' | 'meshBetween'> {
  const known = new WeakMap([[sequence.mesh, mesh]]);
  const welded = (from: TriMesh): TriMesh => {
    const found = known.get(from) ?? apply(from, welds).mesh;
    known.set(from, found);
    return found;
  };
  return {
    meshOf: (frame) => welded(sequence.meshOf(frame)),
    meshBetween: (from, to) => welded(sequence.meshBetween(from, to)),
  };
}
