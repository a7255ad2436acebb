// The animations of a document, and which of them play together: all that move different things.
// Where two move the same, such as two actions of one character, only the first plays.
import type { GltfClip, GltfConflict, GltfTogether } from './gltf-animation.ts';
import { type ChannelScene, tracksOf } from './gltf-channels.ts';
import { type GltfFields, objectsOf } from './gltf-json.ts';
import type { Track } from './gltf-track.ts';

/** An animation with its tracks. */
export interface MovingClip extends GltfClip {
  /** What it moves; at least one track. */
  readonly tracks: readonly Track[];
}

/** The animations of a document. */
export interface GltfClips {
  /** Those that move or show a triangle. */
  readonly moving: readonly MovingClip[];
  /** The names of the others, which move nothing that has triangles. */
  readonly idle: readonly string[];
}

/** The bytes that a key time takes while times are made distinct and sorted, and afterwards. */
const TIME_BYTES = 64;

/** Reads all animations. Throws `FileError`. */
export function clipsOf(json: GltfFields, scene: ChannelScene): GltfClips {
  const moving: MovingClip[] = [];
  const idle: string[] = [];
  objectsOf(json, 'animations').forEach((animation, i) => {
    const { name: given } = animation;
    const name = typeof given === 'string' && given !== '' ? given : `animation ${i}`;
    const element = `animations[${i}]`;
    const tracks = tracksOf(animation, element, scene);
    scene.budget.charge(TIME_BYTES * keyCountOf(tracks), element);
    const times = timesOf(tracks);
    if (tracks.length === 0) idle.push(name);
    else moving.push({ name, duration: times[times.length - 1], times, tracks });
  });
  return { moving, idle };
}

/** Chooses the clips that play together: each that moves nothing that an earlier one moves. */
export function togetherOf(clips: readonly MovingClip[]): GltfTogether {
  const moverOf = new Map<string, number>();
  const playing: number[] = [];
  const conflicts: GltfConflict[] = [];
  clips.forEach(({ tracks }, clip) => {
    const taken = tracks.flatMap((track) => rivalKeys(track).flatMap((key) => moverOf.get(key) ?? []));
    if (taken.length > 0) {
      conflicts.push({ clip, with: taken[0] });
      return;
    }
    playing.push(clip);
    for (const track of tracks) for (const key of ownKeys(track)) moverOf.set(key, clip);
  });
  const times = timesOf(playing.flatMap((clip) => clips[clip].tracks));
  return { clips: playing, conflicts, times };
}

/** The keys under which a track is known once it plays. */
function ownKeys({ node, property, at, width }: Track): string[] {
  if (property !== 'weights') return [`${node} ${property} ${at}`];
  return width === 1 ? [`${node} weight ${at}`, `${node} weight`] : [`${node} weights`, `${node} weight`];
}

/** The keys of tracks that cannot play beside this one. */
function rivalKeys({ node, property, at, width }: Track): string[] {
  if (property !== 'weights') return [`${node} ${property} ${at}`];
  return width === 1 ? [`${node} weight ${at}`, `${node} weights`] : [`${node} weight`];
}

/** The number of keys of all samplers. */
function keyCountOf(tracks: readonly Track[]): number {
  return samplerTimes(tracks).reduce((sum, { length }) => sum + length, 0);
}

/** The key times of each sampler once: the tracks of one sampler share them. */
function samplerTimes(tracks: readonly Track[]): readonly Float64Array[] {
  return [...new Set(tracks.map((track) => track.times))];
}

/** All key times, ascending and distinct. */
function timesOf(tracks: readonly Track[]): number[] {
  const times = new Set<number>();
  for (const one of samplerTimes(tracks)) for (const time of one) times.add(time);
  return [...Float64Array.from(times).sort()];
}
