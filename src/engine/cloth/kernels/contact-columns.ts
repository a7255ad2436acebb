// The columns that the contact kernels share with TypeScript. A row is one contact: the relative
// velocity of two points, each a weighted mean of vertices, along a normal. See
// engine/cloth/response/contact-rows.ts.

/** The state of a row that is known to be a contact of surfaces, and is not active. */
export const CONTACT_STATE: u8 = 1;

/** Mesh and proximities from which rows are made. */
@unmanaged
export class GeometryColumns {
  /** Three u32 per face: its vertices. */
  triangles: usize;
  /**
   * Four u32 per edge: its two vertices, then the opposite vertices of its first two faces. Its own
   * first vertex stands for a face that it does not have.
   */
  edgeStencils: usize;
  /** Three u32 per face: its edges. */
  faceEdges: usize;
  /** u32 per edge, and one more: where its faces begin in `edgeFaces`. */
  edgeFaceStart: usize;
  /** u32: the faces of each edge. */
  edgeFaces: usize;
  /** u32 per vertex, and one more: where its faces begin in `starFaces`. */
  starStart: usize;
  /** u32: the faces of each vertex. */
  starFaces: usize;
  /** Three f64 per vertex, at the start of the step. */
  positions: usize;
  /** How many vertices there are. */
  vertexCount: u32;
  /**
   * Number of faces and edges. The key of a pair is its first feature × this + its second feature.
   */
  featureCount: u32;
  /** u8 per proximity: 0 for vertex–face, 1 for edge–edge. */
  kind: usize;
  /** u32 per proximity: its vertex or first edge. */
  a: usize;
  /** u32 per proximity: its face or second edge. */
  b: usize;
  /** Three f64 per proximity: unit, from b to a. */
  normal: usize;
  /** Three f64 per proximity: barycentric weights. */
  weights: usize;
  /** f64 per proximity: the distance of its features. */
  distance: usize;
}

/**
 * Rows of contacts, the vertices that they act on, and lists of rows. Columns move when they grow.
 */
@unmanaged
export class ContactColumns {
  /** Mesh and proximities from which rows are made. */
  geometry: GeometryColumns;
  /** Vertices from this one on belong to obstacles. */
  firstObstacle: u32;
  /** Seconds per frame. */
  frameTime: f64;
  /** Seconds of the step whose target speeds were set last. */
  stepTime: f64;
  /** The distance to which two features may approach that a face joins. */
  creaseGap: f64;
  /** Four u32 per row: its vertices. */
  vertices: usize;
  /** Four f64 per row: positive on side a, negative on side b; they sum to 0. */
  weights: usize;
  /** Three f64 per row: unit, from b to a. */
  normal: usize;
  /** f64 per row: the least relative speed along the normal. */
  targetSpeed: usize;
  /** f64 per row: Coulomb's coefficient. */
  friction: usize;
  /**
   * f64 per row: the normal impulse of the implicit solve that friction has not been applied for.
   */
  solverImpulse: usize;
  /** f64 per row: the accumulated impulse along the normal, at least 0. */
  normalImpulse: usize;
  /** Three f64 per row: the accumulated impulse of friction. */
  tangentImpulse: usize;
  /**
   * f64 per active row: the change of its normal speed per N·s of normal impulse
   * (`ContactRows.inverseEffectiveMass`).
   */
  inverseEffectiveMass: usize;
  /** f64 per active row: 1 / inverse effective mass. */
  effectiveMass: usize;
  /**
   * Four f64 per active row: weight × inverse mass, the velocity that an impulse of 1 gives each
   * vertex.
   */
  weightedInverseMass: usize;
  /** f64 per row: the distance along the normal at the start of the step. */
  distance: usize;
  /** f64 per row: the pair as one number; −1 where its impulse is not cached. */
  key: usize;
  /** u8 per row: whether it is a contact, and active. */
  state: usize;
  /** u32 per row: the proximity that it was made from. */
  proximity: usize;
  /** Rows that are to be examined: u32 each. */
  candidates: usize;
  /** Rows that `findViolatedRows` found: u32 each. */
  found: usize;
  /** Active rows, in the order of their activation: u32 each. */
  active: usize;
  /** Three f64 per vertex: velocities. */
  velocities: usize;
  /** f64 per vertex: inverse mass; 0 for a vertex that cannot be moved. */
  inverseMass: usize;
  /** f64 per vertex: Coulomb's coefficient. */
  vertexFriction: usize;
  /** u8 per vertex: whether an active row moves it. */
  isMoved: usize;
  /**
   * f64 per vertex, scratch: the largest speed by which a row that it leads falls short of its
   * target. All 0 between calls.
   */
  worstShortfall: usize;
  /** u32 per vertex, scratch: the row with that shortfall. */
  worstRow: usize;
  /** List of u32, scratch: the vertices that lead a row. */
  leads: usize;
}
