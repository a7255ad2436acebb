// Rows by the paper's rule, for the lossy mode: a triangle counts in a pixel only if it covers the
// centre, with its depth there [Quick-CULLIDE §3]. A centre on the common edge of two triangles
// belongs to one of them.
// Not safe: a triangle that covers no centre is not rendered at all, and its collisions are missed.
import { ItemRow, Plane } from './item-row';
import { RowContext } from './row-context';
import { Corner, RowBounds } from './view-rows';

/** Steps along a side of a pixel, as a power of two. */
const STEP_BITS: i64 = 8;
/** The centre of a pixel, in steps. */
const CENTRE: i64 = 128;

/** Rows of triangles as a graphics card samples them, three edges each. */
export function sampleRows(context: RowContext): void {
  const a = context.scratch;
  let corners = context.corners;
  let at = context.rows;
  for (let i: u32 = 0, count = context.itemCount; i < count; i++, corners += 16, at += ItemRow.bytes(3)) {
    const row = changetype<ItemRow>(at);
    Corner.gather(corners, context.points, a);
    let b = a + Corner.BYTES;
    let c = b + Corner.BYTES;
    RowBounds.setPixels(row, a, 3, context.width, context.height);
    const side = Corner.side(a, b, c);
    // Parallel to the view: it covers nothing.
    if (side == 0) row.lastColumn = row.firstColumn - 1;
    if (side < 0) {
      b = c;
      c = a + Corner.BYTES;
    }
    ViewSamples.setEdge(row, 0, a, b);
    ViewSamples.setEdge(row, 1, b, c);
    ViewSamples.setEdge(row, 2, c, a);
    ViewSamples.setDepth(row, a, b, c);
  }
}

class ViewSamples {
  /** Left of a → b, or on it if it is a left or lower edge. */
  @inline static setEdge(row: ItemRow, e: usize, a: usize, b: usize): void {
    let u = Corner.y(a) - Corner.y(b);
    let v = Corner.x(b) - Corner.x(a);
    const ownsEdge = u > 0 || (u == 0 && v > 0);
    while (max(abs(u), abs(v)) > RowBounds.MAX_EDGE_SLOPE) {
      u >>= 1;
      v >>= 1;
    }
    const rest = CENTRE * (u + v) - u * Corner.x(a) - v * Corner.y(a) - (ownsEdge ? 0 : 1);
    Plane.set(ItemRow.edge(row, e), u, v, (rest >> STEP_BITS) + RowBounds.origin(row, u, v));
  }

  /** Both depth bounds are the same plane: the depth at the centre. */
  @inline static setDepth(row: ItemRow, a: usize, b: usize, c: usize): void {
    const side = Corner.side(a, b, c);
    const u = RowBounds.depthSlope(row, a, b, c, 8, side);
    const v = RowBounds.depthSlope(row, a, c, b, 0, side);
    const rest = (Corner.z(a) << STEP_BITS) - u * (Corner.x(a) - CENTRE) - v * (Corner.y(a) - CENTRE);
    const offset = ((rest + CENTRE) >> STEP_BITS) + RowBounds.origin(row, u, v);
    Plane.set(ItemRow.low(row), u, v, offset);
    Plane.set(ItemRow.high(row), u, v, offset);
    row.nearest += 1;
    row.farthest -= 1;
  }
}
