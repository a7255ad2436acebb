// The result of `readGltf`: the content of a file, with the nodes, instances and tracks that place
// its vertices.
import { checkRoom } from '../point-cache.ts';
import type { GltfAnimation, GltfContent } from './gltf-animation.ts';
import { type GltfInstance, placeInstance } from './gltf-instance.ts';
import type { GltfNodes } from './gltf-nodes.ts';
import type { Track } from './gltf-track.ts';

/** Returns the animation of a decoded document; `tracks` has an entry per clip. */
export function gltfPlayer(
  content: GltfContent,
  instances: readonly GltfInstance[],
  nodes: GltfNodes,
  tracks: readonly (readonly Track[])[],
): GltfAnimation {
  const place = (playing: readonly Track[], time: number, out: Float64Array): void => {
    checkRoom(out, content.mesh.vertexCount);
    nodes.pose(playing, time);
    let at = 0;
    for (const instance of instances) {
      placeInstance(instance, nodes, out, at);
      at += 3 * instance.geometry.vertexCount;
    }
  };
  return {
    ...content,
    positions: (clip, time, out) => {
      const playing = tracks[clip];
      if (playing === undefined) throw new RangeError(`expected a clip below ${tracks.length}, found ${clip}`);
      if (!Number.isFinite(time)) throw new RangeError(`expected a finite time, found ${time}`);
      place(playing, time, out);
    },
    restPositions: (out) => place([], 0, out),
  };
}
