// Pairs of parts by their names: patterns, names with colons, and what is refused.
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/check/usage-error.ts';
import { type PairChoice, pairsOf } from '../../src/cli/check/part-pairs.ts';
import { AskedPairs } from '../../src/engine/clash/pair-groups.ts';

const parts = { names: ['body', 'dress', 'hair front', 'hair back', 'rig:hat'], partOfFace: [] };
const chosen = (choice: Partial<PairChoice>) => pairsOf(parts, { self: true, ...choice });
const refusal = (choice: Partial<PairChoice>): string => {
  try {
    chosen(choice);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  return 'accepted';
};

describe('pairs', () => {
  it('are all by default', () => {
    expect(chosen({})).toEqual({ self: true });
    expect(chosen({ self: false })).toEqual({ self: false });
  });

  it('are names with a colon between them', () => {
    expect(chosen({ pairs: 'body:dress, dress:dress', ignore: 'hair front:hair back' })).toEqual({
      pairs: [
        ['body', 'dress'],
        ['dress', 'dress'],
      ],
      ignore: [['hair front', 'hair back']],
      self: true,
    });
  });

  it('may have patterns', () => {
    expect(chosen({ ignore: 'hair*:body' }).ignore).toEqual([
      ['hair front', 'body'],
      ['hair back', 'body'],
    ]);
    expect(chosen({ pairs: 'body:*' }).pairs).toEqual(parts.names.map((name) => ['body', name]));
    expect(chosen({ pairs: '*:*' }).pairs).toHaveLength(25);
  });

  it('may have names with colons', () => {
    expect(chosen({ pairs: 'rig:hat:body,body:rig:hat,rig:hat:rig:hat,rig:*:dress' }).pairs).toEqual([
      ['rig:hat', 'body'],
      ['body', 'rig:hat'],
      ['rig:hat', 'rig:hat'],
      ['rig:hat', 'dress'],
    ]);
  });
});

describe('refused is', () => {
  it('what is no pair', () => {
    const line = 'a pair is two names of parts with a colon between them, such as A:B.';
    expect(refusal({ pairs: 'body' })).toBe(`--pairs body: ${line}`);
    expect(refusal({ ignore: 'body:dress,' })).toBe(`--ignore : ${line}`);
  });

  it('a name that no part has', () => {
    expect(refusal({ pairs: 'body:dres' })).toBe("--pairs body:dres: there is no part 'dres' (Did you mean dress?)");
    expect(refusal({ ignore: 'shoe*:body' })).toBe(
      "--ignore shoe*:body: there is no part 'shoe*'; there are body, dress, hair front, hair back, rig:hat.",
    );
    const many = { names: Array.from({ length: 20 }, (_, i) => `part ${i}`), partOfFace: [] };
    expect(() => pairsOf(many, { pairs: 'x:x', self: true })).toThrow(/ part 10, part 11 and 8 more\.$/);
  });

  it('a choice that leaves nothing', () => {
    const line = 'nothing is checked; leave in at least one.';
    expect(refusal({ ignore: '*:*' })).toBe(`--pairs, --ignore and --no-self leave out every pair of parts: ${line}`);
    expect(refusal({ pairs: 'body:dress', ignore: 'dress:body' })).toContain('every pair');
    expect(refusal({ pairs: 'body:body', self: false })).toContain('every pair');
    expect(() => pairsOf({ names: ['ball'], partOfFace: [] }, { self: false })).toThrow(
      `leave out the only part, 'ball', with itself: ${line}`,
    );
  });
});

describe('many parts', () => {
  const names = Array.from({ length: 60_000 }, (_, i) => `p${i}`);
  const parts = { names, partOfFace: new Uint32Array(0) };

  it('have pairs that need not be listed', () => {
    expect(pairsOf(parts, { ignore: 'p1:p2', self: true })).toEqual({ ignore: [['p1', 'p2']], self: true });
    expect(() => pairsOf(parts, { pairs: '*:*', self: true })).toThrow('3,600,000,000 pairs of parts');
  });

  it('are asked for by name', () => {
    const asked = new AskedPairs(names, { pairs: [['p7', 'p59999']] });
    expect([asked.has(7, 59_999), asked.has(59_999, 7), asked.has(7, 7), asked.has(7, 59_998)]).toEqual([
      ...[true, true, false, false],
    ]);
    const others = new AskedPairs(names, { ignore: [['p7', 'p59999']], self: false });
    expect([others.has(7, 59_999), others.has(59_999, 7), others.has(7, 7), others.has(7, 59_998)]).toEqual([
      ...[false, false, false, true],
    ]);
  });
});
