// A glTF file as both readers need it: the meshes that the default scene shows, the nodes that move
// them, and the animations. Nothing is welded or merged here. Single precision becomes double
// precision.

import { GltfAccessors } from './gltf-accessors.ts';
import type { GltfOptions, GltfPlaying, GltfTogether } from './gltf-animation.ts';
import { GltfBudget } from './gltf-budget.ts';
import type { ChannelScene } from './gltf-channels.ts';
import { clipsOf, type MovingClip, togetherOf } from './gltf-clips.ts';
import { loadDraco } from './gltf-draco.ts';
import { checkExtensions } from './gltf-extensions.ts';
import { openGltf } from './gltf-file.ts';
import { type GltfGeometry, geometryOf, targetCountOf } from './gltf-geometry.ts';
import { nodesInScene } from './gltf-hierarchy.ts';
import type { GltfInstance } from './gltf-instance.ts';
import { offsetsOf } from './gltf-instancing.ts';
import {
  fieldsOf,
  type GltfFields,
  gltfError,
  listOf,
  objectsOf,
  optionalIndex,
  optionalNumbers,
} from './gltf-json.ts';
import { loadMeshopt } from './gltf-meshopt.ts';
import { GltfNodes } from './gltf-nodes.ts';
import { type GltfData, isCompressed } from './gltf-primitive.ts';
import { GltfSkin } from './gltf-skin.ts';
import type { Track } from './gltf-track.ts';
import { GltfViews } from './gltf-views.ts';

/** A mesh as a node shows it. */
export interface ShownMesh extends GltfInstance {
  /** The name of the node, or else of the mesh. */
  readonly name: string;
  /** The mesh in the document. */
  readonly mesh: GltfFields;
  /** What the node shows; shared by the nodes that show the same with the same skin. */
  readonly geometry: GltfGeometry;
}

/** The content of a file. */
export interface GltfScene {
  /** The document. */
  readonly json: GltfFields;
  /** What may still be allocated. */
  readonly budget: GltfBudget;
  /** The nodes, which can be posed. */
  readonly nodes: GltfNodes;
  /** What the default scene shows at some time, in its order. */
  readonly meshes: readonly ShownMesh[];
  /** The animations that move or show triangles. */
  readonly clips: readonly MovingClip[];
  /** Which of them play by default. */
  readonly together: GltfTogether;
  /** The names of the other animations. */
  readonly idleClips: readonly string[];
  /** What was left out and why, one line each. */
  readonly ignored: readonly string[];
}

/** A node of the scene that has a mesh. */
interface MeshNode {
  readonly node: number;
  readonly meshId: number;
  readonly skinId: number | undefined;
}

/** Reads a file. Rejects with `FileError`. */
export async function loadScene(bytes: Uint8Array, options: GltfOptions): Promise<GltfScene> {
  const file = await openGltf(bytes, options.resources);
  const { json } = file;
  checkExtensions(json);
  const budget = new GltfBudget(file.byteLength);
  const views = new GltfViews(file, budget);
  const accessors = new GltfAccessors(json, views, budget);
  if (views.isCompressed) views.decodeWith(await loadMeshopt());
  const draco = usesDraco(json, accessors) ? await loadDraco() : undefined;
  return sceneOf({ json, views, accessors, budget, draco });
}

function sceneOf(data: GltfData): GltfScene {
  const { json, accessors, budget } = data;
  const nodes = new GltfNodes(json, budget);
  const meshes = objectsOf(json, 'meshes');
  const meshNodes = meshNodesOf(json, nodes, meshes.length);
  const skins = new Skins(json, nodes, data);
  const weightCounts = restWeights(meshNodes, nodes, meshes, budget);
  const { moves, shows } = relevantNodes(meshNodes, nodes, skins);
  const scene: ChannelScene = {
    nodeCount: nodes.definitions.length,
    moves,
    shows,
    weightCount: (node) => weightCounts.get(node) ?? 0,
    nodesOfMesh: nodesByMesh(meshNodes, nodes),
    accessors,
    budget,
  };
  const { moving, idle } = clipsOf(json, scene);
  const canShow = shownSometimes(
    nodes,
    moving.flatMap(({ tracks }) => tracks),
    true,
  );
  const found = meshNodes.filter(({ node }) => canShow[node] === 1);
  const geometries = new Map<string, GltfGeometry>();
  const skinned: string[] = [];
  const shown = found.flatMap(({ node, meshId, skinId }): ShownMesh[] => {
    const skin = skinId === undefined ? undefined : skins.get(skinId);
    const element = `meshes[${meshId}]`;
    const key = `${meshId} ${skinId}`;
    const geometry = geometries.get(key) ?? geometryOf(meshes[meshId], element, skin?.joints.length, data);
    geometries.set(key, geometry);
    const mesh = meshes[meshId];
    const name = nodes.nameOf(node) ?? (typeof mesh.name === 'string' && mesh.name ? mesh.name : `node ${node}`);
    const instances = offsetsOf(nodes.definitions[node], `nodes[${node}]`, data);
    // Joints alone place a skinned mesh.
    if (skin && instances) skinned.push(`nodes[${node}]: instances of a skinned mesh`);
    const offsets = skin ? undefined : instances;
    return (offsets ?? [undefined]).map((offset) => ({ name, mesh, geometry, node, skin, offset }));
  });
  const ignored = [
    ...listed([...new Set([...geometries.values()].flatMap((geometry) => geometry.ignored))], 'primitives'),
    ...listed(skinned, 'nodes'),
    ...otherScenes(json),
    ...hiddenMeshes(meshNodes.length - found.length),
  ];
  checkTriangles(shown, ignored);
  return { json, budget, nodes, meshes: shown, clips: moving, together: togetherOf(moving), idleClips: idle, ignored };
}

function usesDraco(json: GltfFields, accessors: GltfAccessors): boolean {
  return objectsOf(json, 'meshes').some((mesh, i) =>
    listOf(mesh, 'primitives', `meshes[${i}]`).some((value, k) => {
      const element = `meshes[${i}].primitives[${k}]`;
      return isCompressed(fieldsOf(value, element), element, accessors);
    }),
  );
}

function meshNodesOf(json: GltfFields, nodes: GltfNodes, meshCount: number): MeshNode[] {
  const skinCount = listOf(json, 'skins').length;
  return nodesInScene(json, nodes.definitions).flatMap((node): MeshNode[] => {
    const element = `nodes[${node}]`;
    const meshId = optionalIndex(nodes.definitions[node], 'mesh', meshCount, element);
    const skinId = optionalIndex(nodes.definitions[node], 'skin', skinCount, element);
    return meshId === undefined ? [] : [{ node, meshId, skinId }];
  });
}

/** The skins of a document, each read when it is used first. */
class Skins {
  private readonly known: Map<number, GltfSkin> = new Map();
  private readonly definitions: readonly GltfFields[];
  private readonly nodes: GltfNodes;
  private readonly data: GltfData;

  constructor(json: GltfFields, nodes: GltfNodes, data: GltfData) {
    this.definitions = objectsOf(json, 'skins');
    this.nodes = nodes;
    this.data = data;
  }

  get(id: number): GltfSkin {
    const { definitions, nodes, data } = this;
    const nodeCount = nodes.definitions.length;
    const skin =
      this.known.get(id) ?? new GltfSkin(definitions[id], `skins[${id}]`, nodeCount, data.accessors, data.budget);
    this.known.set(id, skin);
    return skin;
  }
}

/** Sets the weights of the nodes, or else of their meshes, and returns how many each has. */
function restWeights(
  meshNodes: readonly MeshNode[],
  nodes: GltfNodes,
  meshes: readonly GltfFields[],
  budget: GltfBudget,
): Map<number, number> {
  const counts = new Map<number, number>();
  const ofMesh = new Map<number, { count: number; given: readonly number[] }>();
  for (const { node, meshId } of meshNodes) {
    const element = `meshes[${meshId}]`;
    const mesh = ofMesh.get(meshId) ?? {
      count: targetCountOf(meshes[meshId], element),
      given: optionalNumbers(meshes[meshId], 'weights', element) ?? [],
    };
    ofMesh.set(meshId, mesh);
    if (mesh.count === 0) continue;
    budget.charge(2 * 8 * mesh.count, `nodes[${node}]`);
    const weights = new Float64Array(mesh.count);
    const given = optionalNumbers(nodes.definitions[node], 'weights', `nodes[${node}]`) ?? mesh.given;
    weights.set(given.slice(0, mesh.count));
    nodes.restWith(node, weights);
    counts.set(node, mesh.count);
  }
  return counts;
}

function nodesByMesh(meshNodes: readonly MeshNode[], nodes: GltfNodes): (mesh: number) => readonly number[] {
  const found = new Map<number, number[]>();
  for (const { node, meshId } of meshNodes) {
    if (nodes.definitions[node].weights !== undefined) continue;
    const known = found.get(meshId);
    if (known) known.push(node);
    else found.set(meshId, [node]);
  }
  return (mesh) => found.get(mesh) ?? [];
}

/** Marks the nodes whose transform moves a vertex, and those whose visibility shows one. */
function relevantNodes(
  meshNodes: readonly MeshNode[],
  { definitions, tree }: GltfNodes,
  skins: Skins,
): { moves: Uint8Array; shows: Uint8Array } {
  const moves = new Uint8Array(definitions.length);
  const shows = new Uint8Array(definitions.length);
  const mark = (marks: Uint8Array, from: number): void => {
    for (let node = from; node >= 0 && marks[node] === 0; node = tree.parents[node]) marks[node] = 1;
  };
  for (const { node, skinId } of meshNodes) {
    mark(shows, node);
    if (skinId === undefined) mark(moves, node);
    else for (const joint of skins.get(skinId).joints) mark(moves, joint);
  }
  return { moves, shows };
}

/**
 * Marks the nodes that may be shown at some time of the tracks, or while none plays with `orAtRest`.
 * A node whose ancestors are shown only at other times is marked, too.
 */
export function shownSometimes(
  { isShownAtRest, tree }: GltfNodes,
  tracks: readonly Track[],
  orAtRest: boolean,
): Uint8Array {
  const marks = isShownAtRest.slice();
  const ofVisibility = tracks.filter(({ property }) => property === 'visibility');
  if (!orAtRest) for (const { node } of ofVisibility) marks[node] = 0;
  for (const { node, values } of ofVisibility) if (values.some((value) => value !== 0)) marks[node] = 1;
  for (const node of tree.order) {
    const parent = tree.parents[node];
    if (parent >= 0 && marks[parent] === 0) marks[node] = 0;
  }
  return marks;
}

/** Returns the tracks of what plays. Throws `RangeError` for a clip that does not exist. */
export function tracksOfPlaying(clips: readonly MovingClip[], playing: GltfPlaying): readonly Track[] {
  const chosen = typeof playing === 'number' ? [playing] : playing;
  const found = chosen.map((clip) => {
    if (clips[clip] === undefined) throw new RangeError(`expected a clip below ${clips.length}, found ${clip}`);
    return clips[clip].tracks;
  });
  return found.length === 1 ? found[0] : found.flat();
}

/** How many things of one kind are listed. */
const MAX_LISTED = 3;

function listed(lines: readonly string[], kind: string): string[] {
  const more = lines.length - MAX_LISTED;
  return more <= 0 ? [...lines] : [...lines.slice(0, MAX_LISTED), `${more} more ${kind}`];
}

function otherScenes(json: GltfFields): string[] {
  const count = listOf(json, 'scenes').length - 1;
  if (count < 1) return [];
  return [count === 1 ? 'another scene, which is not the default one' : `${count} scenes that are not the default one`];
}

function hiddenMeshes(count: number): string[] {
  if (count < 1) return [];
  return [count === 1 ? 'a mesh that is never shown' : `${count} meshes that are never shown`];
}

function checkTriangles(meshes: readonly ShownMesh[], ignored: readonly string[]): void {
  if (meshes.some(({ geometry }) => geometry.faces.some(({ length }) => length > 0))) return;
  const found = ignored.length === 0 ? 'none' : `only ${ignored.join(', ')}`;
  throw gltfError('scene', 'a mesh of triangles', found);
}
