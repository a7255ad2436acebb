// A memory that several threads share: growing it detaches no view, so views that are too short
// have to be replaced.
import { expect, test } from 'vitest';
import { LinearMemory } from '../../../src/core/memory/linear-memory.ts';

test('has a shared buffer, and views of all of it after it has grown', () => {
  const memory = new LinearMemory(undefined, { isThreaded: true });
  const sibling = memory.sibling();
  expect(memory.memory.buffer).toBeInstanceOf(SharedArrayBuffer);
  const before = [memory, sibling].map(({ words, bytes }) => [words.length, bytes.length]);
  const pointer = memory.allocate(2 ** 22);
  for (const [i, { words, bytes, ints, floats, doubles }] of [memory, sibling].entries()) {
    expect(words.length).toBeGreaterThan(before[i][0]);
    for (const view of [words, bytes, ints, floats, doubles])
      expect(view.byteLength).toBe(memory.memory.buffer.byteLength);
  }
  memory.words[pointer / 4 + 2 ** 20 - 1] = 7;
  expect(sibling.words[pointer / 4 + 2 ** 20 - 1]).toBe(7);
});

test('keeps what was abandoned, whatever else is disposed of', () => {
  const memory = new LinearMemory(undefined, { isThreaded: true });
  const [kept, released] = [memory.allocate(64), memory.allocate(64)];
  memory.abandon(kept);
  memory.dispose();
  const next = memory.sibling();
  expect(next.allocate(64)).toBe(released);
  expect(next.allocate(64)).not.toBe(kept);
});

test('of small meshes is not that of small meshes without threads', () => {
  const [plain, threaded] = [new LinearMemory(100), new LinearMemory(100, { isThreaded: true })];
  expect(plain.memory).not.toBe(threaded.memory);
  expect([plain.isThreaded, threaded.isThreaded]).toEqual([false, true]);
  expect(new LinearMemory(100, { isThreaded: true }).memory).toBe(threaded.memory);
});
