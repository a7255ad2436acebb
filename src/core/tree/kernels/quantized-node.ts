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

  /** The box of a face at one end of the step, from its corners there. */
  @inline static putFaceEnd(to: usize, a: usize, b: usize, c: usize): void {
    const p = v128.load(a);
    const q = v128.load(b);
    const r = v128.load(c);
    const low = i16x8.min_s(i16x8.min_s(p, q), r);
    const high = i16x8.max_s(i16x8.max_s(p, q), r);
    v128.store_lane<i16>(to, low, 0);
    v128.store_lane<i16>(to, low, 1, NODE_AXIS);
    v128.store_lane<i16>(to, low, 2, 2 * NODE_AXIS);
    v128.store_lane<i16>(to, high, 0, NODE_HIGH);
    v128.store_lane<i16>(to, high, 1, NODE_AXIS + NODE_HIGH);
    v128.store_lane<i16>(to, high, 2, 2 * NODE_AXIS + NODE_HIGH);
  }

  /** The box of the face whose corners are at `face`. */
  @inline static putFace(to: usize, points: usize, face: usize): void {
    const a = QuantizedSlabs.point(points, load<u32>(face));
    const b = QuantizedSlabs.point(points, load<u32>(face, 4));
    const c = QuantizedSlabs.point(points, load<u32>(face, 8));
    QuantizedNodes.putFaceEnd(to, a, b, c);
    QuantizedNodes.putFaceEnd(to + END, a + 16, b + 16, c + 16);
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
  const points = context.projected;
  const faces = context.faces;
  for (let i = end - 1; i >= first; i--) {
    const ids = context.children + <usize>i * CHILDREN;
    const to = QuantizedNodes.at(nodes, i);
    v128.store(to, v128.load(ids), NODE_IDS);
    for (let k: usize = 0; k < 4; k++) {
      const child = load<i32>(ids + 4 * k);
      if (child == EMPTY) QuantizedNodes.putEmpty(to + 2 * k);
      else if (child < 0) QuantizedNodes.putFace(to + 2 * k, points, faces + <usize>~child * 12);
      else QuantizedNodes.putNode(to + 2 * k, QuantizedNodes.at(nodes, child));
    }
  }
}
