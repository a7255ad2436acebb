// How many vertex–face pairs bounds of the swept vertex cull [R-Triangles §5.1, table 2]: a box of it, the segment that it is, and
// what the library uses, 18-DOPs at both ends of the step. Counts over the pairs of NO-DUPL, at two places: as soon as the boxes of
// two faces meet, which is where the paper counts, and once no slab separates the faces, which is where the library does.
import type { SweptBounds } from '../../src/core/bounds/swept-bounds.ts';
import type { VertexMotion } from '../../src/core/motion/vertex-motion.ts';
import { PairBuffer } from '../../src/core/pairs/pair-buffer.ts';
import type { FeaturePairs, Recipe } from '../../src/core/recipe/recipe.ts';
import { RepresentedStages } from '../../src/papers/r-triangles/represented-stages.ts';

export class VertexCulls {
  pairs = 0;
  byBox = 0;
  bySegment = 0;
  bySlabs = 0;
}

/** Pairs of faces a piece, as the collider has them. */
const PIECE = 8192;

/** NO-DUPL that counts into these. */
export function countingVertexCulls(afterBoxes: VertexCulls, afterSlabs: VertexCulls): Recipe {
  return {
    name: 'no-duplicates, counting',
    stages: (motion, bounds) => new CountingStages(motion, bounds, afterBoxes, afterSlabs),
  };
}

class CountingStages extends RepresentedStages {
  private readonly places: VertexMotion;
  private readonly volumes: SweptBounds;
  private readonly features: FeaturePairs;
  private readonly afterBoxes: VertexCulls;
  private readonly afterSlabs: VertexCulls;

  constructor(motion: VertexMotion, bounds: SweptBounds, afterBoxes: VertexCulls, afterSlabs: VertexCulls) {
    super(motion, bounds, { assignment: 'greedy', volumes: false });
    this.places = motion;
    this.volumes = bounds;
    this.features = { vf: new PairBuffer(motion.memory, 6 * PIECE), ee: new PairBuffer(motion.memory, 9 * PIECE) };
    this.afterBoxes = afterBoxes;
    this.afterSlabs = afterSlabs;
  }

  override thin(pairs: PairBuffer): void {
    super.thin(pairs);
    const { features } = this;
    for (let first = 0; first < pairs.count; first += PIECE) {
      super.emit(pairs.pointer + 8 * first, Math.min(PIECE, pairs.count - first), features);
      this.count(features.vf, this.afterBoxes);
    }
  }

  override emit(pairs: number, count: number, to: FeaturePairs): void {
    super.emit(pairs, count, to);
    this.count(to.vf, this.afterSlabs);
  }

  private count(vf: PairBuffer, culls: VertexCulls): void {
    const { memory, mesh, points, faces } = this.places;
    const { projected, slabs } = this.volumes;
    const { ids } = vf;
    const at = memory.f64(points, 6 * mesh.vertexCount);
    const corners = memory.u32(faces, 3 * this.places.placeCount);
    culls.pairs += vf.count;
    for (let i = 0; i < ids.length; i += 2) {
      const box = sweptBox(at, corners, ids[i + 1]);
      if (!boxMeets(at, ids[i], box)) culls.byBox++;
      if (!segmentMeets(at, ids[i], box)) culls.bySegment++;
    }
    const { vf: kept } = this.features;
    culls.bySlabs += vf.count - memory.kernels.thinVf(vf.pointer, vf.count, projected, slabs, 0, kept.pointer);
  }
}

const box = new Float64Array(6);

/** Lowest and highest x, y, z of a face over the step; positions are [x0 x1 y0 y1 z0 z1] a vertex. */
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

/** Clips the segment by the three pairs of planes; it meets the box where some of it is left. */
function segmentMeets(at: Float64Array, vertex: number, box: Float64Array): boolean {
  let from = 0;
  let to = 1;
  for (let i = 0; i < 6; i += 2) {
    const p = at[6 * vertex + i];
    const way = at[6 * vertex + i + 1] - p;
    if (way === 0) {
      if (p < box[i] || p > box[i + 1]) return false;
      continue;
    }
    const enter = (box[i] - p) / way;
    const leave = (box[i + 1] - p) / way;
    from = Math.max(from, Math.min(enter, leave));
    to = Math.min(to, Math.max(enter, leave));
  }
  return from <= to;
}
