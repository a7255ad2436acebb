// One elementary test at a time: certified floating point first, exact arithmetic for what that
// leaves open. docs/numerics.md has the contract: the Boolean is exact, the time is never late.
import { KernelMemory } from '../memory/kernel-memory.ts';
import type { KernelModule } from '../wasm/kernel-module.ts';
import { Hit, type MeshKernels, meshKernels, type PairScratch, SingleQuery } from '../wasm/mesh.generated.ts';
import { checkFinite } from './check-finite.ts';
import { decideExactly } from './decide-exactly.ts';
import type { ElementaryContact } from './elementary-contact.ts';
import { TimeBuffers } from './time-buffers.ts';

/** Brings every double below 2^99, into the range of the kernels. */
const SCALE_DOWN = 2 ** -926;
/** More than what SCALE_DOWN rounds off where it makes small coordinates subnormal. */
const SCALING_ERROR = 2 ** -1060;

/** Times single pairs in a linear memory of its own. */
export class QueryTimer {
  /** Queries that reached exact arithmetic so far. */
  exactCount = 0;
  private readonly kernels: MeshKernels;
  private readonly scratch: PairScratch;
  private readonly query: SingleQuery;
  /** Coordinates of the query, in the order of the kernels. */
  private readonly points: Float64Array;
  /** The hit, in doubles: its time is the second. */
  private readonly hit: Float64Array;
  /** Normal and weights. */
  private readonly detail: Float64Array;

  /** `module` replaces the product's kernels, for tests of the kernels themselves. */
  constructor(module: KernelModule<MeshKernels> = meshKernels) {
    const memory = new KernelMemory(module);
    const { scratch } = new TimeBuffers(memory, 1);
    const query = new SingleQuery(memory, memory.allocate(SingleQuery.BYTES));
    scratch.hits = memory.allocate(Hit.BYTES);
    // The pair of edges is 0 and 1; the face has points 1 2 3, the edges 0 1 and 2 3. The rest is
    // 0.
    Object.assign(query, { edgeB: 1, f0: 1, f1: 2, f2: 3, a1: 1, b0: 2, b1: 3 });
    this.kernels = memory.kernels;
    this.scratch = scratch;
    this.query = query;
    this.points = memory.f64(query.address, 24);
    this.hit = memory.f64(scratch.hits, 2);
    this.detail = memory.f64(scratch.details, 6);
  }

  /** First time at which the vertex meets the face or comes within the separation, or Infinity. */
  vf(q: ArrayLike<number>, offset: number, minSeparation: number): number {
    this.load(q, offset, 1);
    if (minSeparation !== 0) return this.within(q, offset, minSeparation, false);
    return this.read(this.kernels.singleVf(this.scratch.address, this.query.address), q, offset, false);
  }

  /** The same for two edges. */
  ee(q: ArrayLike<number>, offset: number, minSeparation: number): number {
    this.load(q, offset, 1);
    if (minSeparation !== 0) return this.within(q, offset, minSeparation, true);
    return this.read(this.kernels.singleEe(this.scratch.address, this.query.address), q, offset, true);
  }

  /** Normal and weights of the contact that the last call of `vf` found, at `out.time`. */
  vfDetail(apart: boolean, out: ElementaryContact): void {
    this.kernels.describeSingleVf(this.scratch.address, this.query.address, out.time, apart);
    this.copyDetail(out);
  }

  /** Normal and weights of the contact that the last call of `ee` found, at `out.time`. */
  eeDetail(apart: boolean, out: ElementaryContact): void {
    this.kernels.describeSingleEe(this.scratch.address, this.query.address, out.time, apart);
    this.copyDetail(out);
  }

  private load(q: ArrayLike<number>, offset: number, scale: number): void {
    const { points } = this;
    for (let i = 0; i < 12; i++) {
      points[2 * i] = q[offset + i] * scale;
      points[2 * i + 1] = q[offset + 12 + i] * scale;
    }
  }

  private read(isInRange: number, q: ArrayLike<number>, offset: number, edges: boolean): number {
    if (!isInRange) return this.outOfRange(q, offset, edges);
    if (this.scratch.hitCount > 0) return this.hit[1];
    return this.scratch.openCount > 0 ? this.decide(q, offset, edges) : Number.POSITIVE_INFINITY;
  }

  private decide(q: ArrayLike<number>, offset: number, edges: boolean): number {
    this.exactCount++;
    return decideExactly(q, offset, edges);
  }

  /**
   * Coordinates beyond the range of the kernels; scaled, so that they can still describe the
   * contact.
   */
  private outOfRange(q: ArrayLike<number>, offset: number, edges: boolean): number {
    checkFinite(q, offset, 24, 4);
    this.load(q, offset, SCALE_DOWN);
    return this.decide(q, offset, edges);
  }

  private within(q: ArrayLike<number>, offset: number, minSeparation: number, edges: boolean): number {
    if (!(minSeparation > 0 && minSeparation < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`minSeparation must be a finite length of at least 0, not ${minSeparation}.`);
    }
    const { kernels, scratch, query } = this;
    const run = edges ? kernels.singleWithinEe : kernels.singleWithinVf;
    if (!run(scratch.address, query.address, minSeparation)) {
      checkFinite(q, offset, 24, 4);
      this.load(q, offset, SCALE_DOWN);
      run(scratch.address, query.address, minSeparation * SCALE_DOWN + SCALING_ERROR);
    }
    return scratch.hitCount > 0 ? this.hit[1] : Number.POSITIVE_INFINITY;
  }

  private copyDetail(out: ElementaryContact): void {
    for (let i = 0; i < 3; i++) {
      out.normal[i] = this.detail[i];
      out.weights[i] = this.detail[3 + i];
    }
  }
}

let shared: QueryTimer | undefined;

/** The timer behind `vfTime` and its sisters; made on first use. */
export function sharedTimer(): QueryTimer {
  shared ??= new QueryTimer();
  return shared;
}
