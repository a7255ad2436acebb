// How steps are distributed: each once, whichever thread takes it, and with a tree that does not
// depend on the thread.
import { describe, expect, it } from 'vitest';
import { WorkQueue } from '../../src/cli/work-queue.ts';
import { seededRandom } from '../../src/core/math/random.ts';

function queuesOf(stepCount: number, threads: number): WorkQueue[] {
  const buffer = WorkQueue.createBuffer();
  return Array.from({ length: threads }, () => new WorkQueue(stepCount, threads, buffer));
}

/** Threads take steps in a random order until there are none; returns the steps in that order. */
function takeAll(stepCount: number, threads: number, seed: number): number[] {
  const random = seededRandom(seed);
  const queues = queuesOf(stepCount, threads);
  const taken: number[] = [];
  for (let idle = 0; idle < 100; ) {
    const step = queues[Math.floor(random.between(0, threads))].take();
    idle = step === null ? idle + 1 : 0;
    if (step !== null) taken.push(step);
    const done = new Set(taken);
    let due = 0;
    while (done.has(due)) due++;
    queues[0].setDue(due);
  }
  for (const queue of queues) expect(queue.isEmpty).toBe(true);
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
      expect(
        takeAll(stepCount, threads, seed).sort((a, b) => a - b),
        `seed ${seed}`,
      ).toEqual(Array.from({ length: stepCount }, (_, i) => i));
    }
  });

  it('go to one thread in their order', () => {
    expect(takeAll(40, 1, 1)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });

  it('are taken in ranges, each a fair share of what remains', () => {
    const [a, b, c] = queuesOf(12, 3);
    // Of 12 steps 4, of the remaining 8 steps 3, of the remaining 5 steps 2.
    expect([a.take(), b.take(), c.take()]).toEqual([0, 4, 7]);
    expect(Array.from({ length: 7 }, () => a.take())).toEqual([1, 2, 3, 9, 10, 11, null]);
  });

  it('that a thread has taken stay with it', () => {
    const [a, b] = queuesOf(8, 2);
    expect(a.take()).toBe(0);
    expect(Array.from({ length: 5 }, () => b.take())).toEqual([4, 5, 6, 7, null]);
    expect(b.isEmpty).toBe(true);
    expect(Array.from({ length: 4 }, () => a.take())).toEqual([1, 2, 3, null]);
  });

  it('of a whole tree go to one thread while there are trees for all', () => {
    const [a, b] = queuesOf(20, 2);
    expect([a.take(), b.take()]).toEqual([0, 10]);
    expect(Array.from({ length: 9 }, () => a.take())).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // Of the second tree b has taken five steps; five remain, of which a takes a fair share.
    expect(Array.from({ length: 3 }, () => a.take())).toEqual([15, 16, 17]);
  });

  it('that are few are left to the thread that has their tree', () => {
    const [a, b] = queuesOf(20, 2);
    expect([a.take(), b.take()]).toEqual([0, 10]);
    expect(Array.from({ length: 6 }, () => b.take())).toEqual([11, 12, 13, 14, 15, 16]);
    expect(Array.from({ length: 10 }, () => a.take())).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, null]);
    expect(Array.from({ length: 4 }, () => b.take())).toEqual([17, 18, 19, null]);
    expect(a.isEmpty).toBe(true);
  });

  it('of two trees are never in one range', () => {
    const [a, b] = queuesOf(40, 2);
    const taken = [a.take(), b.take(), a.take()];
    expect(taken).toEqual([0, 13, 1]);
    expect(taken.map((step) => a.treeFrame(step as number))).toEqual([0, 13, 0]);
  });

  it('are not begun far ahead of what is written', () => {
    const [a, b] = queuesOf(10_000, 2);
    const own = a.take() as number;
    let count = 0;
    while (b.take() !== null) count++;
    expect(own).toBe(0);
    expect(count).toBeLessThan(120);
    expect(a.isEmpty).toBe(false);
    a.setDue(count);
    expect(b.take()).not.toBe(null);
  });
});

describe('trees', () => {
  it.each([1, 16, 17, 23, 100, 1000])('serve for up to 16 steps from their frame on: %d steps', (stepCount) => {
    const [queue] = queuesOf(stepCount, 2);
    const trees = Array.from({ length: stepCount }, (_, step) => queue.treeFrame(step));
    trees.forEach((tree, step) => {
      expect(step - tree).toBeGreaterThanOrEqual(0);
      expect(step - tree).toBeLessThan(16);
      expect(trees[tree]).toBe(tree);
    });
    expect(new Set(trees).size).toBe(Math.ceil(stepCount / 16));
  });
});
