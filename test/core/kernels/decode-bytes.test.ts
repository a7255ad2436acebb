// Bytes have to come back from the text they travel in, and the text has to survive every bundler.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeBytes } from '../../../scripts/encode-bytes.mjs';
import { decodeBytes } from '../../../src/core/kernels/decode-bytes.ts';
import { meshBytes } from '../../../src/core/kernels/mesh-bytes.generated.ts';

const cases: [string, Uint8Array][] = [
  ['none', new Uint8Array(0)],
  ['one', Uint8Array.of(255)],
  ['every value once', Uint8Array.from({ length: 256 }, (_, i) => i)],
  ['every value once, backwards', Uint8Array.from({ length: 256 }, (_, i) => 255 - i)],
  ['runs', Uint8Array.from({ length: 4000 }, (_, i) => (i >> 9) & 1)],
  ['a far copy', Uint8Array.from({ length: 20_000 }, (_, i) => Math.imul(i % 19_000, 0x9e3779b1) >>> 24)],
  ['mostly large values', Uint8Array.from({ length: 4000 }, (_, i) => 255 - (i % 61) * (i % 5))],
];

test.each(cases)('bytes and back: %s', (_, bytes) => {
  const text = encodeBytes(bytes);
  expect(new Uint8Array(decodeBytes(text))).toEqual(bytes);
  // No character needs an escape.
  expect(text).toMatch(/^[^\s"'`\\$<]*$/);
  expect(text).toMatch(/^[!-~]{4,}$/);
});

test('the text of kernels is smaller than gzip makes them', () => {
  const ratio = gzipSync(meshBytes).length / gzipSync(new Uint8Array(decodeBytes(meshBytes))).length;
  expect(ratio).toBeLessThan(0.86);
});
