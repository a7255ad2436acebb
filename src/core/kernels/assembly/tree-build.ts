// The shape of the traversal tree: four children a node, either all nodes or all faces; parents precede children. Built top-down by the median
// along the longest side, which costs n log n and needs no more than the faces' centres. A tree for each group of faces, so that it moves with
// them and keeps its shape when they pass each other; crumbs, too small for a tree of their own, share one. [ICCD §VI-A]
import { Split } from './split';

/** No child: as in core/tree/object-trees.ts. */
const EMPTY: i32 = 0x7fffffff;

/** Groups of fewer faces are crumbs. */
const CRUMB: u32 = 64;

/** The next face of a crumb has no place of its own. */
const NONE: u32 = 0xffffffff;

// Where the tree that is being built has its centres, its faces and its nodes.
let centres: usize = 0;
let order: usize = 0;
let children: usize = 0;
let nodeCount: i32 = 0;
let depth: i32 = 0;

export class TreeBuild {
  @inline static at(table: usize, i: i32): usize {
    return table + ((<usize>i) << 2);
  }

  /**
   * Parts of a node are multiples of this many faces: the largest power of four below n, so that all nodes but some at the border are
   * full. Halves of equal size would leave many nodes with two children; full ones mean a fifth fewer pairs of nodes.
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

  /** How many nodes a tree over so many faces has: it follows from their number alone. */
  static countNodes(n: i32): i32 {
    if (n <= 4) return 1;
    const half = TreeBuild.halfOf(n);
    const unit = TreeBuild.unitOf(n);
    return 1 + TreeBuild.countSide(half, unit) + TreeBuild.countSide(n - half, unit);
  }

  static countSide(n: i32, unit: i32): i32 {
    if (n <= unit) return TreeBuild.countNodes(n);
    const half = TreeBuild.halfOf(n);
    return TreeBuild.countNodes(half) + TreeBuild.countNodes(n - half);
  }

  /** A node over `n` faces from `start` on, and all below it. */
  static branch(start: i32, n: i32, level: i32): i32 {
    const node = nodeCount++;
    if (level > depth) depth = level;
    const slots = children + ((<usize>node) << 4);
    v128.store(slots, i32x4.splat(EMPTY));
    if (n <= 4) {
      for (let k = 0; k < n; k++) store<i32>(TreeBuild.at(slots, k), ~(start + k));
      return node;
    }
    const unit = TreeBuild.unitOf(n);
    const half = TreeBuild.split(start, n);
    const next = TreeBuild.side(start, half, unit, level + 1, slots);
    TreeBuild.side(start + half, n - half, unit, level + 1, next);
    return node;
  }

  /** One or two children over `n` faces; returns the next free slot. */
  static side(start: i32, n: i32, unit: i32, level: i32, slot: usize): usize {
    const front = n > unit ? TreeBuild.split(start, n) : n;
    store<i32>(slot, TreeBuild.branch(start, front, level));
    if (n == front) return slot + 4;
    store<i32>(slot, TreeBuild.branch(start + front, n - front, level), 4);
    return slot + 8;
  }

  /** Moves the nearer half along the longest side to the front and returns its size, a multiple of the unit. */
  static split(start: i32, n: i32): i32 {
    const front = TreeBuild.halfOf(n);
    Split.run(centres, order, start, n, front);
    return front;
  }

  /** One tree over `count` centres. Returns the number of its nodes. */
  static single(itsCentres: usize, count: i32, itsOrder: usize, itsChildren: usize): i32 {
    centres = itsCentres;
    order = itsOrder;
    children = itsChildren;
    nodeCount = 0;
    for (let i = 0; i < count; i++) store<i32>(TreeBuild.at(order, i), i);
    TreeBuild.branch(0, count, 1);
    return nodeCount;
  }

  /** The group of a face, from its own number or that of its first corner. */
  @inline static groupOf(groups: usize, triangles: usize, ofVertices: bool, f: i32): i32 {
    return load<i32>(TreeBuild.at(groups, ofVertices ? load<i32>(triangles + <usize>f * 12) : f));
  }

  /**
   * Trees over the faces of each group that is no crumb, and over those of all crumbs; their nodes stand behind those of a tree over the
   * trees, if there are several. `sizes`: scratch, a word a group. `out`: the numbers of trees, of nodes above them, of all nodes, and the
   * depth; then the root of each tree.
   */
  static groups(
    triangles: usize,
    faceCount: i32,
    points: usize,
    groups: usize,
    groupCount: i32,
    ofVertices: bool,
    sizes: usize,
    itsCentres: usize,
    itsOrder: usize,
    itsChildren: usize,
    out: usize,
  ): void {
    centres = itsCentres;
    order = itsOrder;
    children = itsChildren;
    depth = 0;
    const roots = out + 16;
    memory.fill(sizes, 0, (<usize>groupCount) << 2);
    for (let f = 0; f < faceCount; f++) {
      const size = TreeBuild.at(sizes, TreeBuild.groupOf(groups, triangles, ofVertices, f));
      store<u32>(size, load<u32>(size) + 1);
    }
    const treeCount = TreeBuild.startGroups(sizes, groupCount, faceCount, roots);
    let crumb = load<u32>(TreeBuild.at(roots, treeCount - 1));
    for (let f = 0; f < faceCount; f++) {
      const next = TreeBuild.at(sizes, TreeBuild.groupOf(groups, triangles, ofVertices, f));
      const place = load<u32>(next);
      if (place == NONE) store<i32>(TreeBuild.at(order, crumb++), f);
      else {
        store<i32>(TreeBuild.at(order, place), f);
        store<u32>(next, place + 1);
      }
    }
    TreeBuild.putCentres(triangles, faceCount, points);
    const topCount = treeCount > 1 ? TreeBuild.countNodes(treeCount) : 0;
    nodeCount = topCount;
    for (let i = 0; i < treeCount; i++) {
      const start = load<i32>(TreeBuild.at(roots, i));
      const end = i + 1 < treeCount ? load<i32>(TreeBuild.at(roots, i + 1)) : faceCount;
      store<i32>(TreeBuild.at(roots, i), TreeBuild.branch(start, end - start, 1));
    }
    store<i32>(out, treeCount);
    store<i32>(out, topCount, 4);
    store<i32>(out, nodeCount, 8);
    store<i32>(out, depth, 12);
  }

  /** Turns sizes into the places at which groups begin, those of crumbs into `NONE`; returns how many trees there are. */
  static startGroups(sizes: usize, groupCount: i32, faceCount: i32, starts: usize): i32 {
    let treeCount = 0;
    let start: u32 = 0;
    for (let group = 0; group < groupCount; group++) {
      const size = load<u32>(TreeBuild.at(sizes, group));
      store<u32>(TreeBuild.at(sizes, group), size < CRUMB ? NONE : start);
      if (size < CRUMB) continue;
      store<u32>(TreeBuild.at(starts, treeCount++), start);
      start += size;
    }
    if (start < <u32>faceCount) store<u32>(TreeBuild.at(starts, treeCount++), start);
    return treeCount;
  }

  /** Mean of the corners at both ends, for each face. */
  static putCentres(triangles: usize, faceCount: i32, points: usize): void {
    for (let f = 0, to = centres; f < faceCount; f++, triangles += 12, to += 12) {
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

  /** Divided before they are added: the sum of large coordinates is not finite. */
  @inline static sixth(ends: usize): f64 {
    return load<f64>(ends) / 6 + load<f64>(ends, 8) / 6;
  }
}
