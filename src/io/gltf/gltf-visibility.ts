// When nodes are shown: KHR_node_visibility hides a node with all below it, at rest or by the keys
// of an animation.
import type { GltfNodes } from './gltf-nodes.ts';
import { sampleTrack, type Track } from './gltf-track.ts';

/** Whether something is shown at a time in seconds. */
export type ShownAt = (time: number) => boolean;

const ALWAYS: ShownAt = () => true;
const NEVER: ShownAt = () => false;

/** Returns for a node when it is shown while some tracks play. */
export function visibilityOfNodes(
  { tree, isShownAtRest }: GltfNodes,
  tracks: readonly Track[],
): (node: number) => ShownAt {
  const trackOf = new Map<number, Track>();
  for (const track of tracks) if (track.property === 'visibility') trackOf.set(track.node, track);
  return (node) => {
    const above: Track[] = [];
    for (let one = node; one >= 0; one = tree.parents[one]) {
      const track = trackOf.get(one);
      if (track) above.push(track);
      else if (isShownAtRest[one] === 0) return NEVER;
    }
    return above.length === 0 ? ALWAYS : (time) => above.every((track) => isVisible(track, time));
  };
}

const value = new Float64Array(1);

function isVisible(track: Track, time: number): boolean {
  sampleTrack(track, time, value, 0);
  return value[0] !== 0;
}
