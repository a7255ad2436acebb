// The tree over faces: four children a node, all of them nodes or all of them faces. Boxes at both ends of the step, as in
// slabs.ts. A child is a node's number, ~face, or EMPTY; parents precede children.
import { END, HIGH, HIGH_END, isStill, Slabs } from './slabs';

/** Bytes of the least and the most that the vertices below a node move: known.ts. */
const SHIFTS: usize = 32;

/** Bytes of the ids of a node's children, and of their boxes: 12 vectors, low, high at t = 0, low, high at t = 1; 6 where nothing moves. */
export const CHILDREN: usize = 16;
const BOXES: usize = 192;
const STILL_BOXES: usize = 96;
export const EMPTY: i32 = 0x7fffffff;
/** What stands for the slabs of no face and the boxes of no node: apart from everything. Filled on the first use. */
const NO_FACE: usize = memory.data(160, 16);
const NO_NODE: usize = memory.data(192, 16);
/** The boxes of a node at the start that are widened for what comes. */
const WIDE: usize = memory.data(96, 16);

/** Top of the stack of a traversal that is under way, and how many pairs of nodes it has looked at. */
export let pending: usize = 0;
export let visited: i32 = 0;

/** Whether faces of one leaf had different labels, when all labels were given last. */
let isMixed: bool = false;

export class Tree {
  static fillNowhere(): void {
    const low = f32x4.splat(Infinity);
    const high = f32x4.splat(-Infinity);
    v128.store(NO_FACE, low);
    v128.store(NO_FACE, high, HIGH);
    v128.store(NO_FACE, low, END);
    v128.store(NO_FACE, high, HIGH_END);
    for (let k: usize = 0; k < 48; k += 16) {
      v128.store(NO_NODE + k, low);
      v128.store(NO_NODE + k, high, 48);
      v128.store(NO_NODE + k, low, 96);
      v128.store(NO_NODE + k, high, 144);
    }
  }

  @inline static slabsOf(child: i32, slabs: usize): usize {
    return child == EMPTY ? NO_FACE : Slabs.face(slabs, ~child);
  }

  @inline static boxesAt(boxes: usize, node: i32, still: bool): usize {
    return boxes + <usize>node * (still ? STILL_BOXES : BOXES);
  }

  @inline static boxesOf(child: i32, boxes: usize): usize {
    return child == EMPTY ? NO_NODE : Tree.boxesAt(boxes, child, isStill);
  }

  /** Writes x, y and z of four faces as three vectors. */
  @inline static transpose(a: v128, b: v128, c: v128, d: v128, to: usize): void {
    const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
    const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
    v128.store(to, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5));
    v128.store(to, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7), 16);
    const z = v128.shuffle<f32>(a, b, 2, 6, 2, 6);
    v128.store(to, v128.shuffle<f32>(z, v128.shuffle<f32>(c, d, 2, 6, 2, 6), 0, 1, 4, 5), 32);
  }

  /** The boxes of four faces over a step. */
  @inline static boxFaces(k0: i32, k1: i32, k2: i32, k3: i32, slabs: usize, to: usize): void {
    const a = Tree.slabsOf(k0, slabs);
    const b = Tree.slabsOf(k1, slabs);
    const c = Tree.slabsOf(k2, slabs);
    const d = Tree.slabsOf(k3, slabs);
    Tree.transpose(v128.load(a), v128.load(b), v128.load(c), v128.load(d), to);
    Tree.transpose(v128.load(a, HIGH), v128.load(b, HIGH), v128.load(c, HIGH), v128.load(d, HIGH), to + 48);
    Tree.transpose(v128.load(a, END), v128.load(b, END), v128.load(c, END), v128.load(d, END), to + 96);
    const both: usize = HIGH_END;
    Tree.transpose(v128.load(a, both), v128.load(b, both), v128.load(c, both), v128.load(d, both), to + 144);
  }

  /** The least, or the greatest, of the lanes of each of four vectors. */
  @inline static extremes(a: v128, b: v128, c: v128, d: v128, greatest: bool): v128 {
    const ab0 = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
    const ab1 = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
    const cd0 = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
    const cd1 = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
    const ab = greatest ? f32x4.pmax(ab0, ab1) : f32x4.pmin(ab0, ab1);
    const cd = greatest ? f32x4.pmax(cd0, cd1) : f32x4.pmin(cd0, cd1);
    const p = v128.shuffle<f32>(ab, cd, 0, 1, 4, 5);
    const q = v128.shuffle<f32>(ab, cd, 2, 3, 6, 7);
    return greatest ? f32x4.pmax(p, q) : f32x4.pmin(p, q);
  }

  /** The boxes of four nodes, each around the four boxes that it has. */
  @inline static boxNodes(k0: i32, k1: i32, k2: i32, k3: i32, boxes: usize, to: usize): void {
    const a = Tree.boxesOf(k0, boxes);
    const b = Tree.boxesOf(k1, boxes);
    const c = Tree.boxesOf(k2, boxes);
    const d = Tree.boxesOf(k3, boxes);
    const parts = isStill ? STILL_BOXES : BOXES;
    for (let part: usize = 0; part < parts; part += 96) {
      for (let k: usize = part; k < part + 48; k += 16) {
        const p = v128.load(a + k);
        const q = v128.load(b + k);
        const r = v128.load(c + k);
        const s = v128.load(d + k);
        v128.store(to + k, Tree.extremes(p, q, r, s, false));
        const u = v128.load(a + k, 48);
        const v = v128.load(b + k, 48);
        const w = v128.load(c + k, 48);
        const x = v128.load(d + k, 48);
        v128.store(to + k, Tree.extremes(u, v, w, x, true), 48);
      }
    }
  }

  /** The face at a place of a leaf, the first for none. */
  @inline static faceAt(ids: usize, k: usize, faces: usize): usize {
    const child = load<i32>(ids + k);
    return faces + <usize>~(child == EMPTY ? load<i32>(ids) : child) * 12;
  }

  @inline static corner(face: usize, k: usize, projected: usize): v128 {
    return v128.load(Slabs.point(projected, load<u32>(face + k), true));
  }

  /** The boxes of the faces of a leaf at one instant, from their corners. */
  @inline static boxCorners(ids: usize, faces: usize, projected: usize, wide: v128, to: usize): void {
    let face = Tree.faceAt(ids, 0, faces);
    let p = Tree.corner(face, 0, projected);
    let q = Tree.corner(face, 4, projected);
    let r = Tree.corner(face, 8, projected);
    const a0 = f32x4.pmin(f32x4.pmin(p, q), r);
    const a1 = f32x4.pmax(f32x4.pmax(p, q), r);
    face = Tree.faceAt(ids, 4, faces);
    p = Tree.corner(face, 0, projected);
    q = Tree.corner(face, 4, projected);
    r = Tree.corner(face, 8, projected);
    const b0 = f32x4.pmin(f32x4.pmin(p, q), r);
    const b1 = f32x4.pmax(f32x4.pmax(p, q), r);
    face = Tree.faceAt(ids, 8, faces);
    p = Tree.corner(face, 0, projected);
    q = Tree.corner(face, 4, projected);
    r = Tree.corner(face, 8, projected);
    const c0 = f32x4.pmin(f32x4.pmin(p, q), r);
    const c1 = f32x4.pmax(f32x4.pmax(p, q), r);
    face = Tree.faceAt(ids, 12, faces);
    p = Tree.corner(face, 0, projected);
    q = Tree.corner(face, 4, projected);
    r = Tree.corner(face, 8, projected);
    Tree.transpose(a0, b0, c0, f32x4.pmin(f32x4.pmin(p, q), r), to);
    Tree.transpose(a1, b1, c1, f32x4.pmax(f32x4.pmax(p, q), r), to + 48);
    // No face is apart from everything.
    const none = i32x4.eq(v128.load(ids), i32x4.splat(EMPTY));
    const more = v128.bitselect(f32x4.splat(-Infinity), wide, none);
    for (let k: usize = 0; k < 48; k += 16) {
      v128.store(to + k, f32x4.sub(v128.load(to + k), more));
      v128.store(to + k, f32x4.add(v128.load(to + k, 48), more), 48);
    }
  }

  /**
   * Boxes of nodes `first` up to, without, `end`, from those of the nodes behind and the faces; the last comes first. At one instant they are those of corners,
   * and widened by `pad`.
   */
  static refit(
    children: usize,
    first: i32,
    end: i32,
    slabs: usize,
    faces: usize,
    projected: usize,
    pad: f32,
    boxes: usize,
  ): void {
    Tree.fillNowhere();
    const wide = f32x4.splat(pad);
    for (let i = end - 1; i >= first; i--) {
      const ids = children + <usize>i * CHILDREN;
      const k0 = load<i32>(ids);
      const k1 = load<i32>(ids, 4);
      const k2 = load<i32>(ids, 8);
      const k3 = load<i32>(ids, 12);
      const to = Tree.boxesAt(boxes, i, isStill);
      if (k0 >= 0) Tree.boxNodes(k0, k1, k2, k3, boxes, to);
      else if (isStill) Tree.boxCorners(ids, faces, projected, wide, to);
      else Tree.boxFaces(k0, k1, k2, k3, slabs, to);
    }
  }

  /** Children of node b from which one child of a node is apart along one axis. */
  @inline static apart(a: usize, b: usize): v128 {
    const above = v128.and(
      f32x4.gt(v128.load32_splat(a), v128.load(b, 48)),
      f32x4.gt(v128.load32_splat(a, 96), v128.load(b, 144)),
    );
    const below = v128.and(
      f32x4.gt(v128.load(b), v128.load32_splat(a, 48)),
      f32x4.gt(v128.load(b, 96), v128.load32_splat(a, 144)),
    );
    return v128.or(above, below);
  }

  /** The four children of node b that one child of a node may touch, as bits; `a` is the child's lane of the boxes. */
  @inline static touched(a: usize, b: usize): i32 {
    const x = Tree.apart(a, b);
    const y = Tree.apart(a + 16, b + 16);
    const z = Tree.apart(a + 32, b + 32);
    return ~i32x4.bitmask(v128.or(v128.or(x, y), z)) & 15;
  }

  /** The same at the start alone, of a node with these lows and highs of its children. */
  @inline static touchedEarly(a: usize, x0: v128, y0: v128, z0: v128, x1: v128, y1: v128, z1: v128): i32 {
    const x = v128.or(f32x4.gt(v128.load32_splat(a), x1), f32x4.gt(x0, v128.load32_splat(a, 48)));
    const y = v128.or(f32x4.gt(v128.load32_splat(a, 16), y1), f32x4.gt(y0, v128.load32_splat(a, 64)));
    const z = v128.or(f32x4.gt(v128.load32_splat(a, 32), z1), f32x4.gt(z0, v128.load32_splat(a, 80)));
    return ~i32x4.bitmask(v128.or(v128.or(x, y), z)) & 15;
  }

  /** Of all children of a node. What is loaded once is a seventh of the traversal: engines do not see that it stays. */
  @inline static touchEarly(a: usize, b: usize): i32 {
    const x0 = v128.load(b);
    const y0 = v128.load(b, 16);
    const z0 = v128.load(b, 32);
    const x1 = v128.load(b, 48);
    const y1 = v128.load(b, 64);
    const z1 = v128.load(b, 80);
    return (
      Tree.touchedEarly(a, x0, y0, z0, x1, y1, z1) |
      (Tree.touchedEarly(a + 4, x0, y0, z0, x1, y1, z1) << 4) |
      (Tree.touchedEarly(a + 8, x0, y0, z0, x1, y1, z1) << 8) |
      (Tree.touchedEarly(a + 12, x0, y0, z0, x1, y1, z1) << 12)
    );
  }

  /** Writes the boxes of node a along an axis, at the start, for others that come up or down against it by at most so much. */
  @inline static widen(a: usize, axis: usize, up: f32, down: f32): void {
    v128.store(WIDE + axis, f32x4.sub(v128.load(a + axis), f32x4.splat(up)));
    v128.store(WIDE + axis, f32x4.add(v128.load(a + axis, 48), f32x4.splat(down)), 48);
  }

  @inline static lengthSq(a: v128): f32 {
    const s = f32x4.mul(a, a);
    return f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1) + f32x4.extract_lane(s, 2);
  }

  /** 1 if two faces share no vertex. */
  @inline static distinct(faces: usize, f: i32, g: i32): usize {
    const a = faces + <usize>f * 12;
    const b = faces + <usize>g * 12;
    const p = v128.load(a);
    const q0 = i32x4.eq(p, v128.load32_splat(b));
    const q1 = i32x4.eq(p, v128.load32_splat(b + 4));
    const q2 = i32x4.eq(p, v128.load32_splat(b + 8));
    return i32x4.bitmask(v128.or(v128.or(q0, q1), q2)) & 7 ? 0 : 1;
  }

  /** The label of every node: that of all faces below it, 0 if they differ or have none. */
  static label(children: usize, count: i32, ofFaces: usize, ofNodes: usize): void {
    for (let i = count - 1; i >= 0; i--) {
      const ids = children + <usize>i * CHILDREN;
      const isLeaf = load<i32>(ids) < 0;
      let label: u32 = 0;
      // The last of all nodes has faces below it, the last above the objects has not.
      if (isLeaf && i == count - 1) isMixed = false;
      for (let k: usize = 0; k < 4; k++) {
        const child = load<i32>(ids + 4 * k);
        if (child == EMPTY) break;
        const own = isLeaf ? Tree.labelOf(ofFaces, ~child) : Tree.labelOf(ofNodes, child);
        if (k == 0) label = own;
        else if (own != label) {
          label = 0;
          if (isLeaf) isMixed = true;
        }
      }
      store<u32>(ofNodes + ((<usize>i) << 2), label);
    }
  }

  @inline static labelOf(labels: usize, i: i32): u32 {
    return load<u32>(labels + ((<usize>i) << 2));
  }

  /** True if two rows of a column of labels are in one quiet patch. */
  @inline static quietPair(labels: usize, a: i32, b: i32): bool {
    const label = Tree.labelOf(labels, a);
    return label != 0 && label == Tree.labelOf(labels, b);
  }

  /** Puts the pair of the root with itself on the stack. */
  static startPairs(stack: usize): void {
    store<i64>(stack, 0);
    pending = stack + 8;
    visited = 0;
  }

  /**
   * Goes on with the pairs of faces whose boxes touch, each once; `apart` leaves out those that share a vertex, labels those with
   * the same one, which stand for faces that cannot touch each other. Appends them
   * behind `count` pairs and returns their number now. Stops when the stack is empty, when there may be no room for what one
   * pair of nodes yields, or after `budget` pairs of nodes: short calls let the engine replace its first code by better.
   * The stack holds pairs of nodes, and every pair taken off puts at most 16 on.
   * `early`: by boxes of the start; then labels are those of objects, and faces with different ones share no vertex. With `shifts` boxes move
   * from there, and pairs below nodes that move by at most `room` against each other are left out: known.ts.
   */
  static morePairs(
    children: usize,
    boxes: usize,
    faces: usize,
    apart: bool,
    faceLabels: usize,
    nodeLabels: usize,
    early: bool,
    shifts: usize,
    room: f32,
    stack: usize,
    pairs: usize,
    count: i32,
    capacity: i32,
    budget: i32,
  ): i32 {
    const quiet = nodeLabels != 0;
    let top = pending;
    let end = pairs + ((<usize>count) << 3);
    const last = pairs + ((<usize>(capacity - 16)) << 3);
    let left = budget;
    while (top != stack && end <= last && left > 0) {
      left--;
      top -= 8;
      const a = load<i32>(top);
      const b = load<i32>(top, 4);
      if (quiet && Tree.quietPair(nodeLabels, a, b)) continue;
      let A = Tree.boxesAt(boxes, a, early);
      const B = Tree.boxesAt(boxes, b, early);
      if (early && shifts) {
        const p = shifts + <usize>a * SHIFTS;
        const q = shifts + <usize>b * SHIFTS;
        let up = f32x4.sub(v128.load(q, 16), v128.load(p));
        let down = f32x4.sub(v128.load(p, 16), v128.load(q));
        if (Tree.lengthSq(f32x4.pmax(up, down)) <= room * room) continue;
        // What moves away may have been in the way at the start: it is apart only if it starts so.
        const none = f32x4.splat(0);
        up = f32x4.sub(f32x4.pmax(up, none), f32x4.splat(room));
        down = f32x4.sub(f32x4.pmax(down, none), f32x4.splat(room));
        Tree.widen(A, 0, f32x4.extract_lane(up, 0), f32x4.extract_lane(down, 0));
        Tree.widen(A, 16, f32x4.extract_lane(up, 1), f32x4.extract_lane(down, 1));
        Tree.widen(A, 32, f32x4.extract_lane(up, 2), f32x4.extract_lane(down, 2));
        A = WIDE;
      }
      const ka = children + <usize>a * CHILDREN;
      const kb = children + <usize>b * CHILDREN;
      const leafA = load<i32>(ka) < 0;
      const leafB = load<i32>(kb) < 0;
      // Bit 4i + j: children i of a and j of b.
      let mask = early
        ? Tree.touchEarly(A, B)
        : Tree.touched(A, B) |
          (Tree.touched(A + 4, B) << 4) |
          (Tree.touched(A + 8, B) << 8) |
          (Tree.touched(A + 12, B) << 12);
      if (leafA != leafB) {
        // Opens the one that has nodes below it.
        const rows: i32 = leafB ? 15 : 0x1111;
        const shift: i32 = leafB ? 4 : 1;
        for (let k = 0; k < 4; k++) {
          store<i32>(top, leafB ? load<i32>(ka + ((<usize>k) << 2)) : a);
          store<i32>(top, leafB ? b : load<i32>(kb + ((<usize>k) << 2)), 4);
          // Which of them is hard to foretell.
          top += mask & (rows << (k * shift)) ? 8 : 0;
        }
        continue;
      }
      if (a == b) {
        // Pairs of different children once; a child with itself if it is a node.
        mask &= 0x08ce;
        for (let i: usize = 0; i < 16 && !leafA; i += 4) {
          const child = load<i32>(ka + i);
          if (child == EMPTY) break;
          store<i32>(top, child);
          store<i32>(top, child, 4);
          top += 8;
        }
      }
      if (leafA) {
        if (early && quiet && !isMixed && Tree.labelOf(nodeLabels, a) != Tree.labelOf(nodeLabels, b)) {
          const next = end + ((<usize>popcnt(mask)) << 3);
          // Four at a time, of which the last may be none, and are not counted: how many there are is hard to foretell.
          for (; mask; end += 32) {
            for (let k: usize = 0; k < 32; k += 8) {
              const bit = ctz(mask);
              store<i32>(end + k, ~load<i32>(ka + ((<usize>((bit >> 2) & 3)) << 2)));
              store<i32>(end + k, ~load<i32>(kb + ((<usize>(bit & 3)) << 2)), 4);
              mask &= mask - 1;
            }
          }
          end = next;
          continue;
        }
        for (; mask; mask &= mask - 1) {
          const bit = ctz(mask);
          const f = ~load<i32>(ka + ((<usize>(bit >> 2)) << 2));
          const g = ~load<i32>(kb + ((<usize>(bit & 3)) << 2));
          store<i32>(end, f);
          store<i32>(end, g, 4);
          if (quiet && Tree.quietPair(faceLabels, f, g)) continue;
          end += (apart ? Tree.distinct(faces, f, g) : 1) << 3;
        }
      } else {
        for (; mask; mask &= mask - 1) {
          const bit = ctz(mask);
          store<i32>(top, load<i32>(ka + ((<usize>(bit >> 2)) << 2)));
          store<i32>(top, load<i32>(kb + ((<usize>(bit & 3)) << 2)), 4);
          top += 8;
        }
      }
    }
    pending = top;
    visited += budget - left;
    return <i32>((end - pairs) >> 3);
  }
}
