// Reads glTF 2.0 as a scene of objects: every mesh that a node shows, with the vertices in the order
// of the file. Nothing is merged or welded; `readGltf` does that with the same content.
import type { AnimatedScene, SceneFaces, SceneObject } from '../animated-scene.ts';
import { checkRoom } from '../point-cache.ts';
import type { GltfOptions } from './gltf-animation.ts';
import type { GltfGeometry } from './gltf-geometry.ts';
import { placeInstance } from './gltf-instance.ts';
import { quantumNotes } from './gltf-quantum.ts';
import { type GltfScene, loadScene, shownSometimes, tracksOfPlaying } from './gltf-scene.ts';
import type { Track } from './gltf-track.ts';
import { visibilityOfNodes } from './gltf-visibility.ts';

/** Options of `readGltfScene`. */
export interface GltfSceneOptions extends GltfOptions {
  /**
   * The name of the animation that plays; by default all that move different things play together.
   */
  readonly clip?: string | undefined;
}

/**
 * Reads a glTF or GLB file. Each node with a mesh is an object with the name of the node, and so is
 * each instance of EXT_mesh_gpu_instancing. Faces are triangles, wound as in the file. Rejects with
 * `FileError`, and with `RangeError` if no animation has the name `clip`.
 */
export async function readGltfScene(bytes: Uint8Array, options: GltfSceneOptions = {}): Promise<AnimatedScene> {
  const scene = await loadScene(bytes, options);
  const { tracks, times, notes } = playedOf(scene, options.clip);
  const { nodes } = scene;
  let posedAt = Number.NaN;
  const pose = (time: number): void => {
    if (time === posedAt) return;
    if (!Number.isFinite(time)) throw new RangeError(`expected a finite time, found ${time}`);
    nodes.pose(tracks, time);
    posedAt = time;
  };
  const shownAt = visibilityOfNodes(nodes, tracks);
  const facesOf = new Map<GltfGeometry, SceneFaces>();
  const isEverShown = shownSometimes(nodes, tracks, false);
  const quantum = quantumNotes(scene);
  const objects = scene.meshes
    .filter(({ node }) => isEverShown[node] === 1)
    .map((one): SceneObject => {
      const { geometry } = one;
      const faces = facesOf.get(geometry) ?? sceneFaces(geometry);
      facesOf.set(geometry, faces);
      return {
        name: one.name,
        isShown: shownAt(one.node),
        faces: () => faces,
        positions: (time, out) => {
          checkRoom(out, geometry.vertexCount);
          pose(time);
          placeInstance(one, geometry, nodes, out, 0);
        },
      };
    });
  const ignored = scene.ignored.map((what) => `Left out: ${what}.`);
  return { objects, times, metresPerUnit: 1, up: 'y', notes: [...ignored, ...notes, ...quantum] };
}

function playedOf(
  { clips, together, idleClips }: GltfScene,
  name: string | undefined,
): { tracks: readonly Track[]; times: readonly number[]; notes: readonly string[] } {
  const idle = idleClips.map((one) => `Not played: animation "${one}" moves nothing that has triangles.`);
  if (name !== undefined) {
    const clip = clips.find((one) => one.name === name);
    if (clip === undefined) throw new RangeError(`there is no animation "${name}"`);
    return { tracks: clip.tracks, times: clip.times, notes: [] };
  }
  const notes = together.conflicts.map(
    (conflict) =>
      `Not played: animation "${clips[conflict.clip].name}" moves what "${clips[conflict.with].name}" moves.`,
  );
  const times = together.times.length === 0 ? [0] : together.times;
  return { tracks: tracksOfPlaying(clips, together.clips), times, notes: [...notes, ...idle] };
}

function sceneFaces({ faces, vertexCount }: GltfGeometry): SceneFaces {
  const corners = new Uint32Array(faces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of faces) {
    corners.set(part, at);
    at += part.length;
  }
  return { vertexCount, counts: new Uint32Array(corners.length / 3).fill(3), corners };
}
