// The paper's rule, labelled lossy: a triangle is seen where it covers the centre of a pixel, at its depth there [Quick-CULLIDE §3]. A
// centre on the edge of two triangles belongs to one of them. Triangles between the centres are not seen at all, and are lost.
import { COLUMNS, EDGES, HIGH, LOW, MOST_EDGE, RANGE, ViewRows } from './view-rows';

const STEP_BITS: i64 = 8;
const CENTRE: i64 = 128;
const CORNER: usize = 24;

export class ViewSamples {
  static ofTriangles(
    corners: usize,
    count: u32,
    points: usize,
    width: i32,
    height: i32,
    scratch: usize,
    row: usize,
  ): void {
    const a = scratch;
    for (let i: u32 = 0; i < count; i++, corners += 16, row += EDGES + 36) {
      ViewRows.gather(corners, points, scratch);
      let b = scratch + CORNER;
      let c = b + CORNER;
      ViewRows.putPixels(scratch, 3, width, height, row);
      const side = ViewRows.side(a, b, c);
      // Upright: it covers nothing.
      if (side == 0) store<i32>(row, load<i32>(row, COLUMNS) - 1, COLUMNS + 4);
      if (side < 0) {
        b = c;
        c = scratch + CORNER;
      }
      ViewSamples.putEdge(a, b, row, EDGES);
      ViewSamples.putEdge(b, c, row, EDGES + 12);
      ViewSamples.putEdge(c, a, row, EDGES + 24);
      ViewSamples.putDepth(a, b, c, row);
    }
  }

  /** Left of a → b, or on it where it is a left or lower edge. */
  @inline static putEdge(a: usize, b: usize, row: usize, edge: usize): void {
    let u = load<i64>(a, 8) - load<i64>(b, 8);
    let v = load<i64>(b) - load<i64>(a);
    const isOwner = u > 0 || (u == 0 && v > 0);
    while (max(abs(u), abs(v)) > MOST_EDGE) {
      u >>= 1;
      v >>= 1;
    }
    const rest = CENTRE * (u + v) - u * load<i64>(a) - v * load<i64>(a, 8) - (isOwner ? 0 : 1);
    ViewRows.putPlane(row + edge, u, v, (rest >> STEP_BITS) + ViewRows.origin(row, u, v));
  }

  /** One plane for both bounds: the depth at the centre. */
  @inline static putDepth(a: usize, b: usize, c: usize, row: usize): void {
    const side = ViewRows.side(a, b, c);
    const u = ViewRows.slope(a, b, c, 8, side, row);
    const v = ViewRows.slope(a, c, b, 0, side, row);
    const rest = (load<i64>(a, 16) << STEP_BITS) - u * (load<i64>(a) - CENTRE) - v * (load<i64>(a, 8) - CENTRE);
    const offset = ((rest + CENTRE) >> STEP_BITS) + ViewRows.origin(row, u, v);
    ViewRows.putPlane(row + LOW, u, v, offset);
    ViewRows.putPlane(row + HIGH, u, v, offset);
    store<i32>(row, load<i32>(row, RANGE) + 1, RANGE);
    store<i32>(row, load<i32>(row, RANGE + 4) - 1, RANGE + 4);
  }
}
