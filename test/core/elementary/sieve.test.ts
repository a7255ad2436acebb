// The sieve drops no pair that touches, and most of those that do not. Without its rounding bounds,
// or with a hundredth of them, it would drop pairs that touch.
import { describe, expect, it } from 'vitest';
import { compileKernels } from '../../../scripts/compile-kernels.mjs';
import { decideExactly } from '../../../src/core/elementary/decide-exactly.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { KernelModule } from '../../../src/core/wasm/kernel-module.ts';
import type { MeshKernels } from '../../../src/core/wasm/mesh.generated.ts';
import { queryClasses } from '../../generate/queries.ts';
import { SievedQueries } from '../../generate/sieved-queries.ts';
import type { Kind } from '../../oracle/hit.ts';

const SEED = 23;
const KINDS: readonly Kind[] = ['vf', 'ee'];

/** How many queries of a class touch although the sieve drops them, and how many it drops. */
function sieved(
  sieve: SievedQueries,
  fill: (typeof queryClasses)[number]['fill'],
  count: number,
  scale = 1,
): { lost: number; dropped: number } {
  const random = seededRandom(SEED);
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

describe(`queries that the sieve drops never touch, seed ${SEED}`, () => {
  const sieve = new SievedQueries();
  for (const { name, fill } of queryClasses) it(name, () => expect(sieved(sieve, fill, 300).lost).toBe(0));
  for (const power of [-1000, -130, -60, 60, 90])
    it(`random motions scaled by 2^${power}`, () => {
      const { fill } = queryClasses.filter(({ name }) => /random/.test(name))[0];
      expect(sieved(sieve, fill, 1000, 2 ** power).lost).toBe(0);
    });
});

describe('the scale of the scene does not matter', () => {
  const { fill } = queryClasses.filter(({ name }) => /random/.test(name))[0];
  const dropped = (scale: number): number => sieved(new SievedQueries(), fill, 1000, scale).dropped;
  const most = dropped(1);
  it('most random motions are dropped', () => expect(most).toBeGreaterThan(500));
  for (const power of [-900, -60, 60, 90]) it(`as many at 2^${power}`, () => expect(dropped(2 ** power)).toBe(most));
});

describe(`mutation of the bounds of the sieve, seed ${SEED}`, () => {
  const hard = queryClasses.filter(({ name }) =>
    /grazing|ulp|corner|tangent|resting|coplanar|needle|contact/.test(name),
  );
  const lost = (percent: number): number => {
    const base64 = Buffer.from(compileKernels(percent)).toString('base64');
    const sieve = new SievedQueries(new KernelModule<MeshKernels>(base64));
    return hard.reduce((sum, { fill }) => sum + sieved(sieve, fill, 400).lost, 0);
  };
  it('loses contacts without bounds', () => expect(lost(0)).toBeGreaterThan(0));
  it('loses contacts with a hundredth of them', () => expect(lost(1)).toBeGreaterThan(0));
  it('loses none with all of them', () => expect(lost(100)).toBe(0));
});
