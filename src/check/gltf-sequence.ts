// A glTF or GLB file as an input: an animation, sampled at its keyframes or at a fixed rate, or a
// still scene.
import { type GltfAnimation, readGltf, type TriangleNames } from '../io.ts';
import type { FileAccess } from './file-access.ts';
import { withFileName } from './frame-files.ts';
import { ALWAYS_THERE, type InputNames, type InputSequence, STILL } from './input-sequence.ts';
import { readGltfFile } from './scene/read-gltf-file.ts';
import { sampleTimes } from './scene/sample-times.ts';
import { ShownParts } from './scene/shown-parts.ts';
import type { SequenceRequest } from './sequence.ts';
import { UsageError } from './usage-error.ts';

/** The value of `clip` for all animations, one after the other. */
const ALL_CLIPS = 'all';

/** How many animations a sentence names. */
const MAX_NAMED = 12;

/** The samples of what plays, and a sentence about the paths between them. */
interface Samples {
  /** The animations that play at each sample. */
  readonly playing: readonly (readonly number[])[];
  readonly times: readonly number[];
  readonly paths: string;
}

/**
 * Opens the animations of the file that play together, or one of them, or all one after the other.
 * Throws `UsageError`.
 */
export async function openGltfSequence(
  path: string,
  request: Pick<SequenceRequest, 'rate' | 'clip' | 'allowOutside'>,
  files: FileAccess,
): Promise<InputSequence> {
  const animation = await readGltfFile(path, files, request.allowOutside ?? false, (bytes, resources) =>
    readGltf(bytes, { resources }),
  );
  const { mesh } = animation;
  const samples = samplesOf(path, animation, request);
  return {
    mesh,
    frameCount: samples?.times.length ?? 1,
    paths: samples?.paths ?? STILL,
    droppedFaces: animation.droppedFaces,
    notes: [
      ...notPlayed(animation, request.clip),
      ...animation.ignored.map((what) => `Left out: ${what}.`),
      ...animation.notes,
    ],
    space: { unit: 'm', up: 'y' },
    times: samples?.times ?? null,
    triangleNames: () => namesIn(animation),
    nameOf: (frame) => (samples ? sampleName(path, animation, samples, frame) : path),
    isCut: (frame) => samples !== null && samples.playing[frame] !== samples.playing[frame + 1],
    ...meshesOf(animation, samples),
    read: async (frame, room) => {
      const out = room ?? new Float64Array(3 * mesh.vertexCount);
      withFileName(path, () => {
        if (samples) animation.positions(samples.playing[frame], samples.times[frame], out);
        else animation.restPositions(out);
      });
      return out;
    },
  };
}

/** The meshes of the frames, which differ if parts come and go. */
function meshesOf(
  { mesh, names, comesAndGoes, isShown }: GltfAnimation,
  samples: Samples | null,
): Pick<InputSequence, 'meshOf' | 'meshBetween' | 'remeshed' | 'hiddenIn'> {
  if (!comesAndGoes) return { meshOf: () => mesh, meshBetween: () => mesh, ...ALWAYS_THERE };
  const shown = new ShownParts(mesh, names, (part, frame) =>
    samples ? isShown(part, samples.playing[frame], samples.times[frame]) : isShown(part, [], 0),
  );
  return {
    ...ALWAYS_THERE,
    meshOf: (frame) => shown.meshOf(frame),
    meshBetween: (from, to) => shown.meshBetween(from, to),
    hiddenIn: (frame) => shown.hiddenIn(frame),
  };
}

/** Returns null for a file without animations. */
function samplesOf(
  path: string,
  animation: GltfAnimation,
  { rate, clip }: Pick<SequenceRequest, 'rate' | 'clip'>,
): Samples | null {
  const { clips, together } = animation;
  if (clips.length === 0 && clip === undefined) return null;
  const isAll = clip === ALL_CLIPS && clips.length > 0 && clips.every(({ name }) => name !== ALL_CLIPS);
  const one = (number: number): Samples => samplesOfClips(path, animation, [number], clips[number].times, rate);
  if (clip === undefined) return samplesOfClips(path, animation, together.clips, together.times, rate);
  if (!isAll) return one(clipNumber(path, animation, clip));
  const samples = clips.map((_, number) => one(number));
  return {
    playing: samples.flatMap(({ playing }) => playing),
    times: samples.flatMap(({ times }) => times),
    paths: samples.map(({ paths }) => paths).join('; '),
  };
}

function samplesOfClips(
  path: string,
  { clips }: GltfAnimation,
  playing: readonly number[],
  keys: readonly number[],
  rate: number | undefined,
): Samples {
  const isOne = playing.length === 1;
  const names = named(playing.map((clip) => clips[clip].name));
  const who = isOne ? names : `${names} together`;
  if (keys.length === 1) return { playing: [playing], times: keys, paths: `${who}: ${STILL}` };
  const times = sampleTimes(path, keys, rate);
  const own = isOne ? 'its' : 'their';
  const how = rate === undefined ? `${own} ${times.length} keyframes` : `${times.length} samples, ${rate} a second`;
  const paths = `${who} at ${how}; between two of them every vertex moves in a straight line`;
  return { playing: Array.from(times, () => playing), times, paths };
}

/** Sentences about the animations that are left out although none was asked for. */
function notPlayed({ clips, together, idleClips }: GltfAnimation, clip: string | undefined): string[] {
  if (clip !== undefined) return [];
  const rivals = new Map<number, string[]>();
  for (const conflict of together.conflicts) {
    const names = rivals.get(conflict.with) ?? [];
    names.push(clips[conflict.clip].name);
    rivals.set(conflict.with, names);
  }
  const ways = '--clip NAME plays one of them, --clip all all of them, one after the other';
  const sentences = [...rivals].map(([playing, names]) => {
    const move = names.length === 1 ? 'moves' : 'move';
    return `Not played: ${named(names)}, which ${move} the same as "${clips[playing].name}"; ${ways}.`;
  });
  if (idleClips.length === 0) return sentences;
  const move = idleClips.length === 1 ? 'moves' : 'move';
  return [...sentences, `Not played: ${named(idleClips)}, which ${move} nothing that has triangles.`];
}

/** Names such as `animations "a", "b" and 3 more`. */
function named(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  const list = more > 0 ? [...shown, `${more} more`] : shown;
  const last = list.pop();
  return list.length === 0 ? `animation ${last}` : `animations ${list.join(', ')} and ${last}`;
}

/** The file and the time; with one animation after the other, also the name of this one. */
function sampleName(path: string, animation: GltfAnimation, { playing, times }: Samples, frame: number): string {
  const isOne = playing.every((clips) => clips === playing[0]);
  const clip = isOne ? '' : `#${animation.clips[playing[frame][0]].name}`;
  return `${path}${clip}@${Number(times[frame].toFixed(6))}`;
}

/** Returns the number of the animation with a name or number. Throws `UsageError`. */
export function clipNumber(path: string, { clips, idleClips }: GltfAnimation, clip: string): number {
  const byName = clips.findIndex(({ name }) => name === clip);
  const number = byName >= 0 ? byName : Number(clip);
  if (Number.isInteger(number) && number >= 0 && number < clips.length) return number;
  if (idleClips.includes(clip)) throw new UsageError(`${path}: ${named([clip])} moves nothing that has triangles.`);
  const none = idleClips.length > 0 ? 'none that moves triangles' : 'none';
  const names = clips.map(({ name }, i) => `${i} "${name}"`).join(', ') || none;
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
