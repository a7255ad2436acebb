// A glTF file as both readers need it: the meshes that the default scene shows, the nodes that move
// them, and the animations. Nothing is welded or merged here. Single precision becomes double
// precision.

import { loadDraco } from './compression/gltf-draco.ts';
import { loadMeshopt } from './compression/gltf-meshopt.ts';
import { GltfAccessors } from './gltf-accessors.ts';
import type { GltfOptions, GltfPlaying, GltfTogether } from './gltf-animation.ts';
import { GltfBudget } from './gltf-budget.ts';
import type { ChannelScene } from './gltf-channels.ts';
import { clipsOf, type MovingClip, togetherOf } from './gltf-clips.ts';
import { checkExtensions } from './gltf-extensions.ts';
import { openGltf } from './gltf-file.ts';
import { type GltfGeometry, geometryOf } from './gltf-geometry.ts';
import type { GltfInstance } from './gltf-instance.ts';
import { offsetsOf } from './gltf-instancing.ts';
import { fieldsOf, type GltfFields, gltfError, listOf, objectsOf } from './gltf-json.ts';
import { hiddenMeshes, listed, otherScenes, unplayed } from './gltf-left-out.ts';
import { type MeshNode, meshNodesOf, nodesByMesh, relevantNodes, restWeights, Skins } from './gltf-mesh-nodes.ts';
import { GltfNodes } from './gltf-nodes.ts';
import { type GltfData, isCompressed } from './gltf-primitive.ts';
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

/** Reads a file. Rejects with `FileError`. */
export async function loadScene(bytes: Uint8Array, options: GltfOptions): Promise<GltfScene> {
  const file = await openGltf(bytes, options.resources);
  const { json } = file;
  checkExtensions(json);
  const budget = new GltfBudget(file.byteLength);
  const views = new GltfViews(file, budget);
  const accessors = new GltfAccessors(json, views, budget);
  if (views.isCompressed) views.decodeWith(await loadMeshopt());
  const draco = usesDraco(json, accessors) ? await loadDraco(options.dracoDecoder) : undefined;
  return sceneOf({ json, views, accessors, budget, draco });
}

function sceneOf(data: GltfData): GltfScene {
  const { json, budget } = data;
  const nodes = new GltfNodes(json, budget);
  const meshes = objectsOf(json, 'meshes');
  const skins = new Skins(json, nodes, data);
  const meshNodes = meshNodesOf(json, nodes, meshes.length);
  const { moving, idle } = clipsOf(json, channelScene(meshNodes, meshes, nodes, skins, data));
  const tracks = moving.flatMap((clip) => clip.tracks);
  const canShow = shownSometimes(nodes, tracks, true);
  const found = meshNodes.filter(({ node }) => canShow[node] === 1);
  const { shown, leftOut } = shownMeshes(found, meshes, nodes, skins, data);
  const ignored = [
    ...leftOut,
    ...otherScenes(json),
    ...unplayed(json),
    ...hiddenMeshes(meshNodes.length - found.length),
  ];
  checkTriangles(shown, ignored);
  return { json, budget, nodes, meshes: shown, clips: moving, together: togetherOf(moving), idleClips: idle, ignored };
}

/** Sets the morph weights of all nodes at rest. Throws `FileError`. */
function channelScene(
  meshNodes: readonly MeshNode[],
  meshes: readonly GltfFields[],
  nodes: GltfNodes,
  skins: Skins,
  { accessors, budget }: GltfData,
): ChannelScene {
  const weightCounts = restWeights(meshNodes, nodes, meshes, budget);
  return {
    ...relevantNodes(meshNodes, nodes, skins),
    nodeCount: nodes.definitions.length,
    weightCount: (node) => weightCounts.get(node) ?? 0,
    nodesOfMesh: nodesByMesh(meshNodes, nodes),
    accessors,
    budget,
  };
}

function shownMeshes(
  meshNodes: readonly MeshNode[],
  meshes: readonly GltfFields[],
  nodes: GltfNodes,
  skins: Skins,
  data: GltfData,
): { shown: ShownMesh[]; leftOut: string[] } {
  const geometries = new Map<string, GltfGeometry>();
  const skinned: string[] = [];
  const shown = meshNodes.flatMap(({ node, meshId, skinId }): ShownMesh[] => {
    const skin = skinId === undefined ? undefined : skins.get(skinId);
    const mesh = meshes[meshId];
    const key = `${meshId} ${skinId}`;
    const geometry = geometries.get(key) ?? geometryOf(mesh, `meshes[${meshId}]`, skin?.joints.length, data);
    geometries.set(key, geometry);
    const name = nodes.nameOf(node) ?? (typeof mesh.name === 'string' && mesh.name ? mesh.name : `node ${node}`);
    const instances = offsetsOf(nodes.definitions[node], `nodes[${node}]`, data);
    // Joints alone place a skinned mesh.
    if (skin && instances) skinned.push(`nodes[${node}]: instances of a skinned mesh`);
    const offsets = skin ? undefined : instances;
    return (offsets ?? [undefined]).map((offset) => ({ name, mesh, geometry, node, skin, offset }));
  });
  const ofMeshes = new Set([...geometries.values()].flatMap(({ ignored }) => ignored));
  return { shown, leftOut: [...listed([...ofMeshes], 'primitives'), ...listed(skinned, 'nodes')] };
}

function usesDraco(json: GltfFields, accessors: GltfAccessors): boolean {
  return objectsOf(json, 'meshes').some((mesh, i) =>
    listOf(mesh, 'primitives', `meshes[${i}]`).some((value, k) => {
      const element = `meshes[${i}].primitives[${k}]`;
      return isCompressed(fieldsOf(value, element), element, accessors);
    }),
  );
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

function checkTriangles(meshes: readonly ShownMesh[], ignored: readonly string[]): void {
  if (meshes.some(({ geometry }) => geometry.faces.some(({ length }) => length > 0))) return;
  const found = ignored.length === 0 ? 'none' : `only ${ignored.join(', ')}`;
  throw gltfError('scene', 'a mesh of triangles', found);
}
