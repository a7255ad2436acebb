// The nodes of a document: their transforms at rest and at a time of a clip, and the weights of
// their morph targets.
import type { Document, GLTF, Node } from '@gltf-transform/core';
import { AFFINE, affineFrom, composeTrs, multiply, TRS } from './gltf-affine.ts';
import { gltfError } from './gltf-file.ts';
import { sampleTrack, type Track } from './gltf-track.ts';

/** The node hierarchy of a document in its current pose. */
export class GltfNodes {
  /** From each node to the world, `AFFINE` numbers per node; valid after `pose`. */
  readonly world: Float64Array;
  /** The morph weights of each node's mesh; valid after `pose`. */
  readonly weights: readonly Float64Array[];
  private readonly ids: ReadonlyMap<Node, number>;
  /** Node ids; parents precede their children. */
  private readonly order: readonly number[];
  private readonly parents: Int32Array;
  private readonly restTrs: Float64Array;
  private readonly restWeights: readonly Float64Array[];
  /**
   * The matrices of nodes that the file places by one. They are kept, because decomposing a matrix
   * rounds, and fails if it is singular.
   */
  private readonly matrices: readonly (Float64Array | undefined)[];
  private readonly trs: Float64Array;
  private readonly local: Float64Array = new Float64Array(AFFINE);

  /** `definitions` are the nodes in the JSON of the same document. */
  constructor(document: Document, definitions: readonly GLTF.INode[]) {
    const nodes = document.getRoot().listNodes();
    this.ids = new Map(nodes.map((node, i) => [node, i]));
    this.parents = Int32Array.from(nodes, (node) => this.ids.get(node.getParentNode() as Node) ?? -1);
    this.order = parentsFirst(nodes, this.ids);
    this.matrices = definitions.map(({ matrix }) => matrix && affineFrom(matrix, 0));
    this.restTrs = Float64Array.from(nodes.flatMap(trsOf));
    this.restWeights = nodes.map(restWeightsOf);
    this.trs = this.restTrs.slice();
    this.weights = this.restWeights.map((weights) => weights.slice());
    this.world = new Float64Array(AFFINE * nodes.length);
    nodes.forEach((_, i) => {
      const numbers = this.matrices[i] ?? this.restTrs.subarray(TRS * i, TRS * (i + 1));
      if (!numbers.every(Number.isFinite)) throw gltfError(`nodes[${i}]`, 'finite numbers', 'others');
    });
  }

  /** Returns the id of a node: its index in the file. */
  idOf(node: Node): number {
    return this.ids.get(node) as number;
  }

  /** Moves all nodes to a time of a clip, given by its tracks; what no track moves is at rest. */
  pose(tracks: readonly Track[], time: number): void {
    const { trs, weights, restWeights } = this;
    trs.set(this.restTrs);
    for (let i = 0; i < weights.length; i++) weights[i].set(restWeights[i]);
    const moved = new Set<number>();
    for (const track of tracks) {
      if (track.trsAt === undefined) {
        sampleTrack(track, time, weights[track.node], 0);
      } else {
        sampleTrack(track, time, trs, TRS * track.node + track.trsAt);
        moved.add(track.node);
      }
    }
    this.place(moved);
  }

  private place(moved: ReadonlySet<number>): void {
    const { world, local, parents, trs } = this;
    for (const node of this.order) {
      const matrix = moved.has(node) ? undefined : this.matrices[node];
      if (matrix) local.set(matrix);
      else composeTrs(trs, TRS * node, local, 0);
      const parent = parents[node];
      if (parent < 0) world.set(local, AFFINE * node);
      else multiply(world, AFFINE * parent, local, 0, world, AFFINE * node);
    }
  }
}

function parentsFirst(nodes: readonly Node[], ids: ReadonlyMap<Node, number>): number[] {
  const ordered = nodes.filter((node) => node.getParentNode() === null);
  // The loop appends to the list that it walks.
  for (const node of ordered) ordered.push(...node.listChildren());
  return ordered.map((node) => ids.get(node) as number);
}

function trsOf(node: Node): number[] {
  return [...node.getTranslation(), ...node.getRotation(), ...node.getScale()];
}

/** The weights of the node, or else of its mesh; 0 if neither has any. */
function restWeightsOf(node: Node): Float64Array {
  const mesh = node.getMesh();
  const weights = new Float64Array(mesh?.listPrimitives()[0]?.listTargets().length ?? 0);
  const own = node.getWeights();
  const given = own.length > 0 ? own : (mesh?.getWeights() ?? []);
  weights.set(given.slice(0, weights.length));
  return weights;
}
