// Labels of nodes, from those of faces. The traversal drops pairs of the same label other than 0.
// Safe direction: faces get the same label only if they provably never touch each other, or may not
// collide.
import { MeshContext } from '../../kernels/mesh-context';
import { CHILDREN, EMPTY } from './node';

/** Columns of labels. */
export class NodeLabels {
  /** The label of row i. */
  @inline static of(labels: usize, i: i32): u32 {
    return load<u32>(labels + ((<usize>i) << 2));
  }

  /** True if two rows have the same label other than 0. */
  @inline static quietPair(labels: usize, a: i32, b: i32): bool {
    const label = NodeLabels.of(labels, a);
    return label != 0 && label == NodeLabels.of(labels, b);
  }
}

/**
 * Labels the first `count` nodes. The label of a node is that of all faces below it, 0 if they
 * differ or have none.
 */
export function labelNodes(context: MeshContext, count: i32, faceLabels: usize, nodeLabels: usize): void {
  const children = context.children;
  for (let i = count - 1; i >= 0; i--) {
    const ids = children + <usize>i * CHILDREN;
    const isLeaf = load<i32>(ids) < 0;
    let label: u32 = 0;
    // Reset only if all nodes are labelled: then the last node is a leaf. The last node above the
    // objects is none.
    if (isLeaf && i == count - 1) context.hasMixedLeaves = false;
    for (let k: usize = 0; k < 4; k++) {
      const child = load<i32>(ids + 4 * k);
      if (child == EMPTY) break;
      const own = isLeaf ? NodeLabels.of(faceLabels, ~child) : NodeLabels.of(nodeLabels, child);
      if (k == 0) label = own;
      else if (own != label) {
        label = 0;
        if (isLeaf) context.hasMixedLeaves = true;
      }
    }
    store<u32>(nodeLabels + ((<usize>i) << 2), label);
  }
}
