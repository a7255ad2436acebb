import { describe, expect, it } from 'vitest';
import { KernelMemory } from '../../../src/core/memory/kernel-memory.ts';
import { LinearMemory } from '../../../src/core/memory/linear-memory.ts';
import { PairBuffer } from '../../../src/core/pairs/pair-buffer.ts';
import { meshKernels } from '../../../src/core/wasm/mesh.generated.ts';

describe('linear memory', () => {
  it('gives blocks that are aligned and do not overlap', () => {
    const memory = new KernelMemory(meshKernels);
    const sizes = [1, 16, 17, 100_000, 3];
    const blocks = sizes.map((size) => memory.allocate(size));
    for (const [i, block] of blocks.entries()) {
      expect(block % 16).toBe(0);
      if (i > 0) expect(block).toBeGreaterThanOrEqual(blocks[i - 1] + sizes[i - 1]);
      expect(memory.memory.buffer.byteLength).toBeGreaterThanOrEqual(block + sizes[i]);
    }
  });

  it('says so when there is not enough', () => {
    const memory = new LinearMemory();
    expect(() => memory.allocate(2 ** 33)).toThrow(/8\.0 GB/);
    expect(memory.allocate(16)).toBeGreaterThan(0);
  });

  it('grows a few times, and to what is needed where there is no more', () => {
    const memory = new KernelMemory(meshKernels);
    const { memory: pages } = memory;
    let times = 0;
    let most = Number.POSITIVE_INFINITY;
    pages.grow = (count) => {
      if (count > most) throw new RangeError('no more');
      times++;
      return WebAssembly.Memory.prototype.grow.call(pages, count);
    };
    for (let i = 0; i < 1000; i++) memory.allocate(100_000);
    expect(times).toBeLessThan(12);
    most = 100;
    const size = pages.buffer.byteLength;
    const block = memory.allocate(size - memory.allocate(0) + 70_000);
    expect(pages.buffer.byteLength - size).toBe(2 * 65_536);
    expect(block).toBeLessThan(size);
    expect(() => memory.allocate(200 * 65_536)).toThrow(/one piece/);
  });
});

describe('a pair buffer', () => {
  it('keeps its pairs when it grows, and when the memory does', () => {
    const memory = new LinearMemory();
    const pairs = new PairBuffer(memory, 2);
    for (let i = 0; i < 1000; i++) {
      pairs.push(i, 2 * i);
      if (i % 100 === 0) memory.allocate(200_000);
    }
    expect(pairs.count).toBe(1000);
    expect(Array.from(pairs.ids)).toEqual(Array.from({ length: 1000 }, (_, i) => [i, 2 * i]).flat());
    pairs.clear();
    expect(pairs.ids.length).toBe(0);
  });
});
