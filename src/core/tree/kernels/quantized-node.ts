// Nodes with quantized boxes, which are those of quantized-slabs.ts along the axes: two lines of
// cache per node, its children among them.
import { QuantizedSlabs } from '../../bounds/kernels/quantized-slabs';
import { MeshContext } from '../../kernels/mesh-context';
import { CHILDREN, EMPTY } from './node';

/** Bytes from one axis to the next: of four children, low at t = 0 and t = 1, high likewise. */
export const NODE_AXIS: usize = 32;
/** Byte offset of high values of an axis. */
export const NODE_HIGH: usize = 16;
/** Byte offset of the end of the step. */
const END: usize = 8;
/** Byte offset of the ids of the children. */
export const NODE_IDS: usize = 96;

/** The quantized boxes of all nodes. */
export class QuantizedNodes {
  /** The address of a node. */
  @inline static at(nodes: usize, i: i32): usize {
    return nodes + ((<usize>i) << 7);
  }

  /** Copies the box of a face from its slabs. */
  @inline static putFace(to: usize, slabs: usize): void {
    for (let axis: usize = 0; axis < 3; axis++) {
      const own = to + axis * NODE_AXIS;
      store<i16>(own, load<i16>(slabs + 2 * axis));
      store<i16>(own, load<i16>(slabs + 2 * axis, 32), END);
      store<i16>(own, load<i16>(slabs + 2 * axis, 16), NODE_HIGH);
      store<i16>(own, load<i16>(slabs + 2 * axis, 48), NODE_HIGH + END);
    }
  }

  /** The box of an empty slot, apart from everything however much it is padded. */
  @inline static putEmpty(to: usize): void {
    for (let axis: usize = 0; axis < 3; axis++) {
      const own = to + axis * NODE_AXIS;
      store<i16>(own, 32767);
      store<i16>(own, 32767, END);
      store<i16>(own, -32768, NODE_HIGH);
      store<i16>(own, -32768, NODE_HIGH + END);
    }
  }

  /** The box around the four boxes of a node. */
  @inline static putNode(to: usize, node: usize): void {
    for (let axis: usize = 0; axis < 3; axis++) {
      const own = to + axis * NODE_AXIS;
      let low = v128.load(node + axis * NODE_AXIS);
      let high = v128.load(node + axis * NODE_AXIS, NODE_HIGH);
      low = i16x8.min_s(low, v128.shuffle<i16>(low, low, 2, 3, 0, 1, 6, 7, 4, 5));
      low = i16x8.min_s(low, v128.shuffle<i16>(low, low, 1, 0, 3, 2, 5, 4, 7, 6));
      high = i16x8.max_s(high, v128.shuffle<i16>(high, high, 2, 3, 0, 1, 6, 7, 4, 5));
      high = i16x8.max_s(high, v128.shuffle<i16>(high, high, 1, 0, 3, 2, 5, 4, 7, 6));
      v128.store_lane<i16>(own, low, 0);
      v128.store_lane<i16>(own, low, 4, END);
      v128.store_lane<i16>(own, high, 0, NODE_HIGH);
      v128.store_lane<i16>(own, high, 4, NODE_HIGH + END);
    }
  }
}

/**
 * Computes the quantized boxes of the nodes from `first` up to, but not including, `end`, the last
 * one first, because children follow their parents.
 */
export function refitQuantized(context: MeshContext, first: i32, end: i32): void {
  const nodes = context.boxes;
  const slabs = context.slabs;
  for (let i = end - 1; i >= first; i--) {
    const ids = context.children + <usize>i * CHILDREN;
    const to = QuantizedNodes.at(nodes, i);
    v128.store(to, v128.load(ids), NODE_IDS);
    for (let k: usize = 0; k < 4; k++) {
      const child = load<i32>(ids + 4 * k);
      if (child == EMPTY) QuantizedNodes.putEmpty(to + 2 * k);
      else if (child < 0) QuantizedNodes.putFace(to + 2 * k, QuantizedSlabs.face(slabs, ~child));
      else QuantizedNodes.putNode(to + 2 * k, QuantizedNodes.at(nodes, child));
    }
  }
}
