// A sequence of frames of one mesh: one input, or several side by side. Frames are read one by one,
// so that a thousand frames need the memory of a few. Every worker opens the sequence again, from
// the names of its files.
import type { TriMesh } from '../index.ts';
import type { FileAccess } from './file-access.ts';
import { inputLabel } from './input-label.ts';
import type { PartsBy, SequenceParts } from './name-parts.ts';
import { isGltf, isScene, openInput } from './open-input.ts';
import type { Unit, UpAxis } from './space.ts';
import { UsageError } from './usage-error.ts';

/** The files of one input: a list of frames, a mesh and its point cache, or one glTF file. */
export interface InputGroup {
  /** The name that the user gave to it. */
  readonly name?: string | undefined;
  /** File names, patterns expanded. */
  readonly files: readonly string[];
}

/** The request of a user: files, and how they are meant. */
export interface SequenceRequest {
  /** The inputs, whose meshes are put side by side; one frame alone stays still. */
  readonly inputs: readonly InputGroup[];
  /** Samples per second of glTF, Alembic and USD; those of the file if absent. */
  readonly rate?: number | undefined;
  /**
   * Name or number of a glTF animation, or `all`, one after the other; if absent, all that move
   * different things play together.
   */
  readonly clip?: string | undefined;
  /** Only these frames, such as `1-3,5,7-20:2`; all if absent. */
  readonly frames?: string | undefined;
  /** The unit of files that do not state theirs; metres if absent. */
  readonly unit?: Unit | undefined;
  /** The up axis of files that do not state theirs; y if absent. */
  readonly up?: UpAxis | undefined;
  /** What a part is; an object if absent. */
  readonly partsBy?: PartsBy | undefined;
  /** Whether files may name others outside of their own folder; not if absent. */
  readonly allowOutside?: boolean | undefined;
}

/** The vertices of an object, which are consecutive. */
export interface VertexRange {
  /** The first vertex. */
  readonly first: number;
  /** The vertex after the last one. */
  readonly end: number;
}

/** An open sequence of frames. */
export interface Sequence {
  /** All faces of all frames, hidden ones included; contacts and clashes have its ids. */
  readonly mesh: TriMesh;
  /** The number of frames; 1 for a still scene. */
  readonly frameCount: number;
  /** A sentence for people: which straight paths connect the frames. */
  readonly paths: string;
  /** The number of faces left out because they name a vertex twice. */
  readonly droppedFaces: number;
  /** Notes about anything else that was left out, one line each. */
  readonly notes: readonly string[];
  /** The unit of length of all positions. */
  readonly unit: Unit;
  /** The axis that points up. */
  readonly up: UpAxis;
  /** The parts of the mesh. */
  readonly parts: SequenceParts;
  /**
   * Returns the parts of a mesh with the same faces, some of whose vertices have been welded:
   * connected components without a name may have become one.
   */
  partsOf(welded: TriMesh): SequenceParts;
  /** Returns the name of a frame, for people. */
  nameOf(frame: number): string;
  /** Whether no motion leads from this frame to the next: another animation begins there. */
  isCut(frame: number): boolean;
  /**
   * Returns the mesh of a frame, with every face at its place in the list of triangles of `mesh`:
   * all of it, or less once it has torn or where objects are hidden; objects whose faces change
   * have those of this frame. It is the same object as long as nothing changes.
   */
  meshOf(frame: number): TriMesh;
  /**
   * Returns the mesh whose motion from one frame to a later one can be checked: the faces that both
   * frames have. It is the same object as long as nothing changes.
   */
  meshBetween(from: number, to: number): TriMesh;
  /** The vertices of objects whose faces are others in other frames; empty if there are none. */
  readonly remeshed: readonly VertexRange[];
  /** Returns the vertices of the objects that are hidden in a frame. */
  hiddenIn(frame: number): readonly VertexRange[];
  /**
   * Reads the positions of a frame, three numbers per vertex of the mesh, into `room` (an array of
   * that size) if that saves memory. The result is never the array that was returned last.
   */
  read(frame: number, room?: Float64Array): Promise<Float64Array>;
}

/**
 * Opens a sequence. `counted` is called with the number of frames as soon as it is known, before
 * the code that reads them is loaded. `known` is the mesh if another thread has opened the same
 * sequence before; null if it must be read. Rejects with `UsageError`.
 */
export async function openSequence(
  request: SequenceRequest,
  files: FileAccess,
  counted: (frameCount: number) => void = () => {},
  known: TriMesh | null = null,
): Promise<Sequence> {
  const { inputs, frames, unit = 'm', up = 'y', partsBy = 'object' } = request;
  refuseOtherOptions(request);
  const choice = frames === undefined ? null : new (await import('./select-frames.ts')).FrameChoice(frames);
  const chosen = (frameCount: number): void => counted(choice?.count ?? frameCount);
  if (inputs.length > 1) {
    const { mergeInputs } = await import('./merge-inputs.ts');
    return withFaces(await mergeInputs(request, choice, files, chosen, known), request);
  }
  const [group] = inputs;
  const opened = await openInput(group, request, files, chosen, known);
  const input = choice ? choice.of(opened, inputLabel(group)) : opened;
  const { withParts } = await import('./with-parts.ts');
  const whole = { ...input, unit: input.space?.unit ?? unit, up: input.space?.up ?? up };
  return withFaces(withParts(whole, [{ group, input }], partsBy), request);
}

/** Refuses a sequence none of whose triangles is a face. */
function withFaces(sequence: Sequence, { inputs }: SequenceRequest): Sequence {
  if (sequence.mesh.faceCount > 0) return sequence;
  throw new UsageError(`${inputLabel(inputs[0])}: every triangle in it names a vertex twice; export it again.`);
}

/** Refuses options that say nothing about any of the files. */
function refuseOtherOptions({ inputs, rate, clip }: SequenceRequest): void {
  const [first] = inputs[0].files;
  const has = (isKind: (file: string) => boolean): boolean => inputs.some(({ files }) => files.some(isKind));
  if (clip !== undefined && !has(isGltf))
    throw new UsageError(`${first}: --clip is for glTF animations; leave it out.`);
  if (rate !== undefined && !has(isScene))
    throw new UsageError(`${first}: --rate is for glTF, Alembic and USD; leave it out.`);
}

/** Throws `UsageError` for a still scene. */
export function refuseStill({ frameCount, nameOf }: Sequence): void {
  if (frameCount === 1)
    throw new UsageError(`${nameOf(0)}: one frame alone has no motion; name two frames or more, in their order.`);
}

/** Returns the names without the buffers and images that a glTF file among them refers to. */
export function framesAmong(names: readonly string[]): string[] {
  const hasGltf = names.some((name) => /\.gltf$/i.test(name));
  return names.filter((name) => !(hasGltf && /\.(bin|png|jpe?g|webp|ktx2)$/i.test(name)));
}
