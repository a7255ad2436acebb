// The box tree over the triangles of one part, as kernels read it. engine/clash/part-tree.ts builds
// it; refits and questions write into it.

/** A node; its first child is the next node. */
@unmanaged
export class PartTreeNode {
  /** The least and the greatest coordinates of its triangles. */
  minX: f64;
  minY: f64;
  minZ: f64;
  maxX: f64;
  maxY: f64;
  maxZ: f64;
  /** Its triangles are those of `order` from `start` on, up to `end`. */
  start: u32;
  end: u32;
  /** The second child; 0 for a leaf. */
  second: u32;
  /** The cluster that it is the root of; −1 for other nodes. */
  cluster: i32;
}

/** A cluster of triangles: its nodes are consecutive, and so are its vertices in `points`. */
@unmanaged
export class PartTreeCluster {
  /** Its first node. */
  root: u32;
  /** After its last node. */
  end: u32;
  /** Its first vertex. */
  firstPoint: u32;
  /** After its last vertex. */
  lastPoint: u32;
  /** The refit that the boxes within it belong to. */
  fittedAt: u32;
}

/** A tree. */
@unmanaged
export class PartTreeTable {
  /** A segment: from this point … */
  fromX: f64;
  fromY: f64;
  fromZ: f64;
  /** … to this one. */
  toX: f64;
  toY: f64;
  toZ: f64;
  /** Triangles whose normals look along this direction are left out, if there are normals. */
  alongX: f64;
  alongY: f64;
  alongZ: f64;
  /** Coordinates of all points, in doubles. */
  positions: usize;
  /** Three u32 per triangle: offsets of its corners in `positions`. */
  corners: usize;
  /** Triangles in the order of the leaves, u32. */
  order: usize;
  /** The corners of these triangles, in the same order. */
  leafCorners: usize;
  /** Offsets of the vertices of all clusters, of each cluster once. */
  points: usize;
  /** `PartTreeNode` each. */
  nodes: usize;
  /** `PartTreeCluster` each. */
  clusters: usize;
  /** The number of nodes. */
  nodeCount: u32;
  /** The number of clusters. */
  clusterCount: i32;
  /** The number of entries of `points`. */
  pointCount: u32;
  /** While the tree is built: three f32 per triangle; 16 bytes may be read behind the last. */
  centres: usize;
  /** The number of refits. */
  refits: u32;
  /** A byte per triangle: those with 0 are left out. 0 if there are none. */
  asked: usize;
  /** Three doubles per triangle; 0 if all triangles count. */
  normals: usize;
  /** Room for `STACK_NODES` nodes that are still to be visited. */
  stack: usize;
  /** The triangle that was found nearest; −1 if there is none. */
  nearest: i32;
  /** `HINTS` triangles that were nearest to points, from `lastHint` on, cyclically; −1 for none. */
  hints: usize;
  lastHint: i32;
}
