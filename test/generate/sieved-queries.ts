// The sieve in front of single queries, as it is in front of the pairs of a mesh.
import { decideExactly } from '../../src/core/elementary/decide-exactly.ts';
import { makePairScratch } from '../../src/core/elementary/pair-buffers.ts';
import { seededRandom } from '../../src/core/math/random.ts';
import { KernelMemory } from '../../src/core/memory/kernel-memory.ts';
import type { KernelModule } from '../../src/core/wasm/kernel-module.ts';
import { MeshContext, type MeshKernels, meshKernels, type PairScratch } from '../../src/core/wasm/mesh.generated.ts';
import type { Kind } from '../oracle/hit.ts';
import type { queryClasses } from './queries.ts';

/** The kernels test pairs with coordinates up to this alone. */
const LARGEST = 2 ** 99;
const LANES = 4;
const KINDS: readonly Kind[] = ['vf', 'ee'];

/** Asks the sieve about queries, alone and together with those asked before. */
export class SievedQueries {
  private readonly kernels: MeshKernels;
  private readonly context: MeshContext;
  private readonly scratch: PairScratch;
  private readonly points: Float64Array;
  private readonly pairs: { readonly pointer: number; readonly ids: Uint32Array };
  private readonly kept: Uint32Array;
  private calls = 0;

  constructor(module: KernelModule<MeshKernels> = meshKernels) {
    const memory = new KernelMemory(module);
    const context = new MeshContext(memory, memory.allocate(MeshContext.BYTES));
    const pointer = memory.allocate(8 * LANES);
    context.points = memory.allocate(8 * 24 * LANES);
    context.faces = memory.allocate(12 * LANES);
    context.edges = memory.allocate(16 * LANES);
    this.kernels = memory.kernels;
    this.context = context;
    this.scratch = makePairScratch(memory, LANES);
    for (let i = 0; i < LANES; i++) {
      const v = 4 * i;
      memory.u32(context.faces + 12 * i, 3).set([v + 1, v + 2, v + 3]);
      memory.u32(context.edges + 16 * i, 4).set([v, v + 1, v + 2, v + 3]);
    }
    this.points = memory.f64(context.points, 24 * LANES);
    this.pairs = { pointer, ids: memory.u32(pointer, 2 * LANES) };
    this.kept = memory.u32(this.scratch.kept, 2 * LANES);
  }

  /**
   * Whether the sieve drops the query at q[offset…]: 24 numbers, as `vfTime` takes them. Every
   * second call asks about it alone, the others together with the last three queries.
   */
  drops(kind: Kind, q: ArrayLike<number>, offset = 0): boolean {
    const lane = (this.calls >> 1) % LANES;
    const isAlone = this.calls++ % 2 === 0;
    for (let v = 0; v < 4; v++)
      for (let k = 0; k < 3; k++)
        for (let end = 0; end < 2; end++)
          this.points[24 * lane + 6 * v + 2 * k + end] = q[offset + 12 * end + 3 * v + k];
    const used = isAlone ? this.points.subarray(24 * lane, 24 * lane + 24) : this.points;
    const largest = used.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    if (!(largest <= LARGEST)) return false;
    this.context.largest = largest;
    const lanes = isAlone ? [lane] : [0, 1, 2, 3];
    const ids = (i: number): [number, number] => (kind === 'vf' ? [4 * i, i] : [2 * i, 2 * i + 1]);
    this.pairs.ids.set(lanes.flatMap(ids));
    const count = this.kernels.sievePairs(
      this.context.address,
      this.scratch.address,
      this.pairs.pointer,
      lanes.length,
      kind === 'ee',
    );
    for (let i = 0; i < count; i++) if (this.kept[2 * i] === ids(lane)[0]) return false;
    return true;
  }
}

/** How many queries of a class touch although the sieve drops them, and how many it drops. */
export function sieved(
  sieve: SievedQueries,
  fill: (typeof queryClasses)[number]['fill'],
  seed: number,
  count: number,
  scale = 1,
): { readonly lost: number; readonly dropped: number } {
  const random = seededRandom(seed);
  const q = new Float64Array(24);
  let [lost, dropped] = [0, 0];
  for (let i = 0; i < count; i++) {
    const kind = KINDS[i % 2];
    fill(kind, random, q, 0);
    for (let k = 0; k < 24; k++) q[k] *= scale;
    if (!sieve.drops(kind, q)) continue;
    dropped++;
    if (decideExactly(q, 0, kind === 'ee') <= 1) lost++;
  }
  return { lost, dropped };
}
