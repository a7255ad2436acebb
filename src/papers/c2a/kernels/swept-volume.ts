// A swept sphere volume [C²A §III-B]: all points within the radius of a generator c + s·u0 + t·u1,
// |s| ≤ h0, |t| ≤ h1, in the body's frame. The generator of a rectangle swept sphere (RSS) has two
// axes, that of a line swept sphere (LSS) has h1 = 0, that of a point swept sphere (PSS) has
// h0 = h1 = 0.

/** A node of the hierarchy. */
@unmanaged
export class SweptVolume {
  /** Centre c of the generator. */
  centreX: f64;
  centreY: f64;
  centreZ: f64;
  /** Unit axis u0. */
  axis0X: f64;
  axis0Y: f64;
  axis0Z: f64;
  /** Unit axis u1, perpendicular to u0. */
  axis1X: f64;
  axis1Y: f64;
  axis1Z: f64;
  /** Half length h0 of the generator along u0. */
  half0: f64;
  /** Half length h1 of the generator along u1. */
  half1: f64;
  /** Radius of the sphere that sweeps the generator. */
  radius: f64;
  /** Radius of the ball around the centre that holds the volume. */
  size: f64;
  /**
   * Number of the first of two children that stand side by side; or ~place of the triangle of a
   * leaf.
   */
  link: i32;
  /** Number of axes of the generator: 0 PSS, 1 LSS, 2 RSS. */
  kind: i32;
  /** Cache of motion-bounds.ts: the reach of the volume in the query `query`. */
  reach: f64;
  /** Number of the query for which `reach` was computed. */
  query: i32;
  /** Fills the row to a multiple of 8 bytes. */
  unused: i32;

  /** Volume i of a hierarchy. */
  @inline static at(volumes: usize, i: i32): SweptVolume {
    return changetype<SweptVolume>(volumes + <usize>i * BYTES);
  }

  /** The volume behind this one: the second child, if this is the first. */
  @inline get next(): SweptVolume {
    return changetype<SweptVolume>(changetype<usize>(this) + BYTES);
  }
}

/** Bytes of a volume. */
const BYTES: usize = offsetof<SweptVolume>();
