// The data that the kernels for the rows of a view read and write; one per `RowWriter`.

/** The items of a scene as one view sees them, and where their rows go. */
@unmanaged
export class RowContext {
  /** Four u32 per item, in rendering order: three vertices and one that is none. */
  corners: usize;
  /** Number of items. */
  itemCount: u32;
  /**
   * Column, line and depth of every vertex in steps, three i32: at the instant, or at the start of
   * the step.
   */
  points: usize;
  /**
   * Column, line and depth of every vertex at the end of the step, in the same form; only for
   * prisms.
   */
  movedPoints: usize;
  /** Pixels of the view across. */
  width: i32;
  /** Pixels of the view down. */
  height: i32;
  /** Room for the corners of one item: `ROW_SCRATCH_BYTES`. */
  scratch: usize;
  /** The rows to write, one `ItemRow` with its edges per item. */
  rows: usize;
}
