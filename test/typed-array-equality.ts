// Compares typed arrays by their bytes in `toEqual`, which otherwise compares element by element:
// 340,000 doubles take 2 s. Arrays whose bytes differ are left to the slow comparison, which tells
// where they do.
import { expect } from 'vitest';

type TypedArray = ArrayBufferView & { readonly length: number };

function isTypedArray(value: unknown): value is TypedArray {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function haveSameBytes(a: TypedArray, b: TypedArray): boolean {
  const [p, q] = [a, b].map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  return p.equals(q);
}

expect.addEqualityTesters([
  (a, b) =>
    isTypedArray(a) && isTypedArray(b) && a.constructor === b.constructor && haveSameBytes(a, b) ? true : undefined,
]);
