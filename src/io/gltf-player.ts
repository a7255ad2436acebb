// The content of a glTF file with what it takes to place its vertices.
import type { TriMesh } from '../index.ts';
import type { GltfAnimation, GltfClip, GltfContent, GltfPart } from './gltf-animation.ts';
import { type GltfInstance, placeInstance } from './gltf-instance.ts';
import type { GltfNodes } from './gltf-nodes.ts';
import type { Track } from './gltf-track.ts';
import { checkRoom } from './point-cache.ts';

export class GltfPlayer implements GltfAnimation {
  readonly mesh: TriMesh;
  readonly names: readonly GltfPart[];
  readonly clips: readonly GltfClip[];
  readonly droppedFaces: number;
  readonly ignored: readonly string[];
  private readonly instances: readonly GltfInstance[];
  private readonly nodes: GltfNodes;
  private readonly tracks: readonly (readonly Track[])[];

  /** `tracks` has an entry per clip. */
  constructor(
    content: GltfContent,
    instances: readonly GltfInstance[],
    nodes: GltfNodes,
    tracks: readonly (readonly Track[])[],
  ) {
    this.mesh = content.mesh;
    this.names = content.names;
    this.clips = content.clips;
    this.droppedFaces = content.droppedFaces;
    this.ignored = content.ignored;
    this.instances = instances;
    this.nodes = nodes;
    this.tracks = tracks;
  }

  positions(clip: number, time: number, out: Float64Array): void {
    const tracks = this.tracks[clip];
    if (tracks === undefined) throw new RangeError(`expected a clip below ${this.tracks.length}, found ${clip}`);
    if (!Number.isFinite(time)) throw new RangeError(`expected a finite time, found ${time}`);
    this.place(tracks, time, out);
  }

  restPositions(out: Float64Array): void {
    this.place([], 0, out);
  }

  private place(tracks: readonly Track[], time: number, out: Float64Array): void {
    checkRoom(out, this.mesh.vertexCount);
    this.nodes.pose(tracks, time);
    let at = 0;
    for (const instance of this.instances) {
      placeInstance(instance, this.nodes, out, at);
      at += 3 * instance.geometry.vertexCount;
    }
  }
}
