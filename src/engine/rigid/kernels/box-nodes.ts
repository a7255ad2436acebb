// The boxes in the nodes of a tree (box-tree.ts lays them out). Box id 4n + k is lane k of node n.
import { RigidContext, SPREAD_BOX } from './rigid-context';

/** Bytes of a node: 16 rows. */
export const NODE_BYTES: usize = 256;
/** Bytes from one number of a box to the next: four boxes stand side by side. */
export const ROW: usize = 16;
/** Bytes from the first number of a box to behind its last: 15 rows. */
export const BOX_BYTES: usize = 240;
/** Bytes of the corners of a triangle. */
export const TRIANGLE_BYTES: usize = 72;
/** Offset of the last row of a node: a child's number, ~leaf, or EMPTY. */
export const CHILD: usize = 240;
/** The child of a lane that has no box. */
export const EMPTY: i32 = 0x7fffffff;

/** Access to the boxes of a tree. */
export class BoxNodes {
  /** Address of a box by its id. */
  @inline static box(nodes: usize, id: i32): usize {
    return nodes + ((<usize>(id >> 2)) << 8) + ((<usize>(id & 3)) << 2);
  }

  /** Squared half diagonal, in units; `scale` is that of the body in units. */
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
   * The number of triangles in a node all of whose boxes are leaves; they lie side by side in
   * memory. 0 for other nodes.
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
