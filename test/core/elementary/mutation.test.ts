// Are the rounding bounds needed, and are they what keeps the answers right? The kernels are
// compiled again with all bounds scaled: without them (0) and with a hundredth of them (1 percent)
// the corpus must fail, in full it must pass.
import { describe, expect, it } from 'vitest';
import { compileKernels } from '../../../scripts/compile-kernels.mjs';
import { decideExactly } from '../../../src/core/elementary/decide-exactly.ts';
import { QueryTimer } from '../../../src/core/elementary/query-timer.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { KernelModule } from '../../../src/core/wasm/kernel-module.ts';
import type { MeshKernels } from '../../../src/core/wasm/mesh.generated.ts';
import { queryClasses } from '../../generate/queries.ts';

const SEED = 11;
/** Queries on which rounding decides. */
const classes = queryClasses.filter(({ name }) =>
  /grazing|ulp|corner|tangent|resting|coplanar|needle|contact/.test(name),
);

/** Wrong answers and late times, against the exact stage, which has no rounding bound. */
function faults(boundPercent: number, queriesPerClass: number): number {
  const base64 = Buffer.from(compileKernels(boundPercent)).toString('base64');
  const timer = new QueryTimer(new KernelModule<MeshKernels>(base64));
  const random = seededRandom(SEED);
  const q = new Float64Array(24);
  let found = 0;
  for (const { fill } of classes) {
    for (let i = 0; i < queriesPerClass; i++) {
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

describe(`mutation of the rounding bounds, seed ${SEED}`, () => {
  it('fails without bounds', () => expect(faults(0, 400)).toBeGreaterThan(0));
  it('fails with a hundredth of them', () => expect(faults(1, 400)).toBeGreaterThan(0));
  it('passes with all of them', () => expect(faults(100, 400)).toBe(0));
});
