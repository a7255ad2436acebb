// The options of an advancement: what each does to N_τ and N_BV, which of them mean the same, and
// what is refused. advancement.test.ts has the answers, which none of them may change.
import { beforeAll, describe, expect, it } from 'vitest';
import { rigidPairs } from '../../../scenes/rigid/index.ts';
import { RigidMotion } from '../../../src/core/motion/rigid-motion.ts';
import { Advancement, type AdvancementResult } from '../../../src/papers/c2a/advancement.ts';
import { type AdvancementOptions, AS_PUBLISHED } from '../../../src/papers/c2a/advancement-options.ts';
import { SweptSpheres } from '../../../src/papers/c2a/swept-spheres.ts';

const SEED = 20086;
const UNCONTROLLED = { ...AS_PUBLISHED, control: false } as const;

let advancement: Advancement;
let motions: readonly (readonly [RigidMotion, RigidMotion])[];

beforeAll(() => {
  const pair = rigidPairs.filter(({ name }) => name === 'torusknot-torusknot')[0];
  const { positions, triangles } = pair.bodies(0.05).a;
  const tree = SweptSpheres.over(positions, triangles);
  advancement = new Advancement(tree, tree);
  motions = pair
    .motions(40, SEED)
    .map(({ a, b }) => [RigidMotion.between(a.pose0, a.pose1), RigidMotion.between(b.pose0, b.pose1)]);
});

function run(options: AdvancementOptions): AdvancementResult[] {
  return motions.map(([a, b]) => advancement.firstContact(a, b, options));
}

function totals(options: AdvancementOptions): { frontNodes: number; iterations: number } {
  const results = run(options);
  const sum = (of: (result: AdvancementResult) => number): number => results.reduce((total, one) => total + of(one), 0);
  return { frontNodes: sum(({ frontNodes }) => frontNodes), iterations: sum(({ iterations }) => iterations) };
}

describe('counters', () => {
  it('a first iteration has no more front nodes from a known distance than from infinity', () => {
    // Only until the first contact is near: there an iteration ends at once.
    const [known, infinity] = [run(UNCONTROLLED), run({ ...UNCONTROLLED, coherence: false })];
    known.forEach(({ frontPerIteration, iterations }, i) => {
      if (iterations > 1) expect(frontPerIteration[0]).toBeLessThanOrEqual(infinity[i].frontPerIteration[0]);
    });
    expect(totals(UNCONTROLLED).frontNodes).toBeLessThan(totals({ ...UNCONTROLLED, coherence: false }).frontNodes);
  });

  it('the smaller w, the fewer front nodes of the first iteration, and the more iterations', () => {
    const first = (w: number): number =>
      run({ ...AS_PUBLISHED, w }).reduce((n, one) => n + one.frontPerIteration[0], 0);
    expect(first(0.5)).toBeLessThan(first(1));
    expect(first(0.3)).toBeLessThan(first(0.5));
    expect(totals({ ...AS_PUBLISHED, w: 0.5 }).iterations).toBeGreaterThan(totals(UNCONTROLLED).iterations);
    expect(totals({ ...AS_PUBLISHED, w: 0.3 }).iterations).toBeGreaterThan(
      totals({ ...AS_PUBLISHED, w: 0.5 }).iterations,
    );
  });

  it('a cached distance saves front nodes, and control saves more, for some iterations', () => {
    const [plain, cached, published] = [{ ...UNCONTROLLED, coherence: false }, UNCONTROLLED, AS_PUBLISHED].map(totals);
    expect(cached.frontNodes).toBeLessThan(plain.frontNodes);
    expect(published.frontNodes).toBeLessThan(cached.frontNodes);
    expect(published.iterations).toBeGreaterThan(plain.iterations);
  });

  it('each of our departures saves work on these motions', () => {
    const signed = { ...AS_PUBLISHED, signedSpeed: true } as const;
    expect(totals(signed).iterations).toBeLessThan(totals(AS_PUBLISHED).iterations);
    expect(totals({ stepRejection: false }).frontNodes).toBeLessThan(totals(signed).frontNodes);
    expect(totals({}).frontNodes).toBeLessThan(totals({ stepRejection: false }).frontNodes);
  });

  it.each([
    ['w = 1', { w: 1 }],
    ['R_max = 0', { rMax: 0 }],
    ['a threshold beyond all distances', { dThreshold: 1e6 }],
  ])('%s is no control', (_, options) => {
    expect(run({ ...AS_PUBLISHED, ...options })).toEqual(run(UNCONTROLLED));
  });

  it('R_max ends control after so many iterations', () => {
    const some = run({ ...AS_PUBLISHED, rMax: 3 });
    run(AS_PUBLISHED).forEach(({ frontPerIteration }, i) => {
      expect(some[i].frontPerIteration.slice(0, 3)).toEqual(frontPerIteration.slice(0, 3));
    });
    expect(some.map(({ frontNodes }) => frontNodes)).not.toEqual(run(AS_PUBLISHED).map(({ frontNodes }) => frontNodes));
  });

  it('an undefined option has its default', () => {
    expect(run({ w: undefined, control: undefined } as unknown as AdvancementOptions)).toEqual(run({}));
  });
});

it('the published options stay as they are', () => {
  expect(Object.isFrozen(AS_PUBLISHED)).toBe(true);
});

it.each([
  [{ w: 0 }, 'The option w is 0; it must be a number above 0 and at most 1.'],
  [{ w: 1.5 }, 'The option w is 1.5; it must be a number above 0 and at most 1.'],
  [{ w: Number.NaN }, 'The option w is NaN; it must be a number above 0 and at most 1.'],
  [{ w: '0.5' }, 'The option w is 0.5; it must be a number above 0 and at most 1.'],
  [{ tolerance: -1 }, 'The option tolerance is -1; it must be a finite length, 0 or more.'],
  [{ tolerance: Number.POSITIVE_INFINITY }, 'The option tolerance is Infinity; it must be a finite length, 0 or more.'],
  [{ rMax: -1 }, 'The option rMax is -1; it must be a number of iterations, 0 or more.'],
  [{ dThreshold: Number.NaN }, 'The option dThreshold is NaN; it must be a finite number, 0 or more.'],
  [{ control: 1 }, 'The option control is 1; it must be true or false.'],
  [{ coherence: 'no' }, 'The option coherence is no; it must be true or false.'],
  [{ stepRejection: null }, 'The option stepRejection is null; it must be true or false.'],
  [{ signedSpeed: 0 }, 'The option signedSpeed is 0; it must be true or false.'],
  [{ opens: 'smaller' }, "The option opens is smaller; it must be 'larger' or 'first'."],
  [{ maxIterations: 0 }, 'The option maxIterations is 0; it must be a number of iterations, 1 or more.'],
  [{ maxiterations: 9 }, "There is no option 'maxiterations' of an advancement; there are tolerance, w, rMax, "],
])('refuses %j', (options, message) => {
  const [a, b] = motions[0];
  const ask = (): unknown => advancement.firstContact(a, b, options as AdvancementOptions);
  expect(ask).toThrow(TypeError);
  expect(ask).toThrow(message);
});
