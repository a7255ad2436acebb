// One elementary test at a time: certified floating point first, exact arithmetic for what that leaves open.
// docs/numerics.md has the contract: the Boolean is exact, the time is never late.
import { type MeshKernels, meshKernels } from '../kernels/mesh-kernels.ts';
import { checkFinite } from './check-finite.ts';
import type { ElementaryContact } from './elementary-contact.ts';
import { settle } from './settle.ts';

/** Answers of a kernel for one query, and doubles from the start of its block: see assembly/single.ts. */
const FOUND = 1;
const OPEN = 2;
const OUT_OF_RANGE = 3;
const TIME = 30;
const DETAIL = 32;
/** Brings every double below 2^99, into the range of the kernels. */
const DOWN: number = 2 ** -926;
/** More than what DOWN rounds off where it makes small coordinates subnormal. */
const ROUNDED_OFF: number = 2 ** -1060;

export class QueryTimer {
  /** Queries that reached exact arithmetic so far. */
  exactCount = 0;
  private readonly kernels: MeshKernels;
  private readonly block: number;
  private readonly view: Float64Array;

  /** `module` replaces the product's kernels, for tests of the kernels themselves. */
  constructor(module?: WebAssembly.Module) {
    const memory = new WebAssembly.Memory({ initial: 1 });
    this.kernels = meshKernels.instantiate(memory, module);
    this.block = (this.kernels.heapBase.value + 15) & ~15;
    this.view = new Float64Array(memory.buffer, this.block, 128);
    this.kernels.prepareSingle(this.block);
  }

  vf(q: ArrayLike<number>, offset: number, minSeparation: number): number {
    this.load(q, offset, 1);
    if (minSeparation !== 0) return this.within(q, offset, minSeparation, false);
    return this.read(this.kernels.singleVf(this.block), q, offset, false);
  }

  ee(q: ArrayLike<number>, offset: number, minSeparation: number): number {
    this.load(q, offset, 1);
    if (minSeparation !== 0) return this.within(q, offset, minSeparation, true);
    return this.read(this.kernels.singleEe(this.block), q, offset, true);
  }

  /** Normal and weights of the contact that the last call of `vf` found, at `out.time`. */
  vfDetail(apart: boolean, out: ElementaryContact): void {
    this.kernels.describeSingleVf(this.block, out.time, apart);
    this.copyDetail(out);
  }

  /** Normal and weights of the contact that the last call of `ee` found, at `out.time`. */
  eeDetail(apart: boolean, out: ElementaryContact): void {
    this.kernels.describeSingleEe(this.block, out.time, apart);
    this.copyDetail(out);
  }

  private load(q: ArrayLike<number>, offset: number, scale: number): void {
    const { view } = this;
    for (let i = 0; i < 12; i++) {
      view[2 * i] = q[offset + i] * scale;
      view[2 * i + 1] = q[offset + 12 + i] * scale;
    }
  }

  private read(answer: number, q: ArrayLike<number>, offset: number, edges: boolean): number {
    if (answer === FOUND) return this.view[TIME];
    if (answer === OPEN) return this.settle(q, offset, edges);
    if (answer === OUT_OF_RANGE) return this.outOfRange(q, offset, edges);
    return Number.POSITIVE_INFINITY;
  }

  private settle(q: ArrayLike<number>, offset: number, edges: boolean): number {
    this.exactCount++;
    return settle(q, offset, edges);
  }

  /** Coordinates beyond the range of the kernels; scaled, so that they can still describe the contact. */
  private outOfRange(q: ArrayLike<number>, offset: number, edges: boolean): number {
    checkFinite(q, offset, 24, 4);
    this.load(q, offset, DOWN);
    return this.settle(q, offset, edges);
  }

  private within(q: ArrayLike<number>, offset: number, minSeparation: number, edges: boolean): number {
    if (!(minSeparation > 0 && minSeparation < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`minSeparation must be a finite length of at least 0, not ${minSeparation}.`);
    }
    const { kernels, block } = this;
    const run = edges ? kernels.singleWithinEe : kernels.singleWithinVf;
    let answer = run(block, minSeparation);
    if (answer === OUT_OF_RANGE) {
      checkFinite(q, offset, 24, 4);
      this.load(q, offset, DOWN);
      answer = run(block, minSeparation * DOWN + ROUNDED_OFF);
    }
    return answer === FOUND ? this.view[TIME] : Number.POSITIVE_INFINITY;
  }

  private copyDetail(out: ElementaryContact): void {
    for (let i = 0; i < 3; i++) {
      out.normal[i] = this.view[DETAIL + i];
      out.weights[i] = this.view[DETAIL + 3 + i];
    }
  }
}

let shared: QueryTimer | undefined;

/** The timer behind `vfTime` and its sisters; made on first use. */
export function sharedTimer(): QueryTimer {
  shared ??= new QueryTimer();
  return shared;
}
