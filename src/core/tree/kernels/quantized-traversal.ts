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
  /** The box of children 0 and 1 of a node, or of children 2 and 3, each four times. */
  @inline static twoChildren(box: v128, isEnd: bool, isSecond: bool): v128 {
    if (!isSecond)
      return isEnd
        ? v128.shuffle<i16>(box, box, 4, 4, 4, 4, 5, 5, 5, 5)
        : v128.shuffle<i16>(box, box, 0, 0, 0, 0, 1, 1, 1, 1);
    return isEnd
      ? v128.shuffle<i16>(box, box, 6, 6, 6, 6, 7, 7, 7, 7)
      : v128.shuffle<i16>(box, box, 2, 2, 2, 2, 3, 3, 3, 3);
  }

  /** Along one axis, which pairs of two children of a and four of b are apart over the step. */
  @inline static apart(a: usize, b: usize, pad: v128, isPadded: bool, isSecond: bool): v128 {
    const low = v128.load(a);
    const high = v128.load(a, NODE_HIGH);
    const above = v128.and(
      QuantizedSlabs.above(
        QuantizedTraversal.twoChildren(low, false, isSecond),
        v128.load64_splat(b, NODE_HIGH),
        pad,
        isPadded,
      ),
      QuantizedSlabs.above(
        QuantizedTraversal.twoChildren(low, true, isSecond),
        v128.load64_splat(b, NODE_HIGH + 8),
        pad,
        isPadded,
      ),
    );
    const below = v128.and(
      QuantizedSlabs.above(v128.load64_splat(b), QuantizedTraversal.twoChildren(high, false, isSecond), pad, isPadded),
      QuantizedSlabs.above(
        v128.load64_splat(b, 8),
        QuantizedTraversal.twoChildren(high, true, isSecond),
        pad,
        isPadded,
      ),
    );
    return v128.or(above, below);
  }

  /** The same along all axes; pads of x, y and z in all lanes. */
  @inline static apartAlongAxes(a: usize, b: usize, x: v128, y: v128, z: v128, isPadded: bool, isSecond: bool): v128 {
    return v128.or(
      v128.or(
        QuantizedTraversal.apart(a, b, x, isPadded, isSecond),
        QuantizedTraversal.apart(a + NODE_AXIS, b + NODE_AXIS, y, isPadded, isSecond),
      ),
      QuantizedTraversal.apart(a + 2 * NODE_AXIS, b + 2 * NODE_AXIS, z, isPadded, isSecond),
    );
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
    const facePad = context.facePad;
    const middlePad = context.faceMiddlePad;
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
      const apart01 = QuantizedTraversal.apartAlongAxes(A, B, x, y, z, isPadded, false);
      const apart23 = QuantizedTraversal.apartAlongAxes(A, B, x, y, z, isPadded, true);
      // Bit 4i + j: children i of a and j of b may touch.
      let mask = ~i8x16.bitmask(i8x16.narrow_i16x8_s(apart01, apart23)) & 0xffff;
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
        const meet = QuantizedSlabs.facesMeet(slabs, f, g, facePad, middlePad, halves);
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
