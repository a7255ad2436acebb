// How steps are shared out: each once, whoever takes them, and with a tree that does not depend on who does.
import { describe, expect, it } from 'vitest';
import { StepShares } from '../../src/cli/step-shares.ts';
import { seededRandom } from '../../src/core/math/random.ts';

/** Threads take steps in a random order until there are none; returns who took what. */
function share(stepCount: number, threads: number, seed: number): { thread: number; step: number }[] {
  const random = seededRandom(seed);
  const shares = new StepShares(stepCount, StepShares.bufferFor(threads));
  const taken: { thread: number; step: number }[] = [];
  for (let idle = 0; idle < 100; ) {
    const thread = Math.floor(random.between(0, threads));
    const step = shares.take(thread);
    idle = step === null ? idle + 1 : 0;
    if (step !== null) taken.push({ thread, step });
    const done = new Set(taken.map((one) => one.step));
    let due = 0;
    while (done.has(due)) due++;
    shares.setDue(due);
  }
  expect(shares.isHandedOut).toBe(true);
  return taken;
}

describe('steps', () => {
  it.each([
    [1, 1],
    [2, 4],
    [16, 3],
    [17, 2],
    [23, 2],
    [100, 5],
    [257, 8],
  ])('are taken once each: %d steps, %d threads', (stepCount, threads) => {
    for (const seed of [1, 2, 3]) {
      const steps = share(stepCount, threads, seed).map(({ step }) => step);
      expect(
        steps.sort((a, b) => a - b),
        `seed ${seed}`,
      ).toEqual(Array.from({ length: stepCount }, (_, i) => i));
    }
  });

  it('go to one thread in their order', () => {
    expect(share(40, 1, 1).map(({ step }) => step)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });

  it('of a last range go to whoever is idle', () => {
    const shares = new StepShares(12, StepShares.bufferFor(3));
    expect(shares.take(0)).toBe(0);
    expect(shares.take(1)).toBe(6);
    expect(shares.take(2)).toBe(3);
    expect(Array.from({ length: 7 }, () => shares.take(0))).toEqual([1, 2, 9, 10, 11, 8, 5]);
  });

  it('stay where they are if a tree costs more than they gain', () => {
    const shares = new StepShares(8, StepShares.bufferFor(2));
    expect(shares.take(0)).toBe(0);
    // 7 are left, and half of the one that is under way: with two of them and a tree of 3, the threads end after 5 and 5.5 steps.
    expect(shares.take(1, 8)).toBe(null);
    expect(shares.take(1, 3)).toBe(6);
    expect(shares.take(1)).toBe(7);
    expect(shares.take(1, 5)).toBe(null);
    // Settled on it already, it pays nothing.
    expect(shares.take(1, 5, shares.treeOf(7))).toBe(3);
  });

  it('are taken to the last one, if a tree takes less than half of it', () => {
    const shares = new StepShares(2, StepShares.bufferFor(2));
    expect(shares.take(0)).toBe(0);
    expect(shares.take(1, 0.6)).toBe(null);
    expect(shares.take(1, 0.4)).toBe(1);
    expect(shares.take(0)).toBe(null);
  });

  it('are not begun far ahead of what is written', () => {
    const shares = new StepShares(10_000, StepShares.bufferFor(2));
    const own = shares.take(0) as number;
    let count = 0;
    while (shares.take(1) !== null) count++;
    expect(own).toBe(0);
    expect(count).toBeLessThan(120);
    expect(shares.isHandedOut).toBe(false);
    shares.setDue(count);
    expect(shares.take(1)).not.toBe(null);
  });
});

describe('trees', () => {
  it.each([1, 16, 17, 23, 100, 1000])('serve for up to 16 steps from their frame on: %d steps', (stepCount) => {
    const shares = new StepShares(stepCount, StepShares.bufferFor(2));
    const trees = Array.from({ length: stepCount }, (_, step) => shares.treeOf(step));
    trees.forEach((tree, step) => {
      expect(step - tree).toBeGreaterThanOrEqual(0);
      expect(step - tree).toBeLessThan(16);
      expect(trees[tree]).toBe(tree);
    });
    expect(new Set(trees).size).toBe(Math.ceil(stepCount / 16));
  });
});
