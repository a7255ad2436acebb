// Are the rounding bounds needed, and are they what keeps the answers right? The kernels are
// compiled again with all bounds scaled: without them (0) and with a hundredth of them (1 percent)
// the corpus must fail, for the certified stages and for the sieve; as they are it must pass.
import { describe, expect, it } from 'vitest';
import { compileKernels } from '../../../scripts/compile-kernels.mjs';
import { decideExactly } from '../../../src/core/elementary/decide-exactly.ts';
import { QueryTimer } from '../../../src/core/elementary/query-timer.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { KernelModule } from '../../../src/core/wasm/kernel-module.ts';
import type { MeshKernels } from '../../../src/core/wasm/mesh.generated.ts';
import { queryClasses } from '../../generate/queries.ts';
import { SievedQueries, sieved } from '../../generate/sieved-queries.ts';

const SEED = 11;
/** Queries of each class. */
const COUNT = 400;
/** Queries on which rounding decides. */
const classes = queryClasses.filter(({ name }) =>
  /grazing|ulp|corner|tangent|resting|coplanar|needle|contact/.test(name),
);

/** Wrong answers and late times, against the exact stage, which has no rounding bound. */
function faults(timer: QueryTimer): number {
  const random = seededRandom(SEED);
  const q = new Float64Array(24);
  let found = 0;
  for (const { fill } of classes) {
    for (let i = 0; i < COUNT; i++) {
      const kind = i % 2 === 0 ? 'vf' : 'ee';
      fill(kind, random, q, 0);
      const time = timer[kind](q, 0, 0);
      // The exact time is rounded down, by one unit in the last place at most.
      const truth = decideExactly(q, 0, kind === 'ee');
      if (time <= 1 !== truth <= 1 || time > truth * (1 + 2 ** -51)) found++;
    }
  }
  return found;
}

/** Queries that touch although the sieve drops them. */
function lost(sieve: SievedQueries): number {
  return classes.reduce((sum, { fill }) => sum + sieved(sieve, fill, SEED, COUNT).lost, 0);
}

describe.each([
  ['without rounding bounds', 0],
  ['with a hundredth of them', 1],
])('%s', (_, percent) => {
  const base64 = Buffer.from(compileKernels(percent)).toString('base64');
  const kernels = new KernelModule<MeshKernels>(base64);
  it('the certified stages fail', () => expect(faults(new QueryTimer(kernels))).toBeGreaterThan(0));
  it('the sieve loses contacts', () => expect(lost(new SievedQueries(kernels))).toBeGreaterThan(0));
});

describe('with all of them', () => {
  it('the certified stages are right', () => expect(faults(new QueryTimer())).toBe(0));
  it('the sieve loses nothing', () => expect(lost(new SievedQueries())).toBe(0));
});
