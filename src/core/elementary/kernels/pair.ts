// The four vertices of a pair of features. Both kinds of pair ask one question: does the origin lie
// in a moving polygon? Vertex–face: the triangle v − f0, v − f1, v − f2. Edge–edge: the
// parallelogram a0 − b0, a1 − b0, a1 − b1, a0 − b1. A pair is two ids, a face three vertex ids, an
// edge two; a vertex is [x0 x1 y0 y1 z0 z1], 48 bytes, or more where paths have more control points
// (../curved). These functions return addresses, so that callers keep them in local variables.
import { MeshContext } from '../../kernels/mesh-context';

/** Bytes of a vertex that moves in a straight line. */
const STRAIGHT: usize = 48;

/**
 * Addresses of v, f0, f1, f2 or of a0, a1, b0, b1. `edges` is a constant wherever these functions
 * are inlined.
 */
export class Pair {
  /** The table of faces, or of edges. */
  @inline static table(context: MeshContext, edges: bool): usize {
    return edges ? context.edges : context.faces;
  }
  /** The vertex whose id is at the address `id`; vertices have this many bytes. */
  @inline static vertex(points: usize, id: usize, bytes: usize): usize {
    return points + <usize>load<u32>(id) * bytes;
  }
  /** The address of the vertex ids of the first feature; `table` holds the faces, or the edges. */
  @inline static first(ids: usize, table: usize, edges: bool): usize {
    return edges ? table + ((<usize>load<u32>(ids)) << 3) : ids;
  }
  /** The address of the vertex ids of the second feature. */
  @inline static second(ids: usize, table: usize, edges: bool): usize {
    return edges ? table + ((<usize>load<u32>(ids, 4)) << 3) : table + <usize>load<u32>(ids, 4) * 12;
  }
  /** The vertex v or a0. */
  @inline static p0(points: usize, first: usize, bytes: usize = STRAIGHT): usize {
    return Pair.vertex(points, first, bytes);
  }
  /** The vertex f0 or a1. */
  @inline static p1(points: usize, first: usize, second: usize, edges: bool, bytes: usize = STRAIGHT): usize {
    return Pair.vertex(points, edges ? first + 4 : second, bytes);
  }
  /** The vertex f1 or b0. */
  @inline static p2(points: usize, second: usize, edges: bool, bytes: usize = STRAIGHT): usize {
    return Pair.vertex(points, edges ? second : second + 4, bytes);
  }
  /** The vertex f2 or b1. */
  @inline static p3(points: usize, second: usize, edges: bool, bytes: usize = STRAIGHT): usize {
    return Pair.vertex(points, edges ? second + 4 : second + 8, bytes);
  }
}
