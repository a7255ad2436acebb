// The tree over faces: four children a node, all of them nodes or all of them faces. Boxes at both ends of the step, as in
// slabs.ts. A child is a node's number, ~face, or EMPTY; parents precede children.
import { SLABS } from './slabs';

/** Bytes of the ids of a node's children, of their boxes (12 vectors: low, high at t = 0, low, high at t = 1), of its own box. */
const CHILDREN: usize = 16;
const BOXES: usize = 192;
const OWN: usize = 64;
const EMPTY: i32 = 0x7fffffff;
/** The box of no child: apart from everything. */
const NOWHERE: usize = memory.data<f32>([
  Infinity,
  Infinity,
  Infinity,
  0,
  -Infinity,
  -Infinity,
  -Infinity,
  0,
  Infinity,
  Infinity,
  Infinity,
  0,
  -Infinity,
  -Infinity,
  -Infinity,
  0,
]);

/** Top of the stack of a traversal that is under way, and how many pairs of nodes it has looked at. */
export let pending: usize = 0;
export let visited: i32 = 0;

export class Tree {
  @inline static boxOf(child: i32, slabs: usize, own: usize): usize {
    if (child < 0) return slabs + <usize>~child * SLABS;
    return child == EMPTY ? NOWHERE : own + <usize>child * OWN;
  }

  /** Distance of the four parts of a child's box. */
  @inline static strideOf(child: i32): usize {
    return child < 0 ? 48 : 16;
  }

  /** Writes x, y and z of four boxes as three vectors. */
  @inline static transpose(a: v128, b: v128, c: v128, d: v128, to: usize): void {
    const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
    const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
    v128.store(to, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5));
    v128.store(to, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7), 16);
    const z = v128.shuffle<f32>(a, b, 2, 6, 2, 6);
    v128.store(to, v128.shuffle<f32>(z, v128.shuffle<f32>(c, d, 2, 6, 2, 6), 0, 1, 4, 5), 32);
  }

  /** All boxes from the slabs of the faces, from the last node to the first. */
  static refit(children: usize, count: i32, slabs: usize, boxes: usize, own: usize): void {
    for (let i = count - 1; i >= 0; i--) {
      const ids = children + <usize>i * CHILDREN;
      const k0 = load<i32>(ids);
      const k1 = load<i32>(ids, 4);
      const k2 = load<i32>(ids, 8);
      const k3 = load<i32>(ids, 12);
      let a = Tree.boxOf(k0, slabs, own);
      let b = Tree.boxOf(k1, slabs, own);
      let c = Tree.boxOf(k2, slabs, own);
      let d = Tree.boxOf(k3, slabs, own);
      let to = boxes + <usize>i * BOXES;
      let mine = own + <usize>i * OWN;
      for (let part = 0; part < 4; part++) {
        const p = v128.load(a);
        const q = v128.load(b);
        const r = v128.load(c);
        const s = v128.load(d);
        const low = f32x4.pmin(f32x4.pmin(p, q), f32x4.pmin(r, s));
        const high = f32x4.pmax(f32x4.pmax(p, q), f32x4.pmax(r, s));
        v128.store(mine, part & 1 ? high : low);
        Tree.transpose(p, q, r, s, to);
        a += Tree.strideOf(k0);
        b += Tree.strideOf(k1);
        c += Tree.strideOf(k2);
        d += Tree.strideOf(k3);
        to += 48;
        mine += 16;
      }
    }
  }

  /** Lanes of B that box A is apart from along one axis. A's four parts are `part` bytes apart. */
  @inline static apart(a: usize, part: usize, b: usize): v128 {
    const above = v128.and(
      f32x4.gt(v128.load32_splat(a), v128.load(b, 48)),
      f32x4.gt(v128.load32_splat(a + 2 * part), v128.load(b, 144)),
    );
    const below = v128.and(
      f32x4.gt(v128.load(b), v128.load32_splat(a + part)),
      f32x4.gt(v128.load(b, 96), v128.load32_splat(a + 3 * part)),
    );
    return v128.or(above, below);
  }

  /** The four children of node b that box a may touch, as bits. A's coordinates are `step` bytes apart. */
  @inline static touched(a: usize, step: usize, part: usize, b: usize): i32 {
    const x = Tree.apart(a, part, b);
    const y = Tree.apart(a + step, part, b + 16);
    const z = Tree.apart(a + 2 * step, part, b + 32);
    return ~i32x4.bitmask(v128.or(v128.or(x, y), z)) & 15;
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

  /** Puts the pair of the root with itself on the stack. */
  static startPairs(stack: usize): void {
    store<i64>(stack, 0);
    pending = stack + 8;
    visited = 0;
  }

  /**
   * Goes on with the pairs of faces whose boxes touch, each once; `apart` leaves out those that share a vertex. Appends them
   * behind `count` pairs and returns their number now. Stops when the stack is empty, when there may be no room for what one
   * pair of nodes yields, or after `budget` pairs of nodes: short calls let the engine replace its first code by better.
   * The stack holds pairs of nodes, and every pair taken off puts at most 16 on.
   */
  @inline static morePairs(
    children: usize,
    boxes: usize,
    own: usize,
    faces: usize,
    apart: bool,
    stack: usize,
    pairs: usize,
    count: i32,
    capacity: i32,
    budget: i32,
  ): i32 {
    let top = pending;
    let end = pairs + ((<usize>count) << 3);
    const last = pairs + ((<usize>(capacity - 16)) << 3);
    let left = budget;
    while (top != stack && end <= last && left > 0) {
      left--;
      top -= 8;
      let a = load<i32>(top);
      let b = load<i32>(top, 4);
      let ka = children + <usize>a * CHILDREN;
      const kb = children + <usize>b * CHILDREN;
      const leafA = load<i32>(ka) < 0;
      const leafB = load<i32>(kb) < 0;
      if (leafA != leafB) {
        // Open the one that has nodes below it.
        if (leafA) {
          const swap = a;
          a = b;
          b = swap;
          ka = kb;
        }
        let mask = Tree.touched(own + <usize>b * OWN, 4, 16, boxes + <usize>a * BOXES);
        for (; mask; mask &= mask - 1) {
          store<i32>(top, load<i32>(ka + ((<usize>ctz(mask)) << 2)));
          store<i32>(top, b, 4);
          top += 8;
        }
        continue;
      }
      const A = boxes + <usize>a * BOXES;
      const B = boxes + <usize>b * BOXES;
      let mask =
        Tree.touched(A, 16, 48, B) |
        (Tree.touched(A + 4, 16, 48, B) << 4) |
        (Tree.touched(A + 8, 16, 48, B) << 8) |
        (Tree.touched(A + 12, 16, 48, B) << 12);
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
        for (; mask; mask &= mask - 1) {
          const bit = ctz(mask);
          const f = ~load<i32>(ka + ((<usize>(bit >> 2)) << 2));
          const g = ~load<i32>(kb + ((<usize>(bit & 3)) << 2));
          store<i32>(end, f);
          store<i32>(end, g, 4);
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
