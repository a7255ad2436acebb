// The layout of a node of the tree over faces: four children, all of them nodes or all of them
// faces. A child is the number of a node, ~place of a face, or EMPTY; empty slots come last.
// Parents precede their children.

/** Bytes of the ids of a node's children. */
export const CHILDREN: usize = 16;
/**
 * Bytes of the boxes of a node's children: 12 vectors, low and high at t = 0, low and high at t =
 * 1, each x, y, z of four boxes.
 */
export const BOXES: usize = 192;
/** Bytes of these boxes if nothing moves: those at t = 0 alone. */
export const STATIC_BOXES: usize = 96;
/** No child. */
export const EMPTY: i32 = 0x7fffffff;

/** The boxes of all nodes. */
export class NodeBoxes {
  /** The address of a node's boxes. */
  @inline static at(boxes: usize, node: i32, isStatic: bool): usize {
    return boxes + <usize>node * (isStatic ? STATIC_BOXES : BOXES);
  }
}
