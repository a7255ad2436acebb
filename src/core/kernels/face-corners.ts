// The corners of faces: three vertex ids per place, 12 bytes.

/** Comparisons of corners. */
export class FaceCorners {
  /** Whether vertex v is a corner of a face. */
  @inline static has(faces: usize, face: u32, v: u32): bool {
    const at = faces + <usize>face * 12;
    return v == load<u32>(at) || v == load<u32>(at, 4) || v == load<u32>(at, 8);
  }

  /** 1 if two faces share no vertex, 0 if they do. Reads four bytes behind a face. */
  @inline static distinct(faces: usize, f: i32, g: i32): usize {
    const a = faces + <usize>f * 12;
    const b = faces + <usize>g * 12;
    const p = v128.load(a);
    const q0 = i32x4.eq(p, v128.load32_splat(b));
    const q1 = i32x4.eq(p, v128.load32_splat(b + 4));
    const q2 = i32x4.eq(p, v128.load32_splat(b + 8));
    return i32x4.bitmask(v128.or(v128.or(q0, q1), q2)) & 7 ? 0 : 1;
  }
}
