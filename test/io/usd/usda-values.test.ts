// Numbers of text layers against those of JavaScript, in every way to write them.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { type Precision, precisionOf, UsdaValue } from '../../../src/io/usd/text/usda-value.ts';
import { messageOf } from './usd-scenes.ts';

function usdaValue(text: string, precision: Precision = 'double'): UsdaValue {
  const bytes = new TextEncoder().encode(text);
  return new UsdaValue(bytes, { start: 0, end: bytes.length }, precision);
}

describe('numbers', () => {
  const random = seededRandom(22);

  it('are rounded correctly, whatever their length and form', () => {
    const forms: readonly ((x: number) => string)[] = [
      String,
      (x) => x.toFixed(random.below(20)),
      (x) => x.toPrecision(1 + random.below(21)),
      (x) => x.toExponential(random.below(20)),
      (x) => x.toFixed(0),
      (x) => String(x).replace(/^(-?)0\./, '$1.'),
    ];
    const texts = Array.from({ length: 5000 }, () =>
      forms[random.below(forms.length)](random.between(-1, 1) * 10 ** (random.below(30) - 15)),
    );
    expect([...usdaValue(`[${texts.join(', ')}]`).numbers('scalar')]).toEqual(texts.map(Number));
    expect([...usdaValue(`[${texts.join(',')}]`, 'single').numbers('scalar')]).toEqual(
      texts.map((text) => Math.fround(Number(text))),
    );
  });

  it('may be words, and have comments between them', () => {
    expect([...usdaValue('[inf, -inf, true, false, 1. , .5, -0, +2, 00012]').numbers('scalar')]).toEqual([
      Infinity,
      -Infinity,
      1,
      0,
      1,
      0.5,
      -0,
      2,
      12,
    ]);
    expect(usdaValue('nan').numbers('scalar')[0]).toBeNaN();
    expect([...usdaValue('[1, # two, 2\n3, // four\n /* 5, */ 6]').numbers('scalar')]).toEqual([1, 3, 6]);
  });

  it('are as many as their text has, also if each takes 2 bytes only', () => {
    expect(usdaValue(`[${new Array(1000).fill(7).join()}]`).count('scalar')).toBe(1000);
    expect(usdaValue('[]').count('vector')).toBe(0);
  });

  it.each([
    ['[(1, 2, 3), (4, 5, 6)]', 'vector', 2],
    ['[(1, 2, 3), # (4, 5, 6)\n(7, 8, 9)]', 'vector', 2],
    ['[(1, 2, 3) /* ( */]', 'vector', 1],
    ['[(1, 0, 0, 0)]', 'quaternion', 1],
    ['[((1, 2, 3))]', 'vector', 1],
    ['( (1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,0,1) )', 'matrix', 1],
  ] as const)('%s has as many as it says: %s', (text, shape, count) => {
    expect(usdaValue(text).count(shape)).toBe(count);
    const parsed = usdaValue(text);
    parsed.numbers(shape);
    expect(parsed.count(shape)).toBe(count);
  });

  it('a caller may change what it gets', () => {
    const value = usdaValue('(1, 2, 3)');
    value.numbers('vector').fill(9);
    expect([...value.numbers('vector')]).toEqual([1, 2, 3]);
  });

  it.each(['1.2.3', '--1', '-', '.', '1e', '1x', 'e5', '1 "2"', '<a>', '1 / 2', '[1, ;]', '0x10', '1e5.5'])(
    '"%s" is refused',
    (text) => {
      expect(messageOf(() => usdaValue(text).numbers('scalar'))).toMatch(/^USD line 1: expected numbers, found/);
    },
  );

  it('need their parentheses', () => {
    for (const text of ['[1, 2, 3]', '[(1, 2, 3, 4)]', '[(1, 2), (3, 4, 5, 6)]', '(1, 2, (3))']) {
      expect(messageOf(() => usdaValue(text).numbers('vector'))).toContain('expected vectors of 3 numbers');
    }
    expect(messageOf(() => usdaValue('( (1, 0, 0, 0), (0, 1, 0, 0) )').numbers('matrix'))).toContain(
      'expected matrices of 4 rows of 4 numbers',
    );
  });
});

it('types tell the precision', () => {
  const types = [
    'point3f[]',
    'float',
    'float2[]',
    'quatf',
    'texCoord2f',
    'half3',
    'quath[]',
    'color3h',
    'double',
    'matrix4d',
    'int',
    'timecode',
    'vector3d[]',
  ];
  const letters = types.map((type) => precisionOf(type)[0]).join('');
  expect(letters).toBe('ssssshhhddddd');
});
