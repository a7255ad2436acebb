// Where the four vertices of a pair stand. Both kinds of pair ask one question: does the origin lie in a moving polygon?
// Vertex–face: the triangle v − f0, v − f1, v − f2. Edge–edge: the parallelogram a0 − b0, a1 − b0, a1 − b1, a0 − b1.
// Vertices lie in memory as [x0 x1 y0 y1 z0 z1], 48 bytes; faces as three ids, edges as two.

/** Addresses of v, f0, f1, f2 or a0, a1, b0, b1. */
export let p0: usize = 0;
export let p1: usize = 0;
export let p2: usize = 0;
export let p3: usize = 0;

export class Pair {
  @inline static vertex(points: usize, id: usize): usize {
    return points + <usize>load<u32>(id) * 48;
  }
  /** Finds the vertices of the pair whose two ids stand at `ids`; `table` holds the faces, or the edges. */
  @inline static locate(ids: usize, table: usize, points: usize, edges: bool): void {
    if (edges) {
      const a = table + ((<usize>load<u32>(ids)) << 3);
      const b = table + ((<usize>load<u32>(ids, 4)) << 3);
      p0 = Pair.vertex(points, a);
      p1 = Pair.vertex(points, a + 4);
      p2 = Pair.vertex(points, b);
      p3 = Pair.vertex(points, b + 4);
    } else {
      const f = table + <usize>load<u32>(ids, 4) * 12;
      p0 = Pair.vertex(points, ids);
      p1 = Pair.vertex(points, f);
      p2 = Pair.vertex(points, f + 4);
      p3 = Pair.vertex(points, f + 8);
    }
  }
}
