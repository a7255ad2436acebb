// What a collider of deforming meshes shares with its kernels: where its tables lie, and what holds for the step that it is in.
// TypeScript writes it (`core/motion`, `core/bounds`, `core/tree`), kernels read it and report back in it. It is the first
// parameter of every kernel of the mesh module that works on more than a list.

@unmanaged
export class MeshContext {
  /** The largest magnitude of a coordinate of the step; NaN where one is not finite. */
  largest: f64;
  /** The end of the interval [0, until] that bounds cover. */
  until: f64;
  /** At one instant: how far apart features may be that are kept. Covers that coordinates are rounded to f32. */
  reach: f64;
  /** [x0 x1 y0 y1 z0 z1] per vertex, 48 bytes; 16 bytes may be read behind the last. */
  points: usize;
  vertexCount: i32;
  /** Three vertex ids per place of a face; 16 bytes may be read behind the last. */
  faces: usize;
  placeCount: i32;
  /** Two vertex ids per edge, the smaller first. */
  edges: usize;
  /** Projected vertices: 80 bytes each, or 16 where nothing moves, and 16 of coarse bounds behind all of them. */
  projected: usize;
  /** Slabs per place: 160 bytes, or 32 where nothing moves. */
  slabs: usize;
  /** How far apart along the axes bounds may be that are kept. Features are widened by it. */
  pad: f32;
  /** Half of `pad`, by which faces are widened. */
  halfPad: f32;
  /** Coarse bounds of vertices that are at most `reach` apart differ by at most this much. */
  coarsePad: i32;
  /** Four child ids per node: 16 bytes. */
  children: usize;
  nodeCount: i32;
  /** Boxes of the four children per node: 192 bytes, or 96 where nothing moves. */
  boxes: usize;
  /** Whether nothing moves: both ends of the step are one instant. */
  isStatic: bool;
  /** Whether a vertex starts elsewhere than in the step before. */
  startDiffers: bool;
  /** Whether faces of one leaf had different labels when all labels were last given. */
  hasMixedLeaves: bool;
}
