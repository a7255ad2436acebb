// Reads numbers from buffer attributes, plain, interleaved, normalised or half floats, without
// allocation per vertex.
import type { BufferAttribute, InterleavedBufferAttribute } from 'three';

/** A buffer attribute of a geometry. */
export type Attribute = BufferAttribute | InterleavedBufferAttribute;

/**
 * Adds `factor` times the vertices `ids` to `out`, three numbers per vertex, from vertex `first`
 * on.
 */
export function addVertices(
  attribute: Attribute,
  ids: Uint32Array,
  factor: number,
  out: Float64Array,
  first: number,
): void {
  const { array } = attribute;
  if (array instanceof Float32Array || array instanceof Float64Array) {
    const interleaved = 'data' in attribute;
    const stride = interleaved ? attribute.data.stride : attribute.itemSize;
    addFloats(array, stride, interleaved ? attribute.offset : 0, ids, factor, out, first);
    return;
  }
  for (let i = 0, at = 3 * first; i < ids.length; i++, at += 3) {
    out[at] += factor * attribute.getX(ids[i]);
    out[at + 1] += factor * attribute.getY(ids[i]);
    out[at + 2] += factor * attribute.getZ(ids[i]);
  }
}

function addFloats(
  array: Float32Array | Float64Array,
  stride: number,
  offset: number,
  ids: Uint32Array,
  factor: number,
  out: Float64Array,
  first: number,
): void {
  for (let i = 0, at = 3 * first; i < ids.length; i++, at += 3) {
    const from = stride * ids[i] + offset;
    out[at] += factor * array[from];
    out[at + 1] += factor * array[from + 1];
    out[at + 2] += factor * array[from + 2];
  }
}

/** Returns the vertices `ids`, three numbers each. */
export function readVertices(attribute: Attribute, ids: Uint32Array): Float64Array {
  const out = new Float64Array(3 * ids.length);
  addVertices(attribute, ids, 1, out, 0);
  return out;
}

/** Returns four numbers of each of the vertices `ids`. */
export function readQuadruples(attribute: Attribute, ids: Uint32Array): Float64Array {
  const out = new Float64Array(4 * ids.length);
  for (let i = 0; i < ids.length; i++) {
    for (let k = 0; k < 4; k++) out[4 * i + k] = attribute.getComponent(ids[i], k);
  }
  return out;
}

/** Returns 0, 1, 2, …, `count` − 1. */
export function allIds(count: number): Uint32Array {
  return new Uint32Array(count).map((_, i) => i);
}
