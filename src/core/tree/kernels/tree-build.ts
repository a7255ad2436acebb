// Builds the traversal trees: top-down, by the median along the longest side, from the centres of
// the faces alone, in O(n log n). Each group of faces has a tree of its own, whose shape stays good
// when groups pass each other. Groups that are too small for a tree of their own share one tree.
// [ICCD §VI-A]
import { MeshContext } from '../../kernels/mesh-context';
import { EMPTY } from './node';
import { Split } from './split';

/** Groups of fewer faces are small: all of them share one tree. */
const MIN_GROUP_FACES: u32 = 64;

/** Stands for the next place of a small group. */
const NONE: u32 = 0xffffffff;

/** The input and the output of building trees. */
@unmanaged
export class TreeBuilder {
  /** Three vertex ids per face of the mesh. */
  triangles: usize;
  /** Number of faces of the mesh. */
  faceCount: i32;
  /** The group of each face, or of each vertex if `groupsOfVertices` is set. */
  groups: usize;
  /** Number of groups. */
  groupCount: i32;
  /** Scratch: 4 bytes per group. */
  sizes: usize;
  /** Three f32 per face; 16 bytes may be read behind the last. */
  centres: usize;
  /** Output: the ids of the faces in the order of the leaves. */
  order: usize;
  /** Output: four child ids per node. */
  children: usize;
  /** Output: the root of each tree. Has room for one more than there are groups. */
  roots: usize;
  /** Output: number of trees. */
  treeCount: i32;
  /**
   * Output: number of nodes left free for a tree over the trees, which come first; 0 if there is
   * one tree.
   */
  topCount: i32;
  /** Output: number of nodes. */
  nodeCount: i32;
  /** Output: the most nodes from a root to a leaf. */
  depth: i32;
  /** Whether `groups` is indexed by vertex. */
  groupsOfVertices: bool;
}

class TreeBuild {
  /** The address of entry i of a table of u32. */
  @inline static at(table: usize, i: i32): usize {
    return table + ((<usize>i) << 2);
  }

  /**
   * The parts of a node have multiples of this many faces: the largest power of four below n, so
   * that all nodes but some at the border are full. Halves of equal size would leave many nodes
   * with two children; full nodes mean a fifth fewer pairs of nodes.
   */
  static unitOf(n: i32): i32 {
    let unit = 4;
    while (4 * unit < n) unit *= 4;
    return unit;
  }

  /** The size of the first part of n faces. */
  static halfOf(n: i32): i32 {
    const unit = TreeBuild.unitOf(n);
    const size = unit * ((n + 2 * unit - 1) / (2 * unit));
    return size < n ? size : unit;
  }

  /** How many nodes a tree over n faces has; it depends on their number alone. */
  static countNodes(n: i32): i32 {
    if (n <= 4) return 1;
    const half = TreeBuild.halfOf(n);
    const unit = TreeBuild.unitOf(n);
    return 1 + TreeBuild.countSide(half, unit) + TreeBuild.countSide(n - half, unit);
  }

  /** How many nodes the children over one half of a node have. */
  static countSide(n: i32, unit: i32): i32 {
    if (n <= unit) return TreeBuild.countNodes(n);
    const half = TreeBuild.halfOf(n);
    return TreeBuild.countNodes(half) + TreeBuild.countNodes(n - half);
  }

  /** Builds a node over `n` faces from `start` on, and all nodes below it. Returns its number. */
  static branch(builder: TreeBuilder, start: i32, n: i32, level: i32): i32 {
    const node = builder.nodeCount++;
    if (level > builder.depth) builder.depth = level;
    const slots = builder.children + ((<usize>node) << 4);
    v128.store(slots, i32x4.splat(EMPTY));
    if (n <= 4) {
      for (let k = 0; k < n; k++) store<i32>(TreeBuild.at(slots, k), ~(start + k));
      return node;
    }
    const unit = TreeBuild.unitOf(n);
    const half = TreeBuild.split(builder, start, n);
    const next = TreeBuild.side(builder, start, half, unit, level + 1, slots);
    TreeBuild.side(builder, start + half, n - half, unit, level + 1, next);
    return node;
  }

  /** Builds one or two children over `n` faces; returns the next free slot. */
  static side(builder: TreeBuilder, start: i32, n: i32, unit: i32, level: i32, slot: usize): usize {
    const front = n > unit ? TreeBuild.split(builder, start, n) : n;
    store<i32>(slot, TreeBuild.branch(builder, start, front, level));
    if (n == front) return slot + 4;
    store<i32>(slot, TreeBuild.branch(builder, start + front, n - front, level), 4);
    return slot + 8;
  }

  /**
   * Moves the lower half along the longest side to the front and returns its size, a multiple of
   * the unit.
   */
  static split(builder: TreeBuilder, start: i32, n: i32): i32 {
    const front = TreeBuild.halfOf(n);
    Split.run(builder.centres, builder.order, start, n, front);
    return front;
  }

  /** The group of a face, by its id or by its first corner. */
  @inline static groupOf(builder: TreeBuilder, f: i32): i32 {
    const i = builder.groupsOfVertices ? load<i32>(builder.triangles + <usize>f * 12) : f;
    return load<i32>(TreeBuild.at(builder.groups, i));
  }

  /**
   * Replaces the sizes of groups by the places where they begin, those of small groups by `NONE`.
   * Returns the number of trees.
   */
  static startGroups(builder: TreeBuilder): i32 {
    const sizes = builder.sizes;
    const starts = builder.roots;
    let treeCount = 0;
    let start: u32 = 0;
    for (let group = 0; group < builder.groupCount; group++) {
      const size = load<u32>(TreeBuild.at(sizes, group));
      store<u32>(TreeBuild.at(sizes, group), size < MIN_GROUP_FACES ? NONE : start);
      if (size < MIN_GROUP_FACES) continue;
      store<u32>(TreeBuild.at(starts, treeCount++), start);
      start += size;
    }
    if (start < <u32>builder.faceCount) store<u32>(TreeBuild.at(starts, treeCount++), start);
    return treeCount;
  }

  /** Writes the centre of each face: the mean of its corners at both ends of the step. */
  static putCentres(builder: TreeBuilder, points: usize): void {
    let triangles = builder.triangles;
    for (let f = 0, to = builder.centres; f < builder.faceCount; f++, triangles += 12, to += 12) {
      const a = points + <usize>load<u32>(triangles) * 48;
      const b = points + <usize>load<u32>(triangles, 4) * 48;
      const c = points + <usize>load<u32>(triangles, 8) * 48;
      for (let axis: usize = 0; axis < 3; axis++) {
        const at = axis << 4;
        const sum = TreeBuild.sixth(a + at) + TreeBuild.sixth(b + at) + TreeBuild.sixth(c + at);
        store<f32>(to + (axis << 2), <f32>sum);
      }
    }
  }

  /**
   * One corner's share of the mean. Divides before it adds, because a sum of large coordinates
   * could overflow.
   */
  @inline static sixth(ends: usize): f64 {
    return load<f64>(ends) / 6 + load<f64>(ends, 8) / 6;
  }
}

/** How many nodes a tree over n faces has. */
export function countNodes(n: i32): i32 {
  return TreeBuild.countNodes(n);
}

/**
 * Builds one tree over `count` centres, whose leaves are their numbers; returns how many nodes it
 * has.
 */
export function buildTree(builder: TreeBuilder, count: i32): i32 {
  builder.nodeCount = 0;
  for (let i = 0; i < count; i++) store<i32>(TreeBuild.at(builder.order, i), i);
  TreeBuild.branch(builder, 0, count, 1);
  return builder.nodeCount;
}

/**
 * Builds a tree over the faces of each group that is not small, and one over those of all small
 * groups. If there are several trees, the first nodes are left free for a tree over them.
 */
export function buildTrees(context: MeshContext, builder: TreeBuilder): void {
  const sizes = builder.sizes;
  const order = builder.order;
  const roots = builder.roots;
  const faceCount = builder.faceCount;
  builder.depth = 0;
  memory.fill(sizes, 0, (<usize>builder.groupCount) << 2);
  for (let f = 0; f < faceCount; f++) {
    const size = TreeBuild.at(sizes, TreeBuild.groupOf(builder, f));
    store<u32>(size, load<u32>(size) + 1);
  }
  const treeCount = TreeBuild.startGroups(builder);
  let nextSmall = load<u32>(TreeBuild.at(roots, treeCount - 1));
  for (let f = 0; f < faceCount; f++) {
    const next = TreeBuild.at(sizes, TreeBuild.groupOf(builder, f));
    const place = load<u32>(next);
    if (place == NONE) store<i32>(TreeBuild.at(order, nextSmall++), f);
    else {
      store<i32>(TreeBuild.at(order, place), f);
      store<u32>(next, place + 1);
    }
  }
  TreeBuild.putCentres(builder, context.points);
  builder.treeCount = treeCount;
  builder.topCount = treeCount > 1 ? TreeBuild.countNodes(treeCount) : 0;
  builder.nodeCount = builder.topCount;
  for (let i = 0; i < treeCount; i++) {
    const start = load<i32>(TreeBuild.at(roots, i));
    const end = i + 1 < treeCount ? load<i32>(TreeBuild.at(roots, i + 1)) : faceCount;
    store<i32>(TreeBuild.at(roots, i), TreeBuild.branch(builder, start, end - start, 1));
  }
}
