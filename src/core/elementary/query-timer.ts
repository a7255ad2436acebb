// One elementary test at a time: certified floating point first, exact arithmetic for the queries
// that it leaves open. docs/numerics.md has the contract: the Boolean is exact, the time is never
// late.
import { KernelMemory } from '../memory/kernel-memory.ts';
import type { KernelModule } from '../wasm/kernel-module.ts';
import {
  type CurveScratch,
  Hit,
  MeshContext,
  type MeshKernels,
  meshKernels,
  type PairScratch,
} from '../wasm/mesh.generated.ts';
import { checkFinite } from './check-finite.ts';
import { decideExactly } from './decide-exactly.ts';
import type { ElementaryContact } from './elementary-contact.ts';
import { makeCurveScratch, makePairScratch } from './pair-buffers.ts';

/** Of the paths. */
const MAX_DEGREE = 3;
/** Brings every finite double below 2^99, into the certified range of the kernels. */
const SCALE_DOWN = 2 ** -926;
/**
 * Added to a scaled separation, so that no pair within the separation is missed: more than
 * SCALE_DOWN rounds off small coordinates that it makes subnormal.
 */
const SCALING_ERROR = 2 ** -1060;

/**
 * Times single pairs, in a linear memory of its own. For the kernels a query is a mesh of four
 * vertices: vertex 0 and face 1 2 3, or edge 0 with vertices 0 1 and edge 1 with vertices 2 3.
 */
export class QueryTimer {
  /** Queries that reached exact arithmetic so far. */
  exactCount = 0;
  private readonly kernels: MeshKernels;
  private readonly context: MeshContext;
  private readonly scratch: PairScratch;
  private readonly curves: CurveScratch;
  /** Coordinates of the query, in the order of the kernels: [x0 … xd y0 … yd z0 … zd] per vertex. */
  private readonly points: Float64Array;
  /** Address of the pair; the kernel writes its hit over it. */
  private readonly pair: number;
  /** The two ids of the pair. */
  private readonly ids: Uint32Array;
  /** The time of the hit. */
  private readonly times: Float64Array;
  /** A `PairRow` in doubles: ids, time, then normal and weights of the last contact described. */
  private readonly row: Float64Array;

  /** `module` replaces the product's kernels, for tests of the kernels themselves. */
  constructor(module: KernelModule<MeshKernels> = meshKernels) {
    const memory = new KernelMemory(module);
    const context = new MeshContext(memory, memory.allocate(MeshContext.BYTES));
    context.points = memory.allocate(8 * 12 * (MAX_DEGREE + 1));
    context.faces = memory.allocate(12);
    context.edges = memory.allocate(16);
    memory.u32(context.faces, 3).set([1, 2, 3]);
    memory.u32(context.edges, 4).set([0, 1, 2, 3]);
    this.kernels = memory.kernels;
    this.context = context;
    this.scratch = makePairScratch(memory, 1);
    this.curves = makeCurveScratch(memory);
    this.pair = memory.allocate(Hit.BYTES);
    this.ids = memory.u32(this.pair, 2);
    this.times = memory.f64(this.pair + 8, 1);
    this.row = memory.f64(this.scratch.rows, 8);
    this.points = memory.f64(context.points, 12 * (MAX_DEGREE + 1));
    // A pair and a hit both begin with the ids, so one block serves for both.
    this.scratch.hits = this.pair;
  }

  /**
   * First time at which the vertex meets the face or comes within the separation; Infinity if
   * never. Points move along paths of this degree.
   */
  vf(q: ArrayLike<number>, offset: number, minSeparation: number, degree = 1): number {
    return this.time(q, offset, minSeparation, degree, false);
  }

  /** The same for two edges. */
  ee(q: ArrayLike<number>, offset: number, minSeparation: number, degree = 1): number {
    return this.time(q, offset, minSeparation, degree, true);
  }

  /** Normal and weights of the contact that the last call of `vf` or `ee` found, at `out.time`. */
  describe(apart: boolean, edges: boolean, out: ElementaryContact): void {
    const { context, scratch, row } = this;
    if (this.curves.degree > 1) this.straighten(out.time);
    this.times[0] = out.time;
    this.kernels.describeHits(context.address, scratch.address, this.pair, 1, apart, edges);
    for (let i = 0; i < 3; i++) {
      out.normal[i] = row[2 + i];
      out.weights[i] = row[5 + i];
    }
  }

  /**
   * Replaces the paths in the points by straight ones with the same positions and velocities at this
   * time.
   */
  private straighten(time: number): void {
    const { points } = this;
    const { degree } = this.curves;
    const count = degree + 1;
    for (let i = 0; i < 12; i++) {
      const values = Array.from(points.subarray(count * i, count * (i + 1)));
      let velocity = 0;
      for (let last = degree; last > 0; last--) {
        velocity = degree * (values[1] - values[0]);
        for (let j = 0; j < last; j++) values[j] = (1 - time) * values[j] + time * values[j + 1];
      }
      points[2 * i] = values[0] - time * velocity;
      points[2 * i + 1] = values[0] + (1 - time) * velocity;
    }
  }

  private time(q: ArrayLike<number>, offset: number, minSeparation: number, degree: number, edges: boolean): number {
    if (!(minSeparation >= 0 && minSeparation < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`minSeparation must be a finite length of at least 0, not ${minSeparation}.`);
    }
    if (degree !== 1 && degree !== 2 && degree !== 3) throw new RangeError(`degree must be 1, 2 or 3, not ${degree}.`);
    const { scratch, curves } = this;
    curves.degree = degree;
    this.ids[1] = edges ? 1 : 0;
    this.load(q, offset, 1);
    if (!this.run(minSeparation, edges)) {
      // A coordinate is beyond the range of the kernels. The query is scaled, so that they can
      // still describe the contact.
      checkFinite(q, offset, 12 * (degree + 1), 4);
      this.load(q, offset, SCALE_DOWN);
      if (!(minSeparation > 0)) return this.decide(q, offset, edges);
      this.run(minSeparation * SCALE_DOWN + SCALING_ERROR, edges);
    }
    if (scratch.hitCount > 0) return this.times[0];
    return scratch.openCount > 0 ? this.decide(q, offset, edges) : Number.POSITIVE_INFINITY;
  }

  /** Writes the coordinates, times `scale`, in the order of the kernels. */
  private load(q: ArrayLike<number>, offset: number, scale: number): void {
    const { points } = this;
    const { degree } = this.curves;
    for (let i = 0, at = 0; i < 12; i++)
      for (let point = 0; point <= degree; point++) points[at++] = q[offset + 12 * point + i] * scale;
  }

  /**
   * Runs the kernel on the loaded query. False if a coordinate is beyond the range of the kernels.
   */
  private run(clearance: number, edges: boolean): boolean {
    const { context, scratch, curves, pair } = this;
    curves.clearance = clearance;
    if (curves.degree > 1)
      return this.kernels.timeSingleCurve(context.address, scratch.address, curves.address, pair, edges) !== 0;
    return this.kernels.timeSingle(context.address, scratch.address, pair, clearance, edges) !== 0;
  }

  private decide(q: ArrayLike<number>, offset: number, edges: boolean): number {
    this.exactCount++;
    return decideExactly(q, offset, edges, this.curves.degree);
  }
}

let shared: QueryTimer | undefined;

/** The timer behind `vfTime`, `eeTime`, `vfContact` and `eeContact`; made on first use. */
export function sharedTimer(): QueryTimer {
  shared ??= new QueryTimer();
  return shared;
}
