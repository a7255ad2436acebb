// Text composed of pieces has the same bytes as text encoded at once.
import { describe, expect, it } from 'vitest';
import { Utf8Text } from '../../src/cli/utf8-text.ts';
import { seededRandom } from '../../src/core/math/random.ts';

const PIECES = ['', 'a', '0.30000000000000004', 'é', '€', '😀', 'x'.repeat(5000), '“frame 10”.ply'];

describe('text of many pieces', () => {
  it.each([1, 2, 3])('is whole, whatever it is made of: seed %d', (seed) => {
    const random = seededRandom(seed);
    const text = new Utf8Text();
    for (const count of [0, 1, 40, 3000, 5]) {
      const pieces = Array.from({ length: count }, () => PIECES[Math.floor(random.between(0, PIECES.length))]);
      for (const piece of pieces) text.add(piece);
      expect(Buffer.compare(text.take(), Buffer.from(pieces.join('')))).toBe(0);
    }
  });

  it('is kept when the next one is made', () => {
    const text = new Utf8Text();
    text.add('first');
    const taken = text.take();
    text.add('other');
    text.take();
    expect(new TextDecoder().decode(taken)).toBe('first');
  });
});
