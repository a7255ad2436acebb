// Which node is below which, and which nodes the scene shows. Nodes must form trees, and no walk is
// recursive: a chain of nodes may be as long as the file.
import { checkedIndex, type GltfFields, gltfError, listOf, objectsOf, optionalIndex } from './gltf-json.ts';

/** The nodes as trees. */
export interface NodeTree {
  /** The parent of each node; −1 for roots. */
  readonly parents: Int32Array;
  /** All nodes; parents precede their children. */
  readonly order: Uint32Array;
}

/** The maximum number of ancestors of a node. */
const MAX_DEPTH = 10_000;

/** Throws `FileError` unless the nodes form trees. */
export function nodeTree(nodes: readonly GltfFields[]): NodeTree {
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, parent) => {
    for (const child of childrenOf(node, parent, nodes.length)) {
      if (parents[child] !== -1) {
        throw gltfError(`nodes[${child}]`, 'one parent', `two, nodes[${parents[child]}] and nodes[${parent}]`);
      }
      parents[child] = parent;
    }
  });
  return { parents, order: parentsFirst(nodes, parents) };
}

function parentsFirst(nodes: readonly GltfFields[], parents: Int32Array): Uint32Array {
  const order = new Uint32Array(nodes.length);
  const depths = new Uint32Array(nodes.length);
  const isReached = new Uint8Array(nodes.length);
  let end = 0;
  for (let node = 0; node < nodes.length; node++) if (parents[node] === -1) order[end++] = node;
  // The loop appends to the list that it walks. Every node has one parent, so it is appended once.
  for (let at = 0; at < end; at++) {
    const node = order[at];
    isReached[node] = 1;
    if (depths[node] > MAX_DEPTH) throw gltfError(`nodes[${node}]`, `at most ${MAX_DEPTH} ancestors`, 'more');
    for (const child of childrenOf(nodes[node], node, nodes.length)) {
      depths[child] = depths[node] + 1;
      order[end++] = child;
    }
  }
  // A node that no root reaches is on a cycle, or below one.
  const circular = isReached.indexOf(0);
  if (circular >= 0) throw gltfError(`nodes[${circular}]`, 'no node that is its own ancestor', 'one');
  return order;
}

function childrenOf(node: GltfFields, id: number, count: number): readonly number[] {
  const children = listOf(node, 'children', `nodes[${id}]`);
  for (const child of children) checkedIndex(child, count, `nodes[${id}].children`);
  return children as readonly number[];
}

/**
 * Returns the nodes of the default scene, parents before their children; without one, those of the
 * first scene; without scenes, all. Throws `FileError`.
 */
export function nodesInScene(json: GltfFields, nodes: readonly GltfFields[]): readonly number[] {
  const scenes = objectsOf(json, 'scenes');
  const scene = optionalIndex(json, 'scene', scenes.length, 'document') ?? 0;
  if (scenes.length === 0) return nodes.map((_, node) => node);
  const element = `scenes[${scene}]`;
  const roots = listOf(scenes[scene], 'nodes', element);
  const isReached = new Uint8Array(nodes.length);
  const found: number[] = [];
  const open = roots.map((root) => checkedIndex(root, nodes.length, `${element}.nodes`)).reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isReached[node] === 1) continue;
    isReached[node] = 1;
    found.push(node);
    const children = childrenOf(nodes[node], node, nodes.length);
    for (let i = children.length - 1; i >= 0; i--) open.push(children[i]);
  }
  return found;
}
