// How many vertex–face pairs are culled by bounds of the swept vertex [R-Triangles §5.1, table 2]:
// by its box, by its segment, and by what the library uses, 18-DOPs at both ends of the step.
// Counts over the pairs of NO-DUPL once no slab separates the faces, where the library does.
import type { VertexMotion } from '../../../src/core/motion/vertex-motion.ts';
import { PairBuffer } from '../../../src/core/pairs/pair-buffer.ts';
import type { FeaturePairs, Recipe } from '../../../src/core/recipe/recipe.ts';
import { RepresentedStages } from '../../../src/papers/r-triangles/represented-stages.ts';

/** Counts of culled vertex–face pairs. */
export class VertexCulls {
  pairs = 0;
  byBox = 0;
  bySegment = 0;
  bySlabs = 0;
}

/** The number of face pairs per batch, as in the collider. */
const BATCH_PAIRS = 8192;

/** Returns the recipe NO-DUPL, which adds its counts to these. */
export function countingVertexCulls(culls: VertexCulls): Recipe {
  return {
    name: 'no-duplicates, counting',
    stages: (motion) => new CountingStages(motion, culls),
  };
}

class CountingStages extends RepresentedStages {
  private readonly kept: PairBuffer;
  private readonly culls: VertexCulls;

  constructor(motion: VertexMotion, culls: VertexCulls) {
    super(motion, { assignment: 'greedy', volumes: false });
    this.kept = new PairBuffer(motion.memory, 6 * BATCH_PAIRS);
    this.culls = culls;
  }

  override emit(pairs: number, count: number, to: FeaturePairs): void {
    super.emit(pairs, count, to);
    const { motion, culls, kept } = this;
    const { memory, mesh, context, points, faces } = motion;
    const { vf } = to;
    const { ids } = vf;
    const at = memory.f64(points, 6 * mesh.vertexCount);
    const corners = memory.u32(faces, 3 * motion.placeCount);
    culls.pairs += vf.count;
    for (let i = 0; i < ids.length; i += 2) {
      const box = sweptBox(at, corners, ids[i + 1]);
      if (!boxMeets(at, ids[i], box)) culls.byBox++;
      if (!segmentMeets(at, ids[i], box)) culls.bySegment++;
    }
    culls.bySlabs += vf.count - memory.kernels.thinVf(context.address, vf.pointer, vf.count, kept.pointer);
  }
}

const box = new Float64Array(6);

/**
 * Minimum and maximum x, y, z of a face over the step; positions are [x0 x1 y0 y1 z0 z1] per
 * vertex.
 */
function sweptBox(at: Float64Array, corners: Uint32Array, place: number): Float64Array {
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let k = 3 * place; k < 3 * place + 3; k++) {
      const p = at[6 * corners[k] + 2 * axis];
      const q = at[6 * corners[k] + 2 * axis + 1];
      low = Math.min(low, p, q);
      high = Math.max(high, p, q);
    }
    box[2 * axis] = low;
    box[2 * axis + 1] = high;
  }
  return box;
}

function boxMeets(at: Float64Array, vertex: number, box: Float64Array): boolean {
  for (let i = 0; i < 6; i += 2) {
    const p = at[6 * vertex + i];
    const q = at[6 * vertex + i + 1];
    if (Math.min(p, q) > box[i + 1] || Math.max(p, q) < box[i]) return false;
  }
  return true;
}

/**
 * Whether the swept vertex, as a segment, meets a box: clips the segment by the three pairs of
 * planes and checks whether some of it is left.
 */
function segmentMeets(at: Float64Array, vertex: number, box: Float64Array): boolean {
  let from = 0;
  let to = 1;
  for (let i = 0; i < 6; i += 2) {
    const p = at[6 * vertex + i];
    const displacement = at[6 * vertex + i + 1] - p;
    if (displacement === 0) {
      if (p < box[i] || p > box[i + 1]) return false;
      continue;
    }
    const enter = (box[i] - p) / displacement;
    const leave = (box[i + 1] - p) / displacement;
    from = Math.max(from, Math.min(enter, leave));
    to = Math.min(to, Math.max(enter, leave));
  }
  return from <= to;
}
