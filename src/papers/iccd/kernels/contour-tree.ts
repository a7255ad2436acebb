// The tree over the edges of a projected contour, as src/papers/iccd/contour.ts describes it.

/** A projected contour, its tree, and scratch of the test. */
@unmanaged
export class ContourTree {
  /** A computed difference is certain if it exceeds this. */
  margin: f64;
  /** Four doubles per vertex, loop by loop: X and Y at t = 0, then at t = 1. */
  projected: usize;
  /**
   * Eight doubles per node: least X and Y, greatest X and Y at t = 0, then the same at t = 1. Node
   * 1 is the root, the children of node i are 2i and 2i + 1, and the leaves, one per edge, start at
   * `width`.
   */
  boxes: usize;
  /**
   * One byte per node: a bit for each of eight directions in which all its edges advance, at both
   * ends of the step. 0 for a node that spans two loops.
   */
  advances: usize;
  /** The next vertex of the same loop. Edge i leads from vertex i to vertex next[i]. */
  next: usize;
  /** Scratch: pairs of nodes that are still to be tested. */
  stack: usize;
  /** Scratch: four vertices at the start of an interval, then at its end; 128 bytes. */
  ends: usize;
  /** Number of leaves: a power of two, at least the number of edges. */
  width: u32;
  /** Pairs of nodes that were tested so far; for tests and benches. */
  pairCount: u32;
  /** Scratch: the first end of the first of two edges. */
  a: u32;
  /** Scratch: the second end of the first edge. */
  b: u32;
  /** Scratch: the first end of the second edge. */
  c: u32;
  /** Scratch: the second end of the second edge. */
  d: u32;
}
