// Builds the tree that part-tree.ts refits and asks: top-down, by the median along the axis on
// which the centres of the triangles spread most. The shape of the tree decides what questions
// cost, and no answer depends on it.
import { Split } from '../../../core/tree/kernels/split';
import { PartTreeCluster, PartTreeNode, PartTreeTable } from './part-tree-table';

/** The maximum number of triangles of a leaf. */
const LEAF_TRIANGLES: u32 = 4;

/** The maximum number of triangles of a cluster. */
const CLUSTER_TRIANGLES: u32 = 32;

class PartTreeBuild {
  /** The number of nodes over n triangles that are split in halves until `most` are left. */
  static countNodes(n: u32, most: u32): i32 {
    if (n <= most) return 1;
    return 1 + PartTreeBuild.countNodes(n >> 1, most) + PartTreeBuild.countNodes(n - (n >> 1), most);
  }

  /** Writes the centres of all triangles, three times as large, from the first corner of all on. */
  static putCentres(tree: PartTreeTable, count: i32): void {
    const first = tree.positions + ((<usize>load<u32>(tree.corners)) << 3);
    for (let i = 0; i < count; i++) {
      const corners = tree.corners + <usize>i * 12;
      const a = tree.positions + ((<usize>load<u32>(corners)) << 3);
      const b = tree.positions + ((<usize>load<u32>(corners, 4)) << 3);
      const c = tree.positions + ((<usize>load<u32>(corners, 8)) << 3);
      for (let k: usize = 0; k < 3; k++) {
        const at = k << 3;
        const origin = load<f64>(first + at);
        const sum = load<f64>(a + at) - origin + (load<f64>(b + at) - origin) + (load<f64>(c + at) - origin);
        store<f32>(tree.centres + <usize>i * 12 + (k << 2), <f32>sum);
      }
    }
  }

  /** Builds a node over the triangles of `order` from `start` up to `end`, and all below it. */
  static branch(tree: PartTreeTable, start: u32, end: u32, isInCluster: bool): void {
    const index = tree.nodeCount++;
    const node = changetype<PartTreeNode>(tree.nodes + <usize>index * offsetof<PartTreeNode>());
    node.start = start;
    node.end = end;
    node.second = 0;
    node.cluster = -1;
    const isCluster = !isInCluster && end - start <= CLUSTER_TRIANGLES;
    const cluster = changetype<PartTreeCluster>(tree.clusters + <usize>tree.clusterCount * offsetof<PartTreeCluster>());
    if (isCluster) {
      node.cluster = tree.clusterCount++;
      cluster.root = index;
      cluster.fittedAt = 0;
    }
    if (end - start > LEAF_TRIANGLES) {
      const middle = (start + end) >> 1;
      Split.run(tree.centres, tree.order, start, end - start, middle - start);
      PartTreeBuild.branch(tree, start, middle, isInCluster || isCluster);
      node.second = tree.nodeCount;
      PartTreeBuild.branch(tree, middle, end, isInCluster || isCluster);
    }
    if (!isCluster) return;
    cluster.end = tree.nodeCount;
    PartTreeBuild.putCorners(tree, start, end);
    PartTreeBuild.putPoints(tree, cluster, start, end);
  }

  /** Writes the corners of the triangles of a cluster, in the order of its leaves. */
  static putCorners(tree: PartTreeTable, start: u32, end: u32): void {
    for (let i = start; i < end; i++) {
      const from = tree.corners + <usize>load<u32>(tree.order + ((<usize>i) << 2)) * 12;
      memory.copy(tree.leafCorners + <usize>i * 12, from, 12);
    }
  }

  /** Writes the vertices of a cluster, each once, in ascending order. */
  static putPoints(tree: PartTreeTable, cluster: PartTreeCluster, start: u32, end: u32): void {
    const points = tree.points + ((<usize>tree.pointCount) << 2);
    let last = points;
    for (let from = tree.leafCorners + <usize>start * 12; from < tree.leafCorners + <usize>end * 12; from += 4) {
      const point = load<u32>(from);
      let at = last;
      while (at > points && load<u32>(at - 4) > point) at -= 4;
      if (at > points && load<u32>(at - 4) == point) continue;
      memory.copy(at + 4, at, last - at);
      store<u32>(at, point);
      last += 4;
    }
    cluster.firstPoint = tree.pointCount;
    tree.pointCount += <u32>((last - points) >> 2);
    cluster.lastPoint = tree.pointCount;
  }
}

/** The number of nodes of a tree over n triangles. */
export function countPartNodes(n: u32): i32 {
  return PartTreeBuild.countNodes(n, LEAF_TRIANGLES);
}

/** An upper bound of the number of clusters of a tree over n triangles. */
export function countPartClusters(n: u32): i32 {
  return PartTreeBuild.countNodes(n, CLUSTER_TRIANGLES);
}

/** Builds the tree over `count` triangles, at least one, from their corners and the positions. */
export function buildPartTree(tree: PartTreeTable, count: i32): void {
  PartTreeBuild.putCentres(tree, count);
  for (let i = 0; i < count; i++) store<u32>(tree.order + ((<usize>i) << 2), i);
  PartTreeBuild.branch(tree, 0, count, false);
}
