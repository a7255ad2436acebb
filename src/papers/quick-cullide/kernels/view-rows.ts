// Bounds of a triangle, or of the prism that it sweeps, in every pixel of a view: the first of the
// three kernels of visibility culling, before binning and passes. All snapped corners satisfy the
// edges and depth planes, which are then moved outwards by one step for the snapping and by the
// size of a pixel. Slopes may be rounded: offsets are exact, so a rounded slope makes a bound
// looser, never wrong. docs/papers/quick-cullide.md derives the margins.
// Safe direction: a row may include pixels and depths that the item does not reach; it never
// excludes one that it reaches.
import { ItemRow, Plane } from './item-row';
import { RowContext } from './row-context';

/** Steps along a side of a pixel, as a power of two. */
const STEP_BITS: i64 = 8;
/** Steps along a side of a pixel. */
const STEPS: i64 = 256;
/**
 * The maximum rise of a depth plane over the pixels of an item, in steps: 2^29, so that sums fit
 * into 32 bits. The slope of a steeper plane is taken as 0, which only loosens the bound.
 */
const MAX_RISE: f64 = 536870912;

/** Scratch of one item: nine corners of three i64, both ends and the middle of a prism. */
export const ROW_SCRATCH_BYTES: usize = 216;

/**
 * Writes one coordinate of every vertex, in steps of the grid, to every third i32 from `out` on. It
 * is less than one step from the exact image. `least` is a quarter of the smallest coordinate,
 * `scale` the steps per quarter of a length.
 */
export function snapPoints(positions: usize, count: u32, axis: usize, least: f64, scale: f64, out: usize): void {
  positions += axis << 3;
  for (const end = out + <usize>count * 12; out < end; out += 12, positions += 24)
    store<i32>(out, <i32>Math.floor((0.25 * load<f64>(positions) - least) * scale + 0.5));
}

/** Rows of triangles at one instant, three edges each. */
export function triangleRows(context: RowContext): void {
  const points = context.points;
  const a = context.scratch;
  const b = a + Corner.BYTES;
  const c = b + Corner.BYTES;
  let corners = context.corners;
  let at = context.rows;
  for (let i: u32 = 0, count = context.itemCount; i < count; i++, corners += 16, at += ItemRow.bytes(3)) {
    const row = changetype<ItemRow>(at);
    Corner.gather(corners, points, a);
    RowBounds.setPixels(row, a, 3, context.width, context.height);
    const isLeft = Corner.side(a, b, c) >= 0;
    RowBounds.setEdge(row, 0, a, 3, a, isLeft ? b : c);
    RowBounds.setEdge(row, 1, a, 3, isLeft ? b : c, isLeft ? c : b);
    RowBounds.setEdge(row, 2, a, 3, isLeft ? c : b, a);
    RowBounds.fitPlanes(row, a, 3, a, i64.MAX_VALUE);
  }
}

/**
 * Rows of triangles that move from `points` to `movedPoints`, six edges each: a prism is inside the
 * hull of its six corners.
 * Departs from the paper: it renders objects at one instant only.
 */
export function prismRows(context: RowContext): void {
  const points = context.points;
  const movedPoints = context.movedPoints;
  // Three corners each: at the start, at the end, and halfway between them.
  const start = context.scratch;
  const end = start + 3 * Corner.BYTES;
  const middle = end + 3 * Corner.BYTES;
  let corners = context.corners;
  let at = context.rows;
  for (let i: u32 = 0, count = context.itemCount; i < count; i++, corners += 16, at += ItemRow.bytes(6)) {
    const row = changetype<ItemRow>(at);
    Corner.gather(corners, points, start);
    Corner.gather(corners, movedPoints, end);
    for (let k: usize = 0; k < 3 * Corner.BYTES; k += 8)
      store<i64>(middle + k, (load<i64>(start + k) + load<i64>(end + k)) >> 1);
    RowBounds.setPixels(row, start, 6, context.width, context.height);
    RowBounds.setHull(row, start);
    // Chooses the plane at the start, in the middle or at the end: the one whose slab around all
    // corners is the thinnest.
    let thickness = RowBounds.fitPlanes(row, start, 6, middle, i64.MAX_VALUE);
    thickness = RowBounds.fitPlanes(row, start, 6, start, thickness);
    RowBounds.fitPlanes(row, start, 6, end, thickness);
  }
}

/**
 * A snapped corner in scratch: column, line and depth in steps, three i64. Corners of an item stand
 * one after the other.
 */
export class Corner {
  static readonly BYTES: usize = 24;

  @inline static x(corner: usize): i64 {
    return load<i64>(corner);
  }

  @inline static y(corner: usize): i64 {
    return load<i64>(corner, 8);
  }

  @inline static z(corner: usize): i64 {
    return load<i64>(corner, 16);
  }

  /** Copies the three corners of an item to scratch. */
  @inline static gather(corners: usize, points: usize, to: usize): void {
    for (let k: usize = 0; k < 3; k++) {
      const point = points + <usize>load<u32>(corners + (k << 2)) * 12;
      store<i64>(to + k * Corner.BYTES, <i64>load<i32>(point));
      store<i64>(to + k * Corner.BYTES, <i64>load<i32>(point, 4), 8);
      store<i64>(to + k * Corner.BYTES, <i64>load<i32>(point, 8), 16);
    }
  }

  /** Positive if c is left of a → b in the image. */
  @inline static side(a: usize, b: usize, c: usize): i64 {
    const x = Corner.x(a);
    const y = Corner.y(a);
    return (Corner.x(b) - x) * (Corner.y(c) - y) - (Corner.x(c) - x) * (Corner.y(b) - y);
  }

  /** Whether both have the same image. */
  @inline static isSame(a: usize, b: usize): bool {
    return Corner.x(a) == Corner.x(b) && Corner.y(a) == Corner.y(b);
  }

  /** Whether c is farther from `from` than `next`, in the sum of both coordinates. */
  @inline static isFarther(from: usize, c: usize, next: usize): bool {
    const x = Corner.x(from);
    const y = Corner.y(from);
    return abs(Corner.x(c) - x) + abs(Corner.y(c) - y) > abs(Corner.x(next) - x) + abs(Corner.y(next) - y);
  }
}

/** Writes the parts of a row. `corners` are the `count` corners of the item in scratch. */
export class RowBounds {
  /**
   * Slopes of edges stay below this, so that a sum over 4096 columns and lines stays below 2^30.
   */
  static readonly MAX_EDGE_SLOPE: i64 = 65536;

  /**
   * Sets the pixels that points less than one step from the corners may be in, and the range of
   * depths.
   */
  @inline static setPixels(row: ItemRow, corners: usize, count: usize, width: i32, height: i32): void {
    let left = Corner.x(corners);
    let top = Corner.y(corners);
    let near = Corner.z(corners);
    let right = left;
    let bottom = top;
    let far = near;
    for (const end = corners + count * Corner.BYTES; corners < end; corners += Corner.BYTES) {
      const x = Corner.x(corners);
      const y = Corner.y(corners);
      const z = Corner.z(corners);
      left = min(left, x);
      right = max(right, x);
      top = min(top, y);
      bottom = max(bottom, y);
      near = min(near, z);
      far = max(far, z);
    }
    row.firstColumn = max(0, <i32>((left - 1) >> STEP_BITS));
    row.lastColumn = min(width - 1, <i32>((right + 1) >> STEP_BITS));
    row.firstLine = max(0, <i32>((top - 1) >> STEP_BITS));
    row.lastLine = min(height - 1, <i32>((bottom + 1) >> STEP_BITS));
    row.nearest = <i32>(near - 1);
    row.farthest = <i32>(far + 1);
  }

  /**
   * Sets edge e to the half plane left of a → b, or one of nearly its slope, that contains all
   * corners. Its value in a pixel is the greatest that the pixel reaches, so a negative value
   * excludes the pixel.
   */
  @inline static setEdge(row: ItemRow, e: usize, corners: usize, count: usize, a: usize, b: usize): void {
    let u = Corner.y(a) - Corner.y(b);
    let v = Corner.x(b) - Corner.x(a);
    while (max(abs(u), abs(v)) > RowBounds.MAX_EDGE_SLOPE) {
      u >>= 1;
      v >>= 1;
    }
    let least = i64.MAX_VALUE;
    for (const end = corners + count * Corner.BYTES; corners < end; corners += Corner.BYTES)
      least = min(least, u * Corner.x(corners) + v * Corner.y(corners));
    const offset = (RowBounds.reach(u) + RowBounds.reach(v) - least) >> STEP_BITS;
    Plane.set(ItemRow.edge(row, e), u, v, offset + RowBounds.origin(row, u, v));
  }

  /**
   * The greatest value of slope · x over a pixel and one step around it, minus its value at the
   * first corner of the pixel.
   */
  @inline static reach(slope: i64): i64 {
    return slope > 0 ? slope * (STEPS + 1) : -slope;
  }

  /** The value of slopes (u, v) at the first pixel of a row. */
  @inline static origin(row: ItemRow, u: i64, v: i64): i64 {
    return u * <i64>row.firstColumn + v * <i64>row.firstLine;
  }

  /**
   * Edges of the hull of six corners, counterclockwise from the lowest corner; those that are
   * missing are zero. All corners are inside every edge, whichever edges the walk finds.
   */
  @inline static setHull(row: ItemRow, corners: usize): void {
    const end = corners + 6 * Corner.BYTES;
    let start = corners;
    for (let c = corners; c < end; c += Corner.BYTES)
      if (Corner.y(c) < Corner.y(start) || (Corner.y(c) == Corner.y(start) && Corner.x(c) < Corner.x(start))) start = c;
    memory.fill(changetype<usize>(ItemRow.edge(row, 0)), 0, 72);
    let from = start;
    for (let e: usize = 0; e < 6; e++) {
      const to = RowBounds.nextOnHull(corners, end, from);
      RowBounds.setEdge(row, e, corners, 6, from, to);
      if (Corner.isSame(to, start)) return;
      from = to;
    }
  }

  /**
   * Returns the next corner of the hull: all others are left of the line to it, and of several such
   * corners it is the farthest. Returns `from` if all corners are the same.
   */
  @inline static nextOnHull(corners: usize, end: usize, from: usize): usize {
    let next = from;
    for (let c = corners; c < end; c += Corner.BYTES) {
      if (Corner.isSame(c, from)) continue;
      const side = Corner.isSame(next, from) ? -1 : Corner.side(from, next, c);
      if (side < 0 || (side == 0 && Corner.isFarther(from, c, next))) next = c;
    }
    return next;
  }

  /**
   * Fits two planes parallel to that of the three corners from `a` on around all corners, and keeps
   * them as depth bounds if they are closer together than `thickness`. Returns the smaller
   * thickness.
   */
  @inline static fitPlanes(row: ItemRow, corners: usize, count: usize, a: usize, thickness: i64): i64 {
    const b = a + Corner.BYTES;
    const c = b + Corner.BYTES;
    const side = Corner.side(a, b, c);
    const u = RowBounds.depthSlope(row, a, b, c, 8, side);
    const v = RowBounds.depthSlope(row, a, c, b, 0, side);
    let least = i64.MAX_VALUE;
    let most = i64.MIN_VALUE;
    for (const end = corners + count * Corner.BYTES; corners < end; corners += Corner.BYTES) {
      const rest = (Corner.z(corners) << STEP_BITS) - u * Corner.x(corners) - v * Corner.y(corners);
      least = min(least, rest);
      most = max(most, rest);
    }
    const fitted = most - least + STEPS * (abs(u) + abs(v));
    if (fitted >= thickness) return thickness;
    const origin = RowBounds.origin(row, u, v);
    const low = (least - RowBounds.reach(-u) - RowBounds.reach(-v)) >> STEP_BITS;
    const high = (most + RowBounds.reach(u) + RowBounds.reach(v) + STEPS - 1) >> STEP_BITS;
    Plane.set(ItemRow.low(row), u, v, low - 1 + origin);
    Plane.set(ItemRow.high(row), u, v, high + 1 + origin);
    return fitted;
  }

  /**
   * Returns the change of depth per pixel along one image coordinate; `other` is the byte offset of
   * the other coordinate in a corner. 0 if the plane is too steep, or parallel to the view.
   */
  @inline static depthSlope(row: ItemRow, a: usize, b: usize, c: usize, other: usize, side: i64): i64 {
    const y = load<i64>(a + other);
    const z = Corner.z(a);
    const rise = (Corner.z(b) - z) * (load<i64>(c + other) - y) - (Corner.z(c) - z) * (load<i64>(b + other) - y);
    const slope = (<f64>STEPS * <f64>rise) / <f64>side;
    const pixels = max(row.lastColumn - row.firstColumn, row.lastLine - row.firstLine) + 3;
    // Each of the two slopes may use half of the maximum rise. The comparison is false for NaN.
    return Math.abs(slope) * <f64>pixels <= 0.5 * MAX_RISE ? <i64>slope : 0;
  }
}
