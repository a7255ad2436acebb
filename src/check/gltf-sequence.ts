// A glTF or GLB file as an input: an animation, sampled at its keyframes or at a fixed rate, or a
// still scene.
import { type GltfAnimation, readGltf, type TriangleNames } from '../io.ts';
import type { FileAccess } from './file-access.ts';
import { namedError } from './frame-files.ts';
import { ALWAYS_THERE, type InputNames, type InputSequence, STILL } from './input-sequence.ts';
import { sampleTimes } from './scene/sample-times.ts';
import type { SequenceRequest } from './sequence.ts';
import { UsageError } from './usage-error.ts';

/** The value of `clip` for all animations, one after the other. */
const ALL_CLIPS = 'all';

/** The samples of one animation or of several, and a sentence about the paths between them. */
interface Samples {
  /** The animation of each sample. */
  readonly clips: readonly number[];
  readonly times: readonly number[];
  readonly paths: string;
}

/** Opens one animation of the file, or all of them. Throws `UsageError`. */
export async function openGltfSequence(
  path: string,
  request: Pick<SequenceRequest, 'rate' | 'clip' | 'allowOutside'>,
  files: FileAccess,
): Promise<InputSequence> {
  const bytes = files.read(path);
  // The reader reports a file that it did not get as a fault of the document; the refusal says more.
  let refusal: UsageError | null = null;
  const resources = (uri: string): Uint8Array => {
    try {
      return files.resource(path, uri, request.allowOutside ?? false);
    } catch (error) {
      if (error instanceof UsageError) refusal = error;
      throw error;
    }
  };
  const animation = await readGltf(bytes, { resources }).catch((error) => {
    throw refusal ?? namedError(path, error);
  });
  const { mesh } = animation;
  const samples = samplesOf(path, animation, request);
  return {
    mesh,
    frameCount: samples?.times.length ?? 1,
    paths: samples?.paths ?? STILL,
    droppedFaces: animation.droppedFaces,
    notes: animation.ignored.map((what) => `Left out: ${what}.`),
    space: { unit: 'm', up: 'y' },
    times: samples?.times ?? null,
    triangleNames: () => namesIn(animation),
    nameOf: (frame) => (samples ? sampleName(path, animation, samples, frame) : path),
    isCut: (frame) => samples !== null && samples.clips[frame] !== samples.clips[frame + 1],
    meshOf: () => mesh,
    meshBetween: () => mesh,
    ...ALWAYS_THERE,
    read: async (frame, room) => {
      const out = room ?? new Float64Array(3 * mesh.vertexCount);
      if (samples) animation.positions(samples.clips[frame], samples.times[frame], out);
      else animation.restPositions(out);
      return out;
    },
  };
}

/** Returns null for a file without animations. */
function samplesOf(
  path: string,
  animation: GltfAnimation,
  { rate, clip }: Pick<SequenceRequest, 'rate' | 'clip'>,
): Samples | null {
  if (animation.clips.length === 0 && clip === undefined) return null;
  const { clips } = animation;
  const isAll = clip === ALL_CLIPS && clips.length > 0 && clips.every(({ name }) => name !== ALL_CLIPS);
  const chosen = isAll ? clips.map((_, i) => i) : [clipNumber(path, animation, clip)];
  const samples = chosen.map((number) => samplesOfClip(path, animation, number, rate));
  return {
    clips: samples.flatMap((one) => one.clips),
    times: samples.flatMap((one) => one.times),
    paths: samples.map((one) => one.paths).join('; '),
  };
}

function samplesOfClip(path: string, { clips }: GltfAnimation, clip: number, rate: number | undefined): Samples {
  const { name, times: keys } = clips[clip];
  if (keys.length === 1) return { clips: [clip], times: keys, paths: `animation "${name}": ${STILL}` };
  const times = sampleTimes(path, keys, rate);
  const how = rate === undefined ? `its ${times.length} keyframes` : `${times.length} samples, ${rate} a second`;
  const paths = `animation "${name}" at ${how}; between two of them every vertex moves in a straight line`;
  return { clips: Array.from(times, () => clip), times, paths };
}

/** The file and the time; with several animations, also the name of this one. */
function sampleName(path: string, animation: GltfAnimation, { clips, times }: Samples, frame: number): string {
  const isOne = clips.every((clip) => clip === clips[0]);
  const clip = isOne ? '' : `#${animation.clips[clips[frame]].name}`;
  return `${path}${clip}@${Number(times[frame].toFixed(6))}`;
}

function clipNumber(path: string, { clips }: GltfAnimation, clip: string | undefined): number {
  if (clip === undefined) return 0;
  const byName = clips.findIndex(({ name }) => name === clip);
  const number = byName >= 0 ? byName : Number(clip);
  if (Number.isInteger(number) && number >= 0 && number < clips.length) return number;
  const names = clips.map(({ name }, i) => `${i} "${name}"`).join(', ') || 'none';
  throw new UsageError(`${path}: there is no animation ${clip}; it has ${names}.`);
}

/** Nodes with one name are different objects; primitives with one material are not. */
function namesIn({ mesh: { faceCount }, names }: GltfAnimation): InputNames {
  const nodeOfFace = new Uint32Array(faceCount);
  names.forEach(({ faces }, node) => {
    nodeOfFace.fill(node, faces.first, faces.end);
  });
  const idOf = new Map<string, number>();
  const materialOfFace = new Uint32Array(faceCount);
  for (const { material = '', faces } of names.flatMap(({ primitives }) => primitives)) {
    if (faces.first === faces.end) continue;
    const id = idOf.get(material) ?? idOf.size;
    idOf.set(material, id);
    materialOfFace.fill(id, faces.first, faces.end);
  }
  const objects: TriangleNames = { names: names.map(({ name }) => name), partOfTriangle: nodeOfFace };
  const materials: TriangleNames = { names: [...idOf.keys()], partOfTriangle: materialOfFace };
  return { objects, materials };
}
