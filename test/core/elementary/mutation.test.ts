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
import { curvedQueries } from '../../generate/curved-queries.ts';
import { type QueryClass, queryClasses } from '../../generate/queries.ts';
import { SievedQueries, sieved } from '../../generate/sieved-queries.ts';

const SEED = 11;
/** Queries of each class. */
const COUNT = 400;
/** The same for the many classes of curved motion. */
const CURVED_COUNT = 20;
/** Queries on which rounding decides. */
const onRounding = (all: readonly QueryClass[]) =>
  all.filter(({ name }) => /grazing|ulp|corner|tangent|resting|coplanar|needle|contact|early/.test(name));
const classes = onRounding(queryClasses);

/**
 * Wrong answers and late times, against the exact stage, which has no rounding bound. Stops when it
 * has found `enough`.
 */
function faults(timer: QueryTimer, degree: 1 | 2 | 3, enough = Infinity): number {
  const random = seededRandom(SEED);
  const q = new Float64Array(12 * (degree + 1));
  let found = 0;
  for (const { name, fill } of degree === 1 ? classes : onRounding(curvedQueries(degree))) {
    for (let i = 0; i < (degree === 1 || name === 'early' ? COUNT : CURVED_COUNT); i++) {
      const kind = i % 2 === 0 ? 'vf' : 'ee';
      fill(kind, random, q, 0);
      const time = timer[kind](q, 0, 0, degree);
      // The exact time is rounded down, by one unit in the last place at most.
      const truth = decideExactly(q, 0, kind === 'ee', degree);
      if (time <= 1 !== truth <= 1 || time > truth * (1 + 2 ** -51)) found++;
      if (found >= enough) return found;
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
  it.each([1, 2, 3] as const)('the certified stages for degree %d fail', (degree) =>
    expect(faults(new QueryTimer(kernels), degree, 1)).toBeGreaterThan(0),
  );
  it('the sieve loses contacts', () => expect(lost(new SievedQueries(kernels))).toBeGreaterThan(0));
});

describe('with all of them', () => {
  it.each([1, 2, 3] as const)('the certified stages for degree %d are right', (degree) =>
    expect(faults(new QueryTimer(), degree)).toBe(0),
  );
  it('the sieve loses nothing', () => expect(lost(new SievedQueries())).toBe(0));
});
