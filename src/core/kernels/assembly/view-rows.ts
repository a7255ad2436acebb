// What may be seen of a triangle, or of the prism that it sweeps, in every pixel of a view; src/papers/quick-cullide/device.ts lays out the
// rows. Edges and planes are such that all snapped corners keep them, and are pushed outwards by one step for the snapping and by the
// pixel itself. Their slopes may be anything: offsets are exact, so a rounded slope makes a bound looser, never wrong.
// Safe direction: an item may get pixels and depths that it has not, never lose one.

/** Steps along a side of a pixel, as a power of two. */
const STEP_BITS: i64 = 8;
const STEPS: i64 = 256;
/** Slopes of edges stay below this, so that a sum over 4096 columns and lines stays below 2^30. */
export const MOST_EDGE: i64 = 65536;
/** What a plane may rise over all pixels of an item; a steeper one says nothing that the range does not. */
const MOST_RISE: f64 = 536870912;

/** Byte offsets in a row. */
export const COLUMNS: usize = 0;
export const LINES: usize = 8;
export const LOW: usize = 16;
export const HIGH: usize = 28;
export const RANGE: usize = 40;
export const EDGES: usize = 48;

/** Corners of the item at hand: x, y, z in steps, 24 bytes each. */
const CORNER: usize = 24;

export class ViewRows {
  /** Column, line and depth in steps; off by less than one from the exact image. */
  static snap(positions: usize, count: u32, from: usize, least: f64, scale: f64, out: usize): void {
    positions += from << 3;
    for (const end = out + <usize>count * 12; out < end; out += 12, positions += 24)
      store<i32>(out, <i32>Math.floor((0.25 * load<f64>(positions) - least) * scale + 0.5));
  }

  static ofTriangles(
    corners: usize,
    count: u32,
    points: usize,
    width: i32,
    height: i32,
    scratch: usize,
    row: usize,
  ): void {
    for (let i: u32 = 0; i < count; i++, corners += 16, row += EDGES + 36) {
      ViewRows.gather(corners, points, scratch);
      const a = scratch;
      const b = scratch + CORNER;
      const c = b + CORNER;
      ViewRows.putPixels(scratch, 3, width, height, row);
      const isLeft = ViewRows.side(a, b, c) >= 0;
      ViewRows.putEdge(scratch, 3, a, isLeft ? b : c, row, EDGES);
      ViewRows.putEdge(scratch, 3, isLeft ? b : c, isLeft ? c : b, row, EDGES + 12);
      ViewRows.putEdge(scratch, 3, isLeft ? c : b, a, row, EDGES + 24);
      ViewRows.fitPlane(scratch, 3, a, b, c, row, i64.MAX_VALUE);
    }
  }

  /** Of triangles that move from `points` to `moved`: all of a prism is in the hull of its six corners. */
  static ofPrisms(
    corners: usize,
    count: u32,
    points: usize,
    moved: usize,
    width: i32,
    height: i32,
    scratch: usize,
    row: usize,
  ): void {
    const a = scratch;
    const b = scratch + CORNER;
    const c = b + CORNER;
    const d = c + CORNER;
    const e = d + CORNER;
    const f = e + CORNER;
    const middle = f + CORNER;
    for (let i: u32 = 0; i < count; i++, corners += 16, row += EDGES + 72) {
      ViewRows.gather(corners, points, scratch);
      ViewRows.gather(corners, moved, d);
      for (let k: usize = 0; k < 3 * CORNER; k += 8) store<i64>(middle + k, (load<i64>(a + k) + load<i64>(d + k)) >> 1);
      ViewRows.putPixels(scratch, 6, width, height, row);
      ViewRows.putHull(scratch, row);
      // The plane that the corners are nearest to.
      let thick = ViewRows.fitPlane(scratch, 6, middle, middle + CORNER, middle + 2 * CORNER, row, i64.MAX_VALUE);
      thick = ViewRows.fitPlane(scratch, 6, a, b, c, row, thick);
      ViewRows.fitPlane(scratch, 6, d, e, f, row, thick);
    }
  }

  @inline static gather(corners: usize, points: usize, to: usize): void {
    for (let k: usize = 0; k < 3; k++) {
      const point = points + <usize>load<u32>(corners + (k << 2)) * 12;
      store<i64>(to + k * CORNER, <i64>load<i32>(point));
      store<i64>(to + k * CORNER, <i64>load<i32>(point, 4), 8);
      store<i64>(to + k * CORNER, <i64>load<i32>(point, 8), 16);
    }
  }

  /** Pixels that corners less than a step away may be in, and the range of depths. */
  @inline static putPixels(corner: usize, count: usize, width: i32, height: i32, row: usize): void {
    let left = load<i64>(corner);
    let top = load<i64>(corner, 8);
    let near = load<i64>(corner, 16);
    let right = left;
    let bottom = top;
    let far = near;
    for (const end = corner + count * CORNER; corner < end; corner += CORNER) {
      const x = load<i64>(corner);
      const y = load<i64>(corner, 8);
      const z = load<i64>(corner, 16);
      left = min(left, x);
      right = max(right, x);
      top = min(top, y);
      bottom = max(bottom, y);
      near = min(near, z);
      far = max(far, z);
    }
    store<i32>(row, max(0, <i32>((left - 1) >> STEP_BITS)), COLUMNS);
    store<i32>(row, min(width - 1, <i32>((right + 1) >> STEP_BITS)), COLUMNS + 4);
    store<i32>(row, max(0, <i32>((top - 1) >> STEP_BITS)), LINES);
    store<i32>(row, min(height - 1, <i32>((bottom + 1) >> STEP_BITS)), LINES + 4);
    store<i32>(row, <i32>(near - 1), RANGE);
    store<i32>(row, <i32>(far + 1), RANGE + 4);
  }

  /** Positive where c is left of a → b. */
  @inline static side(a: usize, b: usize, c: usize): i64 {
    const x = load<i64>(a);
    const y = load<i64>(a, 8);
    return (load<i64>(b) - x) * (load<i64>(c, 8) - y) - (load<i64>(c) - x) * (load<i64>(b, 8) - y);
  }

  /** The half plane left of a → b, or one near it, that has all corners in it; the greatest that a pixel reaches is compared with 0. */
  @inline static putEdge(corner: usize, count: usize, a: usize, b: usize, row: usize, edge: usize): void {
    let u = load<i64>(a, 8) - load<i64>(b, 8);
    let v = load<i64>(b) - load<i64>(a);
    while (max(abs(u), abs(v)) > MOST_EDGE) {
      u >>= 1;
      v >>= 1;
    }
    let least = i64.MAX_VALUE;
    for (const end = corner + count * CORNER; corner < end; corner += CORNER)
      least = min(least, u * load<i64>(corner) + v * load<i64>(corner, 8));
    const offset = (ViewRows.reach(u) + ViewRows.reach(v) - least) >> STEP_BITS;
    store<i32>(row + edge, <i32>u);
    store<i32>(row + edge, <i32>v, 4);
    store<i32>(row + edge, <i32>(offset + ViewRows.origin(row, u, v)), 8);
  }

  /** The greatest of slope·x over a pixel and a step around it, less its value at the pixel's first corner. */
  @inline static reach(slope: i64): i64 {
    return slope > 0 ? slope * (STEPS + 1) : -slope;
  }

  /** What slopes give at the first pixel of a row. */
  @inline static origin(row: usize, u: i64, v: i64): i64 {
    return u * <i64>load<i32>(row, COLUMNS) + v * <i64>load<i32>(row, LINES);
  }

  /** Edges around six corners, walked left about from the lowest. Whatever edges it takes, all corners are inside them. */
  @inline static putHull(corner: usize, row: usize): void {
    const end = corner + 6 * CORNER;
    let start = corner;
    for (let c = corner; c < end; c += CORNER)
      if (
        load<i64>(c, 8) < load<i64>(start, 8) ||
        (load<i64>(c, 8) == load<i64>(start, 8) && load<i64>(c) < load<i64>(start))
      )
        start = c;
    memory.fill(row + EDGES, 0, 72);
    let from = start;
    for (let edge: usize = EDGES; edge < EDGES + 72; edge += 12) {
      const to = ViewRows.nextOf(corner, end, from);
      ViewRows.putEdge(corner, 6, from, to, row, edge);
      if (ViewRows.isSame(to, start)) return;
      from = to;
    }
  }

  @inline static isSame(a: usize, b: usize): bool {
    return load<i64>(a) == load<i64>(b) && load<i64>(a, 8) == load<i64>(b, 8);
  }

  /** The corner that has all others left of the way to it, the farthest such; itself if all corners are one. */
  @inline static nextOf(corner: usize, end: usize, from: usize): usize {
    let next = from;
    for (let c = corner; c < end; c += CORNER) {
      if (ViewRows.isSame(c, from)) continue;
      const side = ViewRows.isSame(next, from) ? -1 : ViewRows.side(from, next, c);
      if (side < 0 || (side == 0 && ViewRows.isFarther(from, c, next))) next = c;
    }
    return next;
  }

  @inline static isFarther(from: usize, c: usize, next: usize): bool {
    const x = load<i64>(from);
    const y = load<i64>(from, 8);
    return abs(load<i64>(c) - x) + abs(load<i64>(c, 8) - y) > abs(load<i64>(next) - x) + abs(load<i64>(next, 8) - y);
  }

  /** Planes around all corners that are parallel to that of a, b, c: kept if they are closer than `thickest`. How close they are. */
  @inline static fitPlane(corner: usize, count: usize, a: usize, b: usize, c: usize, row: usize, thickest: i64): i64 {
    const side = ViewRows.side(a, b, c);
    const u = ViewRows.slope(a, b, c, 8, side, row);
    const v = ViewRows.slope(a, c, b, 0, side, row);
    let least = i64.MAX_VALUE;
    let most = i64.MIN_VALUE;
    for (const end = corner + count * CORNER; corner < end; corner += CORNER) {
      const rest = (load<i64>(corner, 16) << STEP_BITS) - u * load<i64>(corner) - v * load<i64>(corner, 8);
      least = min(least, rest);
      most = max(most, rest);
    }
    const thick = most - least + STEPS * (abs(u) + abs(v));
    if (thick >= thickest) return thickest;
    const origin = ViewRows.origin(row, u, v);
    const low = (least - ViewRows.reach(-u) - ViewRows.reach(-v)) >> STEP_BITS;
    const high = (most + ViewRows.reach(u) + ViewRows.reach(v) + STEPS - 1) >> STEP_BITS;
    ViewRows.putPlane(row + LOW, u, v, low - 1 + origin);
    ViewRows.putPlane(row + HIGH, u, v, high + 1 + origin);
    return thick;
  }

  @inline static putPlane(to: usize, u: i64, v: i64, offset: i64): void {
    store<i32>(to, <i32>u);
    store<i32>(to, <i32>v, 4);
    store<i32>(to, <i32>offset, 8);
  }

  /** Depth per pixel along one coordinate, whose other one is at `other`; 0 where the plane is too steep, or upright. */
  @inline static slope(a: usize, b: usize, c: usize, other: usize, side: i64, row: usize): i64 {
    const y = load<i64>(a + other);
    const z = load<i64>(a, 16);
    const rise =
      (load<i64>(b, 16) - z) * (load<i64>(c + other) - y) - (load<i64>(c, 16) - z) * (load<i64>(b + other) - y);
    const slope = (<f64>STEPS * <f64>rise) / <f64>side;
    const pixels =
      max(load<i32>(row, COLUMNS + 4) - load<i32>(row, COLUMNS), load<i32>(row, LINES + 4) - load<i32>(row, LINES)) + 3;
    // Half of it each; false for NaN.
    return Math.abs(slope) * <f64>pixels <= 0.5 * MOST_RISE ? <i64>slope : 0;
  }
}
