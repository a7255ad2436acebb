// Refits a tree over the triangles of one part, and answers how far a point is from them and which
// of them a segment may go through. A refit fits the boxes of clusters and those above them; boxes
// within a cluster are fitted when a question first enters it.
import { PartTreeCluster, PartTreeNode, PartTreeTable } from './part-tree-table';
import { pointTriangleSquared } from './point-triangle';

/** How many triangles are remembered because they were nearest to a point. */
export const HINTS: i32 = 8;

/** More nodes than are ever left to visit: two per level of a tree over 2^32 triangles at most. */
export const STACK_NODES: i32 = 256;

/** Bytes of a node on the stack: its gap, then its number. */
export const STACK_NODE_BYTES: usize = 16;

/** By how much ranges along a segment are widened: far more than three roundings. */
const SLACK: f64 = 1e-9;

/** Steps that several questions share. */
class PartTree {
  @inline static node(tree: PartTreeTable, index: u32): PartTreeNode {
    return changetype<PartTreeNode>(tree.nodes + <usize>index * offsetof<PartTreeNode>());
  }

  @inline static cluster(tree: PartTreeTable, index: i32): PartTreeCluster {
    return changetype<PartTreeCluster>(tree.clusters + <usize>index * offsetof<PartTreeCluster>());
  }

  /** The point whose offset is at an address. */
  @inline static point(tree: PartTreeTable, offset: usize): usize {
    return tree.positions + ((<usize>load<u32>(offset)) << 3);
  }

  /** Fits the box of a node to the points of a list of offsets, up to `end`. */
  static fitAround(tree: PartTreeTable, node: PartTreeNode, list: usize, end: usize): void {
    let min = f64x2.splat(Infinity);
    let max = f64x2.splat(-Infinity);
    let minZ = Infinity;
    let maxZ = -Infinity;
    for (; list < end; list += 4) {
      const point = PartTree.point(tree, list);
      const xy = v128.load(point);
      const z = load<f64>(point, 16);
      min = f64x2.pmin(min, xy);
      max = f64x2.pmax(max, xy);
      if (z < minZ) minZ = z;
      if (z > maxZ) maxZ = z;
    }
    node.minX = f64x2.extract_lane(min, 0);
    node.minY = f64x2.extract_lane(min, 1);
    node.minZ = minZ;
    node.maxX = f64x2.extract_lane(max, 0);
    node.maxY = f64x2.extract_lane(max, 1);
    node.maxZ = maxZ;
  }

  /** Fits the box of a node to those of its children. */
  @inline static fitChildren(tree: PartTreeTable, index: u32): void {
    const node = PartTree.node(tree, index);
    const left = PartTree.node(tree, index + 1);
    const right = PartTree.node(tree, node.second);
    node.minX = left.minX < right.minX ? left.minX : right.minX;
    node.minY = left.minY < right.minY ? left.minY : right.minY;
    node.minZ = left.minZ < right.minZ ? left.minZ : right.minZ;
    node.maxX = left.maxX > right.maxX ? left.maxX : right.maxX;
    node.maxY = left.maxY > right.maxY ? left.maxY : right.maxY;
    node.maxZ = left.maxZ > right.maxZ ? left.maxZ : right.maxZ;
  }

  /** Fits the boxes within a cluster, unless that was done since the last refit. */
  @inline static enter(tree: PartTreeTable, cluster: i32): void {
    if (cluster >= 0 && PartTree.cluster(tree, cluster).fittedAt != tree.refits) PartTree.fitCluster(tree, cluster);
  }

  static fitCluster(tree: PartTreeTable, index: i32): void {
    const cluster = PartTree.cluster(tree, index);
    cluster.fittedAt = tree.refits;
    for (let i = cluster.end - 1; i > cluster.root; i--) {
      const node = PartTree.node(tree, i);
      if (node.second != 0) PartTree.fitChildren(tree, i);
      else {
        const list = tree.leafCorners + <usize>node.start * 12;
        PartTree.fitAround(tree, node, list, tree.leafCorners + <usize>node.end * 12);
      }
    }
  }

  /** The squared distance of a point from a box. */
  @inline static gapSquared(node: PartTreeNode, px: f64, py: f64, pz: f64): f64 {
    let dx: f64 = 0;
    let dy: f64 = 0;
    let dz: f64 = 0;
    if (px < node.minX) dx = node.minX - px;
    else if (px > node.maxX) dx = px - node.maxX;
    if (py < node.minY) dy = node.minY - py;
    else if (py > node.maxY) dy = py - node.maxY;
    if (pz < node.minZ) dz = node.minZ - pz;
    else if (pz > node.maxZ) dz = pz - node.maxZ;
    return dx * dx + dy * dy + dz * dz;
  }

  /** Whether a triangle counts. */
  @inline static isAsked(tree: PartTreeTable, triangle: u32): bool {
    if (tree.asked != 0 && load<u8>(tree.asked + triangle) == 0) return false;
    if (tree.normals == 0) return true;
    const normal = tree.normals + <usize>triangle * 24;
    return (
      tree.alongX * load<f64>(normal) + tree.alongY * load<f64>(normal, 8) + tree.alongZ * load<f64>(normal, 16) < 0
    );
  }

  /** The squared distance of a point from the triangle with the corners at an address. */
  @inline static triangleSquared(tree: PartTreeTable, px: f64, py: f64, pz: f64, corners: usize): f64 {
    const a = PartTree.point(tree, corners);
    const b = PartTree.point(tree, corners + 4);
    return pointTriangleSquared(px, py, pz, a, b, PartTree.point(tree, corners + 8));
  }

  @inline static push(at: usize, node: u32, gap: f64): usize {
    store<f64>(at, gap);
    store<u32>(at, node, 8);
    return at + STACK_NODE_BYTES;
  }

  /** The range [first, last] of a segment between two planes, narrowed: NaN narrows nothing. */
  @inline static later(first: f64, enter: f64, leave: f64): f64 {
    return max(first, min(enter, leave) - SLACK);
  }

  @inline static earlier(last: f64, enter: f64, leave: f64): f64 {
    return min(last, max(enter, leave) + SLACK);
  }

  /**
   * Whether the segment from a point on, with these inverses of its extents, may meet the box of a
   * node. A segment parallel to the slabs gives NaN or infinities; only a finite range narrows.
   */
  @inline static meetsSegment(tree: PartTreeTable, node: PartTreeNode, ix: f64, iy: f64, iz: f64): bool {
    const x0 = (node.minX - tree.fromX) * ix;
    const x1 = (node.maxX - tree.fromX) * ix;
    const y0 = (node.minY - tree.fromY) * iy;
    const y1 = (node.maxY - tree.fromY) * iy;
    const z0 = (node.minZ - tree.fromZ) * iz;
    const z1 = (node.maxZ - tree.fromZ) * iz;
    const first = PartTree.later(PartTree.later(PartTree.later(-SLACK, x0, x1), y0, y1), z0, z1);
    const last = PartTree.earlier(PartTree.earlier(PartTree.earlier(1 + SLACK, x0, x1), y0, y1), z0, z1);
    return !(first > last);
  }
}

/** Fits the boxes to the present positions. */
export function refitPartTree(tree: PartTreeTable): void {
  tree.refits++;
  for (let i = tree.clusterCount - 1; i >= 0; i--) {
    const cluster = PartTree.cluster(tree, i);
    const list = tree.points + <usize>cluster.firstPoint * 4;
    PartTree.fitAround(tree, PartTree.node(tree, cluster.root), list, tree.points + <usize>cluster.lastPoint * 4);
    // The nodes between two clusters are above the second of them, and their children come later.
    const end = i > 0 ? PartTree.cluster(tree, i - 1).end : 0;
    for (let node = cluster.root; node > end; node--) PartTree.fitChildren(tree, node - 1);
  }
}

/**
 * The squared distance of a point from the nearest triangle that counts, if that is less than
 * `most`; else `most`. The search ends as soon as a triangle is nearer than `enough`.
 */
export function squaredDistance(tree: PartTreeTable, px: f64, py: f64, pz: f64, most: f64, enough: f64): f64 {
  tree.nearest = -1;
  const stack = tree.stack;
  let best = most;
  let top = PartTree.push(stack, 0, PartTree.gapSquared(PartTree.node(tree, 0), px, py, pz));
  while (top > stack) {
    top -= STACK_NODE_BYTES;
    if (load<f64>(top) >= best) continue;
    const index = load<u32>(top, 8);
    const node = PartTree.node(tree, index);
    PartTree.enter(tree, node.cluster);
    const other = node.second;
    if (other != 0) {
      const near = PartTree.gapSquared(PartTree.node(tree, index + 1), px, py, pz);
      const far = PartTree.gapSquared(PartTree.node(tree, other), px, py, pz);
      const isOrdered = near <= far;
      top = PartTree.push(top, isOrdered ? other : index + 1, isOrdered ? far : near);
      top = PartTree.push(top, isOrdered ? index + 1 : other, isOrdered ? near : far);
      continue;
    }
    for (let i = node.start; i < node.end; i++) {
      const triangle = load<u32>(tree.order + <usize>i * 4);
      if (!PartTree.isAsked(tree, triangle)) continue;
      const squared = PartTree.triangleSquared(tree, px, py, pz, tree.leafCorners + <usize>i * 12);
      if (squared >= best) continue;
      best = squared;
      tree.nearest = triangle;
      if (squared < enough) return squared;
    }
  }
  return best;
}

/** The squared distance of a point from one triangle. */
export function squaredFromTriangle(tree: PartTreeTable, px: f64, py: f64, pz: f64, triangle: i32): f64 {
  return PartTree.triangleSquared(tree, px, py, pz, tree.corners + <usize>triangle * 12);
}

/**
 * The squared distance of a point; if that is less than `enough`, perhaps more than it, but less
 * than `enough`, too. Triangles that were nearest to other points are tried first.
 */
export function squaredUnless(tree: PartTreeTable, px: f64, py: f64, pz: f64, enough: f64): f64 {
  let most = Infinity;
  for (let i = 0; i < HINTS; i++) {
    const hint = load<i32>(tree.hints + <usize>((tree.lastHint + i) % HINTS) * 4);
    if (hint < 0) break;
    const squared = squaredFromTriangle(tree, px, py, pz, hint);
    if (squared < enough) return squared;
    if (squared < most) most = squared;
  }
  const squared = squaredDistance(tree, px, py, pz, most, enough);
  if (tree.nearest >= 0) {
    tree.lastHint = (tree.lastHint + HINTS - 1) % HINTS;
    store<i32>(tree.hints + <usize>tree.lastHint * 4, tree.nearest);
  }
  return squared;
}

/**
 * Lists the triangles whose box the segment of the tree may meet, from `list` on; returns how many
 * there are. Boxes are widened, so that rounding loses none.
 */
export function trianglesAlong(tree: PartTreeTable, list: usize): i32 {
  const ix = 1 / (tree.toX - tree.fromX);
  const iy = 1 / (tree.toY - tree.fromY);
  const iz = 1 / (tree.toZ - tree.fromZ);
  const stack = tree.stack;
  let end = list;
  let top = PartTree.push(stack, 0, 0);
  while (top > stack) {
    top -= STACK_NODE_BYTES;
    const index = load<u32>(top, 8);
    const node = PartTree.node(tree, index);
    if (!PartTree.meetsSegment(tree, node, ix, iy, iz)) continue;
    PartTree.enter(tree, node.cluster);
    if (node.second != 0) {
      top = PartTree.push(top, index + 1, 0);
      top = PartTree.push(top, node.second, 0);
      continue;
    }
    for (let i = node.start; i < node.end; i++, end += 4) store<u32>(end, load<u32>(tree.order + <usize>i * 4));
  }
  return <i32>((end - list) >> 2);
}
