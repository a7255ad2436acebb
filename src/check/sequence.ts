// Frames of one mesh, read one by one: a thousand frames need the memory of a few. A sequence is opened anew in every worker, from the
// names of its files.
import type { TriMesh } from '../index.ts';
import type { FileAccess } from './file-access.ts';
import { UsageError } from './usage-error.ts';

export interface SequenceRequest {
  /** Files, patterns expanded. */
  readonly inputs: readonly string[];
  /** Samples a second of a glTF animation; its keyframes if absent. */
  readonly rate?: number;
  /** Name or number of a glTF animation; the first if absent. */
  readonly clip?: string;
}

export interface Sequence {
  /** Of the first frame; ids of contacts are its ids. */
  readonly mesh: TriMesh;
  readonly frameCount: number;
  /** Which straight paths lie between the frames, for people. */
  readonly paths: string;
  /** Faces that were left out because they name a vertex twice. */
  readonly droppedFaces: number;
  /** Of the connected pieces of the mesh, by their numbers; missing ones have none. */
  readonly objectNames: readonly string[];
  /** What else was left out, a line each. */
  readonly notes: readonly string[];
  nameOf(frame: number): string;
  /** What there is from this frame to the next: all of the mesh, or some of its triangles, where it tears. The same object as long as nothing changes. */
  meshOf(frame: number): TriMesh;
  /** Three numbers per vertex of the mesh; in `room`, which has a place for each, if that helps. Never in what was given out last. */
  read(frame: number, room?: Float64Array): Promise<Float64Array>;
}

/**
 * `counted` is told the number of frames as soon as it is known. What reads them is loaded after that: it takes its time, too.
 * `known` is the mesh, where another thread has opened the same sequence before; null where it has to be read. An animation reads it in any case.
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

/** Without what a glTF names itself: buffers and images that lie beside it. */
export function framesAmong(names: readonly string[]): string[] {
  const hasGltf = names.some((name) => /\.gltf$/i.test(name));
  return names.filter((name) => !(hasGltf && /\.(bin|png|jpe?g|webp|ktx2)$/i.test(name)));
}
