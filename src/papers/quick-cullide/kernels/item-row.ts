// The row of one item (a triangle, or the prism that it sweeps) in one view: the pixels that it may
// touch and bounds of its depth there, as integers. `ROW` in visibility-device.ts describes the
// same layout to devices.

/** One row; its edges follow, one `Plane` each. */
@unmanaged
export class ItemRow {
  /**
   * First column that the item may touch; an item that touches no pixel has its last column before
   * it.
   */
  firstColumn: i32;
  /** Last column that the item may touch. */
  lastColumn: i32;
  /** First line that the item may touch. */
  firstLine: i32;
  /** Last line that the item may touch. */
  lastLine: i32;
  /** Lower bound of the depth, a `Plane`: change per column. */
  lowPerColumn: i32;
  /** Change of the lower bound per line. */
  lowPerLine: i32;
  /** The lower bound in the first pixel. */
  lowOffset: i32;
  /** Upper bound of the depth, a `Plane`: change per column. */
  highPerColumn: i32;
  /** Change of the upper bound per line. */
  highPerLine: i32;
  /** The upper bound in the first pixel. */
  highOffset: i32;
  /** Least depth anywhere. */
  nearest: i32;
  /** Greatest depth anywhere. */
  farthest: i32;

  /** Bytes of a row with so many edges. */
  @inline static bytes(edgeCount: i32): usize {
    return offsetof<ItemRow>() + offsetof<Plane>() * <usize>edgeCount;
  }

  /** The lower bound of the depth. */
  @inline static low(row: ItemRow): Plane {
    return changetype<Plane>(changetype<usize>(row) + offsetof<ItemRow>('lowPerColumn'));
  }

  /** The upper bound of the depth. */
  @inline static high(row: ItemRow): Plane {
    return changetype<Plane>(changetype<usize>(row) + offsetof<ItemRow>('highPerColumn'));
  }

  /** Edge number e; a pixel is touched only if every edge is at least 0 there. */
  @inline static edge(row: ItemRow, e: usize): Plane {
    return changetype<Plane>(changetype<usize>(row) + offsetof<ItemRow>() + offsetof<Plane>() * e);
  }
}

/**
 * A linear function of the pixel: perColumn · i + perLine · j + offset, i columns and j lines from
 * the row's first pixel.
 */
@unmanaged
export class Plane {
  /** Change per column. */
  perColumn: i32;
  /** Change per line. */
  perLine: i32;
  /** Value in the first pixel of the row. */
  offset: i32;

  /** Writes a plane whose numbers are known to fit. */
  @inline static set(plane: Plane, u: i64, v: i64, offset: i64): void {
    plane.perColumn = <i32>u;
    plane.perLine = <i32>v;
    plane.offset = <i32>offset;
  }

  /** Values in four pixels of line j. */
  @inline static at(plane: Plane, i: v128, j: i32): v128 {
    const perColumn = v128.load32_splat(changetype<usize>(plane));
    return i32x4.add(i32x4.mul(perColumn, i), i32x4.splat(plane.perLine * j + plane.offset));
  }

  /** Change per line, in four lanes. A splat from memory is faster than one from a register. */
  @inline static down(plane: Plane): v128 {
    return v128.load32_splat(changetype<usize>(plane), offsetof<Plane>('perLine'));
  }

  /** Change per block of four columns, in four lanes. */
  @inline static right(plane: Plane): v128 {
    return i32x4.shl(v128.load32_splat(changetype<usize>(plane), offsetof<Plane>('perColumn')), 2);
  }
}
