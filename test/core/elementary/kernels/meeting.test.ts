// What kernels/meeting.ts decides about pairs of faces is what the exact test decides: pairs that
// meet are never dropped, pairs that are apart never kept as sure. Without rounding bounds, it fails.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileFile, root } from '../../../../scripts/compile-kernels.mjs';
import { trianglesMeet } from '../../../../src/core/elementary/triangles-meet.ts';
import { type Random, seededRandom } from '../../../../src/core/math/random.ts';
import { KernelMemory } from '../../../../src/core/memory/kernel-memory.ts';
import { instantiateKernels } from '../../../../src/core/wasm/kernel-module.ts';
import { MeshContext, type MeshKernels, meshKernels } from '../../../../src/core/wasm/mesh.generated.ts';

const SEED = 5;
const COUNT = 4000;

/** Corners of two triangles, 18 doubles. */
type Fill = (random: Random) => number[];

const grid = (random: Random): number => Math.round(random.between(-3, 3));
/** A point in a plane through the origin, rounded. */
const inPlane = (random: Random): number[] => {
  const [u, v] = [random.between(-1, 1), random.between(-1, 1)];
  return [0.3 * u + 0.1 * v, 0.7 * u - 0.9 * v, 0.2 * u + 0.8 * v];
};
/** Triangles side by side in one plane, whose edges lie on a common line up to rounding. */
const beside = (random: Random): number[] => {
  const along = (t: number): number[] => [0.1 + 0.3 * t, 0.2 + 0.7 * t, 0.3 + 0.2 * t];
  const off = (t: number, h: number): number[] => along(t).map((value, k) => value + h * [0.1, -0.9, 0.8][k]);
  const at = (): number => random.between(0, 1);
  return [...along(at()), ...along(at()), ...off(at(), 1), ...along(at()), ...along(at()), ...off(at(), -1)];
};
const scaled =
  (fill: Fill, by: number): Fill =>
  (random) =>
    fill(random).map((value) => value * by);

const classes: readonly [string, Fill][] = [
  ['in general position', (random) => Array.from({ length: 18 }, () => random.between(-1, 1))],
  ['on a grid', (random) => Array.from({ length: 18 }, () => grid(random))],
  ['nearly coplanar', (random) => Array.from({ length: 6 }, () => inPlane(random)).flat()],
  ['beside each other', beside],
  ['huge', scaled(beside, 2 ** 600)],
  ['at the end of the range', scaled((random) => Array.from({ length: 18 }, () => grid(random)), 2 ** 1020)],
  ['tiny', scaled(beside, 2 ** -400)],
  ['subnormal', scaled((random) => Array.from({ length: 18 }, () => grid(random)), 2 ** -1074)],
];

/** How many pairs are decided, and how many of them wrongly. */
function decide(fill: Fill, module?: WebAssembly.Module): { decided: number; wrong: number } {
  const random = seededRandom(SEED);
  const memory = new KernelMemory(meshKernels);
  const { sortMeeting } = module ? instantiateKernels<MeshKernels>(module, memory.memory) : memory.kernels;
  const context = new MeshContext(memory, memory.allocate(MeshContext.BYTES));
  context.points = memory.allocate(6 * COUNT * 48 + 16);
  context.faces = memory.allocate(2 * COUNT * 12 + 16);
  const pairs = memory.allocate(8 * COUNT);
  const scratch = memory.allocate(memory.kernels.SCRATCH_BYTES.value);
  const meets: boolean[] = [];
  for (let i = 0; i < COUNT; i++) {
    const q = Float64Array.from(fill(random));
    meets.push(trianglesMeet(q));
    q.forEach((value, k) => {
      memory.doubles[context.points / 8 + 6 * (6 * i + Math.floor(k / 3)) + 2 * (k % 3)] = value;
    });
    for (let k = 0; k < 6; k++) memory.words[context.faces / 4 + 6 * i + k] = 6 * i + k;
    memory.words[pairs / 4 + 2 * i] = 2 * i;
    memory.words[pairs / 4 + 2 * i + 1] = 2 * i + 1;
  }
  const kept = sortMeeting(context.address, scratch, pairs, COUNT);
  const sure = memory.ints[scratch / 4];
  const left = Array.from({ length: kept }, (_, i) => memory.words[pairs / 4 + 2 * i] / 2);
  const isLeft = new Set(left);
  expect(isLeft.size).toBe(kept);
  let wrong = 0;
  meets.forEach((isMeeting, i) => {
    if (isMeeting && !isLeft.has(i)) wrong++;
  });
  for (const i of left.slice(0, sure)) if (!meets[i]) wrong++;
  return { decided: COUNT - kept + sure, wrong };
}

describe(`pairs of faces that floating point decides, seed ${SEED}`, () => {
  it.each(classes)('%s', (_, fill) => expect(decide(fill).wrong).toBe(0));

  it.each([
    ['in general position', 1],
    // Half of these overlap: rounding decides about them.
    ['nearly coplanar', 0.3],
    ['beside each other', 0.1],
  ])('decides many pairs %s', (name, share) => {
    const [, fill] = classes.find(([other]) => other === name) as [string, Fill];
    expect(decide(fill).decided).toBeGreaterThanOrEqual(share * COUNT);
  });

  it('fails without rounding bounds', () => {
    const file = join(root, 'src/core/elementary/kernels/meeting.ts');
    const without = new WebAssembly.Module(Uint8Array.from(compileFile(file, 0)));
    expect(decide(beside, without).wrong + decide(scaled(beside, 3), without).wrong).toBeGreaterThan(0);
  });
});
