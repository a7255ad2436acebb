// Links the clashes of all frames of a source into clashes over intervals. A mesh that tears keeps
// its vertices, and clashes are linked by these: the faces of all its states are put into one list.
import { type Clash, ClashLinker, type ContactPlace, type FrameClash } from '../clash.ts';
import { TriMesh } from '../index.ts';

/** What is known of a frame, and of the step from it to the next. */
export interface KnownFrame {
  /** The mesh that faces are those of. */
  readonly mesh: TriMesh;
  /** The clashes of the frame. */
  readonly clashes: readonly FrameClash[];
  /** The places of contact in the step; empty for the last frame. */
  readonly places: readonly ContactPlace[];
}

/**
 * Links all frames, in their order. The faces of a worst frame are those of the mesh of that frame.
 */
export function linkFrames(frames: readonly KnownFrame[]): Clash[] {
  const meshes = [...new Set(frames.map(({ mesh }) => mesh))];
  const firstFace = new Map<TriMesh, number>();
  let faceCount = 0;
  for (const mesh of meshes) {
    firstFace.set(mesh, faceCount);
    faceCount += mesh.faceCount;
  }
  const firstOf = (frame: number): number => firstFace.get(frames[frame].mesh) ?? 0;
  const linker = new ClashLinker(meshes.length === 1 ? meshes[0] : inOneList(meshes, faceCount));
  frames.forEach(({ clashes, places }, frame) => {
    linker.addFrame(frame, shifted(clashes, firstOf(frame)));
    linker.addStep(frame, shifted(places, firstOf(frame)));
  });
  return linker.finish().map((clash) => {
    const [worst] = shifted([clash.worst], -firstOf(clash.worst.frame));
    return { ...clash, worst };
  });
}

function inOneList(meshes: readonly TriMesh[], faceCount: number): TriMesh {
  const triangles = new Uint32Array(3 * faceCount);
  let at = 0;
  for (const mesh of meshes) {
    triangles.set(mesh.triangles, at);
    at += mesh.triangles.length;
  }
  return TriMesh.from(triangles, Math.max(...meshes.map(({ vertexCount }) => vertexCount)));
}

/** Adds a number to the ids of all faces. */
function shifted<T extends Pick<FrameClash, 'facesA' | 'facesB'>>(list: readonly T[], by: number): readonly T[] {
  if (by === 0) return list;
  const ids = (faces: Uint32Array): Uint32Array => faces.map((face) => face + by);
  return list.map((one) => ({ ...one, facesA: ids(one.facesA), facesB: ids(one.facesB) }));
}
