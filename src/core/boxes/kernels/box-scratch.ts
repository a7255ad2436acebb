// Input and working memory of the kernels that build hierarchies of oriented volumes. There is one
// block per build, at the start of the scratch memory that the caller passes. Nothing in it
// outlives the build. The present frame is a point, the origin, and three axes. box-frame.ts
// chooses it, callers may rotate it, and box-fit.ts fits the box along it.

/** The fields come first, then the arrays below; `SIZE` bytes in all, aligned to 16. */
@unmanaged
export class BoxScratch {
  /** Input: nine doubles per triangle, three corners. */
  triangles: usize;
  /** Moments of each triangle, as `BoxFrame.weigh` writes them. */
  moments: usize;
  /** Input: corners are multiplied by it, which makes the body's radius about 1. */
  scale: f64;
  /** Cost of the front side of the last split. */
  frontCost: f32;
  /** Cost of the back side of the last split. */
  backCost: f32;
  /** Cost of both sides of the best split so far. */
  bestCost: f32;
  /** Axis of the best split. */
  bestAxis: i32;
  /** The last bin in front of the best split. */
  bestBin: i32;
  /** Number of triangles in front of the best split. */
  bestFront: i32;

  /** Bytes of the fields and the arrays. */
  static readonly SIZE: usize = 2592;

  /** Three doubles: a point among the triangles. */
  @inline get origin(): usize {
    return changetype<usize>(this) + 64;
  }

  /** Nine doubles: three axes of unit length. */
  @inline get axes(): usize {
    return changetype<usize>(this) + 96;
  }

  /** Six doubles: second moments xx, yy, zz, yz, xz, xy, so a mixed one is at the axis it lacks. */
  @inline get spread(): usize {
    return changetype<usize>(this) + 176;
  }

  /** Four doubles: lower bounds along the axes, relative to the origin; the fourth is the third. */
  @inline get low(): usize {
    return changetype<usize>(this) + 224;
  }

  /** The same for upper bounds. */
  @inline get high(): usize {
    return changetype<usize>(this) + 256;
  }

  /** The bins of box-split.ts: 16 per axis, 48 bytes each. */
  @inline get bins(): usize {
    return changetype<usize>(this) + 288;
  }
}
