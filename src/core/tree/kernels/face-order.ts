// Brings tables that are indexed by face id into the order of places, which the tree chooses.

/** The face of an empty place. */
const NONE: u32 = 0xffffffff;

class FaceOrder {
  /** The address of entry i of a table of u32. */
  @inline static at(table: usize, i: u32): usize {
    return table + ((<usize>i) << 2);
  }
}

/** Replaces face ids by their places. */
export function placeFaces(ids: usize, count: i32, placeOf: usize): void {
  for (let end = ids + ((<usize>count) << 2); ids < end; ids += 4) {
    store<u32>(ids, load<u32>(FaceOrder.at(placeOf, load<u32>(ids))));
  }
}

/** Writes the place of each face, from the face at each place. */
export function invertOrder(faceOf: usize, count: i32, placeOf: usize): void {
  for (let i = 0; i < count; i++) store<i32>(FaceOrder.at(placeOf, load<u32>(FaceOrder.at(faceOf, i))), i);
}

/**
 * Copies three ids per face from the order of faces into the order of places; an empty place gets
 * zeros.
 */
export function gatherFaces(faceOf: usize, placeCount: i32, from: usize, to: usize): void {
  for (let i = 0; i < placeCount; i++, faceOf += 4, to += 12) {
    const face = load<u32>(faceOf);
    const own = from + (face == NONE ? 0 : <usize>face * 12);
    store<u64>(to, face == NONE ? 0 : load<u64>(own));
    store<u32>(to, face == NONE ? 0 : load<u32>(own, 8), 8);
  }
}
