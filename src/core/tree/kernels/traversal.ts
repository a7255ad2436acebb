// Finds the pairs of faces whose boxes touch, by traversing the tree against itself. Two nodes give
// a 16-bit mask of the pairs of their children that touch. Safe direction: a pair is dropped only
// if its boxes are apart along one axis, in the same order, at both ends of the step; then they
// never touch.
import { FaceCorners } from '../../kernels/face-corners';
import { MeshContext } from '../../kernels/mesh-context';
import { CHILDREN, EMPTY, NodeBoxes } from './node';
import { NodeLabels } from './node-labels';

/** A traversal: its options and its state. It can pause after any pair of nodes. */
@unmanaged
export class Traversal {
  /** Labels of places, or 0: pairs with the same label other than 0 are left out. */
  faceLabels: usize;
  /** Labels of nodes, or 0. */
  nodeLabels: usize;
  /**
   * With `startOnly`: bounds of the displacements of the vertices below each node, 32 bytes per
   * node, or 0.
   */
  displacements: usize;
  /**
   * Pairs of nodes whose displacements differ by at most this length are left out
   * (near-pair-cache.ts).
   */
  known: f32;
  /**
   * The pairs of nodes still to be visited. Every pair taken off the stack puts at most 16 on it.
   */
  stack: usize;
  /** The end of the stack. */
  top: usize;
  /** How many pairs of nodes have been visited. */
  visited: i32;
  /** How many pairs of faces had boxes that touch; counted with quantized boxes alone. */
  boxPairs: i32;
  /** 96 bytes, for the boxes of a node widened by displacements. */
  widened: usize;
  /** Whether pairs of faces that share a vertex are left out. */
  distinct: bool;
  /**
   * Whether boxes are compared at the start alone. Labels are then those of objects: faces with
   * different labels share no vertex.
   */
  startOnly: bool;
}

/**
 * Bytes of the displacements of a node: the least and the greatest of the vertices below it, along
 * each axis.
 */
export const DISPLACEMENTS: usize = 32;

class Traverse {
  /** Lanes of node b's children that are apart, along one axis, from one child of node a. */
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

  /**
   * The children of node b that one child of node a may touch, as four bits; `a` is the address of
   * the child's lane in the boxes.
   */
  @inline static touched(a: usize, b: usize): i32 {
    const x = Traverse.apart(a, b);
    const y = Traverse.apart(a + 16, b + 16);
    const z = Traverse.apart(a + 32, b + 32);
    return ~i32x4.bitmask(v128.or(v128.or(x, y), z)) & 15;
  }

  /** The same at the start alone; the vectors are lows and highs of node b's children. */
  @inline static touchedAtStart(a: usize, x0: v128, y0: v128, z0: v128, x1: v128, y1: v128, z1: v128): i32 {
    const x = v128.or(f32x4.gt(v128.load32_splat(a), x1), f32x4.gt(x0, v128.load32_splat(a, 48)));
    const y = v128.or(f32x4.gt(v128.load32_splat(a, 16), y1), f32x4.gt(y0, v128.load32_splat(a, 64)));
    const z = v128.or(f32x4.gt(v128.load32_splat(a, 32), z1), f32x4.gt(z0, v128.load32_splat(a, 80)));
    return ~i32x4.bitmask(v128.or(v128.or(x, y), z)) & 15;
  }

  /**
   * The same for all children of node a, as 16 bits. Loading b once saves a seventh of the
   * traversal: engines do not do it by themselves.
   */
  @inline static touchAtStart(a: usize, b: usize): i32 {
    const x0 = v128.load(b);
    const y0 = v128.load(b, 16);
    const z0 = v128.load(b, 32);
    const x1 = v128.load(b, 48);
    const y1 = v128.load(b, 64);
    const z1 = v128.load(b, 80);
    return (
      Traverse.touchedAtStart(a, x0, y0, z0, x1, y1, z1) |
      (Traverse.touchedAtStart(a + 4, x0, y0, z0, x1, y1, z1) << 4) |
      (Traverse.touchedAtStart(a + 8, x0, y0, z0, x1, y1, z1) << 8) |
      (Traverse.touchedAtStart(a + 12, x0, y0, z0, x1, y1, z1) << 12)
    );
  }

  /**
   * Writes the boxes of node a at the start along an axis, widened against others that move
   * relative to it by at most `up` and `down`.
   */
  @inline static widen(to: usize, a: usize, axis: usize, up: f32, down: f32): void {
    v128.store(to + axis, f32x4.sub(v128.load(a + axis), f32x4.splat(up)));
    v128.store(to + axis, f32x4.add(v128.load(a + axis, 48), f32x4.splat(down)), 48);
  }

  @inline static lengthSq(a: v128): f32 {
    const s = f32x4.mul(a, a);
    return f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1) + f32x4.extract_lane(s, 2);
  }
}

/** Starts a traversal: puts the pair of the root with itself on the stack. */
export function startPairs(traversal: Traversal): void {
  store<i64>(traversal.stack, 0);
  traversal.top = traversal.stack + 8;
  traversal.visited = 0;
  traversal.boxPairs = 0;
}

/**
 * Continues a traversal: appends pairs of faces whose boxes touch, each once, behind `count` pairs
 * and returns the new count. Stops when the stack is empty, when there may be no room for the pairs
 * of one more pair of nodes, or after `budget` pairs of nodes. The budget matters because an engine
 * can replace its baseline code by optimized code only between calls.
 */
export function morePairs(
  context: MeshContext,
  traversal: Traversal,
  pairs: usize,
  count: i32,
  capacity: i32,
  budget: i32,
): i32 {
  const children = context.children;
  const boxes = context.boxes;
  const faces = context.faces;
  const mixed = context.hasMixedLeaves;
  const faceLabels = traversal.faceLabels;
  const nodeLabels = traversal.nodeLabels;
  const shifts = traversal.displacements;
  const room = traversal.known;
  const stack = traversal.stack;
  const wide = traversal.widened;
  const apart = traversal.distinct;
  const startOnly = traversal.startOnly;
  const quiet = nodeLabels != 0;
  let top = traversal.top;
  let end = pairs + ((<usize>count) << 3);
  const last = pairs + ((<usize>(capacity - 16)) << 3);
  let left = budget;
  while (top != stack && end <= last && left > 0) {
    left--;
    top -= 8;
    const a = load<i32>(top);
    const b = load<i32>(top, 4);
    if (quiet && NodeLabels.quietPair(nodeLabels, a, b)) continue;
    let A = NodeBoxes.at(boxes, a, startOnly);
    const B = NodeBoxes.at(boxes, b, startOnly);
    if (startOnly && shifts) {
      const p = shifts + <usize>a * DISPLACEMENTS;
      const q = shifts + <usize>b * DISPLACEMENTS;
      let up = f32x4.sub(v128.load(q, 16), v128.load(p));
      let down = f32x4.sub(v128.load(p, 16), v128.load(q));
      if (Traverse.lengthSq(f32x4.pmax(up, down)) <= room * room) continue;
      // Boxes that move away from each other are apart only if they start apart: such motion does
      // not narrow the boxes.
      const none = f32x4.splat(0);
      up = f32x4.sub(f32x4.pmax(up, none), f32x4.splat(room));
      down = f32x4.sub(f32x4.pmax(down, none), f32x4.splat(room));
      Traverse.widen(wide, A, 0, f32x4.extract_lane(up, 0), f32x4.extract_lane(down, 0));
      Traverse.widen(wide, A, 16, f32x4.extract_lane(up, 1), f32x4.extract_lane(down, 1));
      Traverse.widen(wide, A, 32, f32x4.extract_lane(up, 2), f32x4.extract_lane(down, 2));
      A = wide;
    }
    const ka = children + <usize>a * CHILDREN;
    const kb = children + <usize>b * CHILDREN;
    const leafA = load<i32>(ka) < 0;
    const leafB = load<i32>(kb) < 0;
    // Bit 4i + j: children i of a and j of b.
    let mask = startOnly
      ? Traverse.touchAtStart(A, B)
      : Traverse.touched(A, B) |
        (Traverse.touched(A + 4, B) << 4) |
        (Traverse.touched(A + 8, B) << 8) |
        (Traverse.touched(A + 12, B) << 12);
    if (leafA != leafB) {
      // Opens the node that has nodes below it.
      const rows: i32 = leafB ? 15 : 0x1111;
      const shift: i32 = leafB ? 4 : 1;
      for (let k = 0; k < 4; k++) {
        store<i32>(top, leafB ? load<i32>(ka + ((<usize>k) << 2)) : a);
        store<i32>(top, leafB ? b : load<i32>(kb + ((<usize>k) << 2)), 4);
        // No branch: it would be hard to predict.
        top += mask & (rows << (k * shift)) ? 8 : 0;
      }
      continue;
    }
    if (a == b) {
      // Pairs of different children once, and a child with itself if it is a node.
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
      if (startOnly && quiet && !mixed && NodeLabels.of(nodeLabels, a) != NodeLabels.of(nodeLabels, b)) {
        const next = end + ((<usize>popcnt(mask)) << 3);
        // Writes four pairs at a time, of which those beyond the last do not count: their number is
        // hard to predict.
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
        if (quiet && NodeLabels.quietPair(faceLabels, f, g)) continue;
        end += (apart ? FaceCorners.distinct(faces, f, g) : 1) << 3;
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
  traversal.top = top;
  traversal.visited += budget - left;
  return <i32>((end - pairs) >> 3);
}
