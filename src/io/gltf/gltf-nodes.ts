// The nodes of a document: their transforms at rest and at a time of the tracks that play, the
// weights of their morph targets, and their visibility at rest.
import { AFFINE, affineFrom, composeTrs, multiply, TRS } from './gltf-affine.ts';
import type { GltfBudget } from './gltf-budget.ts';
import { type NodeTree, nodeTree } from './gltf-hierarchy.ts';
import { extensionOf, type GltfFields, gltfError, objectsOf, optionalNumbers } from './gltf-json.ts';
import { sampleTrack, type Track } from './gltf-track.ts';

const NO_WEIGHTS = new Float64Array(0);
/** The bytes that a node takes in all arrays together. */
const NODE_BYTES = 8 * (2 * TRS + AFFINE) + 64;

/** The node hierarchy of a document in its current pose. */
export class GltfNodes {
  /** The nodes in the JSON of the document; the id of a node is its index. */
  readonly definitions: readonly GltfFields[];
  /** Which node is below which. */
  readonly tree: NodeTree;
  /** From each node to the world, `AFFINE` numbers per node; valid after `pose`. */
  readonly world: Float64Array;
  /** The morph weights of each node's mesh; valid after `pose`. */
  readonly weights: Float64Array[];
  /** 1 for nodes that are shown while no track plays, regardless of their ancestors. */
  readonly isShownAtRest: Uint8Array;
  private readonly restTrs: Float64Array;
  private readonly restWeights: Float64Array[];
  /**
   * The matrices of nodes that the file places by one. They are kept, because decomposing a matrix
   * rounds, and fails if it is singular.
   */
  private readonly matrices: ReadonlyMap<number, Float64Array>;
  private readonly trs: Float64Array;
  private readonly local: Float64Array = new Float64Array(AFFINE);

  /** Reads the nodes of a document. Throws `FileError`. */
  constructor(json: GltfFields, budget: GltfBudget) {
    const definitions = objectsOf(json, 'nodes');
    const { length } = definitions;
    budget.charge(NODE_BYTES * length, 'nodes');
    this.definitions = definitions;
    this.tree = nodeTree(definitions);
    this.restTrs = new Float64Array(TRS * length);
    const matrices = new Map<number, Float64Array>();
    definitions.forEach((node, i) => {
      const matrix = optionalNumbers(node, 'matrix', `nodes[${i}]`, 16);
      if (matrix) matrices.set(i, affineFrom(matrix, 0));
      this.restTrs.set(trsOf(node, `nodes[${i}]`), TRS * i);
    });
    this.matrices = matrices;
    this.isShownAtRest = Uint8Array.from(definitions, (node, i) => (isVisible(node, `nodes[${i}]`) ? 1 : 0));
    this.restWeights = Array.from(definitions, () => NO_WEIGHTS);
    this.weights = Array.from(definitions, () => NO_WEIGHTS);
    this.trs = this.restTrs.slice();
    this.world = new Float64Array(AFFINE * length);
  }

  /** Sets the morph weights of a node at rest. */
  restWith(node: number, weights: Float64Array): void {
    this.restWeights[node] = weights;
    this.weights[node] = weights.slice();
  }

  /** Returns the name of a node; undefined if it has none. */
  nameOf(node: number): string | undefined {
    const { name } = this.definitions[node];
    return typeof name === 'string' && name !== '' ? name : undefined;
  }

  /** Moves all nodes to a time of some tracks; what no track moves is at rest. */
  pose(tracks: readonly Track[], time: number): void {
    const { trs, weights, restWeights } = this;
    trs.set(this.restTrs);
    for (let i = 0; i < weights.length; i++) if (weights[i].length > 0) weights[i].set(restWeights[i]);
    const moved = new Set<number>();
    for (const track of tracks) {
      const { node, at } = track;
      if (track.property === 'weights') sampleTrack(track, time, weights[node], at);
      else if (track.property === 'transform') {
        sampleTrack(track, time, trs, TRS * node + at);
        moved.add(node);
      }
    }
    this.place(moved);
  }

  private place(moved: ReadonlySet<number>): void {
    const { world, local, trs, tree } = this;
    for (const node of tree.order) {
      const matrix = moved.has(node) ? undefined : this.matrices.get(node);
      if (matrix) local.set(matrix);
      else composeTrs(trs, TRS * node, local, 0);
      const parent = tree.parents[node];
      if (parent < 0) world.set(local, AFFINE * node);
      else multiply(world, AFFINE * parent, local, 0, world, AFFINE * node);
    }
  }
}

function trsOf(node: GltfFields, element: string): number[] {
  const translation = optionalNumbers(node, 'translation', element, 3) ?? [0, 0, 0];
  const rotation = optionalNumbers(node, 'rotation', element, 4) ?? [0, 0, 0, 1];
  const scale = optionalNumbers(node, 'scale', element, 3) ?? [1, 1, 1];
  return [...translation, ...rotation, ...scale];
}

function isVisible(node: GltfFields, element: string): boolean {
  const visible = extensionOf(node, 'KHR_node_visibility', element)?.visible ?? true;
  if (typeof visible === 'boolean') return visible;
  throw gltfError(`${element}.extensions.KHR_node_visibility.visible`, 'true or false', visible);
}
