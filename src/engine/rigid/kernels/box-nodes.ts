// The boxes in the nodes of a tree (box-tree.ts lays them out). Box id 4n + k is lane k of node n.
import { RigidContext, SPREAD_BOX } from './rigid-context';

/**
 * Bytes of a node, from one number of a box to the next, of all numbers of a box, and of a
 * triangle.
 */
export const NODE_BYTES: usize = 256;
export const ROW: usize = 16;
export const BOX_BYTES: usize = 240;
export const TRIANGLE_BYTES: usize = 72;
/** The last row of a node: a child's number, ~leaf, or EMPTY. */
export const CHILD: usize = 240;
export const EMPTY: i32 = 0x7fffffff;

export class BoxNodes {
  /** Address of a box by its id. */
  @inline static box(nodes: usize, id: i32): usize {
    return nodes + ((<usize>(id >> 2)) << 8) + ((<usize>(id & 3)) << 2);
  }

  /** Squared half diagonal, in units of the floats. */
  @inline static sizeSq(box: usize, scale: f32): f32 {
    const x = scale * load<f32>(box, 3 * ROW);
    const y = scale * load<f32>(box, 4 * ROW);
    const z = scale * load<f32>(box, 5 * ROW);
    return x * x + y * y + z * z;
  }

  /** Copies one box into all four lanes; returns where. */
  @inline static spread(context: RigidContext, box: usize): usize {
    const to = changetype<usize>(context) + SPREAD_BOX;
    for (let i: usize = 0; i < BOX_BYTES; i += ROW) v128.store(to + i, v128.load32_splat(box + i));
    return to;
  }

  /**
   * The number of triangles of a node whose boxes hold one each; they lie side by side. 0 for other
   * nodes.
   */
  @inline static leafCount(node: usize): i32 {
    const child = v128.load(node, CHILD);
    const isLeaf = i32x4.bitmask(child);
    const isUsed = i32x4.bitmask(BoxNodes.used(node));
    return isLeaf == isUsed ? popcnt(isUsed) : 0;
  }

  /** Lanes of a node that have a box. */
  @inline static used(node: usize): v128 {
    return v128.not(i32x4.eq(v128.load(node, CHILD), i32x4.splat(EMPTY)));
  }
}
