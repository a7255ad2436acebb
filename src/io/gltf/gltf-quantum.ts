// How coarse the positions of a file are: quantisation moves every vertex to the next point of a
// grid, and what is nearer than that is not what the artist made.

import { AFFINE, multiply } from './gltf-affine.ts';
import type { GltfGeometry, GltfPoints } from './gltf-geometry.ts';
import type { GltfNodes } from './gltf-nodes.ts';
import type { GltfScene, ShownMesh } from './gltf-scene.ts';
import type { Track } from './gltf-track.ts';

/** Returns sentences about quantised positions and keys; none if all are exact. Poses the nodes. */
export function quantumNotes({ meshes, nodes, clips }: GltfScene): string[] {
  const tracks = clips.flatMap((clip) => clip.tracks.filter(({ quantum }) => quantum > 0));
  const isMoved = tracks.some(({ property }) => property === 'transform');
  const ofKeys = isMoved ? ['Keys of animations are quantised: what they move may be off by more.'] : [];
  nodes.pose([], 0);
  const ofWeights = new WeightQuanta(tracks);
  const quanta = meshes.map((one) => {
    const quantum = one.geometry.quantum + ofWeights.of(one);
    return quantum === 0 ? 0 : quantum * stretchOf(one, nodes);
  });
  const count = quanta.filter((quantum) => quantum > 0).length;
  if (count === 0) return ofKeys;
  const most = quanta.reduce((known, quantum) => Math.max(known, quantum), 0);
  const what = count === meshes.length ? 'Positions' : `Positions of ${count} of ${meshes.length} parts`;
  return [`${what} are quantised to ${lengthText(most)}: nearer contacts are not the artist's.`, ...ofKeys];
}

/** How coarse quantised weights of morph targets make positions. */
class WeightQuanta {
  private readonly ofNode: Map<number, number> = new Map();
  private readonly reaches: Map<GltfGeometry, number> = new Map();

  constructor(tracks: readonly Track[]) {
    for (const { node, property, quantum } of tracks)
      if (property === 'weights') this.ofNode.set(node, Math.max(quantum, this.ofNode.get(node) ?? 0));
  }

  /** In the space of the mesh. */
  of({ node, geometry }: ShownMesh): number {
    const quantum = this.ofNode.get(node);
    if (quantum === undefined) return 0;
    const reach = this.reaches.get(geometry) ?? reachOf(geometry);
    this.reaches.set(geometry, reach);
    return quantum * reach;
  }
}

/** How far all morph targets together move a vertex along an axis, at most. */
function reachOf({ targets }: GltfGeometry): number {
  return targets.reduce((sum, target) => sum + (target?.reduce((most, x) => Math.max(most, Math.abs(x)), 0) ?? 0), 0);
}

/** The largest factor by which the pose at rest scales a mesh along an axis. */
function stretchOf({ node, skin, offset, geometry }: ShownMesh, nodes: GltfNodes): number {
  if (skin && geometry.influences) {
    skin.pose(nodes);
    const used = new Set(usedJoints(geometry.influences));
    return [...used].reduce((most, joint) => Math.max(most, axisLength(skin.moves, AFFINE * joint)), 0);
  }
  if (offset === undefined) return axisLength(nodes.world, AFFINE * node);
  const world = new Float64Array(AFFINE);
  multiply(nodes.world, AFFINE * node, offset, 0, world, 0);
  return axisLength(world, 0);
}

function usedJoints({ joints, weights }: NonNullable<GltfPoints['influences']>): Uint32Array {
  return joints.filter((_, i) => weights[i] > 0);
}

function axisLength(affine: Float64Array, at: number): number {
  const length = (axis: number): number => Math.hypot(...affine.subarray(at + 3 * axis, at + 3 * axis + 3));
  return Math.max(length(0), length(1), length(2));
}

/** glTF is in metres. */
function lengthText(metres: number): string {
  const text = (value: number): string => String(Number(value.toPrecision(2)));
  return metres >= 1 ? `${text(metres)} m` : `${text(1000 * metres)} mm`;
}
