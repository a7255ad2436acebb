// Baselines that were damaged: each is refused in a line, or serves.
import { describe, expect, it } from 'vitest';
import { type Baseline, parseBaseline } from '../../src/check/baseline/baseline.ts';
import { UsageError } from '../../src/check/usage-error.ts';

const face = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const baseline: Baseline = {
  version: 1,
  graze: 'baseline',
  parts: [
    { name: 'a', faces: 9 },
    { name: 'b', faces: 4 },
  ],
  size: 2,
  clashes: [
    {
      ...({ a: 'a', b: 'b', kind: 'crossing', depth: 0.5, through: null } as const),
      faces: {
        a: [
          [0, 2],
          [4, 4],
        ],
        b: [[1, 3]],
      },
      rest: { a: [face], b: [face, face] },
    },
  ],
};
const parts = { names: ['a', 'b'], partOfFace: Uint32Array.from([0, 1]) };
const parse = (text: string): Baseline => parseBaseline(text, 'base.json', parts);

/** All places in JSON, as lists of keys. */
function placesIn(value: unknown, place: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [place];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [place, ...[...keys].flatMap((key) => placesIn((value as Record<string, unknown>)[key], [...place, key]))];
}

function changed(place: readonly (string | number)[], value: unknown): string {
  if (place.length === 0) return JSON.stringify(value);
  const copy = JSON.parse(JSON.stringify(baseline));
  const owner = place.slice(0, -1).reduce((at, key) => at[key], copy);
  owner[place[place.length - 1]] = value;
  return JSON.stringify(copy);
}

describe('a baseline', () => {
  it('serves as it is', () => {
    expect(parse(JSON.stringify(baseline))).toEqual(baseline);
  });

  it('with anything of another type is refused in a line', () => {
    const places = placesIn(baseline);
    expect(places.length).toBeGreaterThan(50);
    for (const place of places)
      for (const value of [true, {}, [], [[]], 'x', -1, -0.5, [null]]) {
        if (place.at(-1) === 'name' && value === 'x') continue;
        // No clash, and no face, is as good as some; coordinates may be any numbers.
        const isList = ['clashes', 'a', 'b'].includes(String(place.at(-1))) && place.length !== 1 && place.length < 4;
        if (
          JSON.stringify(value) === '[]' &&
          (isList || place.at(-1) === 'clashes' || place.includes('faces') || place.includes('rest'))
        )
          continue;
        if (typeof value === 'number' && place.includes('rest') && place.length === 6) continue;
        expect(() => parse(changed(place, value)), `${place.join('.')} ${JSON.stringify(value)}`).toThrow(UsageError);
      }
  });

  it.each<[string, readonly (string | number)[], unknown]>([
    ['clashes[0].faces', ['clashes', 0, 'faces', 'a', 1, 0], 2],
    ['clashes[0].faces', ['clashes', 0, 'faces', 'b', 0], [3, 1]],
    ['clashes[0].a', ['clashes', 0, 'a'], 'c'],
    ['clashes[0].kind', ['clashes', 0, 'kind'], 'meeting'],
    ['parts[1].faces', ['parts', 1, 'faces'], 1.5],
    ['size', ['size'], null],
  ])('names the place: %s', (place, at, value) => {
    expect(() => parse(changed(at, value))).toThrow(
      `base.json: its ${place} is not that of a baseline; restore the file, or write it again with --update-baseline.`,
    );
  });

  it('of deep nesting is none', () => {
    expect(() => parse('['.repeat(100_000))).toThrow('it is not a baseline of graze');
    expect(() => parse('{"graze":'.repeat(100_000))).toThrow('it is not a baseline of graze');
  });
});
