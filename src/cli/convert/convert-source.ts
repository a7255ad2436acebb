// The input of a conversion: the objects of a file as they are in it, frame by frame. Nothing is
// welded, and neither unit nor up axis is converted.
import { withFileName } from '../../check/frame-files.ts';
import { clipNumber } from '../../check/gltf-sequence.ts';
import { inputLabel } from '../../check/input-label.ts';
import type { InputSequence } from '../../check/input-sequence.ts';
import { isGltf, isScene, openInput } from '../../check/open-input.ts';
import { openScene } from '../../check/scene/open-scene.ts';
import { readGltfFile } from '../../check/scene/read-gltf-file.ts';
import { sampleTimes } from '../../check/scene/sample-times.ts';
import { SceneMeshes } from '../../check/scene/scene-meshes.ts';
import { FrameChoice } from '../../check/select-frames.ts';
import type { InputGroup, VertexRange } from '../../check/sequence.ts';
import { keptPlaces } from '../../check/triangle-places.ts';
import { UsageError } from '../../check/usage-error.ts';
import type { TriMesh } from '../../index.ts';
import { type AnimatedScene, type ObjPart, readGltf, readGltfScene } from '../../io.ts';
import { diskFiles } from '../disk-files.ts';

/** How a sequence is read. */
export interface ConvertRequest {
  /** The files of one input. */
  readonly group: InputGroup;
  /** `--rate`: samples per second; those of the file if absent. */
  readonly rate?: number | undefined;
  /** `--frames`: only these frames; all if absent. */
  readonly frames?: string | undefined;
  /** `--clip`: the name or number of a glTF animation. */
  readonly clip?: string | undefined;
  /** `--allow-outside`. */
  readonly allowOutside: boolean;
}

/** An object; all of them have consecutive vertices. */
export interface ConvertedObject extends VertexRange {
  /** The name. */
  readonly name: string;
  /** Whether its faces are others in other frames. */
  readonly isRemeshed: boolean;
  /** Three vertices per triangle, counted from `first`; of an object that is remeshed, in some frame. */
  readonly triangles: Uint32Array;
  /** Whether a frame shows it. */
  isShown(frame: number): boolean;
}

/** What a frame shows of an object. */
export interface ShownObject extends VertexRange {
  /** Its polygons, perhaps in several parts, by vertices counted from `first`. */
  readonly parts: readonly ObjPart[];
}

/** An open input. */
export interface ConvertSource extends Pick<AnimatedScene, 'metresPerUnit' | 'up' | 'notes'> {
  /** What the input is called in messages. */
  readonly label: string;
  /** The number of frames. */
  readonly frameCount: number;
  /** The number of vertices of all objects. */
  readonly vertexCount: number;
  /** The times of the frames in seconds; null if the files state none. */
  readonly times: readonly number[] | null;
  /** The objects. */
  readonly objects: readonly ConvertedObject[];
  /** Returns what a frame shows. */
  shownIn(frame: number): readonly ShownObject[];
  /** Reads the positions of a frame, of all objects, into `room` if that saves memory. */
  read(frame: number, room?: Float64Array): Promise<Float64Array>;
}

/** Opens an input. Rejects with `UsageError`. */
export async function openConvertSource(request: ConvertRequest): Promise<ConvertSource> {
  const { group, rate, clip, frames } = request;
  const [path] = group.files;
  const isWhole = group.files.some(isScene);
  if (!isWhole && rate !== undefined)
    throw new UsageError(`${path}: --rate is for glTF, Alembic and USD; leave it out.`);
  if (clip !== undefined && !group.files.some(isGltf))
    throw new UsageError(`${path}: --clip is for glTF animations; leave it out.`);
  const whole = isWhole && group.files.length === 1 ? await wholeSource(path, request) : await meshSource(group);
  return frames === undefined ? whole : chosen(whole, frames);
}

async function wholeSource(path: string, request: ConvertRequest): Promise<ConvertSource> {
  const scene = isGltf(path) ? await gltfScene(path, request) : await openScene(path, diskFiles);
  const times = sampleTimes(path, scene.times, request.rate);
  return sceneSource(path, scene, times);
}

function gltfScene(path: string, { clip, allowOutside }: ConvertRequest): Promise<AnimatedScene> {
  return readGltfFile(path, diskFiles, allowOutside, async (bytes, resources) => {
    if (clip === undefined) return readGltfScene(bytes, { resources });
    const animation = await readGltf(bytes, { resources });
    const { name } = animation.clips[clipNumber(path, animation, clip)];
    return readGltfScene(bytes, { resources, clip: name });
  });
}

/** A scene at these times. */
export function sceneSource(path: string, scene: AnimatedScene, times: readonly number[]): ConvertSource {
  const named = <T>(action: () => T): T => withFileName(path, action);
  const meshes = named(() => new SceneMeshes(path, scene, times, null));
  const { places, vertexCount } = meshes;
  return {
    label: path,
    frameCount: times.length,
    vertexCount,
    times,
    metresPerUnit: scene.metresPerUnit,
    up: scene.up,
    notes: scene.notes,
    objects: places.map(({ frames, first, end }, i) => ({
      ...{ name: frames.object.name, first, end, isRemeshed: frames.isRemeshed },
      triangles: meshes.trianglesAt(i),
      isShown: (frame) => frames.versionAt(frame) !== null,
    })),
    shownIn: (frame) =>
      places
        .filter(({ frames }) => frames.versionAt(frame) !== null)
        .map(({ frames: { object }, first }) => {
          const { vertexCount: used, counts, corners } = named(() => object.faces(times[frame]));
          return { first, end: first + used, parts: [{ name: object.name, counts, corners }] };
        }),
    read: async (frame, room) => {
      const out = room ?? new Float64Array(3 * vertexCount);
      named(() => meshes.read(frame, out));
      return out;
    },
  };
}

/** Frames of one mesh, in a list of files or a cache: one object. */
async function meshSource(group: InputGroup): Promise<ConvertSource> {
  const input = await openInput(group, {}, diskFiles, () => {}, null);
  const { mesh, frameCount, notes, read } = input;
  const label = inputLabel(group);
  const name = group.files[0].replace(/^.*[\\/]/, '').replace(/(?<=.)\.[^.]*$/, '');
  const parts = new WeakMap<TriMesh, readonly ObjPart[]>();
  const partsOf = (one: TriMesh): readonly ObjPart[] => {
    const known = parts.get(one) ?? namedParts(one, input, name);
    parts.set(one, known);
    return known;
  };
  const range = { first: 0, end: mesh.vertexCount };
  return {
    ...{ label, frameCount, vertexCount: mesh.vertexCount, times: null, metresPerUnit: null, up: null, notes },
    objects: [{ ...range, name, isRemeshed: false, triangles: mesh.triangles, isShown: () => true }],
    shownIn: (frame) => [{ ...range, parts: partsOf(input.meshOf(frame)) }],
    read,
  };
}

/** The triangles of a mesh by the names in its file; all of them are `base` if it has none. */
function namedParts(mesh: TriMesh, input: InputSequence, base: string): ObjPart[] {
  const { objects } = input.triangleNames();
  const corners = (objects?.names ?? [base]).map((): number[] => []);
  const places = keptPlaces(mesh);
  for (let face = 0; face < mesh.faceCount; face++)
    corners[objects?.partOfTriangle[places[face]] ?? 0].push(...mesh.triangles.subarray(3 * face, 3 * face + 3));
  return corners.map((own, i) => ({
    name: objects?.names[i] || base,
    counts: new Uint32Array(own.length / 3).fill(3),
    corners: Uint32Array.from(own),
  }));
}

/** Only these frames. */
function chosen(source: ConvertSource, text: string): ConvertSource {
  const frames = new FrameChoice(text).framesOf(source.frameCount, source.label);
  return {
    ...source,
    frameCount: frames.length,
    times: source.times && frames.map((frame) => source.times?.[frame] ?? 0),
    objects: source.objects.map((object) => ({ ...object, isShown: (frame) => object.isShown(frames[frame]) })),
    shownIn: (frame) => source.shownIn(frames[frame]),
    read: (frame, room) => source.read(frames[frame], room),
  };
}
