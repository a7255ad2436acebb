// The module for shared memories is the same module but for the declaration of its memory.
import { expect, test } from 'vitest';
import { MAX_PAGES, threadedBinary } from '../../../src/core/wasm/threaded-binary.ts';

/** A module that imports env.memory of one page and has a function that adds its two numbers. */
const BINARY = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 7, 1, 0x60, 2, 0x7f, 0x7f, 1, 0x7f],
  ...[2, 15, 1, 3, ...Buffer.from('env'), 6, ...Buffer.from('memory'), 2, 0, 1],
  ...[3, 2, 1, 0],
  ...[7, 7, 1, 3, ...Buffer.from('add'), 0, 0],
  ...[10, 9, 1, 7, 0, 0x20, 0, 0x20, 1, 0x6a, 0x0b],
);

test('takes a shared memory, and only such a one', () => {
  const module = new WebAssembly.Module(threadedBinary(BINARY));
  const memory = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: true });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  expect((exports.add as (a: number, b: number) => number)(40, 2)).toBe(42);
  const own = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES });
  expect(() => new WebAssembly.Instance(module, { env: { memory: own } })).toThrow(WebAssembly.LinkError);
});

test('leaves the given bytes as they are', () => {
  const before = BINARY.slice();
  threadedBinary(BINARY);
  expect(BINARY).toEqual(before);
});

test('refuses a module that imports something else first', () => {
  const other = BINARY.slice();
  other[31] = 0;
  expect(() => threadedBinary(other)).toThrow('something other than a memory');
});
