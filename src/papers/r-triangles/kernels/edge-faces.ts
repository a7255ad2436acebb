// Turns pairs of faces into pairs of an edge and a face at one instant, for discrete detection
// [R-Triangles §1, §5.1]: the edges that a face represents, against the other face. An edge is a
// segment, so it is compared with the box of the face as a segment. Safe direction: a pair in doubt,
// by rounding or NaN, counts as meeting.
import { Segments, SMALLEST_F32 } from '../../../core/bounds/kernels/segments';
import { Slabs } from '../../../core/bounds/kernels/slabs';
import { FaceCorners } from '../../../core/kernels/face-corners';
import { U } from '../../../core/kernels/lanes';
import { MeshContext } from '../../../core/kernels/mesh-context';
import { Represented, RepresentedTables } from './represented';

/**
 * 16 roundings of the largest coordinate. The offset of two middles errs by at most four of them, a
 * half-width by one, and half a segment by one of itself. Each is a sum of numbers that no
 * coordinate exceeds.
 */
const BOX_ROUNDING: f64 = 16 * U;

class EdgeFaces {
  @inline static coordinate(points: usize, v: u32, axis: usize): f64 {
    return load<f64>(points + <usize>v * 48 + (axis << 4));
  }

  /** The lower end of a face's box along an axis. */
  @inline static low(points: usize, a: u32, b: u32, c: u32, axis: usize): f64 {
    const least = min(EdgeFaces.coordinate(points, a, axis), EdgeFaces.coordinate(points, b, axis));
    return min(least, EdgeFaces.coordinate(points, c, axis));
  }

  /** The upper end. */
  @inline static high(points: usize, a: u32, b: u32, c: u32, axis: usize): f64 {
    const most = max(EdgeFaces.coordinate(points, a, axis), EdgeFaces.coordinate(points, b, axis));
    return max(most, EdgeFaces.coordinate(points, c, axis));
  }

  /**
   * False if the edge pq, a segment, misses the box of a face: along an axis, or along the cross
   * product of the edge with an axis.
   */
  static segmentMeets(context: MeshContext, p: u32, q: u32, face: u32): bool {
    const points = context.points;
    const at = context.faces + <usize>face * 12;
    const a = load<u32>(at);
    const b = load<u32>(at, 4);
    const c = load<u32>(at, 8);
    const slack = BOX_ROUNDING * context.largest + SMALLEST_F32;
    const x0 = 0.5 * EdgeFaces.coordinate(points, p, 0);
    const x1 = 0.5 * EdgeFaces.coordinate(points, q, 0);
    const lowX = 0.5 * EdgeFaces.low(points, a, b, c, 0);
    const highX = 0.5 * EdgeFaces.high(points, a, b, c, 0);
    const dx = x1 - x0;
    const ox = x0 + x1 - (lowX + highX);
    const hx = highX - lowX + slack;
    if (abs(ox) > hx + abs(dx)) return false;
    const y0 = 0.5 * EdgeFaces.coordinate(points, p, 1);
    const y1 = 0.5 * EdgeFaces.coordinate(points, q, 1);
    const lowY = 0.5 * EdgeFaces.low(points, a, b, c, 1);
    const highY = 0.5 * EdgeFaces.high(points, a, b, c, 1);
    const dy = y1 - y0;
    const oy = y0 + y1 - (lowY + highY);
    const hy = highY - lowY + slack;
    if (abs(oy) > hy + abs(dy)) return false;
    const z0 = 0.5 * EdgeFaces.coordinate(points, p, 2);
    const z1 = 0.5 * EdgeFaces.coordinate(points, q, 2);
    const lowZ = 0.5 * EdgeFaces.low(points, a, b, c, 2);
    const highZ = 0.5 * EdgeFaces.high(points, a, b, c, 2);
    const dz = z1 - z0;
    const oz = z0 + z1 - (lowZ + highZ);
    const hz = highZ - lowZ + slack;
    if (abs(oz) > hz + abs(dz)) return false;
    return (
      Segments.crossMeets(oy, hy, dy, oz, hz, dz) &&
      Segments.crossMeets(oz, hz, dz, ox, hx, dx) &&
      Segments.crossMeets(ox, hx, dx, oy, hy, dy)
    );
  }

  /** Whether no coarse direction separates the edge pq from a face. */
  @inline static meetsCoarsely(context: MeshContext, p: u32, q: u32, face: u32): bool {
    const points = Slabs.coarsePoints(context);
    const slabs = context.slabs + ((<usize>face) << 5);
    const pad = Slabs.coarsePad(context);
    const a = v128.load(points + ((<usize>p) << 4));
    const b = v128.load(points + ((<usize>q) << 4));
    const above = Slabs.coarselyAbove(i16x8.min_s(a, b), v128.load(slabs, 16), pad);
    const below = Slabs.coarselyAbove(v128.load(slabs), i16x8.max_s(a, b), pad);
    return !v128.any_true(v128.or(above, below));
  }

  /**
   * Emits the edges that face a represents against face b, except edges of b. Returns where the next
   * pair goes.
   */
  @inline static emit(context: MeshContext, tables: RepresentedTables, a: u32, b: u32, to: usize): usize {
    const count = Represented.edgeCount(load<u32>(tables.identifiers + ((<usize>a) << 2)));
    const hasVolumes = tables.hasVolumes;
    for (let k: u32 = 0; k < count; k++) {
      const e = Represented.edge(tables, a, k);
      const p = load<u32>(context.edges + ((<usize>e) << 3));
      const q = load<u32>(context.edges + ((<usize>e) << 3), 4);
      if (FaceCorners.has(context.faces, b, p) && FaceCorners.has(context.faces, b, q)) continue;
      store<u32>(to, e);
      store<u32>(to, b, 4);
      if (hasVolumes && !EdgeFaces.meetsCoarsely(context, p, q, b)) continue;
      if (!hasVolumes || EdgeFaces.segmentMeets(context, p, q, b)) to += 8;
    }
    return to;
  }
}

/**
 * Emits, at one instant, the pairs of a represented edge and the place of a face of `count` pairs of
 * faces, at most 6 each; returns their number. With volumes, emits only pairs whose bounds meet.
 */
export function representedEdgeFaces(
  context: MeshContext,
  tables: RepresentedTables,
  pairs: usize,
  count: i32,
  to: usize,
): i32 {
  let end = to;
  for (let i = 0; i < count; i++, pairs += 8) {
    const a = load<u32>(pairs);
    const b = load<u32>(pairs, 4);
    end = EdgeFaces.emit(context, tables, a, b, end);
    end = EdgeFaces.emit(context, tables, b, a, end);
  }
  return <i32>((end - to) >> 3);
}
