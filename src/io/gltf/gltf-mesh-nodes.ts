// The nodes that show a mesh: what moves and hides them, and the weights of their morph targets.
import type { GltfBudget } from './gltf-budget.ts';
import { targetCountOf } from './gltf-geometry.ts';
import { nodesInScene } from './gltf-hierarchy.ts';
import { type GltfFields, listOf, objectsOf, optionalIndex, optionalNumbers } from './gltf-json.ts';
import type { GltfNodes } from './gltf-nodes.ts';
import type { GltfData } from './gltf-primitive.ts';
import { GltfSkin } from './gltf-skin.ts';

/** A node of the scene that has a mesh. */
export interface MeshNode {
  /** The id of the node. */
  readonly node: number;
  /** The index of its mesh. */
  readonly meshId: number;
  /** The index of its skin; undefined if it has none. */
  readonly skinId: number | undefined;
}

/** Returns the nodes of the default scene that have a mesh. Throws `FileError`. */
export function meshNodesOf(json: GltfFields, nodes: GltfNodes, meshCount: number): MeshNode[] {
  const skinCount = listOf(json, 'skins').length;
  return nodesInScene(json, nodes.definitions).flatMap((node): MeshNode[] => {
    const element = `nodes[${node}]`;
    const meshId = optionalIndex(nodes.definitions[node], 'mesh', meshCount, element);
    const skinId = optionalIndex(nodes.definitions[node], 'skin', skinCount, element);
    return meshId === undefined ? [] : [{ node, meshId, skinId }];
  });
}

/** The skins of a document, each read when it is used first. */
export class Skins {
  private readonly known: Map<number, GltfSkin> = new Map();
  private readonly definitions: readonly GltfFields[];
  private readonly nodes: GltfNodes;
  private readonly data: GltfData;

  /** Throws `FileError` if the document has skins that are no objects. */
  constructor(json: GltfFields, nodes: GltfNodes, data: GltfData) {
    this.definitions = objectsOf(json, 'skins');
    this.nodes = nodes;
    this.data = data;
  }

  /** Returns a skin by its index. Throws `FileError`. */
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
export function restWeights(
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

/** Returns the nodes of each mesh that have no weights of their own. */
export function nodesByMesh(meshNodes: readonly MeshNode[], nodes: GltfNodes): (mesh: number) => readonly number[] {
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
export function relevantNodes(
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
