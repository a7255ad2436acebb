// A sequence of frames of one mesh. Frames are read one by one, so that a thousand frames need the
// memory of a few. Every worker opens the sequence again, from the names of its files.
import type { TriMesh } from '../index.ts';
import type { FileAccess } from './file-access.ts';
import { UsageError } from './usage-error.ts';

/** The request of a user: files, and how to sample an animation. */
export interface SequenceRequest {
  /** File names, patterns expanded. */
  readonly inputs: readonly string[];
  /** Samples per second of a glTF animation; its keyframes if absent. */
  readonly rate?: number | undefined;
  /** Name or number of a glTF animation; the first if absent. */
  readonly clip?: string | undefined;
}

/** An open sequence of frames. */
export interface Sequence {
  /** The mesh of the first frame; contacts have its ids. */
  readonly mesh: TriMesh;
  /** The number of frames. */
  readonly frameCount: number;
  /** A sentence for people: which straight paths connect the frames. */
  readonly paths: string;
  /** The number of faces left out because they name a vertex twice. */
  readonly droppedFaces: number;
  /** The names of the connected components, by number; empty or missing ones have none. */
  readonly objectNames: readonly string[];
  /** Notes about anything else that was left out, one line each. */
  readonly notes: readonly string[];
  /** Returns the name of a frame, for people. */
  nameOf(frame: number): string;
  /**
   * Returns the mesh from this frame to the next: all of it, or a part of its triangles once it has
   * torn. It is the same object as long as nothing changes.
   */
  meshOf(frame: number): TriMesh;
  /**
   * Reads the positions of a frame, three numbers per vertex of the mesh, into `room` (an array of
   * that size) if that saves memory. The result is never the array that was returned last.
   */
  read(frame: number, room?: Float64Array): Promise<Float64Array>;
}

/**
 * Opens a sequence. `counted` is called with the number of frames as soon as it is known, before
 * the code that reads them is loaded. `known` is the mesh if another thread has opened the same
 * sequence before; null if it must be read. A glTF file is always read. Rejects with `UsageError`.
 */
export async function openSequence(
  request: SequenceRequest,
  files: FileAccess,
  counted: (frameCount: number) => void = () => {},
  known: TriMesh | null = null,
): Promise<Sequence> {
  const { inputs } = request;
  const kinds = inputs.map((input) => /\.[^./\\]*$/.exec(input)?.[0].toLowerCase());
  if (kinds.some((kind) => kind === '.gltf' || kind === '.glb')) {
    if (inputs.length > 1)
      throw new UsageError(`${inputs[0]}: an animated glTF is checked alone, not with other files.`);
    const { openGltfSequence } = await import('./gltf-sequence.ts');
    return openGltfSequence(request, files);
  }
  const forGltf = request.rate === undefined ? (request.clip === undefined ? null : '--clip') : '--rate';
  if (forGltf) throw new UsageError(`${inputs[0]}: ${forGltf} is for glTF animations; leave it out.`);
  const caches = inputs.filter((_, i) => kinds[i] === '.pc2' || kinds[i] === '.mdd');
  if (caches.length > 0) {
    const meshes = inputs.filter((input) => !caches.includes(input));
    if (caches.length !== 1 || meshes.length !== 1)
      throw new UsageError(`${caches[0]}: a point cache is checked with one base mesh: graze check MESH CACHE.`);
    const { openCacheSequence } = await import('./cache-sequence.ts');
    return openCacheSequence(meshes[0], caches[0], files, counted, known);
  }
  counted(inputs.length);
  const { openFrameFiles } = await import('./frame-files.ts');
  return openFrameFiles(inputs, files, known);
}

/** Returns the names without the buffers and images that a glTF file among them refers to. */
export function framesAmong(names: readonly string[]): string[] {
  const hasGltf = names.some((name) => /\.gltf$/i.test(name));
  return names.filter((name) => !(hasGltf && /\.(bin|png|jpe?g|webp|ktx2)$/i.test(name)));
}
