// Gathers the corners of one pair of features from linear memory, as the elementary tests take
// them.
import type { MemoryViews } from '../memory/memory-views.ts';

/** Pointers to the vertices and features of a step, as `VertexMotion` has them. */
export interface FeatureTables {
  /** The memory that has them. */
  readonly memory: MemoryViews;
  /** [x0 x1 y0 y1 z0 z1] per vertex. */
  readonly points: number;
  /** Three vertex ids per place. */
  readonly faces: number;
  /** Two vertex ids per edge. */
  readonly edges: number;
}

/**
 * Fills in 24 doubles: v, f0, f1, f2 or a0, a1, b0, b1 at t = 0, then at t = 1. For a vertex and a
 * face, `b` is the place of the face.
 */
export function gatherPair(motion: FeatureTables, a: number, b: number, edges: boolean, to: Float64Array): void {
  const { memory, points } = motion;
  const first = memory.u32(edges ? motion.edges + 8 * a : motion.faces + 12 * b, 3);
  const second = memory.u32(motion.edges + 8 * b, 2);
  for (let j = 0; j < 4; j++) {
    const vertex = edges ? (j < 2 ? first[j] : second[j - 2]) : j === 0 ? a : first[j - 1];
    const at = memory.f64(points + 48 * vertex, 6);
    for (let axis = 0; axis < 3; axis++) {
      to[3 * j + axis] = at[2 * axis];
      to[12 + 3 * j + axis] = at[2 * axis + 1];
    }
  }
}
