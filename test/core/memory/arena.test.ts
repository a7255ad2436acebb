// Blocks that come and go: aligned, never two in one place, given out again, and joined where they lie side by side.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { Arena, rigidArena } from '../../../src/core/memory/arena.ts';

describe('an arena', () => {
  it('gives a block back to the next that fits', () => {
    const arena = new Arena();
    const [a, b, c] = [64, 100, 64].map((bytes) => arena.allocate(bytes));
    arena.release(b, 100);
    expect(arena.allocate(113)).toBeGreaterThan(c);
    expect(arena.allocate(112)).toBe(b);
    expect(arena.allocate(16)).toBeGreaterThan(c);
    expect(a).toBeLessThan(b);
  });

  it('gives out what is left of a larger gap', () => {
    const arena = new Arena();
    const [a, wall] = [arena.allocate(160), arena.allocate(16)];
    arena.release(a, 160);
    expect([48, 100].map((bytes) => arena.allocate(bytes))).toEqual([a, a + 48]);
    expect(arena.allocate(16)).toBeGreaterThan(wall);
  });

  it.each([[[0, 1, 2]], [[2, 1, 0]], [[0, 2, 1]], [[2, 0, 1]], [[1, 0, 2]], [[1, 2, 0]]])(
    'joins three neighbours given back in the order %j',
    (order) => {
      const arena = new Arena();
      const blocks = [40, 100, 20].map((bytes) => ({ pointer: arena.allocate(bytes), bytes }));
      arena.allocate(16);
      for (const i of order) arena.release(blocks[i].pointer, blocks[i].bytes);
      // 48 + 112 + 32, rounded up each.
      expect(arena.allocate(192)).toBe(blocks[0].pointer);
    },
  );

  it('gives several blocks or none', () => {
    const arena = new Arena();
    expect(() => arena.allocateAll([64, 100, 2 ** 33])).toThrow(/This takes 8\.0 GB of memory/);
    const [a, b] = arena.allocateAll([64, 112]);
    expect(b).toBe(a + 64);
    expect(new Arena().allocate(64)).toBe(a);
  });

  it('does not join what something lies between', () => {
    const arena = new Arena();
    const [a, between, c, last] = [64, 16, 64, 16].map((bytes) => arena.allocate(bytes));
    arena.release(a, 64);
    arena.release(c, 64);
    expect(arena.allocate(80)).toBeGreaterThan(last);
    expect([arena.allocate(64), arena.allocate(64)]).toEqual([a, c]);
    expect(between).toBe(a + 64);
  });

  it('has room for nothing, too, and each in its own place', () => {
    const arena = new Arena();
    const [a, b] = [arena.allocate(0), arena.allocate(0)];
    expect(a).not.toBe(b);
    arena.release(a, 0);
    arena.release(b, 0);
    expect(arena.allocate(32)).toBe(a);
  });

  it('keeps blocks apart, aligned and as they were through many of both', () => {
    const random = seededRandom(61);
    const arena = new Arena();
    const live: { pointer: number; bytes: number; mark: number }[] = [];
    let [first, end, peak] = [Infinity, 0, 0];
    for (let i = 0; i < 4000; i++) {
      if (live.length > 0 && random.next() < 0.5) {
        const { pointer, bytes, mark } = live.splice(random.below(live.length), 1)[0];
        const kept = arena.memory.u8(pointer, bytes).every((byte) => byte === mark);
        expect(kept, `seed 61, step ${i}`).toBe(true);
        arena.release(pointer, bytes);
        continue;
      }
      const bytes = random.below(random.next() < 0.1 ? 5000 : 200);
      const pointer = arena.allocate(bytes);
      expect(pointer % 16, `seed 61, step ${i}`).toBe(0);
      const mark = i % 251;
      arena.memory.u8(pointer, bytes).fill(mark);
      live.push({ pointer, bytes, mark });
      first = Math.min(first, pointer);
      end = Math.max(end, pointer + Math.max(16, Math.ceil(bytes / 16) * 16));
      peak = Math.max(
        peak,
        live.reduce((sum, block) => sum + block.bytes + 16, 0),
      );
    }
    for (const { pointer, bytes } of live) arena.release(pointer, bytes);
    // Gaps were used, so that it never took much more than was needed at a time; and all is one gap again.
    expect(end - first).toBeLessThan(2 * peak);
    expect(arena.allocate(end - first)).toBe(first);
  });

  it('is common to all rigid bodies', () => {
    expect(rigidArena()).toBe(rigidArena());
  });
});
