// What people read: the sentence, the table, lengths, and the rows of CSV, from invented results.
import { describe, expect, it } from 'vitest';
import type { CheckJson, ClashJson } from '../../src/check/check-result.ts';
import { lengthText } from '../../src/check/length-text.ts';
import { checkSentence, type SentenceInput } from '../../src/cli/check/check-sentence.ts';
import { baselineLine, checkText } from '../../src/cli/check/check-text.ts';
import { clashCsv } from '../../src/cli/check/clash-csv.ts';

type Change = Partial<Omit<ClashJson, 'worst'>> & { worst?: Partial<ClashJson['worst']> };

function clash(change: Change = {}): ClashJson {
  const nothing = { depth: null, through: null, distance: null, method: null } as const;
  return {
    ...{ id: 0, a: 'body', b: 'dress', kind: 'crossing', first: 6, last: 40, frames: 35, atRest: false },
    ...{ baseline: null, firstTime: 5.427, curveLength: 0, perFrame: [] },
    ...change,
    worst: { ...nothing, frame: 40, point: [0, 1, 2], ...change.worst },
  };
}

function json(clashes: readonly ClashJson[], change: Partial<CheckJson> = {}): CheckJson {
  const summary = { clashes: clashes.length, atRest: 0, new: null, worse: null, known: null, deepest: null };
  return {
    ...{ version: 2, files: [], parts: [], frames: 121, unit: 'm', summary, gone: [], steps: [], unchecked: [] },
    clashes: clashes.map((one, id) => ({ ...one, id })),
    ...change,
  };
}

const stepsOf = (frames: number): CheckJson['steps'] =>
  Array.from({ length: frames - 1 }, (_, from) => ({
    ...{ from, to: from + 1, contacts: { vf: 0, ee: 0, resting: 0 }, firstTime: null, crossingPairs: 0 },
  }));

function sentence(
  changes: readonly Change[],
  more: Partial<CheckJson> = {},
  input: Partial<SentenceInput> = {},
): string {
  const result = json(changes.map(clash), { ...more, steps: stepsOf(more.frames ?? 121) });
  const counts = result.clashes.map(({ kind }) => kind !== 'touching');
  return checkSentence({
    json: result,
    counts,
    inner: result.clashes.map(() => null),
    self: true,
    clearance: 0,
    ...input,
  });
}

const deep: Change = { worst: { depth: 0.01004, method: 'parity' } };

describe('the sentence', () => {
  it('tells of the deepest clash', () => {
    const told = 'body goes through dress in frames 6 to 40, 10.0 mm deep at frame 40.';
    expect(sentence([deep])).toBe(`1 clash: ${told}`);
    expect(sentence([deep, {}, {}])).toBe(`3 clashes: ${told}`);
    expect(sentence([{ ...deep, frames: 121 }])).toBe(
      '1 clash: body goes through dress in all 121 frames, 10.0 mm deep at frame 40.',
    );
    expect(sentence([{ ...deep, first: 40 }])).toBe('1 clash: body goes through dress in frame 40, 10.0 mm deep.');
  });

  it('tells what is at rest, and rather of what is not', () => {
    const rest = { atRest: true, a: 'hair', worst: { depth: 1, method: 'parity' } } as const;
    expect(sentence([rest, deep])).toBe(
      '2 clashes, 1 of them there from the first frame (at rest): body goes through dress in frames 6 to 40, 10.0 mm deep at frame 40.',
    );
    expect(sentence([rest])).toMatch(/^1 clash, there from the first frame \(at rest\): hair goes/);
    expect(sentence([rest, rest])).toMatch(/^2 clashes, both there from the first frame \(at rest\): hair goes/);
    expect(sentence([rest, rest, rest])).toMatch(/^3 clashes, all there from the first frame \(at rest\): hair goes/);
    expect(sentence([rest, deep], {}, { counts: [false, true] })).toBe(
      '1 clash: body goes through dress in frames 6 to 40, 10.0 mm deep at frame 40. 1 clash is there from the first frame and ignored.',
    );
  });

  it('of a still scene', () => {
    const still = { frames: 1 };
    const here = {
      first: 0,
      last: 0,
      frames: 1,
      atRest: true,
      a: 'cubeA',
      b: 'cubeB',
      worst: { depth: 0.1, method: 'parity' },
    } as const;
    expect(sentence([here], still)).toBe('cubeA goes through cubeB, 100 mm deep.');
    expect(sentence([here, here], still)).toBe('2 clashes: cubeA goes through cubeB, 100 mm deep.');
    expect(sentence([], still)).toBe('Nothing clashes: no part goes through another or itself.');
  });

  it('of every kind', () => {
    const first = { first: 3, last: 4, frames: 0, kind: 'passing' } as const;
    expect(sentence([first])).toBe('1 clash: body passes through dress between frames 3 and 4.');
    expect(sentence([{ ...first, last: 6 }])).toBe('1 clash: body passes through dress in frames 3 to 6.');
    expect(sentence([{ b: 'body', worst: { through: 0.002, method: 'side' } }])).toBe(
      '1 clash: body goes through itself in frames 6 to 40, by 2.00 mm at frame 40.',
    );
    expect(sentence([{ curveLength: 0.3, worst: { method: 'curve' } }])).toContain(
      ', along a curve of 300 mm at frame 40.',
    );
    const inside = [{ kind: 'inside', worst: { depth: 0.4, method: 'parity' } }] as const;
    expect(sentence(inside, {}, { inner: ['a'] })).toContain(': body is inside dress in frames 6 to 40, 400 mm deep');
    expect(sentence(inside, {}, { inner: ['b'] })).toContain(': dress is inside body in ');
    expect(sentence(inside)).toContain(': Of body and dress one is inside the other in ');
    expect(sentence([{ kind: 'duplicate', worst: { depth: 0 } }])).toContain(
      ': body and dress have the same faces in frames 6 to 40.',
    );
    expect(sentence([{ kind: 'near', worst: { distance: 0.002 } }])).toContain(
      ': body comes near dress in frames 6 to 40, 2.00 mm apart at frame 40.',
    );
  });

  it('if nothing clashes', () => {
    const end = 'no part goes through another or itself.';
    expect(sentence([])).toBe(`Nothing clashes: in 120 steps ${end}`);
    expect(sentence([], { frames: 2 })).toBe(`Nothing clashes: in the step ${end}`);
    expect(sentence([], {}, { self: false })).toBe('Nothing clashes: in 120 steps no part goes through another.');
    expect(sentence([], {}, { clearance: 0.005 })).toBe(
      'Nothing clashes: in 120 steps no part goes through another or itself, and none comes within 5.00 mm of another.',
    );
    expect(sentence([{ kind: 'touching' }])).toBe(
      `Nothing clashes: in 120 steps ${end} Parts touch in 1 place, which is no clash.`,
    );
    const summary = { clashes: 1, atRest: 0, new: 0, worse: 0, known: 1, deepest: null };
    const known = { ...deep, baseline: 'known' } as const;
    expect(sentence([known], { summary }, { counts: [false] })).toBe('Nothing is new or worse.');
    expect(sentence([known, { ...deep, baseline: 'new' }], { summary }, { counts: [false, false] })).toBe(
      'Nothing is new or worse, except what is there from the first frame and ignored.',
    );
    expect(sentence([deep, { kind: 'touching' }], {}, { counts: [false, false] })).toBe(
      'Nothing clashes, except what is there from the first frame and ignored: 1 clash. Parts touch in 1 place, which is no clash.',
    );
  });
});

describe('the table', () => {
  const lines = (changes: readonly Change[], more: Partial<CheckJson> = {}): string[] => {
    const result = json(changes.map(clash), more);
    return checkText(
      {
        sentence: 'S.',
        json: result,
        parts: { names: [], partOfFace: [] },
        geometry: [],
        counts: changes.map(({ kind }) => kind !== 'touching'),
      },
      { notes: ['N.'], baseline: null, contacts: null },
    );
  };

  it('comes after sentence and notes, and has a row per clash', () => {
    const found = lines([
      { worst: { depth: 0.01004, through: 0.0001, method: 'capped' } },
      {
        b: 'body',
        first: 0,
        last: 120,
        atRest: true,
        firstTime: null,
        baseline: 'known',
        worst: { through: 0.003, method: 'side' },
      },
      { worst: { depth: 0.0001, through: 0.03, method: 'side' } },
      { kind: 'passing', first: 3, last: 4, firstTime: 3.999 },
      { kind: 'near', first: 7, last: 7, worst: { distance: 0.25 } },
      { kind: 'touching', worst: { depth: 0 } },
    ]);
    expect(found.slice(0, 4)).toEqual(['S.', '', 'N.', '']);
    expect(found.slice(4).map((line) => line.split(/ {2,}/))).toEqual([
      ['parts', 'kind', 'frames', 'first at', 'depth', 'found by', 'status'],
      ['body – dress', 'crossing', '6–40', '5.42', '10.0 mm', 'capped'],
      ['body – dress', 'crossing', '6–40', '5.42', '0.100 mm, 30.0 mm through', 'side'],
      ['body – dress', 'passing', '3 → 4', '3.99'],
      ['body – dress', 'near', '7', '5.42', '250 mm apart'],
      ['body – itself', 'crossing', 'all', 'start', '3.00 mm through', 'side', 'at rest, known'],
      ['body – dress', 'touching', '6–40', '5.42'],
    ]);
  });

  it('begins with what counts and is not at rest', () => {
    const found = lines([{ a: 'hair', atRest: true }, { a: 'sole', kind: 'touching' }, { a: 'hand' }, { a: 'knee' }]);
    expect(found.slice(5).map((line) => line.split(' ')[0])).toEqual(['hand', 'knee', 'hair', 'sole']);
  });

  it('has no frames for a still scene', () => {
    const found = lines([{ first: 0, last: 0, atRest: true, worst: { depth: 0.1, method: 'parity' } }], { frames: 1 });
    expect(found.slice(4).map((line) => line.split(/ {2,}/))).toEqual([
      ['parts', 'kind', 'depth', 'found by', 'status'],
      ['body – dress', 'crossing', '100 mm', 'parity'],
    ]);
  });

  it('ends after 24 rows', () => {
    expect(lines(Array.from({ length: 24 }, () => ({}))).at(-1)).toMatch(/^body/);
    expect(lines(Array.from({ length: 1060 }, () => ({}))).slice(28)).toEqual([
      expect.stringMatching(/^body/),
      '… and 1,036 more.',
    ]);
  });

  it('has a line about the baseline', () => {
    const summary = { clashes: 14, atRest: 0, new: 2, worse: 1, known: 11, deepest: null };
    const gone = Array.from(
      { length: 3 },
      () => ({ a: 'x', b: 'y', kind: 'crossing', depth: 1, through: null }) as const,
    );
    expect(baselineLine('baseline.json', json([], { summary, gone }))).toBe(
      'Against baseline.json: 2 new, 1 worse, 3 gone, 11 known.',
    );
  });
});

it('lengths have three digits and a unit that fits', () => {
  const texts = [0, 1e-7, 0.000009996, 0.00001, 0.0001, 0.1, 0.9999, 1, 12.345, 1234.5].map((length) =>
    lengthText(length, 'm'),
  );
  expect(texts).toEqual([
    ...['0 mm', '0.100 µm', '10.0 µm', '0.0100 mm', '0.100 mm', '100 mm', '1000 mm', '1.00 m', '12.3 m', '1235 m'],
  ]);
  expect([lengthText(3, 'mm'), lengthText(3, 'cm'), lengthText(3000, 'mm')]).toEqual(['3.00 mm', '30.0 mm', '3.00 m']);
  expect([lengthText(3, 'in'), lengthText(0.5, 'ft'), lengthText(30, 'in')]).toEqual(['3.00 in', '6.00 in', '2.50 ft']);
  expect([lengthText(0, null), lengthText(0.15, null), lengthText(1234.5, null)]).toEqual(['0', '0.150', '1235']);
});

it('CSV has a row per clash, and quotes what needs it', () => {
  const rows = clashCsv(json([clash({ a: 'a "b", c', worst: { depth: 0.5, method: 'parity' } })])).split('\n');
  expect(rows).toEqual([
    'id,a,b,kind,first,last,frames,atRest,baseline,firstTime,worstFrame,depth,through,distance,method,x,y,z,curveLength',
    '0,"a ""b"", c",dress,crossing,6,40,35,false,,5.427,40,0.5,,,parity,0,1,2,0',
    '',
  ]);
});
