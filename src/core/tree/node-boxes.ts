// Reads the boxes of nodes, whichever form the present step has: f32 or quantized.
import type { MeshContext } from '../wasm/mesh.generated.ts';

/** The boxes of the four children of each node, at the start of the step and at its end. */
export interface NodeBoxes {
  /** The low end of child k of a node along an axis. */
  low(node: number, axis: number, k: number, atEnd: boolean): number;
  /** The high end, likewise. Both ends of an empty slot are beyond all others. */
  high(node: number, axis: number, k: number, atEnd: boolean): number;
}

/** Floats of one part of a node: x, y, z of four boxes. */
const PART = 12;

/** Boxes in f32: parts are low and high at t = 0, then, unless nothing moves, the same at t = 1. */
export function floatBoxes(boxes: Float32Array, isStatic: boolean): NodeBoxes {
  const size = isStatic ? 2 * PART : 4 * PART;
  const later = isStatic ? 0 : 2 * PART;
  const at = (node: number, axis: number, k: number, atEnd: boolean): number =>
    size * node + 4 * axis + k + (atEnd ? later : 0);
  return {
    low: (node, axis, k, atEnd) => boxes[at(node, axis, k, atEnd)],
    high: (node, axis, k, atEnd) => boxes[at(node, axis, k, atEnd) + PART],
  };
}

/** 16-bit integers of a quantized node, its ids included. */
const QUANTIZED_NODE = 64;
/** Those of one axis: low at t = 0 and at t = 1, high likewise, of four boxes each. */
const QUANTIZED_AXIS = 16;

/** Quantized boxes, in units of length. */
export function quantizedBoxes(boxes: Int16Array, context: MeshContext): NodeBoxes {
  const origin = [context.originX, context.originY, context.originZ];
  const unit = [context.unitX, context.unitY, context.unitZ];
  const length = (value: number, axis: number): number =>
    unit[axis] > 0 ? value / unit[axis] + origin[axis] : origin[axis];
  const at = (node: number, axis: number, k: number, atEnd: boolean): number =>
    QUANTIZED_NODE * node + QUANTIZED_AXIS * axis + k + (atEnd ? 4 : 0);
  return {
    low: (node, axis, k, atEnd) => length(boxes[at(node, axis, k, atEnd)], axis),
    high: (node, axis, k, atEnd) => length(boxes[at(node, axis, k, atEnd) + 8], axis),
  };
}
