// How coarse the positions of a file are: quantisation moves every vertex to the next point of a
// grid, and what is nearer than that is not what the artist made.

import { AFFINE, multiply } from './gltf-affine.ts';
import type { GltfGeometry, GltfPoints } from './gltf-geometry.ts';
import { KeySteps, largestOf, longestAxis } from './gltf-key-quantum.ts';
import type { GltfNodes } from './gltf-nodes.ts';
import type { GltfScene, ShownMesh } from './gltf-scene.ts';
import type { Track } from './gltf-track.ts';
import { distancesByWeights } from './gltf-weight-quantum.ts';

/** How many times of the animations are looked at, to know how far their keys reach. */
const MAX_POSES = 8;

/** Returns a sentence about quantised positions and keys; none if all are exact. Poses the nodes. */
export function quantumNotes(scene: GltfScene): string[] {
  const { meshes, nodes, clips } = scene;
  const tracks = clips.flatMap((clip) => clip.tracks.filter(({ quantum }) => quantum > 0));
  const ofWeights = new WeightQuanta(tracks);
  nodes.pose([], 0);
  const quanta = meshes.map((one) => {
    const quantum = one.geometry.quantum + ofWeights.of(one);
    return quantum === 0 ? 0 : quantum * stretchOf(one, nodes);
  });
  const keys = new KeySteps(tracks.filter(({ property }) => property === 'transform'));
  const ofMotion = distancesOf(keys, scene);
  const sums = quanta.map((quantum, i) => quantum + (ofMotion[i] ?? 0));
  const unknown = keys.isComplete ? [] : ['Keys of animations are quantised: what they move may be off by more.'];
  const count = sums.filter((quantum) => quantum > 0).length;
  if (count === 0) return unknown;
  const most = sums.reduce((known, quantum) => Math.max(known, quantum), 0);
  const what = count === meshes.length ? 'Positions' : `Positions of ${count} of ${meshes.length} parts`;
  return [`${what} are quantised to ${lengthText(most)}: nearer contacts are not the artist's.`, ...unknown];
}

/**
 * The largest distances by quantised keys and weights of joints, for each mesh, at rest and at some
 * times; none if all are exact.
 */
function distancesOf(keys: KeySteps, { meshes, nodes, clips, together }: GltfScene): readonly number[] {
  if (keys.isExact && meshes.every(({ geometry }) => geometry.weightQuantum === 0)) return [];
  const skins = new Set(meshes.flatMap(({ skin }) => skin ?? []));
  const tracks = together.clips.flatMap((clip) => clips[clip].tracks);
  const step = Math.max(1, Math.ceil(together.times.length / MAX_POSES));
  const times = together.times.filter((_, i) => i % step === 0);
  const distances = meshes.map(() => 0);
  const take = (): void => {
    for (const skin of skins) skin.pose(nodes);
    const [byKeys, byWeights] = [keys.distancesOf(meshes, nodes), distancesByWeights(meshes)];
    distances.forEach((distance, i) => {
      distances[i] = Math.max(distance, byKeys[i] + byWeights[i]);
    });
  };
  take();
  for (const time of times) {
    nodes.pose(tracks, time);
    take();
  }
  return distances;
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
  return targets.reduce((sum, target) => sum + largestOf(target), 0);
}

/** The largest factor by which the pose at rest scales a mesh along an axis. */
function stretchOf({ node, skin, offset, geometry }: ShownMesh, nodes: GltfNodes): number {
  if (skin && geometry.influences) {
    skin.pose(nodes);
    const used = new Set(usedJoints(geometry.influences));
    return [...used].reduce((most, joint) => Math.max(most, longestAxis(skin.moves, AFFINE * joint)), 0);
  }
  if (offset === undefined) return longestAxis(nodes.world, AFFINE * node);
  const world = new Float64Array(AFFINE);
  multiply(nodes.world, AFFINE * node, offset, 0, world, 0);
  return longestAxis(world, 0);
}

function usedJoints({ joints, weights }: NonNullable<GltfPoints['influences']>): Uint32Array {
  return joints.filter((_, i) => weights[i] > 0);
}

/** glTF is in metres. */
function lengthText(metres: number): string {
  const text = (value: number): string => String(Number(value.toPrecision(2)));
  return metres >= 1 ? `${text(metres)} m` : `${text(1000 * metres)} mm`;
}
