// Blocks that come and go: aligned, never two in one place, given out again, and joined where they
// lie side by side.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { rigidArena } from '../../../src/core/memory/arena.ts';
import { KernelMemory } from '../../../src/core/memory/kernel-memory.ts';
import { rigidKernels } from '../../../src/core/wasm/rigid.generated.ts';

describe('the blocks of a memory', () => {
  it('gives a block back to the next that fits', () => {
    const memory = new KernelMemory(rigidKernels);
    const [a, b, c] = [64, 100, 64].map((bytes) => memory.allocate(bytes));
    memory.release(b, 100);
    expect(memory.allocate(113)).toBeGreaterThan(c);
    expect(memory.allocate(112)).toBe(b);
    expect(memory.allocate(16)).toBeGreaterThan(c);
    expect(a).toBeLessThan(b);
  });

  it('gives out what is left of a larger gap', () => {
    const memory = new KernelMemory(rigidKernels);
    const [a, wall] = [memory.allocate(160), memory.allocate(16)];
    memory.release(a, 160);
    expect([48, 100].map((bytes) => memory.allocate(bytes))).toEqual([a, a + 48]);
    expect(memory.allocate(16)).toBeGreaterThan(wall);
  });

  it.each([[[0, 1, 2]], [[2, 1, 0]], [[0, 2, 1]], [[2, 0, 1]], [[1, 0, 2]], [[1, 2, 0]]])(
    'joins three neighbours given back in the order %j',
    (order) => {
      const memory = new KernelMemory(rigidKernels);
      const blocks = [40, 100, 20].map((bytes) => ({ pointer: memory.allocate(bytes), bytes }));
      memory.allocate(16);
      for (const i of order) memory.release(blocks[i].pointer, blocks[i].bytes);
      // 48 + 112 + 32, rounded up each.
      expect(memory.allocate(192)).toBe(blocks[0].pointer);
    },
  );

  it('gives several blocks or none', () => {
    const memory = new KernelMemory(rigidKernels);
    expect(() => memory.allocateAll([64, 100, 2 ** 33])).toThrow(/This takes 8\.0 GB of memory/);
    const [a, b] = memory.allocateAll([64, 112]);
    expect(b).toBe(a + 64);
    expect(new KernelMemory(rigidKernels).allocate(64)).toBe(a);
  });

  it('does not join what something lies between', () => {
    const memory = new KernelMemory(rigidKernels);
    const [a, between, c, last] = [64, 16, 64, 16].map((bytes) => memory.allocate(bytes));
    memory.release(a, 64);
    memory.release(c, 64);
    expect(memory.allocate(80)).toBeGreaterThan(last);
    expect([memory.allocate(64), memory.allocate(64)]).toEqual([a, c]);
    expect(between).toBe(a + 64);
  });

  it('has room for nothing, too, and each in its own place', () => {
    const memory = new KernelMemory(rigidKernels);
    const [a, b] = [memory.allocate(0), memory.allocate(0)];
    expect(a).not.toBe(b);
    memory.release(a, 0);
    memory.release(b, 0);
    expect(memory.allocate(32)).toBe(a);
  });

  it('keeps blocks apart, aligned and as they were through many of both', () => {
    const random = seededRandom(61);
    const memory = new KernelMemory(rigidKernels);
    const live: { pointer: number; bytes: number; mark: number }[] = [];
    let [first, end, peak] = [Infinity, 0, 0];
    for (let i = 0; i < 4000; i++) {
      if (live.length > 0 && random.next() < 0.5) {
        const { pointer, bytes, mark } = live.splice(random.below(live.length), 1)[0];
        const kept = memory.u8(pointer, bytes).every((byte) => byte === mark);
        expect(kept, `seed 61, step ${i}`).toBe(true);
        memory.release(pointer, bytes);
        continue;
      }
      const bytes = random.below(random.next() < 0.1 ? 5000 : 200);
      const pointer = memory.allocate(bytes);
      expect(pointer % 16, `seed 61, step ${i}`).toBe(0);
      const mark = i % 251;
      memory.u8(pointer, bytes).fill(mark);
      live.push({ pointer, bytes, mark });
      first = Math.min(first, pointer);
      end = Math.max(end, pointer + Math.max(16, Math.ceil(bytes / 16) * 16));
      peak = Math.max(
        peak,
        live.reduce((sum, block) => sum + block.bytes + 16, 0),
      );
    }
    for (const { pointer, bytes } of live) memory.release(pointer, bytes);
    // Gaps were used, so that it never took much more than was needed at a time; and all is one gap
    // again.
    expect(end - first).toBeLessThan(2 * peak);
    expect(memory.allocate(end - first)).toBe(first);
  });

  it('is common to all rigid bodies', () => {
    expect(rigidArena()).toBe(rigidArena());
  });
});
