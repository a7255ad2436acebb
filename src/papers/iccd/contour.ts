// The continuous contour test [ICCD §IV-C]. It decides whether the boundary of a patch, projected
// along d = p × q to X = p·x, Y = q·x, stays a set of disjoint simple closed curves throughout the
// step, one of which encloses all others. `QuietPatches` runs it on patches that have passed the
// cone test.
// Safe direction: a contour for which the proof fails makes its patch not quiet. That costs tests,
// never a contact.
//
// Why both tests together prove that two features of the patch that share no vertex never touch: at
// any t the certificate of `cones.ts` makes the projection φ map every face with positive area.
// Take a point y off the curves. Its preimages, each counted with its local degree (at least 1),
// number the sum of the winding numbers of the curves around y. One curve is simple and
// counter-clockwise, all others are simple and clockwise, so the sum is at most 1. Now take a point
// y on a curve, and suppose φ(a) = φ(b) = y for a ≠ b. If one of them is inside the patch, φ covers
// a neighbourhood of y around it, and the faces at the other point cover a part of that
// neighbourhood once more, also in points off the curves: a contradiction. If both are on the
// boundary, they contradict that the curves are simple and disjoint. So φ is injective on the
// closed patch, and points with different projections do not touch. A simple curve never has zero
// area, so its orientation at t = 0 holds for the whole step.
//
// Departs from the paper: it only requires that the projected contour does not intersect itself,
// and it culls with k-DOPs.
// - The paper's k-DOPs of swept edges in space prove nothing about projections. The boxes here are
//   in the plane of projection.
// - One loop must enclose all others, and patches must be oriented and without bow-ties. Otherwise
//   sheets could branch or fold without crossing the contour.
// - kernels/contour-edges.ts replaces the quadratics of the planar (E,E) test.
// - The paper reuses projections ("fewer projections") and intersections ("fewer intersections")
//   below a contour that has failed. Both are valid for equal axes only and are left out: they
//   would save at most a fiftieth of a step (docs/decisions/0006).
//
// Rounding: u = 2^−53. Lengths are in a unit, a power of two, in which the largest coordinate L of
// the step is near 1. |p| and |q| are at most 1.01. X is off by at most 3u·|p|₁L < 2^−50 L =: η,
// and |X| < 1.8 L. A point inside the step adds three roundings of at most 3.6 L, in all less than
// η + 2^−49 L < 2^−48 L. A dot product with components of at most 1 is off by twice that and 2^−50
// L, a difference of two such products by less than 2^−45 L. `RELATIVE_MARGIN` is twice that.
// Underflow adds at most 2^−70, which the margin absorbs.
import { Block, structBlocks } from '../../core/memory/block.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { ContourTree } from '../../core/wasm/mesh.generated.ts';
import type { Patches } from './patches.ts';

/**
 * A computed difference is certain if it exceeds this multiple of L: twice the rounding bound
 * above.
 */
const RELATIVE_MARGIN = 2 ** -44;

/** The contour test for the patches of one mesh. */
export class ContourTest {
  private readonly motion: VertexMotion;
  private patches: Patches;
  /** The tree over the edges of the contour that is tested. */
  private readonly tree: ContourTree;
  /** The tables of the tree. */
  private readonly blocks: Record<'projected' | 'boxes' | 'advances' | 'next' | 'stack' | 'ends', Block>;
  /** Vertex ids of all loops. */
  private readonly vertices: Block;
  /** p and q of the current test, six numbers, scaled by the unit. */
  private readonly frame: Block;

  constructor(motion: VertexMotion, patches: Patches) {
    const { memory } = motion;
    this.motion = motion;
    this.patches = patches;
    this.tree = new ContourTree(memory, memory.allocate(ContourTree.BYTES));
    this.blocks = structBlocks(memory, this.tree, 'projected', 'boxes', 'advances', 'next', 'stack', 'ends');
    this.vertices = new Block(memory);
    this.frame = new Block(memory);
    try {
      this.renew(patches);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /** Takes other patches of the same mesh and reuses the memory. */
  renew(patches: Patches): void {
    const { loopStart, loopVertexStart, loopVertices, nodeCount } = patches;
    let longest = 1;
    for (let i = 0; i < nodeCount; i++) {
      const length = loopVertexStart[loopStart[i + 1]] - loopVertexStart[loopStart[i]];
      if (length > longest) longest = length;
    }
    const levels = Math.ceil(Math.log2(longest)) + 1;
    this.patches = patches;
    const { blocks } = this;
    this.vertices.put(loopVertices);
    this.frame.reserve(48);
    blocks.projected.reserve(32 * longest);
    blocks.boxes.reserve(64 * 2 ** levels);
    blocks.advances.reserve(2 ** levels);
    blocks.next.reserve(4 * longest);
    blocks.ends.reserve(128);
    // A pair is replaced by at most four pairs of the next level, so at most three wait on each
    // level.
    blocks.stack.reserve(8 * (3 * levels + 4));
  }

  /** Pairs of nodes of edge trees that were tested so far; for tests and benches. */
  get pairCount(): number {
    return this.tree.pairCount;
  }

  /** Releases all memory. */
  dispose(): void {
    for (const block of [this.vertices, this.frame, ...Object.values(this.blocks)]) block.dispose();
    this.motion.memory.release(this.tree.address);
  }

  /** Whether a node has a boundary. A closed patch has none, and nothing to test. */
  hasLoops(node: number): boolean {
    return this.patches.loopStart[node + 1] > this.patches.loopStart[node];
  }

  /**
   * Whether the contour of a node is proven simple and nested in the current step of the motion.
   * `frame` holds p and q. `unit` is a power of two that scales the largest coordinate to about 1.
   * The node has a boundary, and the cone test must have accepted it: that guarantees that its
   * vertices exist and are finite.
   */
  holds(node: number, unit: number, frame: Float64Array): boolean {
    const { loopStart } = this.patches;
    const loops = loopStart[node + 1] - loopStart[node];
    const largest = this.motion.largest * unit;
    const margin = RELATIVE_MARGIN * largest;
    const count = this.project(node, unit, frame);
    this.fitBoxes(node, count, margin);
    // A single simple loop is always counter-clockwise: its area is the sum of the areas of the
    // projected faces.
    const isSimple = this.motion.memory.kernels.isSimpleContour(this.tree.address) !== 0;
    return isSimple && (loops === 1 || this.isOneAroundOthers(node, count, largest));
  }

  /** Projects the contour of a node; returns its number of vertices. */
  private project(node: number, unit: number, frame: Float64Array): number {
    const { patches, motion, vertices, tree } = this;
    const { memory } = motion;
    const begin = patches.loopVertexStart[patches.loopStart[node]];
    const count = patches.loopVertexStart[patches.loopStart[node + 1]] - begin;
    const scaled = memory.f64(this.frame.pointer, 6);
    for (let k = 0; k < 6; k++) scaled[k] = unit * frame[k];
    const first = vertices.pointer + 4 * begin;
    memory.kernels.projectContour(motion.context.address, first, count, this.frame.pointer, tree.projected);
    return count;
  }

  /** Builds the tree over the edges of a projected contour. */
  private fitBoxes(node: number, count: number, margin: number): void {
    const { tree } = this;
    const { projected, boxes, advances } = tree;
    const { loopStart, loopVertexStart } = this.patches;
    const { kernels } = this.motion.memory;
    let width = 1;
    while (width < count) width *= 2;
    tree.width = width;
    tree.margin = margin;
    const begin = loopVertexStart[loopStart[node]];
    for (let loop = loopStart[node]; loop < loopStart[node + 1]; loop++) {
      const first = loopVertexStart[loop] - begin;
      const end = loopVertexStart[loop + 1] - begin;
      const at = width + first;
      kernels.fitContourLoop(projected + 32 * first, end - first, margin, boxes + 64 * at, advances + at);
      kernels.linkContourLoop(tree.address, first, end);
    }
    kernels.uniteContour(width, count, boxes, advances);
  }

  /**
   * Whether one loop is certainly counter-clockwise and all others are certainly clockwise. The
   * sign is that of twice the area, summed over n vertices from differences to the first vertex,
   * which are at most R < 4L. Each difference is off by 2η + uR and a cross product by less than
   * 8ηR + 16uR². Summing adds n·2uR² per term. With η = 2^−50 L the total is less than n (16 + n)
   * 2^−50 L R; `orientationOf` takes twice that.
   */
  private isOneAroundOthers(node: number, count: number, largest: number): boolean {
    const { loopStart, loopVertexStart } = this.patches;
    const points = this.motion.memory.f64(this.tree.projected, 4 * count);
    const begin = loopVertexStart[loopStart[node]];
    let outer = 0;
    for (let loop = loopStart[node]; loop < loopStart[node + 1]; loop++) {
      const orientation = orientationOf(
        points,
        loopVertexStart[loop] - begin,
        loopVertexStart[loop + 1] - begin,
        largest,
      );
      if (orientation === 0) return false;
      if (orientation > 0) outer++;
    }
    return outer === 1;
  }
}

/**
 * Orientation at t = 0 of the loop of points [first, end): 1 counter-clockwise, −1 clockwise, 0
 * uncertain.
 */
function orientationOf(points: Float64Array, first: number, end: number, largest: number): number {
  const ox = points[4 * first];
  const oy = points[4 * first + 1];
  let area = 0;
  let reach = 0;
  let x = 0;
  let y = 0;
  for (let i = first + 1; i < end; i++) {
    const nextX = points[4 * i] - ox;
    const nextY = points[4 * i + 1] - oy;
    area += x * nextY - nextX * y;
    reach = Math.max(reach, Math.abs(nextX), Math.abs(nextY));
    x = nextX;
    y = nextY;
  }
  const count = end - first;
  const bound = count * (16 + count) * 2 ** -49 * largest * reach;
  // The second comparison excludes areas that underflow may have changed.
  if (!(Math.abs(area) > bound && Math.abs(area) > 1e-290)) return 0;
  return area > 0 ? 1 : -1;
}
