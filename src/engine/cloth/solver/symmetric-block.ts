// Symmetric 3×3 blocks: packed in six numbers, xx xy xz yy yz zz, or full in nine, row by row.

/** Expands the packed block that begins at d. */
export function unpackBlock(packed: Float64Array, d: number, block: Float64Array): void {
  block[0] = packed[d];
  block[1] = block[3] = packed[d + 1];
  block[2] = block[6] = packed[d + 2];
  block[4] = packed[d + 3];
  block[5] = block[7] = packed[d + 4];
  block[8] = packed[d + 5];
}

/** Packs a full block, which must be symmetric, to where d begins. */
export function packBlock(block: Float64Array, packed: Float64Array, d: number): void {
  packed[d] = block[0];
  packed[d + 1] = block[1];
  packed[d + 2] = block[2];
  packed[d + 3] = block[4];
  packed[d + 4] = block[5];
  packed[d + 5] = block[8];
}

/**
 * Inverts the positive definite packed block that begins at d, to the same place of `out`, which
 * may be `packed`.
 */
export function invertBlock(packed: Float64Array, d: number, out: Float64Array): void {
  const xx = packed[d];
  const xy = packed[d + 1];
  const xz = packed[d + 2];
  const yy = packed[d + 3];
  const yz = packed[d + 4];
  const zz = packed[d + 5];
  const c0 = yy * zz - yz * yz;
  const c1 = xz * yz - xy * zz;
  const c2 = xy * yz - xz * yy;
  const scale = 1 / (xx * c0 + xy * c1 + xz * c2);
  out[d] = scale * c0;
  out[d + 1] = scale * c1;
  out[d + 2] = scale * c2;
  out[d + 3] = scale * (xx * zz - xz * xz);
  out[d + 4] = scale * (xy * xz - xx * yz);
  out[d + 5] = scale * (xx * yy - xy * xy);
}
