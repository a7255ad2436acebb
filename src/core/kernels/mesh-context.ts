// The data that a collider of deforming meshes shares with its kernels: pointers to its tables, and
// the state of the present step. TypeScript writes it (`core/motion`, `core/bounds`, `core/tree`);
// kernels read it and write results into it. It is the first parameter of every kernel of the mesh
// module that needs more than a list.

/** Tables and present step of one collider. */
@unmanaged
export class MeshContext {
  // Quantized bounds (quantized-directions.ts). These must come first, because vectors are aligned,
  // and in this order.
  /** The origin of directions 0–3, then of 4–7. */
  middle0: v128;
  middle1: v128;
  /** Stored units per unit of length, likewise. */
  unit0: v128;
  unit1: v128;
  /** Stored values up to this far apart are kept. */
  slabPad: v128;
  /** What sums of both ends of the step, which are twice its middle, need beyond twice the pad. */
  middleError: v128;
  // The same for the directions of faces.
  faceMiddle0: v128;
  faceMiddle1: v128;
  faceUnit0: v128;
  faceUnit1: v128;
  facePad: v128;
  faceMiddleError: v128;
  /** The largest magnitude of a coordinate of the step; NaN if a coordinate is not finite. */
  largest: f64;
  /** The end of the interval [0, until] that bounds cover. */
  until: f64;
  /**
   * At one instant, pairs of features up to this far apart are kept. Includes the rounding of
   * coordinates to f32.
   */
  reach: f64;
  /** [x0 x1 y0 y1 z0 z1] per vertex, 48 bytes; 16 bytes may be read behind the last. */
  points: usize;
  /** Number of vertices. */
  vertexCount: i32;
  /** Three vertex ids per place of a face; 16 bytes may be read behind the last. */
  faces: usize;
  /** Number of places of faces. */
  placeCount: i32;
  /** Two vertex ids per edge, the smaller first. */
  edges: usize;
  /**
   * Projected vertices: 80 bytes each. If bounds are quantized, 32 bytes each, and behind all of
   * them 32 bytes each along the directions of faces. If nothing moves, 16 bytes each, and behind
   * all of them coarse bounds, 16 bytes each.
   */
  projected: usize;
  /** Slabs per place: 160 bytes, 64 if bounds are quantized, or 32 if nothing moves. */
  slabs: usize;
  /** Bounds up to this far apart along the axes are kept: features are widened by it. */
  pad: f32;
  /** Half of `pad`: both faces of a pair are widened, by half each. */
  halfPad: f32;
  /** The most by which coarse bounds of vertices differ that are at most `reach` apart. */
  coarsePad: i32;
  /** Four child ids per node: 16 bytes. */
  children: usize;
  /** Number of nodes. */
  nodeCount: i32;
  /**
   * Boxes of the four children per node: 192 bytes, 128 with the children's ids if bounds are
   * quantized, or 96 if nothing moves.
   */
  boxes: usize;
  /** Origin and unit of quantized bounds along the axes, for TypeScript. */
  originX: f32;
  originY: f32;
  originZ: f32;
  unitX: f32;
  unitY: f32;
  unitZ: f32;
  /** Whether nothing moves: both ends of the step are one instant. */
  isStatic: bool;
  /** Whether the bounds of the step are quantized. */
  isQuantized: bool;
  /** Whether quantized bounds are also compared in the middle of the step. */
  hasHalves: bool;
  /** Whether slabs are swept over the step: hulls, equal at both ends (swept-slabs.ts). */
  isSwept: bool;
  /** Whether a vertex starts at another position than in the step before. */
  startDiffers: bool;
  /** Whether faces of one leaf had different labels when all labels were last given. */
  hasMixedLeaves: bool;
}
