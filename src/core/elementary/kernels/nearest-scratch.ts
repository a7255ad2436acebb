// Working memory of the search for the nearest points of two triangles (nearest-triangles.ts,
// nearest-edges.ts). Each thread has one. Nothing in it outlives a call except the nearest points,
// which callers read after NearestTriangles.distance.

/** Scratch of the nearest points of two triangles; 16-byte aligned. */
@unmanaged
export class NearestScratch {
  // Edges of b, one per lane: those from corners 0 and 1, then those from corners 2 and 0. Each has
  // its start, direction, and the inverse of its squared length. They must come first, in this
  // order.
  x01: v128;
  y01: v128;
  z01: v128;
  ex01: v128;
  ey01: v128;
  ez01: v128;
  inverse01: v128;
  x20: v128;
  y20: v128;
  z20: v128;
  ex20: v128;
  ey20: v128;
  ez20: v128;
  inverse20: v128;
  // Best candidate of each lane: squared distance, weights on both edges, edge of b.
  laneSq: v128;
  laneA: v128;
  laneB: v128;
  laneEdge: v128;

  /** The nearest point on triangle a. */
  ax: f64;
  ay: f64;
  az: f64;
  /** The nearest point on triangle b. */
  bx: f64;
  by: f64;
  bz: f64;

  /**
   * Result of NearestEdges.search: the squared distance and the weights of the ends of both edges.
   */
  edgeSq: f64;
  edgeWeightA: f64;
  edgeWeightB: f64;

  /** The least squared distance so far. */
  leastSq: f64;
  /**
   * Weights of the nearest points so far. Two edges: the weights of their ends. An edge and a face:
   * the weight of the edge's end, then those of the face's second and third corner.
   */
  w0: f64;
  w1: f64;
  w2: f64;
  /** The difference a − b of the nearest points so far. */
  apartX: f64;
  apartY: f64;
  apartZ: f64;

  // Weights of the corners of a, then of b, at the nearest points. In this order.
  weightA0: f64;
  weightA1: f64;
  weightA2: f64;
  weightB0: f64;
  weightB1: f64;
  weightB2: f64;

  /** Result of NearestEdges.search: byte offset of the corner of b at which its edge begins. */
  edgeOfB: usize;
  /** Where the nearest points lie: ON_EDGES, INSIDE_B or INSIDE_A of nearest-triangles.ts. */
  features: i32;
  /** Byte offsets of the corners at which the edges of the nearest points begin. */
  atA: usize;
  atB: usize;
}
