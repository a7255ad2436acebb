// Links the clashes of all frames of a source into clashes over intervals. A mesh that tears keeps
// its vertices, and clashes are linked by these: the faces of all its states are put into one list.
import { type Faces, linkedFaces } from '../check/scene/linked-faces.ts';
import type { VertexRange } from '../check/sequence.ts';
import { type Clash, ClashLinker, type ContactPlace, type FrameClash } from '../clash.ts';
import type { TriMesh } from '../index.ts';

/** What is known of a frame, and of the step from it to the next. */
export interface KnownFrame {
  /** The mesh that the faces of its clashes are those of. */
  readonly mesh: TriMesh;
  /** The mesh that the faces of the step are those of. */
  readonly stepMesh: TriMesh;
  /** The clashes of the frame. */
  readonly clashes: readonly FrameClash[];
  /** The places of contact in the step; empty for the last frame. */
  readonly places: readonly ContactPlace[];
}

/**
 * Links all frames, in their order. `remeshed` are the vertices of objects whose faces change. The
 * faces of a worst frame are those of the mesh of that frame; of a step, those of its own mesh.
 */
export function linkFrames(frames: readonly KnownFrame[], remeshed: readonly VertexRange[] = []): Clash[] {
  const meshes = [...new Set(frames.flatMap(({ mesh, stepMesh }) => [mesh, stepMesh]))];
  const firstFace = new Map<TriMesh, number>();
  let faceCount = 0;
  for (const mesh of meshes) {
    firstFace.set(mesh, faceCount);
    faceCount += mesh.faceCount;
  }
  const firstOf = (mesh: TriMesh): number => firstFace.get(mesh) ?? 0;
  const faces = meshes.length === 1 ? meshes[0] : inOneList(meshes, faceCount);
  const linker = new ClashLinker(linkedFaces(faces, remeshed));
  frames.forEach(({ clashes, places, mesh, stepMesh }, frame) => {
    linker.addFrame(frame, shifted(clashes, firstOf(mesh)));
    linker.addStep(frame, shifted(places, firstOf(stepMesh)));
  });
  return linker.finish().map((clash) => {
    const { mesh, stepMesh } = frames[clash.worst.frame];
    const [worst] = shifted([clash.worst], -firstOf(clash.worst.kind === 'passing' ? stepMesh : mesh));
    return { ...clash, worst };
  });
}

function inOneList(meshes: readonly TriMesh[], faceCount: number): Faces {
  const triangles = new Uint32Array(3 * faceCount);
  let at = 0;
  for (const mesh of meshes) {
    triangles.set(mesh.triangles, at);
    at += mesh.triangles.length;
  }
  return { triangles, vertexCount: Math.max(...meshes.map(({ vertexCount }) => vertexCount)) };
}

/** Adds a number to the ids of all faces. */
function shifted<T extends Pick<FrameClash, 'facesA' | 'facesB'>>(list: readonly T[], by: number): readonly T[] {
  if (by === 0) return list;
  const ids = (faces: Uint32Array): Uint32Array => faces.map((face) => face + by);
  return list.map((one) => ({ ...one, facesA: ids(one.facesA), facesB: ids(one.facesB) }));
}
