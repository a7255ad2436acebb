// The traversal of traversal.ts over quantized boxes: sixteen pairs of children in two vectors.
// Pairs of faces that a slab separates are dropped where they are found. Safe direction: a pair is
// dropped only if its bounds are apart throughout the step.
import { QuantizedSlabs } from '../../bounds/kernels/quantized-slabs';
import { FaceCorners } from '../../kernels/face-corners';
import { MeshContext } from '../../kernels/mesh-context';
import { EMPTY } from './node';
import { NodeLabels } from './node-labels';
import { NODE_AXIS, NODE_HIGH, NODE_IDS, QuantizedNodes } from './quantized-node';
import { Traversal } from './traversal';

class QuantizedTraversal {
  /** Of the four values at one end of the step, two, each four times. */
  @inline static twoChildren(values: v128, isEnd: bool, isSecond: bool): v128 {
    if (!isSecond)
      return isEnd
        ? v128.shuffle<i16>(values, values, 4, 4, 4, 4, 5, 5, 5, 5)
        : v128.shuffle<i16>(values, values, 0, 0, 0, 0, 1, 1, 1, 1);
    return isEnd
      ? v128.shuffle<i16>(values, values, 6, 6, 6, 6, 7, 7, 7, 7)
      : v128.shuffle<i16>(values, values, 2, 2, 2, 2, 3, 3, 3, 3);
  }

  /** Along one axis, which pairs of two children of a and four of b are apart over the step. */
  @inline static twoApart(
    low: v128,
    high: v128,
    low0: v128,
    low1: v128,
    high0: v128,
    high1: v128,
    isSecond: bool,
  ): v128 {
    const above = v128.and(
      i16x8.gt_s(QuantizedTraversal.twoChildren(low, false, isSecond), high0),
      i16x8.gt_s(QuantizedTraversal.twoChildren(low, true, isSecond), high1),
    );
    const below = v128.and(
      i16x8.gt_s(low0, QuantizedTraversal.twoChildren(high, false, isSecond)),
      i16x8.gt_s(low1, QuantizedTraversal.twoChildren(high, true, isSecond)),
    );
    return v128.or(above, below);
  }

  /**
   * Along one axis, which pairs of children are apart over the step: byte 4i + j for children i of
   * a and j of b. Every value is loaded once here: engines do not do that by themselves.
   */
  @inline static apart(a: usize, b: usize, pad: v128, isPadded: bool): v128 {
    const low = v128.load(a);
    let high = v128.load(a, NODE_HIGH);
    const low0 = v128.load64_splat(b);
    const low1 = v128.load64_splat(b, 8);
    let high0 = v128.load64_splat(b, NODE_HIGH);
    let high1 = v128.load64_splat(b, NODE_HIGH + 8);
    if (isPadded) {
      high = i16x8.add_sat_s(high, pad);
      high0 = i16x8.add_sat_s(high0, pad);
      high1 = i16x8.add_sat_s(high1, pad);
    }
    return i8x16.narrow_i16x8_s(
      QuantizedTraversal.twoApart(low, high, low0, low1, high0, high1, false),
      QuantizedTraversal.twoApart(low, high, low0, low1, high0, high1, true),
    );
  }

  /** Bit 4i + j: children i of a and j of b may touch. The pads of x, y and z are in all lanes. */
  @inline static touching(a: usize, b: usize, x: v128, y: v128, z: v128, isPadded: bool): i32 {
    const apart = v128.or(
      v128.or(
        QuantizedTraversal.apart(a, b, x, isPadded),
        QuantizedTraversal.apart(a + NODE_AXIS, b + NODE_AXIS, y, isPadded),
      ),
      QuantizedTraversal.apart(a + 2 * NODE_AXIS, b + 2 * NODE_AXIS, z, isPadded),
    );
    return ~i8x16.bitmask(apart) & 0xffff;
  }

  /** `moreQuantizedPairs` with or without a pad, and with or without halves of the step. */
  @inline static more(
    context: MeshContext,
    traversal: Traversal,
    pairs: usize,
    count: i32,
    capacity: i32,
    budget: i32,
    isPadded: bool,
    halves: bool,
  ): i32 {
    const nodes = context.boxes;
    const faces = context.faces;
    const slabs = context.slabs;
    const pad = context.slabPad;
    const middleError = context.faceMiddleError;
    const x = v128.shuffle<i16>(pad, pad, 0, 0, 0, 0, 0, 0, 0, 0);
    const y = v128.shuffle<i16>(pad, pad, 1, 1, 1, 1, 1, 1, 1, 1);
    const z = v128.shuffle<i16>(pad, pad, 2, 2, 2, 2, 2, 2, 2, 2);
    const faceLabels = traversal.faceLabels;
    const nodeLabels = traversal.nodeLabels;
    const quiet = nodeLabels != 0;
    const distinct = traversal.distinct;
    const stack = traversal.stack;
    let top = traversal.top;
    let end = pairs + ((<usize>count) << 3);
    const last = pairs + ((<usize>(capacity - 16)) << 3);
    let left = budget;
    let boxPairs = traversal.boxPairs;
    while (top != stack && end <= last && left > 0) {
      left--;
      top -= 8;
      const a = load<i32>(top);
      const b = load<i32>(top, 4);
      if (quiet && NodeLabels.quietPair(nodeLabels, a, b)) continue;
      const A = QuantizedNodes.at(nodes, a);
      const B = QuantizedNodes.at(nodes, b);
      const ka = A + NODE_IDS;
      const kb = B + NODE_IDS;
      const leafA = load<i32>(ka) < 0;
      const leafB = load<i32>(kb) < 0;
      let mask = QuantizedTraversal.touching(A, B, x, y, z, isPadded);
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
      if (!leafA) {
        for (; mask; mask &= mask - 1) {
          const bit = ctz(mask);
          store<i32>(top, load<i32>(ka + ((<usize>(bit >> 2)) << 2)));
          store<i32>(top, load<i32>(kb + ((<usize>(bit & 3)) << 2)), 4);
          top += 8;
        }
        continue;
      }
      boxPairs += popcnt(mask);
      for (; mask; mask &= mask - 1) {
        const bit = ctz(mask);
        const f = ~load<i32>(ka + ((<usize>(bit >> 2)) << 2));
        const g = ~load<i32>(kb + ((<usize>(bit & 3)) << 2));
        store<i32>(end, f);
        store<i32>(end, g, 4);
        if (quiet && NodeLabels.quietPair(faceLabels, f, g)) continue;
        const meet = QuantizedSlabs.facesMeet(slabs, f, g, middleError, halves);
        end += (meet & (distinct ? FaceCorners.distinct(faces, f, g) : 1)) << 3;
      }
    }
    traversal.top = top;
    traversal.visited += budget - left;
    traversal.boxPairs = boxPairs;
    return <i32>((end - pairs) >> 3);
  }
}

/**
 * As `morePairs`, over quantized boxes: appends pairs of faces whose slabs are not apart. Counts
 * those whose boxes touch.
 */
export function moreQuantizedPairs(
  context: MeshContext,
  traversal: Traversal,
  pairs: usize,
  count: i32,
  capacity: i32,
  budget: i32,
): i32 {
  if (context.pad > 0) return QuantizedTraversal.more(context, traversal, pairs, count, capacity, budget, true, true);
  if (context.hasHalves)
    return QuantizedTraversal.more(context, traversal, pairs, count, capacity, budget, false, true);
  return QuantizedTraversal.more(context, traversal, pairs, count, capacity, budget, false, false);
}
