// Labels of nodes: the traversal leaves out pairs of nodes that have the same label, which stands for faces that never touch each other.
import { MeshContext } from '../../kernels/mesh-context';
import { CHILDREN, EMPTY } from './node';

export class NodeLabels {
  @inline static of(labels: usize, i: i32): u32 {
    return load<u32>(labels + ((<usize>i) << 2));
  }

  /** True if two rows of a column of labels are in one quiet patch. */
  @inline static quietPair(labels: usize, a: i32, b: i32): bool {
    const label = NodeLabels.of(labels, a);
    return label != 0 && label == NodeLabels.of(labels, b);
  }
}

/** The label of every node: that of all faces below it, 0 if they differ or have none. Of the first `count` nodes. */
export function labelNodes(context: MeshContext, count: i32, faceLabels: usize, nodeLabels: usize): void {
  const children = context.children;
  for (let i = count - 1; i >= 0; i--) {
    const ids = children + <usize>i * CHILDREN;
    const isLeaf = load<i32>(ids) < 0;
    let label: u32 = 0;
    // The last of all nodes is a leaf; the last one above the objects is not.
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
