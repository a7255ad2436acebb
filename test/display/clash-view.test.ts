// The records that pages show of clashes, and what they say about them.
import { describe, expect, it } from 'vitest';
import { type ClashList, type ClashView, clashListOf, momentOf } from '../../src/display/clash-view.ts';
import { clashText, depthText, framesText, pairText, statusText } from '../../src/display/clash-words.ts';

/** As in the JSON file, which has the number of pairs of faces too. */
const perFrame = [
  { frame: 6, depth: 0.001, pairs: 12 },
  { frame: 40, depth: null, pairs: 3 },
];

function recordOf(change: Partial<ClashView> = {}, worst: Partial<ClashView['worst']> = {}) {
  return {
    id: 0,
    a: 'body',
    b: 'dress',
    kind: 'crossing',
    first: 6,
    last: 40,
    frames: 2,
    atRest: false,
    baseline: null,
    firstTime: 5.42,
    curveLength: 7.82,
    perFrame,
    worst: {
      frame: 40,
      depth: 0.01004,
      through: 0.00019,
      distance: null,
      method: 'capped',
      point: [0.12, 0.776, 0.059],
      ...worst,
    },
    ...change,
  } satisfies Omit<ClashView, 'facesA' | 'facesB' | 'curve'>;
}

const shape = {
  curve: Float64Array.of(0, 0, 0, 1, 1, 1),
  worstFacesA: Uint32Array.of(0, 1),
  worstFacesB: Uint32Array.of(2),
};

function listOf(...clashes: ReturnType<typeof recordOf>[]): ClashList {
  const json = { clashes, frames: 121, unit: 'm', gone: [] } as const;
  return clashListOf({ json, geometry: clashes.map(() => shape) });
}

describe('clashListOf', () => {
  it('joins the records of the JSON file with the geometry of the worst frame', () => {
    const { clashes, frameCount, unit, gone } = listOf(recordOf());
    expect({ frameCount, unit, gone }).toEqual({ frameCount: 121, unit: 'm', gone: [] });
    const [view] = clashes;
    expect(view).toMatchObject({ a: 'body', b: 'dress', first: 6, last: 40, frames: 2, baseline: null });
    expect(view.worst).toEqual(recordOf().worst);
    expect(view).toMatchObject({ curve: shape.curve, facesA: shape.worstFacesA, facesB: shape.worstFacesB });
    expect(view.perFrame).toEqual([
      { frame: 6, depth: 0.001 },
      { frame: 40, depth: null },
    ]);
  });

  it('shows a clash at its worst frame, and parts that pass each other at that time', () => {
    const [crossing, passing] = listOf(recordOf(), recordOf({ kind: 'passing', first: 5, last: 6 })).clashes;
    expect(momentOf(crossing)).toBe(40);
    expect(momentOf(passing)).toBe(5.42);
  });
});

describe('words', () => {
  it('name pairs, frames and status', () => {
    expect(pairText({ a: 'body', b: 'dress' })).toBe('body – dress');
    expect(pairText({ a: 'body', b: 'body' })).toBe('body with itself');
    expect(framesText({ kind: 'crossing', first: 6, last: 40 })).toBe('frames 6–40');
    expect(framesText({ kind: 'crossing', first: 6, last: 6 })).toBe('frame 6');
    expect(framesText({ kind: 'passing', first: 5, last: 6 })).toBe('between frames 5 and 6');
    expect(statusText({ baseline: 'worse', atRest: true })).toBe('worse, at rest');
    expect(statusText({ baseline: null, atRest: false })).toBe('');
  });

  it('describe a clash in one line', () => {
    const text = (change: Partial<ClashView>) => clashText(listOf(recordOf(change)).clashes[0], 'm');
    expect(text({})).toBe('crossing, 10.0 mm deep, frames 6–40');
    const nothing = { frame: 5, depth: null, through: null, distance: null, method: null };
    const worst = { ...recordOf().worst, ...nothing };
    expect(text({ kind: 'passing', first: 5, last: 6, curveLength: 0, worst })).toBe('passing, between frames 5 and 6');
  });

  it('give depth, else through, both where through is larger, else the curve', () => {
    const text = (worst: Partial<ClashView['worst']>, change: Partial<ClashView> = {}) =>
      depthText(listOf(recordOf(change, worst)).clashes[0], 'm');
    expect(text({})).toBe('10.0 mm deep');
    expect(text({ through: 0.03 })).toBe('10.0 mm deep, 30.0 mm through');
    expect(text({ depth: null, through: 0.03 })).toBe('30.0 mm through');
    expect(text({ depth: null, through: null })).toBe('curve of 7.82 m');
    expect(text({ depth: null, through: null, distance: 0.002 })).toBe('2.00 mm apart');
    expect(text({ depth: null, through: null }, { curveLength: 0 })).toBe('');
    expect(depthText(listOf(recordOf()).clashes[0], null)).toBe('0.0100 deep');
  });
});
