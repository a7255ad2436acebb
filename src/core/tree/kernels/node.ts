// A node of the tree over faces: four children, all of them nodes or all of them faces. A child is the number of a node, ~place of a
// face, or EMPTY, which fills up the end. Parents precede children.

/** Bytes of the ids of a node's children. */
export const CHILDREN: usize = 16;
/** Bytes of their boxes: 12 vectors, low and high at t = 0, low and high at t = 1, x, y, z of four boxes each; half where nothing moves. */
export const BOXES: usize = 192;
export const STATIC_BOXES: usize = 96;
/** No child. */
export const EMPTY: i32 = 0x7fffffff;

export class NodeBoxes {
  @inline static at(boxes: usize, node: i32, isStatic: bool): usize {
    return boxes + <usize>node * (isStatic ? STATIC_BOXES : BOXES);
  }
}
