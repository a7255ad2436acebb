// The input of a check, as all threads open it: the frames, the parts, and a mesh in which vertices
// that coincide in every frame are welded. The main thread reads the mesh and finds welds and
// parts; it passes them on to the workers. Reading all frames before the check would take too long:
// welds are found in the first and the last frame, and every frame that is read later is compared.
// If one of them refutes a weld, the check starts again with welds from all frames.
import type { FileAccess } from '../../check/file-access.ts';
import { findWelds, hasWelds, type WeldFrames, weldedMeshes } from '../../check/find-welds.ts';
import { openSequence, type Sequence, type SequenceRequest } from '../../check/sequence.ts';
import type { Unit, UpAxis } from '../../check/space.ts';
import { apply, refute } from '../../check/weld-frames.ts';
import type { Parts } from '../../clash.ts';
import type { TriMesh } from '../../index.ts';
import { meshFrom, type SharedMesh, sharedMesh, sharedWords } from '../shared-mesh.ts';
import { thousands } from '../thousands.ts';
import { WeldRefuted } from './weld-refuted.ts';

/** The frames of a sequence. */
export type Frames = Pick<
  Sequence,
  'mesh' | 'frameCount' | 'nameOf' | 'isCut' | 'meshOf' | 'meshBetween' | 'remeshed' | 'hiddenIn' | 'read'
>;

/** Where the frames of a check are: in the files of the user, or in blobs. */
export type CheckSource = SequenceRequest | { readonly blobs: readonly string[] };

/** The frames of a check, with welded vertices. */
export interface CheckFrames extends Frames {
  /** All faces of all frames without welds. */
  readonly unweldedMesh: TriMesh;
  /** As `meshOf`, without welds. */
  unweldedMeshOf(frame: number): TriMesh;
  /** As `meshBetween`, without welds. */
  unweldedMeshBetween(from: number, to: number): TriMesh;
}

/** What a thread needs of the input. */
export interface CheckInput {
  /** The frames. */
  readonly frames: CheckFrames;
  /** The parts of the mesh. */
  readonly parts: Parts;
}

/** The input on the main thread. */
export interface CheckSequence extends CheckInput {
  /** The unit of its lengths. */
  readonly unit: Unit;
  /** The axis that points up. */
  readonly up: UpAxis;
  /** A sentence for people: which straight paths connect the frames. */
  readonly paths: string;
  /** What the user should know about the input, one line each. */
  readonly notes: readonly string[];
  /** The vertex that each vertex was welded to. */
  readonly welds: Uint32Array;
}

/** What the main thread passes on to the workers. */
export interface SharedCheck {
  /** The mesh without welds; null if workers must read it themselves. */
  readonly unwelded: SharedMesh | null;
  /** The mesh with welds, likewise. */
  readonly mesh: SharedMesh | null;
  /** The vertex that each vertex was welded to. */
  readonly welds: Uint32Array;
  /** The parts. */
  readonly parts: Parts;
}

/** Opens the input on the main thread; `counted` is that of `openSequence`. */
export async function openCheck(
  request: SequenceRequest,
  files: FileAccess,
  counted: (frameCount: number) => void,
  weldFrames: WeldFrames,
): Promise<CheckSequence> {
  const sequence = await openSequence(request, files, counted);
  const welds = await findWelds(sequence, weldFrames);
  const { mesh, weldedVertices } = apply(sequence.mesh, welds);
  const { unit, up, paths, droppedFaces } = sequence;
  return {
    frames: weldedFrames(sequence, welds, mesh),
    parts: weldedVertices === 0 ? sequence.parts : sequence.partsOf(mesh),
    unit,
    up,
    paths,
    notes: [...sequence.notes, ...droppedNote(droppedFaces), ...weldNote(weldedVertices)],
    welds,
  };
}

/** Returns what workers need, in memory that all threads share. */
export function shareCheck({ frames, parts, welds }: CheckSequence): SharedCheck {
  const unwelded = sharedMesh(frames.unweldedMesh);
  const mesh = frames.mesh === frames.unweldedMesh ? unwelded : sharedMesh(frames.mesh);
  return { unwelded, mesh, welds, parts: { names: parts.names, partOfFace: sharedWords(parts.partOfFace) } };
}

/** Opens the input on a worker. */
export async function openShared(
  source: CheckSource,
  files: FileAccess,
  { unwelded, mesh, welds, parts }: SharedCheck,
): Promise<CheckInput> {
  const known = unwelded && meshFrom(unwelded);
  const sequence = await openFrames(source, files, known);
  const welded = hasWelds(welds) && mesh ? meshFrom(mesh) : apply(sequence.mesh, welds).mesh;
  return { frames: weldedFrames(sequence, welds, welded), parts };
}

async function openFrames(source: CheckSource, files: FileAccess, known: TriMesh | null): Promise<Frames> {
  if (!('blobs' in source)) return openSequence(source, files, () => {}, known);
  const { BlobSet } = await import('../shard/blob-set.ts');
  return new BlobSet(source.blobs).frames(known);
}

/**
 * Returns the frames of a sequence with welded vertices; `mesh` is that of the first frame. Reading
 * a frame rejects with `WeldRefuted` if it parts vertices that were welded.
 */
export function weldedFrames(sequence: Frames, welds: Uint32Array, mesh: TriMesh): CheckFrames {
  const isWelded = mesh !== sequence.mesh;
  return {
    mesh,
    unweldedMesh: sequence.mesh,
    frameCount: sequence.frameCount,
    nameOf: sequence.nameOf,
    isCut: sequence.isCut,
    unweldedMeshOf: sequence.meshOf,
    unweldedMeshBetween: sequence.meshBetween,
    ...weldedMeshes(sequence, welds, mesh),
    remeshed: sequence.remeshed,
    hiddenIn: sequence.hiddenIn,
    read: async (frame, room) => {
      const positions = await sequence.read(frame, room);
      if (isWelded && refute(welds, positions)) throw new WeldRefuted();
      return positions;
    },
  };
}

function droppedNote(count: number): string[] {
  return count === 0 ? [] : [`${thousands(count)} faces that name a vertex twice are left out.`];
}

function weldNote(count: number): string[] {
  if (count === 0) return [];
  const what = count === 1 ? '1 vertex that coincides with another' : `${thousands(count)} vertices that coincide`;
  return [`${what} in every frame ${count === 1 ? 'was' : 'were'} welded (--no-weld keeps them apart).`];
}
